//===- RowSchedule.h - How rows go, written down ----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What a RowPlan has to choose is a line of text, as a Schedule is, but on a
// neo.kernel whose statements go row by row:
//
//     rows 2 vectors 2 stages 3 prefetch l1 chunk 64
//
// Two rows are in work together, and each step of a sweep takes two vectors of
// either. Three sweeps share one loop, each over rows of its own (with `stages
// 1` they follow one another). The next rows are prefetched into the
// first-level cache (`far`: in the second; `nothing`: not at all). What is
// summed over the rows is summed by 64 of them before these sums are.
//
// A word that is left out stands for what the model chooses beside the others.
// Lanes are no word: they are those of the processor, for the widest element.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_ROWSCHEDULE_H
#define NEO_CONVERSION_NEOTOVECTOR_ROWSCHEDULE_H

#include "Neo/Dialect/NeoDialect.h"
#include "Neo/Schedule/Schedule.h"

namespace neo {

struct RowSchedule {
  enum class Prefetch { none, l2, l1 };
  std::optional<int64_t> rows, vectors, stages, chunk;
  std::optional<Prefetch> prefetch;

  /// Says the words that are not left out.
  std::string str() const;
};

/// The schedule that `text` describes; where it is none, `error` says why.
/// Whether a kernel can be made by it RowPlan::get finds out.
std::optional<RowSchedule> parseRowSchedule(llvm::StringRef text,
                                            std::string &error);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_ROWSCHEDULE_H
