//===- Counters.h - What a kernel did, in numbers ---------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Counts that decide how fast a kernel can be, and that are the same on every
// machine:
//
//   issues          instructions by kind, one for each warp that issues one
//   sectors, lines  aligned blocks of 32 and 128 bytes of global memory that a
//                   warp's access touches, and the minimum for as many bytes
//   bank conflicts  wavefronts per phase of an access to shared memory: lanes
//                   that access different words of one bank are served one
//                   after the other; 1 is none
//   hot loop        of the innermost loop with most issues, the share of mma
//                   and that of fma
//
// They count PTX instructions. ptxas folds address arithmetic, moves and
// conversions, so the shares of mma and fma in machine code are higher, never
// lower.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_EMULATOR_COUNTERS_H
#define NEO_EMULATOR_COUNTERS_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace neo::ptx {

/// Accesses to global memory by warps: loads, stores and cp.async.
struct GlobalTraffic {
  uint64_t accesses = 0;
  uint64_t bytes = 0; ///< Different bytes, summed over accesses.
  uint64_t sectors = 0, idealSectors = 0;
  uint64_t lines = 0, idealLines = 0;

  void add(const GlobalTraffic &other);
};

/// Accesses to shared memory by warps. A phase is the part of an access that
/// one wavefront serves without bank conflicts: 32 lanes of 4 bytes, 16 of 8, 8
/// of 16, or 8 rows of an ldmatrix.
struct SharedTraffic {
  uint64_t accesses = 0;
  uint64_t phases = 0;
  uint64_t wavefronts = 0;
  uint32_t worst = 0; ///< Most wavefronts of one phase.

  double average() const { return phases ? double(wavefronts) / phases : 1; }
  void add(const SharedTraffic &other);
};

/// What happened at one line of the PTX text.
struct LineCounts {
  uint32_t line = 0;
  std::string opcode;
  uint64_t issues = 0;
  GlobalTraffic global;
  SharedTraffic shared;
};

/// The innermost loop with most issues.
struct HotLoop {
  uint32_t firstLine = 0, lastLine = 0;
  uint64_t issues = 0, mma = 0, fma = 0;
};

struct Counters {
  uint64_t issues = 0;  ///< By warps.
  uint64_t threads = 0; ///< The same, by their active lanes.
  std::map<std::string, uint64_t>
      kinds; ///< Issues by name: "mma", "ld.global".
  GlobalTraffic global;
  SharedTraffic shared;
  HotLoop hotLoop;
  std::vector<LineCounts> lines; ///< In the order of the text, executed ones.

  /// The whole as text, as `neo-ptx-run --stats` prints it.
  std::string print() const;
};

} // namespace neo::ptx

#endif // NEO_EMULATOR_COUNTERS_H
