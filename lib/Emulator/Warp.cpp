//===- Warp.cpp - The state of 32 lanes -----------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Warp.h"

#include "Block.h"
#include "Messages.h"
#include "SpecialRegisters.h"

#include <algorithm>

namespace neo::ptx {

/// What registers hold before something is written: a NaN, and no address.
static constexpr uint64_t undefined = ~uint64_t(0);

Warp::Warp(Block &block, unsigned number, LaneMask lanes)
    : block(block), number(number) {
  stack.start(block.launch.entry.first, lanes);
}

Extent3 Warp::threadIndex(unsigned lane) const {
  const Extent3 &extents = block.launch.block;
  unsigned at = thread(lane);
  return {at % extents.x, at / extents.x % extents.y,
          at / extents.x / extents.y};
}

void Warp::setBases() {
  registers = registerFile.data() + frames.back().registers;
  predicates = predicateFile.data() + frames.back().predicates;
}

void Warp::pushFrame(const Function &function, LaneMask lanes, uint32_t call) {
  size_t localBase = 0;
  if (!frames.empty()) {
    const Frame &caller = frames.back();
    localBase = (caller.locals + caller.function->localBytes + 15) / 16 * 16;
  }
  frames.push_back({&function, registerFile.size(), predicateFile.size(),
                    writtenFile.size(), params.size(), localBase,
                    stack.depth() - 1, call, lanes});
  registerFile.resize(registerFile.size() + size_t(function.slots) * warpSize,
                      undefined);
  predicateFile.resize(predicateFile.size() + function.predicates);
  writtenFile.resize(writtenFile.size() + function.doubtful);
  params.resize(params.size() + size_t(function.paramBytes) * warpSize);
  for (LocalMemory &memory : locals) {
    memory.data.resize(localBase + function.localBytes);
    memory.initialised.resize(localBase); // Of earlier calls.
    memory.initialised.resize(localBase + function.localBytes);
  }
  setBases();
  fillConstants();
}

void Warp::popFrame() {
  const Frame &frame = frames.back();
  registerFile.resize(frame.registers);
  predicateFile.resize(frame.predicates);
  writtenFile.resize(frame.written);
  params.resize(frame.params);
  frames.pop_back();
  setBases();
}

void Warp::fillConstants() {
  for (const Constant &constant : function().constants) {
    uint64_t *values = lanes(constant.slot);
    if (constant.kind == Constant::Register) {
      for (unsigned lane = 0; lane < warpSize; ++lane)
        values[lane] = readSpecial(Special(constant.value), *this, lane);
      continue;
    }
    uint64_t value = constant.value;
    if (constant.kind == Constant::Variable)
      value = block.launch.addresses[constant.value] + constant.offset;
    if (constant.kind == Constant::Local)
      value += frames.back().locals;
    std::fill_n(values, warpSize, value);
  }
}

void Warp::start() {
  const Function &entry = block.launch.entry;
  pushFrame(entry, stack.top().lanes, 0);
  for (unsigned lane = 0; lane < warpSize; ++lane)
    std::copy(block.launch.parameters.begin(), block.launch.parameters.end(),
              params.begin() + size_t(lane) * entry.paramBytes);
}

void Warp::step() {
  uint32_t pc = stack.top().pc;
  const Instruction &instruction = block.launch.program.code[pc];
  active = stack.top().lanes;
  LaneMask passing = active;
  if (instruction.guard != noSlot) {
    LaneMask guard = predicates[instruction.guard];
    passing &= instruction.guardNegated ? ~guard : guard;
  }
  block.counts.issue(pc, passing);
  ++issued;
  block.pc = pc;
  stack.advance();
  if (instruction.doubtful != 0 && !noteDoubtfulUses(instruction, passing))
    return;
  if (passing != 0 || instruction.isControl)
    instruction.execute(*this, instruction, passing);
  if (state == Ready)
    stack.reconverge();
}

/// False, and an error, if a register is read that this lane has not written.
bool Warp::noteDoubtfulUses(const Instruction &instruction, LaneMask passing) {
  if (!block.launch.options.checkUninitialised)
    return true;
  const DoubtfulUses &uses =
      block.launch.program.doubtful[instruction.doubtful - 1];
  LaneMask *written = &writtenFile[frames.back().written];
  for (const DoubtfulUses::Read &read : uses.reads)
    if (LaneMask missing =
            (read.isGuard ? active : passing) & ~written[read.number]) {
      fail("reads '" + std::string(read.name) + "', which was never written",
           unsigned(__builtin_ctz(missing)));
      return false;
    }
  for (uint32_t number : uses.writes)
    written[number] |= passing;
  return true;
}

void Warp::call(const Instruction &instruction, LaneMask passing) {
  const Program &program = block.launch.program;
  const CallSite &site = program.calls[instruction.target];
  const Function &callee = program.functions[site.callee];
  if (frames.size() > 1000) {
    fail("calls are nested more than 1000 deep", warpSize);
    return;
  }
  stack.pushFrame(callee.first, passing);
  size_t caller = frames.back().params;
  uint32_t callerBytes = function().paramBytes;
  pushFrame(callee, passing, instruction.target);
  for (const CallSite::Copy &copy : site.arguments)
    for (unsigned lane = 0; lane < warpSize; ++lane)
      std::copy_n(&params[caller + lane * callerBytes + copy.callerOffset],
                  copy.bytes, param(lane, copy.calleeOffset));
}

void Warp::leaveFunction(LaneMask passing) {
  if (frames.size() == 1) {
    exit(passing);
    return;
  }
  if (!stack.leave(passing, frames.back().stackBase))
    return;
  const Frame &frame = frames.back();
  const CallSite &site = block.launch.program.calls[frame.call];
  const Frame &caller = frames[frames.size() - 2];
  uint32_t callerBytes = caller.function->paramBytes;
  for (const CallSite::Copy &copy : site.results)
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if (frame.lanes >> lane & 1)
        std::copy_n(
            param(lane, copy.calleeOffset), copy.bytes,
            &params[caller.params + lane * callerBytes + copy.callerOffset]);
  popFrame();
}

void Warp::exit(LaneMask passing) {
  // Lanes may exit inside a call that others continue.
  while (stack.leave(passing, frames.back().stackBase)) {
    if (frames.size() == 1) {
      state = Done;
      return;
    }
    popFrame();
  }
  stack.leave(passing, 0);
}

void Warp::fail(const std::string &message, unsigned lane) {
  block.fail(placeOf(*this, lane) + message);
}

} // namespace neo::ptx
