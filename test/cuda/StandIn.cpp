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
  for (void *handle : ended)
    ::operator delete(handle);
  const char *path = std::getenv("NEO_STAND_IN_REPORT");
  if (!path)
    return;
  std::ofstream(path) << "allocations not freed: "
                      << allocations.size() + pinned.size()
                      << "\nhandles not destroyed: " << living.size()
                      << "\nkernels: " << kernels << "\ngraphs: " << graphs
                      << "\nmodules: " << modules << "\ncubins: " << cubins
                      << "\nbytes to the device: " << toDevice
                      << "\nbytes to the host: " << toHost
                      << "\nbytes on the device: " << onDevice << "\n";
}

Result Driver::fail(Result result, std::string why) {
  text = std::move(why);
  return result;
}

Stream *Driver::findStream(void *handle) {
  if (handle == nullptr || uintptr_t(handle) == 1)
    return &legacy;
  if (uintptr_t(handle) == 2)
    return &perThread;
  return isAlive(handle) ? static_cast<Stream *>(handle) : nullptr;
}

Result Driver::submit(void *handle, Operation operation) {
  Stream *stream = findStream(handle);
  if (!stream)
    return fail(invalidHandle, "the stream is not alive");
  if (stream->isRecording)
    stream->recorded.operations.push_back(std::move(operation));
  else
    stream->queue.push_back(std::move(operation));
  return ok;
}

/// As on a device, what went wrong is told later, and nothing runs after it.
void Driver::doNext(Stream &stream) {
  Operation operation = std::move(stream.queue.front());
  stream.queue.pop_front();
  if (pending == ok)
    pending = operation();
}

void Driver::finish(Stream &stream) {
  while (!stream.queue.empty())
    doNext(stream);
}

void Driver::reach(Marker &marker) {
  while (!marker.isDone && !marker.stream->queue.empty())
    doNext(*marker.stream);
}

void Driver::finishAll() {
  for (Stream *stream : streams)
    finish(*stream);
}
