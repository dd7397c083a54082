//===- GPUProgram.h - A program for a GPU as data ---------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What the compiler hands to the CUDA runtime: a launch plan (LaunchPlan.h), in
// which the range of a launch is its grid of blocks, the kernels as PTX and
// optionally as machine code of a chip (a cubin), and what each of them needs.
//
//     plan     main_kernel0(0, 1, 2) over 0..1024     1024 blocks
//     kernels  main_kernel0: 256 threads, 0 bytes of dynamic shared memory
//     image    ".version 8.0 ... .visible .entry main_kernel0(...)"
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_CUDA_GPUPROGRAM_H
#define NEO_RUNTIME_CUDA_GPUPROGRAM_H

#include "Neo/Runtime/PlannedProgram.h"

#include <map>

namespace neo {

/// The launch configuration of a kernel, beside the grid.
struct KernelShape {
  int64_t threads = 1;
  /// Bytes of dynamic shared memory of a block.
  int64_t shared = 0;
};

/// A placeholder for the function of a launch on the device; never called.
void runsOnDevice(void *const *buffers, int64_t begin, int64_t end);

struct GPUProgram {
  /// Of the address of every buffer.
  static constexpr uint64_t alignment = 64;

  PlannedProgram planned;
  std::map<std::string, KernelShape> kernels;
  /// The PTX of all kernels.
  std::string image;
  /// The code of a kernel, by its name; one that is not here is made from
  /// `image` by the driver.
  std::map<std::string, std::string> cubins = {};
  /// Which inputs hold the same elements in every run (FixedValues.h).
  std::vector<bool> fixed = {};
};

} // namespace neo

#endif // NEO_RUNTIME_CUDA_GPUPROGRAM_H
