//===- Branches.h - What control flow looks for -----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_BRANCHES_H
#define NEO_LIB_EMULATOR_BRANCHES_H

#include "Instruction.h"

namespace neo::ptx {

bool isBranch(const Instruction &instruction);
bool isIndexedBranch(const Instruction &instruction);
bool isReturn(const Instruction &instruction);
bool isExit(const Instruction &instruction);

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_BRANCHES_H
