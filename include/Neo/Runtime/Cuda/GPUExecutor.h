//===- GPUExecutor.h - Runs a launch plan on a GPU --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Does once what need not be repeated in every run: loads the kernels, places
// the buffers in device memory (temporaries share an arena, MemoryPlan.h),
// uploads constants, and records all launches of a run as a CUDA graph. A run
// then copies inputs that lie in host memory to the device, launches the graph,
// and copies results back if they are wanted there:
//
//     auto executor = GPUExecutor::create(std::move(program), error);
//     GPUCall call;
//     call.inputs = {{x.data()}, {nullptr, w->address}};
//     call.results = {y.data()};         // or none: they stay on the device
//     executor->run(call, error, problem);
//
// Inputs on the device are read where they lie, and results that stay there get
// new memory, which kernels write directly. A graph holds addresses, so
// there is one for each recent set of them (RecordedGraphs.h). A call whose
// results stay on the device returns before it has run.
//
// Device memory is allocated in create() and in run(). If that fails, what was
// allocated is freed, and the process continues.
//
// With NEO_CUDA_CHECK=1 every buffer is an allocation of its own, and kernels
// are launched one by one, so that compute-sanitizer or an emulator can check
// the bounds of each.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_CUDA_GPUEXECUTOR_H
#define NEO_RUNTIME_CUDA_GPUEXECUTOR_H

#include "Neo/Runtime/Cuda/Device.h"
#include "Neo/Runtime/Cuda/GPUProgram.h"

namespace neo {

/// An argument: in host memory, or at an address of the device.
struct GPUArgument {
  const void *host = nullptr;
  CudaDriver::Address address = 0;
};

/// The arrays of a run.
struct GPUCall {
  std::vector<GPUArgument> inputs;
  /// The host memory of every result; empty if all stay on the device.
  std::vector<void *> results;
  /// Where they do: filled by the run.
  std::vector<std::shared_ptr<DeviceBlock>> blocks = {};
  /// Streams in which the inputs are written and will be used: the run comes
  /// after what is in them now, and before what comes into them later.
  std::vector<CudaDriver::Handle> streams = {};
  /// Returns when the inputs have been read, not before.
  bool waits = false;
};

class GPUExecutor {
public:
  /// Null, and a message in `error`, if there is no driver, no memory, or
  /// anything in the program that it cannot run.
  static std::unique_ptr<GPUExecutor> create(GPUProgram program,
                                             std::string &error);
  ~GPUExecutor();

  /// False, and a message in `error`, if CUDA fails, or in `problem` if an
  /// index from data lies outside its dimension. One run at a time; calls of
  /// several threads are serialised.
  bool run(GPUCall &call, std::string &error, std::string &problem);

  /// Milliseconds that the device takes for a run, the mean of `repeats` runs
  /// one after the other, without copies from and to the host. The call's
  /// inputs lie on the device, and its results stay there.
  bool time(GPUCall &call, unsigned repeats, float &milliseconds,
            std::string &error, std::string &problem);

  const GPUProgram &program() const;
  /// Bytes of temporaries.
  size_t arenaBytes() const;

private:
  struct State;
  explicit GPUExecutor(std::unique_ptr<State> state);

  std::unique_ptr<State> state;
};

} // namespace neo

#endif // NEO_RUNTIME_CUDA_GPUEXECUTOR_H
