//===- Members.h - The member masks of .sync --------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_MEMBERS_H
#define NEO_LIB_EMULATOR_MEMBERS_H

#include "Lanes.h"

namespace neo::ptx {

/// Checks the member mask of a `.sync` instruction, in slot `members`: false,
/// and an error of the warp, if one of these lanes has diverged, or if an
/// executing lane is not in the mask.
bool checkMembers(Warp &warp, Slot members, LaneMask lanes);

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_MEMBERS_H
