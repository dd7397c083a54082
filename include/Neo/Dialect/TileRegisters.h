//===- TileRegisters.h - What AMX has, and permission to use it -*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The tile registers of AMX (Intel Architecture Instruction Set Extensions,
// chapter 3) are eight matrices of 16 rows of 64 bytes. Saving them takes 8 KiB
// at every context switch, so Linux (since 5.16) gives them only to a process
// that asks; elsewhere the first instruction is illegal. The permission is for
// all threads, and stays.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_TILEREGISTERS_H
#define NEO_DIALECT_TILEREGISTERS_H

#include <cstdint>

namespace neo {

/// Of the first and only palette: registers, rows of each, and bytes of a row.
constexpr int64_t tileRegisters = 8, tileRows = 16, tileRowBytes = 64;

/// May this process use tile registers? Asks the operating system once.
bool acquireTileRegisters();

} // namespace neo

#endif // NEO_DIALECT_TILEREGISTERS_H
