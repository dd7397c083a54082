//===- StandInEvents.cpp - Points in streams, and waits for them ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StandIn.h"

#include <utility>

using namespace standin;

namespace {
struct Lock {
  Driver &driver = Driver::get();
  std::lock_guard<std::mutex> guard{driver.mutex};
};
} // namespace

extern "C" {

Result cuEventCreate(void **event, unsigned) {
  Lock lock;
  *event = lock.driver.keep(new Event);
  return ok;
}

Result cuEventRecord(void *handle, void *stream) {
  Lock lock;
  if (!lock.driver.isAlive(handle))
    return lock.driver.fail(invalidHandle, "the event is not alive");
  Stream *recorded = lock.driver.findStream(stream);
  if (!recorded || recorded->isRecording)
    return lock.driver.fail(captureUnsupported,
                            "an event cannot be recorded in this stream");
  auto marker = std::make_shared<Marker>(Marker{recorded});
  static_cast<Event *>(handle)->marker = marker;
  return lock.driver.submit(stream, [marker] {
    marker->isDone = true;
    return Result(ok);
  });
}

/// An event that was never recorded is one that has happened.
Result cuEventSynchronize(void *handle) {
  Lock lock;
  if (!lock.driver.isAlive(handle))
    return lock.driver.fail(invalidHandle, "the event is not alive");
  if (auto &marker = static_cast<Event *>(handle)->marker)
    lock.driver.reach(*marker);
  return std::exchange(lock.driver.pending, ok);
}

Result cuStreamWaitEvent(void *stream, void *handle, unsigned) {
  Lock lock;
  if (!lock.driver.isAlive(handle))
    return lock.driver.fail(invalidHandle, "the event is not alive");
  auto marker = static_cast<Event *>(handle)->marker;
  if (!marker)
    return ok;
  Driver &driver = lock.driver;
  return driver.submit(stream, [marker, &driver] {
    driver.reach(*marker);
    return driver.pending;
  });
}

/// Nothing is timed: what the emulator takes says nothing of a device.
Result cuEventElapsedTime(float *milliseconds, void *begin, void *end) {
  Lock lock;
  for (void *handle : {begin, end})
    if (!lock.driver.isAlive(handle) || !static_cast<Event *>(handle)->marker ||
        !static_cast<Event *>(handle)->marker->isDone)
      return lock.driver.fail(invalidHandle, "the event has not happened");
  *milliseconds = 0;
  return ok;
}

Result cuEventDestroy_v2(void *handle) {
  Lock lock;
  if (!lock.driver.end<Event>(handle))
    return lock.driver.fail(invalidHandle, "the event is not alive");
  return ok;
}
}
