//===- DeviceBuffers.h - The buffers of a plan in device memory -*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Temporaries share an arena as on the CPU; constants and what the first run
// keeps have an allocation each. An input or a result lies where a call says:
// in an array on the device, or, for an array of the host, in its *home*, which
// the program keeps from call to call. All begin at multiples of
// GPUProgram::alignment, which vector accesses count on. Slices lie in other
// buffers and move from trip to trip.
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

  /// Places all but inputs and results, with constants uploaded.
  bool place(std::string &error);
  /// The home of `buffer`, an input or a result, made when first asked for;
  /// that is where the buffer lies from now on.
  bool goHome(size_t buffer, std::string &error);
  /// An input or a result lies at `address` from now on.
  void bind(size_t buffer, CudaDriver::Address address) {
    addresses[buffer] = address;
  }
  /// Puts the slices that `loop` moves where they lie in a trip; -1: those that
  /// stay.
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
