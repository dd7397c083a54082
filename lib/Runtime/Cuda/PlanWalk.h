//===- PlanWalk.h - The launches of a plan, one by one ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Submits the launches and copies of a plan to a stream, with loops unrolled:
// to run them, or to record them as a graph.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_CUDA_PLANWALK_H
#define NEO_LIB_RUNTIME_CUDA_PLANWALK_H

#include "DeviceBuffers.h"
#include "KernelModule.h"

namespace neo {

class PlanWalk {
public:
  PlanWalk(CudaDevice &device, const GPUProgram &program,
           DeviceBuffers &buffers)
      : device(device), driver(device.driver), program(program),
        plan(program.planned.plan), buffers(buffers) {}

  /// Loads the kernels.
  bool load(std::string &error);
  /// Submits the prepared launches of the first run, or those of every run.
  bool submitPrepared(std::string &error);
  bool submit(CudaDriver::Handle stream, std::string &error);

  /// Checks the indices in `buffer` of the device, which must be complete.
  bool check(const IndexCheck &check, int buffer, std::string &error);
  /// Does a launch use indices that a kernel computes? A graph cannot stop
  /// there.
  bool computesIndices() const;
  /// The error message about an index that is out of bounds.
  std::string problem;

private:
  bool launch(const Launch &launch, std::string &error);
  bool runRange(size_t begin, size_t end, size_t loop, size_t lastLoop,
                std::string &error);
  bool runLoop(size_t loop, std::string &error);
  bool runCopies(std::string &error);
  bool checkComputed(const Launch &launch, std::string &error);

  CudaDevice &device;
  const CudaDriver &driver;
  const GPUProgram &program;
  const LaunchPlan &plan;
  DeviceBuffers &buffers;
  std::vector<std::shared_ptr<KernelModule>> modules;
  std::map<std::string, CudaDriver::Handle> functions;
  CudaDriver::Handle stream = nullptr;
};

} // namespace neo

#endif // NEO_LIB_RUNTIME_CUDA_PLANWALK_H
