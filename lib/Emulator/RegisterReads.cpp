//===- RegisterReads.cpp - Reads of what was never written ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RegisterReads.h"

#include "Program.h"

#include <algorithm>
#include <unordered_map>

namespace neo::ptx {

namespace {
/// The analysis of one function. A set has a flag for each register that is
/// used, by numbers in the order of their first use.
class Analysis {
public:
  using Set = std::vector<bool>;

  Analysis(Program &program, Function &function,
           const std::vector<RegisterUses> &uses)
      : program(program), function(function), uses(uses) {}

  void run();

private:
  const RegisterUses &usesAt(uint32_t pc) const {
    return uses[pc - function.first];
  }
  uint32_t numberOf(RegisterId id) {
    return numbers.emplace(id, uint32_t(numbers.size())).first->second;
  }
  void assign(uint32_t pc, Set &written);
  void propagate();
  void findReads();
  DoubtfulUses &noteAt(uint32_t pc);

  Program &program;
  Function &function;
  const std::vector<RegisterUses> &uses;
  std::unordered_map<RegisterId, uint32_t> numbers;
  std::vector<Set> starts; ///< What is written where a block starts.
  Set doubtful;
};
} // namespace

/// A write under a guard may not happen.
void Analysis::assign(uint32_t pc, Set &written) {
  if (program.code[pc].guard != noSlot)
    return;
  for (const RegisterUses::Use &use : usesAt(pc).writes)
    written[numberOf(use.id)] = true;
}

/// At a block's start, what all its predecessors have written.
void Analysis::propagate() {
  starts.assign(function.blocks.size(), Set(numbers.size(), true));
  starts[0].assign(numbers.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t number = 0; number < starts.size(); ++number) {
      const BasicBlock &block = function.blocks[number];
      Set written = starts[number];
      for (uint32_t pc = block.first; pc < block.last; ++pc)
        assign(pc, written);
      for (uint32_t to : block.successors)
        for (size_t i = 0; i < written.size(); ++i)
          if (!written[i] && starts[to][i]) {
            starts[to][i] = false;
            changed = true;
          }
    }
  }
}

DoubtfulUses &Analysis::noteAt(uint32_t pc) {
  Instruction &instruction = program.code[pc];
  if (instruction.doubtful == 0) {
    program.doubtful.emplace_back();
    instruction.doubtful = uint32_t(program.doubtful.size());
  }
  return program.doubtful[instruction.doubtful - 1];
}

void Analysis::findReads() {
  for (size_t number = 0; number < starts.size(); ++number) {
    const BasicBlock &block = function.blocks[number];
    Set written = starts[number];
    for (uint32_t pc = block.first; pc < block.last; ++pc) {
      RegisterId guard = program.code[pc].guard | predicateTag;
      bool isGuarded = program.code[pc].guard != noSlot;
      for (const RegisterUses::Use &use : usesAt(pc).reads) {
        uint32_t of = numberOf(use.id);
        if (written[of])
          continue;
        doubtful[of] = true;
        noteAt(pc).reads.push_back(
            {of, use.name, isGuarded && use.id == guard});
      }
      assign(pc, written);
    }
  }
}

void Analysis::run() {
  for (const RegisterUses &use : uses)
    for (const std::vector<RegisterUses::Use> *list : {&use.reads, &use.writes})
      for (const RegisterUses::Use &one : *list)
        numberOf(one.id);
  doubtful.assign(numbers.size(), false);
  propagate();
  findReads();
  if (std::find(doubtful.begin(), doubtful.end(), true) == doubtful.end())
    return;
  function.doubtful = uint32_t(numbers.size());
  for (uint32_t pc = function.first; pc < function.last; ++pc)
    for (const RegisterUses::Use &use : usesAt(pc).writes)
      if (uint32_t of = numberOf(use.id); doubtful[of])
        noteAt(pc).writes.push_back(of);
}

void findDoubtfulReads(Program &program, Function &function,
                       const std::vector<RegisterUses> &uses) {
  Analysis(program, function, uses).run();
}

} // namespace neo::ptx
