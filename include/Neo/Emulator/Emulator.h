//===- Emulator.h - Runs PTX kernels on the CPU and checks them -*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The emulator executes a grid of PTX kernels as the PTX manual defines them,
// on a machine without a GPU, and checks what a GPU does not report:
//
//     std::string error;
//     auto module = ptx::Module::parse(text, error);
//     ptx::DeviceMemory memory;
//     uint64_t x = memory.allocate(4096, "x");
//     memory.write(x, values.data(), 4096);
//     ptx::Launch launch;
//     launch.grid = {8, 1, 1};
//     launch.block = {128, 1, 1};
//     launch.arguments = {ptx::Argument::of(x), ptx::Argument::of(1024)};
//     ptx::Report report = ptx::run(*module, "scale", launch, memory);
//     if (!report.error.empty()) ...
//     memory.read(x, values.data(), 4096);
//
// How it executes. Blocks run one after the other (or on several threads of the
// host); in a block, warps of 32 lanes are interleaved by a scheduler. Lanes of
// a warp that diverge at a branch reconverge at its immediate
// post-dominator (SimtStack.h). Values are exact where PTX defines them: fma
// rounds once, the directed roundings, f16 and bf16 conversions and `.ftz` are
// what the manual says; `.approx` functions are computed in double and rounded
// once.
//
// What it checks. Every memory access: bounds, alignment, whether the bytes
// were ever written. Registers: whether the thread has written them
// (RegisterReads.h). In shared memory also races: two accesses of one byte, one
// a write, by threads that no barrier orders (SharedRaces.h); reads of bytes
// that a cp.async still copies (AsyncCopies.h). Barriers that only part of
// a warp executes or that some threads never reach, and deadlocks
// (Barriers.h). The first violation ends the run; it names line, instruction,
// thread, block and address.
//
// The race check does not depend on the interleaving of this run: it reports
// two accesses that no barrier orders, whichever came first. Seeds
// (Options::scheduleSeed) are of use where control flow depends on the order.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_EMULATOR_EMULATOR_H
#define NEO_EMULATOR_EMULATOR_H

#include "Neo/Emulator/Counters.h"
#include "Neo/Emulator/DeviceMemory.h"
#include "Neo/Emulator/Module.h"

#include <cstring>

namespace neo::ptx {

/// Extents of a grid or a block.
struct Extent3 {
  uint32_t x = 1, y = 1, z = 1;

  uint64_t count() const { return uint64_t(x) * y * z; }
};

/// The bytes of one argument: a number, an address, a struct.
struct Argument {
  std::vector<uint8_t> bytes;

  template <typename T> static Argument of(const T &value) {
    Argument argument;
    argument.bytes.resize(sizeof(T));
    std::memcpy(argument.bytes.data(), &value, sizeof(T));
    return argument;
  }
};

struct Launch {
  Extent3 grid, block;
  uint32_t dynamicShared = 0; ///< Bytes behind the kernel's static ones.
  std::vector<Argument> arguments;
};

struct Options {
  /// 0: each warp runs until it has to wait. Else the seed of a random
  /// schedule.
  uint64_t scheduleSeed = 0;
  /// Host threads that run the blocks.
  unsigned threads = 1;
  bool checkRaces = true;
  bool checkUninitialised = true;
  /// Instructions that the warps of a launch may issue, all together, before
  /// the run fails as endless.
  uint64_t instructionLimit = uint64_t(1) << 28;
  /// Shared memory of a block in bytes, static and dynamic: sm_90's.
  uint32_t sharedLimit = 227 * 1024;
};

struct Report {
  std::string error; ///< Empty if the grid ran to its end.
  Counters counters;
};

/// Runs kernel `entry` of `module` on `memory`.
Report run(const Module &module, std::string_view entry, const Launch &launch,
           DeviceMemory &memory, const Options &options = {});

} // namespace neo::ptx

#endif // NEO_EMULATOR_EMULATOR_H
