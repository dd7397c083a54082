//===- RecordedGraphs.cpp - The runs of a plan as CUDA graphs -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RecordedGraphs.h"

#include <algorithm>

using namespace neo;

/// Loops that alternate between two or four sets of arrays, and some others.
static constexpr size_t mostKnown = 8;

RecordedGraphs::~RecordedGraphs() {
  std::string ignored;
  if (!device.driver.enter(ignored))
    return;
  for (const Recorded &each : known)
    if (each.graph)
      device.driver.cuGraphExecDestroy(each.graph);
}

bool RecordedGraphs::submit(PlanWalk &walk,
                            std::vector<CudaDriver::Address> addresses,
                            std::string &error) {
  auto found =
      std::find_if(known.begin(), known.end(), [&](const Recorded &each) {
        return each.addresses == addresses;
      });
  bool isSeen = found != known.end(), isFirst = known.empty();
  if (isSeen)
    known.splice(known.begin(), known, found);
  else
    known.push_front({std::move(addresses), nullptr});
  if (known.size() > mostKnown) {
    if (known.back().graph)
      device.driver.cuGraphExecDestroy(known.back().graph);
    known.pop_back();
  }
  CudaDriver::Handle &graph = known.front().graph;
  if (!graph && !isSeen && !isFirst)
    return walk.submit(device.stream, error);
  if (!graph && !record(walk, graph, error)) {
    known.pop_front();
    return false;
  }
  return device.driver.check(device.driver.cuGraphLaunch(graph, device.stream),
                             "launch a graph", error);
}

/// In a separate stream, since other threads may use the device's meanwhile.
bool RecordedGraphs::record(PlanWalk &walk, CudaDriver::Handle &graph,
                            std::string &error) {
  const CudaDriver &driver = device.driver;
  CudaDriver::Handle stream = nullptr;
  if (!driver.check(driver.cuStreamCreate(&stream, CudaDriver::nonBlocking),
                    "make a stream", error))
    return false;
  bool recorded = capture(walk, stream, graph, error);
  driver.cuStreamDestroy_v2(stream);
  return recorded;
}

bool RecordedGraphs::capture(PlanWalk &walk, CudaDriver::Handle stream,
                             CudaDriver::Handle &graph, std::string &error) {
  const CudaDriver &driver = device.driver;
  CudaDriver::Handle recorded = nullptr;
  if (!driver.check(driver.cuStreamBeginCapture_v2(
                        stream, CudaDriver::captureThreadLocal),
                    "record a graph", error))
    return false;
  bool fits = walk.submit(stream, error);
  // The capture has to end also after an error.
  std::string later;
  bool ended = driver.check(driver.cuStreamEndCapture(stream, &recorded),
                            "end a graph", fits ? error : later);
  bool made =
      fits && ended &&
      driver.check(driver.cuGraphInstantiateWithFlags(&graph, recorded, 0),
                   "make a graph", error);
  if (recorded)
    driver.cuGraphDestroy(recorded);
  return made;
}
