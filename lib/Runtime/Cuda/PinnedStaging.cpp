//===- PinnedStaging.cpp - Arguments on their way to the device -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PinnedStaging.h"

#include <algorithm>
#include <cstring>

using namespace neo;

/// Large enough that the latency of starting a copy does not matter.
static constexpr size_t halfBytes = size_t(4) << 20;
/// Arguments begin at the lines of the host's cache.
static constexpr size_t placeBytes = 64;

PinnedStaging::~PinnedStaging() {
  for (CudaDriver::Handle event : events)
    if (event)
      driver.cuEventDestroy_v2(event);
  if (memory)
    driver.cuMemFreeHost(memory);
}

bool PinnedStaging::prepare(std::string &error) {
  void *made = memory;
  std::string what =
      "pin " + std::to_string(2 * halfBytes) + " bytes of host memory";
  if (!made && !driver.check(driver.cuMemHostAlloc(&made, 2 * halfBytes, 0),
                             what.c_str(), error))
    return false;
  memory = static_cast<char *>(made);
  for (CudaDriver::Handle &event : events)
    if (!event &&
        !driver.check(driver.cuEventCreate(&event, CudaDriver::withoutTime),
                      "make an event", error))
      return false;
  return true;
}

/// Switches to the other half, once the device has read it.
bool PinnedStaging::turn(CudaDriver::Handle stream, std::string &error) {
  if (!driver.check(driver.cuEventRecord(events[half], stream),
                    "record an event", error))
    return false;
  half = 1 - half;
  filled = 0;
  // An event that was never recorded counts as complete.
  return driver.check(driver.cuEventSynchronize(events[half]),
                      "copy to the device", error);
}

bool PinnedStaging::upload(CudaDriver::Address to, const void *from,
                           size_t bytes, CudaDriver::Handle stream,
                           std::string &error) {
  if (!events[1] && !prepare(error))
    return false;
  const auto *source = static_cast<const char *>(from);
  while (bytes > 0) {
    if (filled == halfBytes && !turn(stream, error))
      return false;
    char *place = memory + half * halfBytes + filled;
    size_t part = std::min(bytes, halfBytes - filled);
    std::memcpy(place, source, part);
    if (!driver.check(driver.cuMemcpyHtoDAsync_v2(to, place, part, stream),
                      "upload an input", error))
      return false;
    filled = std::min(halfBytes, (filled + part + placeBytes - 1) / placeBytes *
                                     placeBytes);
    to += part;
    source += part;
    bytes -= part;
  }
  return true;
}
