//===- IssueCounts.h - Counts of each instruction ---------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// While a kernel runs, each issue increments the counters of its instruction.
// Sums by kind, line and loop are taken when the grid has ended.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_ISSUECOUNTS_H
#define NEO_LIB_EMULATOR_ISSUECOUNTS_H

#include "Program.h"

#include "Neo/Emulator/Counters.h"

namespace neo::ptx {

class IssueCounts {
public:
  explicit IssueCounts(size_t instructions) : counts(instructions) {}

  void issue(uint32_t pc, LaneMask lanes) {
    ++counts[pc].issues;
    counts[pc].threads += unsigned(__builtin_popcount(lanes));
  }

  struct InstructionCounts {
    uint64_t issues = 0, threads = 0;
    GlobalTraffic global;
    SharedTraffic shared;
  };
  InstructionCounts &at(uint32_t pc) { return counts[pc]; }

  void add(const IssueCounts &other);
  Counters summarise(const Program &program) const;

private:
  HotLoop findHotLoop(const Program &program) const;

  std::vector<InstructionCounts> counts;
};

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_ISSUECOUNTS_H
