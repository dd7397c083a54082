//===- Candidates.h - The schedules that compute fastest --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Of the thousands of schedules that are costed a few dozen go on to be ordered
// and blocked. They are kept as they come: once there are enough, one that
// computes slower than the slowest of them is not kept, and need not be costed
// to the end (`enough`). Those with panels, those whose results are staged and
// those with neither are kept apart, since not all variants with panels fit.
// Tiles of one vector are kept in any case: they compute slowest, and may be
// what memory likes best. Of equal ones the last comes first: its tile is of
// loops further inside, whose steps are neighbours.
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

  /// Keeps all if not told to select.
  explicit Candidates(bool selects) : selects(selects) {}

  /// With more cycles than these, `schedule` is not kept.
  double enough(const Schedule &schedule) const;
  void add(double cycles, const Schedule &schedule);
  /// Those kept, the fastest first.
  std::vector<Candidate> take();
  /// All in the order in which they came.
  llvm::ArrayRef<Candidate> list() const { return candidates; }

private:
  bool selects;
  std::vector<Candidate> candidates;
  /// The least cycles of each kind, as heaps.
  std::array<std::vector<double>, 3> least;
};

} // namespace neo

#endif // NEO_LIB_SCHEDULE_CANDIDATES_H
