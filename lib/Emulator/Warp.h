//===- Warp.h - The state of 32 lanes ---------------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The state of 32 lanes. The registers of the current function start at
// `registers`: lane l of slot s is registers[32 * s + l]. A call pushes a frame
// behind the caller's, so that recursive calls have registers of their own.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_WARP_H
#define NEO_LIB_EMULATOR_WARP_H

#include "AsyncCopies.h"
#include "Program.h"
#include "SimtStack.h"

#include "Neo/Emulator/Emulator.h"

#include <array>

namespace neo::ptx {

class Block;

class Warp {
public:
  enum State : uint8_t { Ready, Waiting, Done };

  Warp(Block &block, unsigned number, LaneMask lanes);
  Warp(Warp &&) = default;

  /// Enters the kernel with the launch's parameters.
  void start();
  /// Issues one instruction.
  void step();

  uint64_t *lanes(Slot slot) { return registers + size_t(slot) * warpSize; }
  LaneMask &predicate(Slot slot) { return predicates[slot]; }

  /// Threads of the block are numbered x first, then y, then z.
  unsigned thread(unsigned lane) const { return number * warpSize + lane; }
  Extent3 threadIndex(unsigned lane) const;

  /// Fails the run with a message about the current instruction, in thread
  /// `lane`; warpSize: the whole warp.
  void fail(const std::string &message, unsigned lane);

  void call(const Instruction &instruction, LaneMask active);
  void leaveFunction(LaneMask active);
  void exit(LaneMask active);

  Block &block;
  const unsigned number;
  State state = Ready;
  SimtStack stack;
  LaneMask active = 0; ///< Lanes of the top entry of the stack.
  uint64_t issued = 0;
  AsyncCopies copies;
  LaneMask carry = 0; ///< The condition code of every lane.

  /// Parameter and local memory of the running function's frame.
  uint8_t *param(unsigned lane, uint64_t offset) {
    return &params[frames.back().params + lane * function().paramBytes +
                   offset];
  }
  const Function &function() const { return *frames.back().function; }

  /// The local memory of a lane, over all frames, with its shadow.
  struct LocalMemory {
    std::vector<uint8_t> data, initialised;
  };
  LocalMemory &local(unsigned lane) { return locals[lane]; }

private:
  struct Frame {
    const Function *function;
    /// Offsets of the frame.
    size_t registers, predicates, written, params, locals;
    size_t stackBase; ///< Its first stack entry.
    uint32_t call;    ///< Number of the call site.
    LaneMask lanes;
  };
  void pushFrame(const Function &function, LaneMask lanes, uint32_t call);
  void popFrame();
  void fillConstants();
  bool noteDoubtfulUses(const Instruction &instruction, LaneMask passing);
  void setBases();

  std::vector<uint64_t> registerFile;
  std::vector<LaneMask> predicateFile;
  std::vector<LaneMask> writtenFile; ///< Lanes that wrote doubtful registers.
  std::vector<uint8_t> params;
  std::array<LocalMemory, warpSize> locals;
  std::vector<Frame> frames;
  uint64_t *registers = nullptr;
  LaneMask *predicates = nullptr;
};

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_WARP_H
