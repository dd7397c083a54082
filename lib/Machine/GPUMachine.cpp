//===- GPUMachine.cpp - The numbers of an NVIDIA GPU ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Machine/GPUMachine.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace neo;

// Capability 8.0: 64 warps, 64 K registers, 163 KB of shared memory per block
// (of 164 KB), 64 f32 results a clock; A100 SXM: 108 multiprocessors, 2039
// GB/s, 5120 bytes a clock of L2 (NVIDIA A100 Tensor Core GPU Architecture,
// 2020), 1024 dense f16 products a clock (data sheet: 312 TFLOP/s at 1.41 GHz).
// Capability 9.0: 227 KB of 228 KB, 128 f32 results a clock; H100 SXM: 132
// multiprocessors, 3352 GB/s; of L2 nothing is published, the same is assumed.
// mma.sync cannot reach the data sheet's 2048 dense f16 products a clock, which
// are those of wgmma: measured on an H100, one m16n8k16 takes a tensor core 6
// clocks, not 4 (Nsight Compute: 63,550 of them keep it busy for 78.9 % of
// 482,600 clocks), m16n8k8 of tf32 as many. Clocks are those of the data
// sheets' tensor rates.
static const GPUMachine machines[] = {
    {"sm_80", "+ptx80", 108, 64, 65536, 255, 163 << 10, 164 << 10, 64, 1024,
     512, 2039, 5120, 1410},
    {"sm_90", "+ptx80", 132, 64, 65536, 255, 227 << 10, 228 << 10, 128, 1365,
     683, 3352, 5120, 1830},
};

llvm::ArrayRef<GPUMachine> GPUMachine::all() { return machines; }

// CUDA C++ Programming Guide, technical specifications by compute capability:
// 99 KB of shared memory per block, of 100 KB, and 48 warps.
void GPUMachine::limitTo(unsigned capability) {
  constexpr unsigned smaller[] = {86, 89, 120, 121};
  if (!llvm::is_contained(smaller, capability))
    return;
  maxBlockShared = std::min<int64_t>(maxBlockShared, 99 << 10);
  maxShared = std::min<int64_t>(maxShared, 100 << 10);
  maxWarps = std::min<int64_t>(maxWarps, 48);
}

std::optional<GPUMachine> GPUMachine::get(llvm::StringRef chip) {
  for (const GPUMachine &machine : machines)
    if (machine.chip == chip)
      return machine;
  return std::nullopt;
}
