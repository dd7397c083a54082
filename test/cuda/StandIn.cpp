//===- StandIn.cpp - What the stand-in driver knows -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StandIn.h"

#include <cstdlib>
#include <fstream>

using namespace standin;

Driver &Driver::get() {
  static Driver driver;
  return driver;
}

Driver::~Driver() {
  const char *path = std::getenv("NEO_STAND_IN_REPORT");
  if (!path)
    return;
  std::ofstream(path) << "allocations not freed: " << allocations.size()
                      << "\nhandles not destroyed: " << living.size()
                      << "\nkernels: " << kernels << "\ngraphs: " << graphs
                      << "\nmodules: " << modules << "\n";
}

Result Driver::fail(Result result, std::string why) {
  text = std::move(why);
  return result;
}

Result Driver::submit(void *handle, Operation operation) {
  auto *stream = static_cast<Stream *>(handle);
  if (!isAlive(stream))
    return fail(invalidHandle, "the stream is not alive");
  if (stream->isRecording) {
    stream->recorded.operations.push_back(std::move(operation));
    return ok;
  }
  // As on a device, what went wrong is told later.
  if (pending == ok)
    pending = operation();
  return ok;
}
