//===- Messages.h - Parts of error messages ---------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A violation at run time names the instruction and the thread:
//
//     line 34: 'ld.shared.f32 %f1, [%r2]': thread (3,0,0) of block (1,0,0) ...
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_MESSAGES_H
#define NEO_LIB_EMULATOR_MESSAGES_H

#include "Neo/Emulator/Emulator.h"

namespace neo::ptx {

class Block;
class Warp;

/// "(1,0,0)".
std::string printExtent(const Extent3 &extent);

/// "line 12: 'text of the line': ".
std::string printLine(const Program &program, uint32_t pc);

/// "thread (3,0,0)", by its number in the block.
std::string printThread(const Block &block, unsigned thread);

/// "line 12: '...': thread (3,0,0) of block (0,0,0) ", of the instruction that
/// is executed; without a lane "warp 2 of block (0,0,0) ".
std::string placeOf(const Warp &warp, unsigned lane);

/// "0x1f".
std::string printHex(uint64_t value);

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_MESSAGES_H
