//===- Device.cpp - The GPU that a process shares -------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Cuda/Device.h"
#include "Neo/Runtime/Variables.h"

#include "KernelModule.h"
#include "PinnedStaging.h"

#include <algorithm>
#include <cstring>

using namespace neo;

/// Free blocks are kept up to this size, or up to the size in use.
static constexpr size_t keptBytes = size_t(256) << 20;

std::shared_ptr<CudaDevice> CudaDevice::get(std::string &error) {
  static std::mutex mutex;
  static std::weak_ptr<CudaDevice> shared;
  std::lock_guard<std::mutex> lock(mutex);
  if (auto device = shared.lock())
    return device;
  const CudaDriver *driver = CudaDriver::get(error);
  if (!driver || !driver->enter(error))
    return nullptr;
  auto device = std::make_shared<CudaDevice>(*driver);
  if (!driver->check(
          driver->cuStreamCreate(&device->stream, CudaDriver::nonBlocking),
          "make a stream", error))
    return nullptr;
  shared = device;
  return device;
}

CudaDevice::CudaDevice(const CudaDriver &given)
    : driver(given), staging(std::make_unique<PinnedStaging>(driver)) {
  isChecked = isSwitchedOn("NEO_CUDA_CHECK", /*unlessSet=*/false);
}

CudaDevice::~CudaDevice() {
  std::string ignored;
  if (!driver.enter(ignored))
    return;
  if (stream)
    driver.cuStreamSynchronize(stream);
  staging.reset();
  releaseFree();
  if (stream)
    driver.cuStreamDestroy_v2(stream);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

DeviceBlock::~DeviceBlock() {
  if (bytes > 0)
    device->giveBack(address, bytes, isShared);
}

std::shared_ptr<DeviceBlock> CudaDevice::allocate(size_t bytes,
                                                  std::string &error) {
  // The driver refuses 0 bytes.
  if (bytes == 0)
    return std::make_shared<DeviceBlock>(nullptr, 0, 0);
  if (!driver.enter(error))
    return nullptr;
  std::lock_guard<std::mutex> lock(memory);
  CudaDriver::Address address = 0;
  if (auto found = freeBlocks.find(bytes); found != freeBlocks.end()) {
    address = found->second;
    freeBlocks.erase(found);
    freeBytes -= bytes;
  } else {
    CudaDriver::Result result = driver.cuMemAlloc_v2(&address, bytes);
    if (result == CudaDriver::outOfMemory && !freeBlocks.empty()) {
      releaseFree();
      result = driver.cuMemAlloc_v2(&address, bytes);
    }
    std::string what =
        "allocate " + std::to_string(bytes) + " bytes of device memory";
    if (!driver.check(result, what.c_str(), error))
      return nullptr;
  }
  usedBytes += bytes;
  return std::make_shared<DeviceBlock>(shared_from_this(), address, bytes);
}

void CudaDevice::giveBack(CudaDriver::Address address, size_t bytes,
                          bool isShared) {
  std::lock_guard<std::mutex> lock(memory);
  usedBytes -= bytes;
  bool isKept = !isChecked && !isShared &&
                freeBytes + bytes <= std::max(keptBytes, usedBytes);
  if (!isKept) {
    free(address);
    return;
  }
  freeBlocks.emplace(bytes, address);
  freeBytes += bytes;
}

/// After all work that may still use it, in any stream.
void CudaDevice::free(CudaDriver::Address address) {
  std::string ignored;
  if (!driver.enter(ignored))
    return;
  driver.cuCtxSynchronize();
  driver.cuMemFree_v2(address);
}

void CudaDevice::releaseFree() {
  if (!freeBlocks.empty())
    driver.cuCtxSynchronize();
  for (auto [bytes, address] : freeBlocks)
    driver.cuMemFree_v2(address);
  freeBlocks.clear();
  freeBytes = 0;
}

bool CudaDevice::upload(CudaDriver::Address to, const void *from, size_t bytes,
                        std::string &error) {
  std::lock_guard<std::recursive_mutex> lock(submission);
  return driver.enter(error) && staging->upload(to, from, bytes, stream, error);
}

bool CudaDevice::download(void *to, CudaDriver::Address from, size_t bytes,
                          std::string &error) {
  std::lock_guard<std::recursive_mutex> lock(submission);
  return driver.enter(error) &&
         staging->download(to, from, bytes, stream, error);
}

bool CudaDevice::finishDownloads(std::string &error) {
  std::lock_guard<std::recursive_mutex> lock(submission);
  return driver.enter(error) && staging->finishDownloads(stream, error);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

bool CudaDevice::order(CudaDriver::Handle first, CudaDriver::Handle second,
                       std::string &error) {
  CudaDriver::Handle event = nullptr;
  if (first == second)
    return true;
  if (!driver.enter(error) ||
      !driver.check(driver.cuEventCreate(&event, CudaDriver::withoutTime),
                    "make an event", error))
    return false;
  bool ordered = driver.check(driver.cuEventRecord(event, first),
                              "record an event", error) &&
                 driver.check(driver.cuStreamWaitEvent(second, event, 0),
                              "order streams", error);
  driver.cuEventDestroy_v2(event);
  return ordered;
}

bool CudaDevice::waitFor(CudaDriver::Handle other, std::string &error) {
  return order(other, stream, error);
}

bool CudaDevice::letWait(CudaDriver::Handle other, std::string &error) {
  return order(stream, other, error);
}

bool CudaDevice::finish(const char *what, std::string &error) {
  return driver.enter(error) &&
         driver.check(driver.cuStreamSynchronize(stream), what, error);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

std::shared_ptr<KernelModule> CudaDevice::load(const std::string &image,
                                               std::string &error) {
  std::lock_guard<std::recursive_mutex> lock(submission);
  if (auto found = modules.find(image); found != modules.end())
    if (auto module = found->second.lock())
      return module;
  for (auto each = modules.begin(); each != modules.end();)
    each = each->second.expired() ? modules.erase(each) : std::next(each);
  auto module = KernelModule::load(shared_from_this(), image, error);
  if (module)
    modules[image] = module;
  return module;
}
