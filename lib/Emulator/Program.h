//===- Program.h - A decoded module -----------------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The code of all functions lies in one array, so that a
// program counter is one index. Addresses of variables are not known before the
// launch: a function lists the slots that hold them.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_PROGRAM_H
#define NEO_LIB_EMULATOR_PROGRAM_H

#include "Instruction.h"
#include "Neo/Emulator/Module.h"
#include "RegisterReads.h"

#include <string>

namespace neo::ptx {

/// Special registers: read-only ones that the hardware sets.
enum class Special : uint8_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  WarpCount,
  SmId,
  SmCount,
  GridId,
  MaskEqual,
  MaskLess,
  MaskLessEqual,
  MaskGreater,
  MaskGreaterEqual,
  DynamicShared,
  TotalShared,
  WarpSize
};

/// A slot that is filled when a warp enters the function.
struct Constant {
  enum Kind : uint8_t {
    Value,    ///< `value`, in all lanes
    Register, ///< A Special
    Variable, ///< The address of the variable number `value`, plus `offset`
    Local,    ///< `value`, behind the frame's local memory
  };
  Kind kind = Value;
  Slot slot = 0;
  uint64_t value = 0;
  int64_t offset = 0;
};

/// A variable in global, constant or shared memory.
struct Variable {
  std::string_view name;
  Space space = Space::Global;
  bool isDynamic = false; ///< The launch's dynamic shared memory.
  uint32_t alignment = 1;
  uint64_t bytes = 0;
  std::vector<uint8_t> initial;
};

/// Instructions [first, last) that are always executed together.
struct BasicBlock {
  uint32_t first = 0, last = 0;
  std::vector<uint32_t> successors; ///< Numbers of blocks of the function.
};

/// A loop: its blocks' numbers in its function.
struct Loop {
  uint32_t header = 0;
  std::vector<uint32_t> blocks;
  bool isInnermost = true;
};

struct Function {
  std::string name;
  uint32_t line = 0;
  bool isEntry = false;
  uint32_t first = 0, last = 0; ///< Its code.
  uint32_t slots = 0, predicates = 0;
  uint32_t doubtful = 0; ///< Masks of lanes that its doubtful registers need.
  uint32_t paramBytes = 0, localBytes = 0;
  std::vector<Constant> constants;
  std::vector<Parameter> parameters, results;
  std::vector<uint32_t> sharedVariables; ///< Those it refers to.
  std::vector<uint32_t> callees;
  std::vector<BasicBlock> blocks;
  std::vector<Loop> loops;
  uint32_t maxThreads = 0;
  uint32_t required[3] = {0, 0, 0};
};

/// A call: what is copied between the parameter memories of caller and callee.
struct CallSite {
  struct Copy {
    uint32_t callerOffset, calleeOffset, bytes;
  };
  uint32_t callee = 0;
  uint32_t line = 0;
  std::vector<Copy> arguments, results;
};

struct Program {
  unsigned target = 0;   ///< 80 of `.target sm_80`.
  uint64_t identity = 0; ///< Unique among the modules of the process.
  std::string text;
  std::vector<std::string_view> lines;
  std::vector<Instruction> code;
  std::vector<Function> functions;
  std::vector<Variable> variables;
  std::vector<CallSite> calls;
  std::vector<std::vector<uint32_t>> branchTables;
  std::vector<DoubtfulUses> doubtful; ///< See RegisterReads.h.

  const Function *findEntry(std::string_view name) const;
};

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_PROGRAM_H
