//===- ContiguousWords.h - Packed words contiguous in memory ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A copy for packed dot products (PackedDotProduct.h) puts two or four narrow
// elements into a word. If these are contiguous in memory, and so are the words
// of neighbouring lanes, a vector of words is a bitcast of a vector of
// elements: one load, and no shuffles.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_CONTIGUOUSWORDS_H
#define NEO_SCHEDULE_CONTIGUOUSWORDS_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// Does `nest` make words whose lanes under `schedule` are contiguous in
/// memory? Then `flipped` receives the mask of bits to invert.
bool readsWordsInPlace(const LoopNest &nest, const Schedule &schedule,
                       int64_t &flipped);

} // namespace neo

#endif // NEO_SCHEDULE_CONTIGUOUSWORDS_H
