//===- RecordedGraphs.h - The runs of a plan as CUDA graphs -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A graph launches all kernels of a run at once, but with the addresses that it
// was recorded with. Where arguments come from the host they never change. In a
// training loop whose parameters stay on the device they alternate: memory that
// one step frees is where a later one writes its results.
//
//     step 1   w at A -> w' at B       recorded
//     step 2   w at B -> w' at A       launched one by one
//     step 3   w at A -> w' at B       the graph of step 1
//     step 4   w at B -> w' at A       recorded, as it is seen again
//
// So a set of addresses is recorded when it occurs for the second time, and the
// first set at once. A set that may not recur is only launched, since recording
// takes longer. The most recently used sets are kept.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_CUDA_RECORDEDGRAPHS_H
#define NEO_LIB_RUNTIME_CUDA_RECORDEDGRAPHS_H

#include "PlanWalk.h"

#include <list>

namespace neo {

class RecordedGraphs {
public:
  explicit RecordedGraphs(CudaDevice &device) : device(device) {}
  ~RecordedGraphs();
  RecordedGraphs(const RecordedGraphs &) = delete;
  RecordedGraphs &operator=(const RecordedGraphs &) = delete;

  /// Submits a run of `walk`, whose inputs and results lie at `addresses`.
  bool submit(PlanWalk &walk, std::vector<CudaDriver::Address> addresses,
              std::string &error);

private:
  struct Recorded {
    std::vector<CudaDriver::Address> addresses;
    CudaDriver::Handle graph = nullptr;
  };
  bool record(PlanWalk &walk, CudaDriver::Handle &graph, std::string &error);
  bool capture(PlanWalk &walk, CudaDriver::Handle stream,
               CudaDriver::Handle &graph, std::string &error);

  CudaDevice &device;
  /// Most recently used first.
  std::list<Recorded> known;
};

} // namespace neo

#endif // NEO_LIB_RUNTIME_CUDA_RECORDEDGRAPHS_H
