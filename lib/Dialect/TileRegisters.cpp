//===- TileRegisters.cpp - Permission to use AMX --------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/TileRegisters.h"

#if defined(__x86_64__) && defined(__linux__)
#include <asm/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

static bool askSystem() {
#ifdef ARCH_REQ_XCOMP_PERM // Linux 5.16
  // Bit of XCR0 (Intel 64 and IA-32 Architectures Software Developer's Manual,
  // volume 1, section 13.1), which no header of Linux names.
  constexpr long tileData = 18;
  return syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, tileData) == 0;
#else
  return false;
#endif
}

bool neo::acquireTileRegisters() {
  static const bool granted = askSystem();
  return granted;
}
