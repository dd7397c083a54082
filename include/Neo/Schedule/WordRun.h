//===- WordRun.h - Words that lie in memory as they are ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A copy in words (PackedDotProduct.h) puts two or four narrow elements
// together. If they are neighbours, and the words of neighbouring lanes as
// well, a vector of words is a vector of elements under another name: one load,
// no assembly.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_WORDRUN_H
#define NEO_SCHEDULE_WORDRUN_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

/// Does `nest` make words whose lanes under `schedule` lie in memory one after
/// the other? Then `flipped` receives the bits to turn round.
bool readsWordsInPlace(const LoopNest &nest, const Schedule &schedule,
                       int64_t &flipped);

} // namespace neo

#endif // NEO_SCHEDULE_WORDRUN_H
