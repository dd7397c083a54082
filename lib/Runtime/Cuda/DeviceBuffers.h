//===- DeviceBuffers.h - The buffers of a plan in device memory -*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Temporaries share an arena as on the CPU; constants and the values that the
// first run keeps have an allocation each. An input or a result is where the
// call says: in an array on the device or, for an array of the host, in a
// staging buffer of the program that is reused by later calls. All are aligned
// to GPUProgram::alignment, which vector accesses rely on. Slices are views of
// other buffers, at offsets that change from trip to trip.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_CUDA_DEVICEBUFFERS_H
#define NEO_LIB_RUNTIME_CUDA_DEVICEBUFFERS_H

#include "Neo/Runtime/Cuda/Device.h"
#include "Neo/Runtime/LaunchPlan.h"

namespace neo {

class DeviceBuffers {
public:
  DeviceBuffers(std::shared_ptr<CudaDevice> device, const LaunchPlan &plan)
      : device(std::move(device)), plan(plan), addresses(plan.buffers.size()),
        homes(plan.buffers.size()) {}

  /// Allocates all but inputs and results, and uploads constants.
  bool place(std::string &error);
  /// The device copy of `buffer`, an input or a result, allocated at its first
  /// use; the buffer is there from now on.
  bool goHome(size_t buffer, std::string &error);
  /// An input or a result lies at `address` from now on.
  void bind(size_t buffer, CudaDriver::Address address) {
    addresses[buffer] = address;
  }
  /// Sets the addresses of the slices of `loop` in a trip; -1: of those in no
  /// loop.
  void moveSlices(int loop, int64_t trip);

  CudaDriver::Address operator[](size_t buffer) const {
    return addresses[buffer];
  }
  CudaDriver::Address *getPointer(size_t buffer) { return &addresses[buffer]; }
  size_t getArenaBytes() const { return arenaBytes; }

private:
  bool allocate(size_t bytes, CudaDriver::Address &address, std::string &error);
  bool upload(const BufferSpec &constant, CudaDriver::Address address,
              std::string &error);
  bool placeTemporaries(std::string &error);

  std::shared_ptr<CudaDevice> device;
  const LaunchPlan &plan;
  std::vector<std::shared_ptr<DeviceBlock>> blocks;
  std::vector<CudaDriver::Address> addresses, homes;
  size_t arenaBytes = 0;
};

} // namespace neo

#endif // NEO_LIB_RUNTIME_CUDA_DEVICEBUFFERS_H
