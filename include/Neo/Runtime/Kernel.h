//===- Kernel.h - the calling convention of a compiled kernel ---*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// A kernel computes a range of its one parallel loop:
//
//     kernel(buffers, begin, end)    // iterations begin, begin + 1, .. end - 1
//
// `buffers[i]` is the first element of the kernel's i-th buffer. Iterations
// are independent of each other, so any split of [0, extent) into ranges, run
// in any order on any threads, gives the same result. That is the whole
// contract between the code generator and the runtime: nothing is outlined, no
// parallel construct exists inside a kernel, and a kernel run on one thread is
// an ordinary function call.
//
// A buffer that a kernel writes and that takes `alignedBytes` or more begins a
// cache line, if its size is a multiple of one: it can be written by streaming
// stores of whole lines.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_KERNEL_H
#define NEO_RUNTIME_KERNEL_H

#include <cstddef>
#include <cstdint>

namespace neo {

constexpr size_t alignedBytes = size_t(1) << 20;

using KernelFn = void (*)(void *const *buffers, int64_t begin, int64_t end);

} // namespace neo

#endif // NEO_RUNTIME_KERNEL_H
