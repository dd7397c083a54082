//===- ContiguousWords.h - Packed words contiguous in memory ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A copy for packed dot products (PackedDotProduct.h) puts two or four narrow
// elements into a word. If these are contiguous in memory, and so are the words
// of neighbouring lanes, a vector of words is a bitcast of a vector of
// elements: one load, and no shuffles. Bytes in words of i16 are extended
// between the two.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_CONTIGUOUSWORDS_H
#define NEO_SCHEDULE_CONTIGUOUSWORDS_H

#include "Neo/Dialect/PackedDotProduct.h"
#include "Neo/Schedule/Schedule.h"

namespace neo {

/// The form of the words that `nest` packs, if the parts of all lanes under
/// `schedule` are contiguous in memory.
std::optional<WordForm> readWordsInPlace(const LoopNest &nest,
                                         const Schedule &schedule);

} // namespace neo

#endif // NEO_SCHEDULE_CONTIGUOUSWORDS_H
