//===- TileRegisters.cpp - Permission to use AMX --------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/TileRegisters.h"

#if defined(__x86_64__) && defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>

static bool askSystem() {
  // asm/prctl.h of Linux 5.16 and Intel's number of the state component.
  constexpr long requestPermission = 0x1023, tileData = 18;
  return syscall(SYS_arch_prctl, requestPermission, tileData) == 0;
}
#else
static bool askSystem() { return false; }
#endif

bool neo::acquireTileRegisters() {
  static const bool granted = askSystem();
  return granted;
}
