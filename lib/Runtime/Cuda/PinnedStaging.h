//===- PinnedStaging.h - Arguments on their way to the device ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Asynchronous copies to the device need pinned memory: pages that the
// operating system does not move. The caller's arrays are not pinned, and may
// change as soon as the call returns. So uploads go through a pinned double
// buffer: while the device reads one half, the host fills the other.
//
//     half 0   | x  | bias | w, first part  |   read by the device
//     half 1   | w, second part  |              filled by the host
//
// Small arguments of a call share a half. A half is refilled once an event
// shows that the device has read it.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_CUDA_PINNEDSTAGING_H
#define NEO_LIB_RUNTIME_CUDA_PINNEDSTAGING_H

#include "Neo/Runtime/Cuda/Driver.h"

namespace neo {

class PinnedStaging {
public:
  explicit PinnedStaging(const CudaDriver &driver) : driver(driver) {}
  /// All submitted copies must be finished.
  ~PinnedStaging();
  PinnedStaging(const PinnedStaging &) = delete;
  PinnedStaging &operator=(const PinnedStaging &) = delete;

  /// Copies `bytes` bytes to the device, in the order of `stream`; the source
  /// may change afterwards.
  bool upload(CudaDriver::Address to, const void *from, size_t bytes,
              CudaDriver::Handle stream, std::string &error);

private:
  bool prepare(std::string &error);
  bool turn(CudaDriver::Handle stream, std::string &error);

  const CudaDriver &driver;
  char *memory = nullptr;
  /// Recorded behind the copies from each half.
  CudaDriver::Handle events[2] = {nullptr, nullptr};
  int half = 0;
  size_t filled = 0;
};

} // namespace neo

#endif // NEO_LIB_RUNTIME_CUDA_PINNEDSTAGING_H
