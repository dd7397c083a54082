//===- InterleavedLaunches.h - launches run block by block ------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Result, input gradient and weight gradient of a depthwise convolution are
// three launches over channels. Run one after the other, each streams whole
// tensors, and where the cache does not hold them, the input and the cotangent
// are read from memory twice. Interleaved in blocks of channels,
//
//     result(0..1), input gradient(0..1), weight gradient(0..1), result(1..2)
//     ..
//
// the second reader of a block hits the cache. The kernels are those of
// separate launches; for the thread pool they are one kernel, whose only buffer
// is this structure.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_INTERLEAVEDLAUNCHES_H
#define NEO_LIB_RUNTIME_INTERLEAVEDLAUNCHES_H

#include "Neo/Runtime/Kernel.h"

#include <algorithm>
#include <vector>

namespace neo {

struct InterleavedLaunches {
  struct Part {
    KernelFn fn;
    void *const *buffers;
  };
  std::vector<Part> parts;
  /// Steps of the range that each runs before the next one does.
  int64_t block = 1;

  /// The kernel that runs all of them.
  static void run(void *const *buffers, int64_t begin, int64_t end) {
    const auto &walk = *static_cast<const InterleavedLaunches *>(buffers[0]);
    for (; begin < end; begin += walk.block)
      for (const Part &part : walk.parts)
        part.fn(part.buffers, begin, std::min(begin + walk.block, end));
  }
};

} // namespace neo

#endif // NEO_LIB_RUNTIME_INTERLEAVEDLAUNCHES_H
