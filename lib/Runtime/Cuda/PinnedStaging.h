//===- PinnedStaging.h - Arguments on their way to the device ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The device copies by itself, while the host goes on, from pinned memory
// alone: pages that the operating system does not move. An array of the
// caller's is none, and it may change as soon as the call returns. So what goes
// to the device is first copied into a pinned buffer of two halves: while the
// device reads one, the host fills the other.
//
//     half 0   | x  | bias | w, first part  |   read by the device
//     half 1   | w, second part  |              filled by the host
//
// Small arguments of a call share a half. A half is filled again when an event
// says that the device has read it.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_CUDA_PINNEDSTAGING_H
#define NEO_LIB_RUNTIME_CUDA_PINNEDSTAGING_H

#include "Neo/Runtime/Cuda/Driver.h"

namespace neo {

class PinnedStaging {
public:
  explicit PinnedStaging(const CudaDriver &driver) : driver(driver) {}
  /// What was submitted has to be finished.
  ~PinnedStaging();
  PinnedStaging(const PinnedStaging &) = delete;
  PinnedStaging &operator=(const PinnedStaging &) = delete;

  /// Copies `bytes` bytes to the device, in the order of `stream`. They may
  /// change afterwards.
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
