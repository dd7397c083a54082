//===- GPUMachine.h - The numbers of an NVIDIA GPU --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Everything that the scheduler knows about a GPU stands here, each number with
// its source, and nowhere else. Compute capabilities are those of the CUDA C++
// Programming Guide, "Compute Capabilities", tables "Technical Specifications
// per Compute Capability" and "Throughput of Native Arithmetic Instructions";
// what differs between products of one capability (multiprocessors, bandwidth)
// is that of the largest one's data sheet, and only ratios of it are used.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_MACHINE_GPUMACHINE_H
#define NEO_MACHINE_GPUMACHINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace neo {

struct GPUMachine {
  /// As ptxas names it: "sm_80".
  llvm::StringRef chip;
  /// The PTX level that its instructions need, as LLVM names it: "+ptx80".
  llvm::StringRef ptxFeature;
  /// The tables' rows.
  int64_t multiprocessors, maxWarps, registers, maxThreadRegisters,
      maxBlockShared, maxShared;
  /// Results per clock and multiprocessor: f32 fma; mma.sync of f16 and of
  /// tf32, with f32 sums.
  int64_t fmaPerClock, halfProductsPerClock, tf32ProductsPerClock;
  /// Bytes per second of device memory over 10^9.
  int64_t bandwidth;
  /// Bytes per clock that all multiprocessors read of the L2 cache.
  int64_t cacheBytes;
  /// The largest product's boost clock.
  int64_t megahertz;

  /// From the end of a kernel to the start of the next one of a graph, taken to
  /// be the same for all chips. Measured on an H100: in a graph of 24 products
  /// of 16 x 16, each of the one before, 20 more of them take 1170 ns each;
  /// what a kernel itself takes of that was not measured, and is rounded off.
  static constexpr double launchNanoseconds = 1000;
  double getLaunchCycles() const { return launchNanoseconds * megahertz / 1e3; }

  /// Threads of a warp; of all chips.
  static constexpr int64_t warpLanes = 32;
  /// Threads of a block; of all chips.
  static constexpr int64_t maxBlockThreads = 1024;
  /// Blocks of a grid along x; of all chips.
  static constexpr int64_t maxGridBlocks = 2147483647;
  /// Bytes of the widest access of a thread (ld.global.v4.b32).
  static constexpr int64_t maxAccessBytes = 16;
  /// Loads of a thread that may be in flight where each has an address of its
  /// own, as under guards. Measured of ptxas for sm_80, by the trip count of a
  /// loop that it unrolls whole, 8 guarded loads of halves a step: 64 loads
  /// take 145 registers, 96 take 213, 128 take all and spill 52 bytes. The loop
  /// need not be short: of 72 steps with 5 loads it unrolled enough to spill
  /// 832.
  static constexpr int64_t mostLoadsInFlight = 64;
  /// What device memory moves at least (CUDA C++ Best Practices Guide,
  /// "Coalesced Access to Global Memory").
  static constexpr int64_t sectorBytes = 32;
  static constexpr int64_t sharedBanks = 32, bankBytes = 4;
  /// Warp schedulers of a multiprocessor, each of which issues an instruction a
  /// clock (CUDA C++ Programming Guide, "Compute Capability 8.x").
  static constexpr int64_t warpSchedulers = 4;
  /// Instructions that a multiprocessor issues in the time in which the L2
  /// cache gives it a sector.
  double getSectorIssues() const {
    return double(warpSchedulers * sectorBytes * multiprocessors) / cacheBytes;
  }
  /// Bytes that CUDA keeps for itself of the shared memory of a block (CUDA C++
  /// Programming Guide, "Compute Capability 8.x", "Shared Memory").
  static constexpr int64_t reservedShared = 1024;
  /// Where arrays in shared memory begin: what asynchronous copies and swizzled
  /// tiles want at most.
  static constexpr int64_t sharedAlignment = 128;
  /// Rows and columns of mma.sync (PTX manual, "mma"), the bytes of its terms,
  /// which are 16 halves or 8 of tf32, and rows of a matrix that ldmatrix
  /// loads.
  static constexpr int64_t mmaRows = 16, mmaColumns = 8, mmaTermBytes = 32,
                           matrixRows = 8;
  /// Terms that mma.sync multiplies, of elements of `bytes`.
  static constexpr int64_t getMmaTerms(int64_t bytes) {
    return mmaTermBytes / bytes;
  }

  /// Takes the shared memory and the warps of a GPU that runs this one's code,
  /// of `capability`, 86 of "sm_86", where that has less.
  void limitTo(unsigned capability);

  /// Nothing if Neo does not know the chip.
  static std::optional<GPUMachine> get(llvm::StringRef chip);
  static llvm::ArrayRef<GPUMachine> all();
};

} // namespace neo

#endif // NEO_MACHINE_GPUMACHINE_H
