//===- StandInMemory.cpp - Device, memory and copies ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StandIn.h"

#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <utility>

using namespace standin;

static size_t getMemoryLimit() {
  const char *limit = std::getenv("NEO_STAND_IN_MEMORY");
  return limit ? std::strtoull(limit, nullptr, 10) : size_t(1) << 32;
}

int standin::getMaxShared() {
  const char *told = std::getenv("NEO_STAND_IN_SHARED");
  return told ? std::atoi(told) : 227 << 10;
}

/// Do these bytes lie in memory that cuMemHostAlloc gave?
static bool isPinned(const Driver &driver, const char *start, size_t bytes) {
  auto next = driver.pinned.upper_bound(start);
  if (next == driver.pinned.begin())
    return false;
  auto [first, size] = *std::prev(next);
  return start + bytes <= first + size;
}

extern "C" {

Result cuInit(unsigned flags) {
  Driver::get().isStarted = true;
  return flags == 0 ? ok : invalidValue;
}

/// A driver of version 0 loads no cubins.
Result cuDriverGetVersion(int *version) {
  const char *number = std::getenv("NEO_STAND_IN_VERSION");
  *version = number ? std::atoi(number) : 0;
  return ok;
}

Result cuDeviceGetCount(int *count) {
  if (!Driver::get().isStarted)
    return notInitialised;
  *count = std::getenv("NEO_STAND_IN_NO_DEVICE") ? 0 : 1;
  return ok;
}

Result cuDeviceGet(int *device, int ordinal) {
  *device = 0;
  return ordinal == 0 ? ok : invalidValue;
}

Result cuDeviceGetName(char *name, int bytes, int device) {
  std::snprintf(name, size_t(bytes), "a stand-in that emulates kernels");
  return device == 0 ? ok : invalidValue;
}

Result cuDeviceGetAttribute(int *value, int attribute, int device) {
  const char *chip = std::getenv("NEO_STAND_IN_CHIP");
  int number = std::atoi((chip ? chip : "sm_80") + 3);
  // Of what a driver tells of its device, the shared memory of a block alone.
  if (device == 0 && attribute == 97 && std::getenv("NEO_STAND_IN_SHARED")) {
    *value = getMaxShared();
    return ok;
  }
  if (device != 0 || (attribute != 75 && attribute != 76))
    return invalidValue;
  *value = attribute == 75 ? number / 10 : number % 10;
  return ok;
}

Result cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = &Driver::get();
  return device == 0 ? ok : invalidValue;
}

Result cuCtxSetCurrent(void *context) {
  return context == &Driver::get() ? ok : invalidHandle;
}

Result cuMemAlloc_v2(unsigned long long *address, size_t bytes) {
  Driver &driver = Driver::get();
  std::lock_guard<std::mutex> lock(driver.mutex);
  if (bytes == 0)
    return driver.fail(invalidValue, "0 bytes are asked for");
  if (driver.used + bytes > getMemoryLimit())
    return driver.fail(outOfMemory, "out of memory");
  *address = driver.memory.allocate(bytes);
  driver.allocations[*address] = bytes;
  driver.used += bytes;
  return ok;
}

Result cuMemFree_v2(unsigned long long address) {
  Driver &driver = Driver::get();
  std::lock_guard<std::mutex> lock(driver.mutex);
  auto found = driver.allocations.find(address);
  if (found == driver.allocations.end())
    return driver.fail(invalidValue,
                       "the address is not that of an allocation");
  driver.used -= found->second;
  driver.allocations.erase(found);
  return driver.memory.free(address) ? ok : invalidValue;
}

Result cuMemHostAlloc(void **memory, size_t bytes, unsigned) {
  Driver &driver = Driver::get();
  std::lock_guard<std::mutex> lock(driver.mutex);
  if (std::getenv("NEO_STAND_IN_NO_PINNED"))
    return driver.fail(outOfMemory, "no memory of the host can be pinned");
  auto *made = new char[bytes];
  driver.pinned[made] = bytes;
  *memory = made;
  return ok;
}

Result cuMemFreeHost(void *memory) {
  Driver &driver = Driver::get();
  std::lock_guard<std::mutex> lock(driver.mutex);
  auto *start = static_cast<char *>(memory);
  if (!driver.pinned.erase(start))
    return driver.fail(invalidValue, "the memory was not pinned");
  delete[] start;
  return ok;
}

Result cuMemcpyHtoDAsync_v2(unsigned long long to, const void *from,
                            size_t bytes, void *stream) {
  Driver &driver = Driver::get();
  std::lock_guard<std::mutex> lock(driver.mutex);
  auto *source = static_cast<const char *>(from);
  std::vector<char> copy;
  if (!isPinned(driver, source, bytes))
    copy.assign(source, source + bytes);
  return driver.submit(stream, [=, &driver, copy = std::move(copy)] {
    driver.toDevice += bytes;
    if (copy.empty() && !isPinned(driver, source, bytes))
      return driver.fail(invalidValue, "a copy reads pinned memory that was "
                                       "given back");
    return driver.memory.write(to, copy.empty() ? source : copy.data(), bytes)
               ? Result(ok)
               : driver.fail(invalidValue, "a copy to the device leaves its "
                                           "allocation");
  });
}

Result cuMemcpyDtoHAsync_v2(void *to, unsigned long long from, size_t bytes,
                            void *stream) {
  Driver &driver = Driver::get();
  std::lock_guard<std::mutex> lock(driver.mutex);
  return driver.submit(stream, [=, &driver] {
    driver.toHost += bytes;
    if (driver.memory.countInitialised(from, bytes) != bytes)
      return driver.fail(launchFailed, "a result has bytes that nothing wrote");
    return driver.memory.read(from, to, bytes)
               ? Result(ok)
               : driver.fail(invalidValue, "a copy to the host leaves its "
                                           "allocation");
  });
}

Result cuMemcpyDtoDAsync_v2(unsigned long long to, unsigned long long from,
                            size_t bytes, void *stream) {
  Driver &driver = Driver::get();
  std::lock_guard<std::mutex> lock(driver.mutex);
  return driver.submit(stream, [=, &driver] {
    driver.onDevice += bytes;
    std::vector<char> copy(bytes);
    return driver.memory.read(from, copy.data(), bytes) &&
                   driver.memory.write(to, copy.data(), bytes)
               ? Result(ok)
               : driver.fail(invalidValue, "a copy on the device leaves its "
                                           "allocation");
  });
}

Result cuGetErrorName(Result result, const char **name) {
  switch (result) {
  case outOfMemory:
    *name = "CUDA_ERROR_OUT_OF_MEMORY";
    return ok;
  case launchFailed:
    *name = "CUDA_ERROR_LAUNCH_FAILED";
    return ok;
  case invalidImage:
    *name = "CUDA_ERROR_INVALID_IMAGE";
    return ok;
  default:
    *name = "CUDA_ERROR_INVALID_VALUE";
    return ok;
  }
}

Result cuGetErrorString(Result result, const char **text) {
  *text = Driver::get().text.c_str();
  return result == ok ? invalidValue : ok;
}
}
