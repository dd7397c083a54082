//===- Instruction.h - A decoded instruction --------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Decoding replaces names by indices, and each form of an instruction by a
// pointer to the function that executes it. A register of a function is a slot:
// 32 words of 64 bits, one for each lane. Immediates, special registers and
// addresses of variables are slots too, filled when a warp enters the function;
// so an operand is always a slot, and the function that executes `add.s32` need
// not distinguish kinds of operands. Predicates are separate: one lane mask
// each.
//
// Only the low bits of a word count, as many as the instruction's type has.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_INSTRUCTION_H
#define NEO_LIB_EMULATOR_INSTRUCTION_H

#include "Syntax.h"

namespace neo::ptx {

class Warp;
struct Instruction;

using Slot = uint32_t;
using LaneMask = uint32_t;

constexpr unsigned warpSize = 32;
constexpr LaneMask allLanes = ~LaneMask(0);
constexpr Slot noSlot = ~Slot(0);

/// Executes an instruction for the lanes of `lanes`.
using Execute = void (*)(Warp &warp, const Instruction &instruction,
                         LaneMask lanes);

/// Kinds of arithmetic of which the hot loop's share is counted.
enum class Work : uint8_t { Other, Fma, Mma };

struct Instruction {
  Execute execute = nullptr;
  uint32_t line = 0;
  std::string_view opcode; ///< With its modifiers.
  Slot guard = noSlot;
  bool guardNegated = false;
  bool isControl = false; ///< Executed even where no lane passes its guard.
  Work work = Work::Other;
  Space space = Space::Generic;
  Type type = Type::B32;
  uint8_t width = 0;  ///< Bytes of one element of a memory access.
  uint8_t count = 1;  ///< Elements of a vector access.
  uint16_t flags = 0; ///< Modifiers, as the instruction's family reads them.
  Slot result = noSlot;
  Slot operand[4] = {noSlot, noSlot, noSlot, noSlot};
  int64_t offset = 0;     ///< Of an address, beside operand[0].
  std::vector<Slot> list; ///< Registers of vectors.
  uint32_t doubtful = 0;  ///< One more than its index in Program::doubtful.
  /// Branches: the target and where the lanes reconverge. Indices of code.
  uint32_t target = 0, reconvergence = 0;
};

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_INSTRUCTION_H
