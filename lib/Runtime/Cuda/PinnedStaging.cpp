//===- PinnedStaging.cpp - Arrays on their way between host and device ----===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PinnedStaging.h"

#include <algorithm>
#include <cstring>

using namespace neo;

/// Large enough that the latency of starting a copy does not matter.
static constexpr size_t halfBytes = size_t(4) << 20;
/// Arrays begin at the lines of the host's cache.
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

/// Nothing is added to the half from now on.
bool PinnedStaging::leave(CudaDriver::Handle stream, std::string &error) {
  return driver.check(driver.cuEventRecord(events[half], stream),
                      "record an event", error);
}

/// Waits until the device is done with a half, and gives what it has brought.
/// An event that was never recorded counts as complete.
bool PinnedStaging::empty(int which, std::string &error) {
  if (!driver.check(driver.cuEventSynchronize(events[which]), "run the kernels",
                    error))
    return false;
  for (const Piece &piece : pieces[which])
    std::memcpy(piece.to, piece.from, piece.bytes);
  pieces[which].clear();
  return true;
}

bool PinnedStaging::turn(CudaDriver::Handle stream, std::string &error) {
  if (!leave(stream, error))
    return false;
  half = 1 - half;
  filled = 0;
  return empty(half, error);
}

/// The half has room.
bool PinnedStaging::reserve(CudaDriver::Handle stream, std::string &error) {
  if (!events[1] && !prepare(error))
    return false;
  return filled < halfBytes || turn(stream, error);
}

void PinnedStaging::take(size_t bytes) {
  size_t places = (filled + bytes + placeBytes - 1) / placeBytes;
  filled = std::min(halfBytes, places * placeBytes);
}

/// `copy` takes a place in a half, and what goes there: where that begins in
/// the array, and its bytes.
bool PinnedStaging::inParts(size_t bytes, CudaDriver::Handle stream,
                            std::string &error, const Copy &copy) {
  for (size_t done = 0; done < bytes;) {
    if (!reserve(stream, error))
      return false;
    size_t part = std::min(bytes - done, halfBytes - filled);
    if (!copy(memory + half * halfBytes + filled, done, part))
      return false;
    take(part);
    done += part;
  }
  return true;
}

bool PinnedStaging::upload(CudaDriver::Address to, const void *from,
                           size_t bytes, CudaDriver::Handle stream,
                           std::string &error) {
  const auto *source = static_cast<const char *>(from);
  return inParts(bytes, stream, error, [&](char *at, size_t done, size_t part) {
    std::memcpy(at, source + done, part);
    return driver.check(
        driver.cuMemcpyHtoDAsync_v2(to + done, at, part, stream),
        "upload an input", error);
  });
}

/// After an error: the caller's arrays may be gone.
void PinnedStaging::forget() {
  for (std::vector<Piece> &half : pieces)
    half.clear();
}

bool PinnedStaging::download(void *to, CudaDriver::Address from, size_t bytes,
                             CudaDriver::Handle stream, std::string &error) {
  auto *target = static_cast<char *>(to);
  auto copy = [&](char *at, size_t done, size_t part) {
    pieces[half].push_back({target + done, at, part});
    return driver.check(
        driver.cuMemcpyDtoHAsync_v2(at, from + done, part, stream),
        "download a result", error);
  };
  if (inParts(bytes, stream, error, copy))
    return true;
  forget();
  return false;
}

bool PinnedStaging::finishDownloads(CudaDriver::Handle stream,
                                    std::string &error) {
  if (!events[1]) // Nothing has been copied yet.
    return true;
  // The other half was left before this one.
  if (leave(stream, error) && empty(1 - half, error) && empty(half, error))
    return true;
  forget();
  return false;
}
