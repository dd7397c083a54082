//===- Counters.h - What a kernel did, in numbers ---------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Counts that decide how fast a kernel can be, and that are the same on every
// machine:
//
//   issues          instructions by kind, one for each warp that issues one
//   sectors, lines  pieces of 32 and 128 bytes of global memory that a warp's
//                   access touches, beside the fewest that hold as many bytes
//   bank conflicts  how often a warp's access of shared memory is repeated
//   because
//                   lanes want different words of one bank: 1 is none
//   hot loop        of the innermost loop with most issues, the share that is
//                   mma, the share that is fma
//
// They count PTX. The assembler folds address arithmetic, moves and
// conversions, so shares of mma and fma in the machine's code are higher, never
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

/// Accesses of global memory by warps: loads, stores and cp.async.
struct GlobalTraffic {
  uint64_t accesses = 0;
  uint64_t bytes = 0; ///< Different bytes, summed over accesses.
  uint64_t sectors = 0, idealSectors = 0;
  uint64_t lines = 0, idealLines = 0;

  void add(const GlobalTraffic &other);
};

/// Accesses of shared memory by warps. A phase is what the banks serve at once:
/// 32 lanes of 4 bytes, 16 of 8, 8 of 16, or 8 rows of an ldmatrix.
struct SharedTraffic {
  uint64_t accesses = 0;
  uint64_t phases = 0;
  uint64_t passes = 0; ///< Phases with their repetitions.
  uint32_t worst = 0;  ///< Most passes of one phase.

  double average() const { return phases ? double(passes) / phases : 1; }
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
