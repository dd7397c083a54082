//===- DeviceBuffers.h - The buffers of a plan in device memory -*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Temporaries share an arena as on the CPU; inputs, results, constants and what
// the first run keeps have an allocation each, so their addresses never change
// and a recorded graph stays valid. All begin at multiples of 64 bytes at
// least, which vector accesses count on. Slices lie in other buffers and move
// from trip to trip.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_CUDA_DEVICEBUFFERS_H
#define NEO_LIB_RUNTIME_CUDA_DEVICEBUFFERS_H

#include "Neo/Runtime/Cuda/Driver.h"
#include "Neo/Runtime/LaunchPlan.h"

namespace neo {

class DeviceBuffers {
public:
  explicit DeviceBuffers(const CudaDriver &driver) : driver(driver) {}
  ~DeviceBuffers();
  DeviceBuffers(const DeviceBuffers &) = delete;
  DeviceBuffers &operator=(const DeviceBuffers &) = delete;

  /// Places the buffers of `plan`, with constants uploaded on `stream`. With
  /// `apart` no two share an allocation.
  bool place(const LaunchPlan &plan, CudaDriver::Handle stream, bool apart,
             std::string &error);
  /// Puts the slices that `loop` moves where they lie in a trip; -1: those that
  /// stay.
  void moveSlices(const LaunchPlan &plan, int loop, int64_t trip);

  CudaDriver::Address operator[](size_t buffer) const {
    return addresses[buffer];
  }
  CudaDriver::Address *getPointer(size_t buffer) { return &addresses[buffer]; }
  size_t getArenaBytes() const { return arenaBytes; }

private:
  bool allocate(size_t bytes, CudaDriver::Address &address, std::string &error);
  bool upload(const BufferSpec &constant, CudaDriver::Address address,
              CudaDriver::Handle stream, std::string &error);
  bool placeTemporaries(const LaunchPlan &plan, bool apart, std::string &error);

  const CudaDriver &driver;
  std::vector<CudaDriver::Address> allocations, addresses;
  size_t arenaBytes = 0;
};

} // namespace neo

#endif // NEO_LIB_RUNTIME_CUDA_DEVICEBUFFERS_H
