//===- SpecialRegisters.h - %tid, %ctaid, %laneid, ... ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Read-only registers such as %tid and %clock. All but the clocks are constant
// for the life of a warp, so they are constants of its functions; a clock is
// read by `mov`, and counts the instructions that the block has issued.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_SPECIALREGISTERS_H
#define NEO_LIB_EMULATOR_SPECIALREGISTERS_H

#include "Program.h"

#include <optional>

namespace neo::ptx {

std::optional<Special> parseSpecial(std::string_view name);

inline bool isClock(std::string_view name) {
  return name == "%clock" || name == "%clock64" || name == "%globaltimer" ||
         name == "%clock_hi" || name == "%globaltimer_lo";
}

inline unsigned bitsOfClock(std::string_view name) {
  return name == "%clock64" || name == "%globaltimer" ? 64 : 32;
}

/// The value of `special` in lane `lane` of `warp`.
uint64_t readSpecial(Special special, const Warp &warp, unsigned lane);

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_SPECIALREGISTERS_H
