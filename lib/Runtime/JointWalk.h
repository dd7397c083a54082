//===- JointWalk.h - launches that walk their ranges together ---*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Result, input gradient and weight gradient of a depthwise convolution are
// three launches over channels. One after the other each reads whole tensors,
// and where a cache does not hold them, picture and cotangent come from beyond
// it twice. Together they take some channels at a time:
//
//     result(0..1), input gradient(0..1), weight gradient(0..1), result(1..2)
//     ..
//
// and what two of them read is there for the second. Their kernels are those of
// separate launches. To threads they are one kernel, whose only buffer is this.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_JOINTWALK_H
#define NEO_LIB_RUNTIME_JOINTWALK_H

#include "Neo/Runtime/Kernel.h"

#include <algorithm>
#include <vector>

namespace neo {

struct JointWalk {
  struct Part {
    KernelFn fn;
    void *const *buffers;
  };
  std::vector<Part> parts;
  /// Steps of the range that each takes before the next has its turn.
  int64_t block = 1;

  /// The kernel of all of them.
  static void run(void *const *buffers, int64_t begin, int64_t end) {
    const auto &walk = *static_cast<const JointWalk *>(buffers[0]);
    for (; begin < end; begin += walk.block)
      for (const Part &part : walk.parts)
        part.fn(part.buffers, begin, std::min(begin + walk.block, end));
  }
};

} // namespace neo

#endif // NEO_LIB_RUNTIME_JOINTWALK_H
