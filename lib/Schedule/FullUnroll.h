//===- FullUnroll.h - Full unroll of reductions -----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A reduction over few taps may be fully unrolled: its steps share loads, and
// at an edge they omit products with padding. Both increase code size. A tile
// of 28 accumulators under 9 taps is 252 products, and with edges of rows and
// columns there are nine versions of it, whose compile time exceeds their gain.
// A body with functions counts as several products: the loads that are shared
// are few beside what it computes.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_FULLUNROLL_H
#define NEO_LIB_SCHEDULE_FULLUNROLL_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

class FullUnroll {
public:
  explicit FullUnroll(const LoopNest &nest);

  /// The longest suffix of `loops` whose full unroll is not too much code for
  /// `schedule`. Loops around the taps of a window that share no loads are
  /// excluded: a whole window of three channels is 27 steps, whose loads LLVM
  /// would keep live all at once.
  llvm::ArrayRef<unsigned> fitting(const Schedule &schedule,
                                   llvm::ArrayRef<unsigned> loops) const;
  /// Can the tile, at an edge, omit products of `reduction` one by one?
  bool leavesOut(const Schedule &schedule, unsigned reduction) const;

private:
  bool meetsWindows(unsigned reduction) const;
  bool isTooLong(const Schedule &schedule,
                 llvm::ArrayRef<unsigned> loops) const;
  int64_t countVersions(const Schedule &schedule,
                        llvm::ArrayRef<unsigned> reductions) const;

  llvm::SmallVector<unsigned> loopsMeeting(unsigned reduction) const;

  const LoopNest &nest;
  /// How many products the body is as long as.
  int64_t productsOfBody;
  /// For each reduction loop: the loops that occur with it in conditions on
  /// terms, alone and with others.
  std::vector<llvm::SmallVector<unsigned>> bounding, meeting;
};

} // namespace neo

#endif // NEO_LIB_SCHEDULE_FULLUNROLL_H
