//===- Candidates.h - Branch and bound over schedules -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Branch and bound over thousands of schedules, of which a few dozen are kept
// to be ordered and blocked. Once there are enough, a schedule with more cycles
// than the slowest kept one is dropped, and evaluation of its cost stops as
// soon as this is certain (`enough`). Schedules with panels, with staged
// write-back and with neither are kept in separate lists, since not all
// variants with panels are legal. Tiles of one vector are always kept: they
// compute slowest, but may have the best access pattern to memory. On ties the
// last one is preferred: it tiles inner loops, whose steps are contiguous.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_CANDIDATES_H
#define NEO_LIB_SCHEDULE_CANDIDATES_H

#include "Neo/Schedule/Schedule.h"

#include <array>

namespace neo {

class Candidates {
public:
  struct Candidate {
    double cycles;
    Schedule schedule;
  };

  /// Keeps all candidates unless `selects`.
  explicit Candidates(bool selects) : selects(selects) {}

  /// The bound: with more cycles, `schedule` is not kept.
  double enough(const Schedule &schedule) const;
  void add(double cycles, const Schedule &schedule);
  /// The kept candidates, fastest first.
  std::vector<Candidate> take();
  /// All in insertion order.
  llvm::ArrayRef<Candidate> list() const { return candidates; }

private:
  bool selects;
  std::vector<Candidate> candidates;
  /// The least cycles of each kind, as max-heaps.
  std::array<std::vector<double>, 3> least;
};

} // namespace neo

#endif // NEO_LIB_SCHEDULE_CANDIDATES_H
