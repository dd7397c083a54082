//===- RowSchedule.h - The schedule of a row kernel -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The tunable parameters of a RowPlan as a line of text, as a Schedule is, but
// on a neo.kernel whose statements share rows:
//
//     rows 2 vectors 2 stages 3 prefetch l1 chunk 64
//
// Two rows are processed together, and each step of a sweep takes two vectors
// of either. Three sweeps are the stages of a software pipeline, each over
// different rows (with `stages 1` sweeps are consecutive). The next rows are
// prefetched into L1 (`l2`: into L2; `none`: not at all). Sums over rows are
// accumulated in chunks of 64 rows, whose partial sums are added afterwards.
//
// A keyword that is left out is chosen by the cost model. There is none for
// lanes: a vector has the processor's width, for the widest element.
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

  /// Prints the keywords that have a value.
  std::string str() const;
};

/// Parses `text`; if it is no schedule, the message is in `error`. RowPlan::get
/// checks whether a kernel can be emitted by it.
std::optional<RowSchedule> parseRowSchedule(llvm::StringRef text,
                                            std::string &error);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_ROWSCHEDULE_H
