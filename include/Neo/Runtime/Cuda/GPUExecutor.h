//===- GPUExecutor.h - Runs a launch plan on a GPU --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Does once what need not be done at every run: loads the kernels, places the
// buffers in device memory (temporaries share an arena, MemoryPlan.h), uploads
// constants, and records all launches of a run as a CUDA graph. A run then
// copies the inputs to the device, launches the graph, and copies the results
// back:
//
//     auto executor = GPUExecutor::create(std::move(program), error);
//     executor->run(inputs, results, error);
//
// Device memory is asked for in create(). Where it cannot be had, what was
// taken is given back, and the process goes on.
//
// With NEO_CUDA_CHECK=1 every buffer is an allocation of its own, and kernels
// are launched one by one: what compute-sanitizer, or an emulator, needs in
// order to tell buffers apart.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_CUDA_GPUEXECUTOR_H
#define NEO_RUNTIME_CUDA_GPUEXECUTOR_H

#include "Neo/Runtime/Cuda/Driver.h"
#include "Neo/Runtime/Cuda/GPUProgram.h"

#include <memory>

namespace neo {

class GPUExecutor {
public:
  /// Null, and a sentence in `error`, if there is no driver, no memory, or
  /// anything in the program that it cannot run.
  static std::unique_ptr<GPUExecutor> create(GPUProgram program,
                                             std::string &error);
  ~GPUExecutor();

  /// `inputs[i]` is the data of input i in host memory, `results[i]` the memory
  /// of result i. False, and a sentence in `error`, if CUDA fails, or in
  /// `problem` if an index from data lies outside its dimension. One run at a
  /// time; calls of several threads wait for each other.
  bool run(const void *const *inputs, void *const *results, std::string &error,
           std::string &problem);

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
