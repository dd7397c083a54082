//===- Members.h - The lanes that take part ---------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_MEMBERS_H
#define NEO_LIB_EMULATOR_MEMBERS_H

#include "Lanes.h"

namespace neo::ptx {

/// A `.sync` instruction names the lanes that take part, in slot `members`:
/// false, and an error of the warp, if one of them is elsewhere, or if an
/// executing lane is none of them.
bool checkMembers(Warp &warp, Slot members, LaneMask lanes);

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_MEMBERS_H
