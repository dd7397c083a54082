//===- IssueCounts.h - Counts by place in the code --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// While a kernel runs, counting is one addition per instruction, by its place
// in the code. Kinds, lines and loops are made of it when the grid has ended.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_ISSUECOUNTS_H
#define NEO_LIB_EMULATOR_ISSUECOUNTS_H

#include "Program.h"

#include "Neo/Emulator/Counters.h"

namespace neo::ptx {

class IssueCounts {
public:
  explicit IssueCounts(size_t places) : places(places) {}

  void issue(uint32_t place, LaneMask lanes) {
    ++places[place].issues;
    places[place].threads += unsigned(__builtin_popcount(lanes));
  }

  struct Place {
    uint64_t issues = 0, threads = 0;
    GlobalTraffic global;
    SharedTraffic shared;
  };
  Place &at(uint32_t place) { return places[place]; }

  void add(const IssueCounts &other);
  Counters summarise(const Program &program) const;

private:
  HotLoop findHotLoop(const Program &program) const;

  std::vector<Place> places;
};

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_ISSUECOUNTS_H
