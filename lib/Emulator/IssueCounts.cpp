//===- IssueCounts.cpp - Counts of each instruction -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "IssueCounts.h"

#include <algorithm>
#include <tuple>

namespace neo::ptx {

void GlobalTraffic::add(const GlobalTraffic &other) {
  accesses += other.accesses;
  bytes += other.bytes;
  sectors += other.sectors;
  idealSectors += other.idealSectors;
  lines += other.lines;
  idealLines += other.idealLines;
}

void SharedTraffic::add(const SharedTraffic &other) {
  accesses += other.accesses;
  phases += other.phases;
  wavefronts += other.wavefronts;
  worst = std::max(worst, other.worst);
}

void IssueCounts::add(const IssueCounts &other) {
  for (size_t i = 0; i < counts.size(); ++i) {
    counts[i].issues += other.counts[i].issues;
    counts[i].threads += other.counts[i].threads;
    counts[i].global.add(other.counts[i].global);
    counts[i].shared.add(other.counts[i].shared);
  }
}

/// "ld.global" of "ld.global.v4.f32", "add" of "add.s32".
static std::string kindOf(std::string_view opcode) {
  size_t first = std::min(opcode.find('.'), opcode.size());
  std::string_view name = opcode.substr(0, first);
  if (name != "ld" && name != "st" && name != "cp" && name != "atom" &&
      name != "red")
    return std::string(name);
  size_t second = std::min(opcode.find('.', first + 1), opcode.size());
  return std::string(opcode.substr(0, second));
}

HotLoop IssueCounts::findHotLoop(const Program &program) const {
  HotLoop best;
  for (const Function &function : program.functions)
    for (const Loop &loop : function.loops) {
      if (!loop.isInnermost)
        continue;
      HotLoop found;
      found.firstLine = ~uint32_t(0);
      for (uint32_t number : loop.blocks) {
        const BasicBlock &block = function.blocks[number];
        for (uint32_t i = block.first; i < block.last; ++i) {
          const Instruction &instruction = program.code[i];
          found.issues += counts[i].issues;
          found.mma += instruction.work == Work::Mma ? counts[i].issues : 0;
          found.fma += instruction.work == Work::Fma ? counts[i].issues : 0;
          found.firstLine = std::min(found.firstLine, instruction.line);
          found.lastLine = std::max(found.lastLine, instruction.line);
        }
      }
      if (found.issues > best.issues)
        best = found;
    }
  return best;
}

Counters IssueCounts::summarise(const Program &program) const {
  Counters counters;
  for (size_t i = 0; i < counts.size(); ++i) {
    const InstructionCounts &count = counts[i];
    if (count.issues == 0)
      continue;
    const Instruction &instruction = program.code[i];
    counters.issues += count.issues;
    counters.threads += count.threads;
    counters.kinds[kindOf(instruction.opcode)] += count.issues;
    counters.global.add(count.global);
    counters.shared.add(count.shared);
    counters.lines.push_back({instruction.line, std::string(instruction.opcode),
                              count.issues, count.global, count.shared});
  }
  // The order of decoding need not be that of the text.
  std::sort(counters.lines.begin(), counters.lines.end(),
            [](const LineCounts &a, const LineCounts &b) {
              return std::tie(a.line, a.opcode) < std::tie(b.line, b.opcode);
            });
  counters.hotLoop = findHotLoop(program);
  return counters;
}

} // namespace neo::ptx
