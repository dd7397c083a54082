//===- GPUMachine.cpp - The numbers of an NVIDIA GPU ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Machine/GPUMachine.h"

using namespace neo;

// Capability 8.0: 64 warps, 64 K registers, 163 KB of shared memory per block
// (of 164 KB), 64 f32 results a clock; A100 SXM: 108 multiprocessors, 2039
// GB/s, 1024 dense f16 products a clock (data sheet: 312 TFLOP/s at 1.41 GHz).
// Capability 9.0: 227 KB of 228 KB, 128 f32 results a clock; H100 SXM: 132
// multiprocessors, 3352 GB/s; mma.sync reaches about half of wgmma's 4096.
// Products of tf32 have half the rate of f16 on both (data sheets). Clocks are
// those of the data sheets' tensor rates.
static const GPUMachine machines[] = {
    {"sm_80", "+ptx80", 108, 64, 65536, 255, 163 << 10, 164 << 10, 64, 1024,
     512, 2039, 1.41},
    {"sm_90", "+ptx80", 132, 64, 65536, 255, 227 << 10, 228 << 10, 128, 2048,
     1024, 3352, 1.83},
};

llvm::ArrayRef<GPUMachine> GPUMachine::all() { return machines; }

std::optional<GPUMachine> GPUMachine::get(llvm::StringRef chip) {
  for (const GPUMachine &machine : machines)
    if (machine.chip == chip)
      return machine;
  return std::nullopt;
}
