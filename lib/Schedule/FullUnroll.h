//===- FullUnroll.h - Reductions whose steps are written out ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A reduction over few taps may be written out: its steps share what they read,
// and at an edge they leave out products by padding. Both cost code. A tile of
// 28 accumulators under 9 taps is 252 products, and where rows and columns end
// nine versions of them, which take longer to compile than they are worth.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_FULLUNROLL_H
#define NEO_LIB_SCHEDULE_FULLUNROLL_H

#include "Neo/Schedule/Schedule.h"

namespace neo {

class FullUnroll {
public:
  explicit FullUnroll(const LoopNest &nest);

  /// The last of `loops`, all of them if may be, whose steps are not too much
  /// code for `schedule`. Before taps of a window, loops that share nothing are
  /// left out: a whole window of three channels is 27 steps whose reads LLVM
  /// holds all at once.
  llvm::ArrayRef<unsigned> fitting(const Schedule &schedule,
                                   llvm::ArrayRef<unsigned> loops) const;
  /// Can the tile, at an edge, leave out products of `reduction` one by one?
  bool leavesOut(const Schedule &schedule, unsigned reduction) const;

private:
  bool meetsWindows(unsigned reduction) const;
  bool isTooLong(const Schedule &schedule,
                 llvm::ArrayRef<unsigned> loops) const;
  int64_t countVersions(const Schedule &schedule,
                        llvm::ArrayRef<unsigned> reductions) const;

  llvm::SmallVector<unsigned> loopsMeeting(unsigned reduction) const;

  const LoopNest &nest;
  /// Of each reduction loop: the loops that bound where it has terms, alone and
  /// with others.
  std::vector<llvm::SmallVector<unsigned>> bounding, meeting;
};

} // namespace neo

#endif // NEO_LIB_SCHEDULE_FULLUNROLL_H
