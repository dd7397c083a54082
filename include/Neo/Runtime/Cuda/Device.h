//===- Device.h - The GPU that a process shares -----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Programs, and arrays that stay on the device between their runs, share one
// stream. So a program that reads what another one wrote needs no
// synchronisation, and freed memory may be reused at once:
// work that still reads it comes earlier in the stream.
//
//     step 1   reads %w   writes %w'          one stream:
//     (%w is freed)                           step 1 | step 2
//     step 2   reads %w'  writes %w''         %w'' lies where %w lay
//
// Others, such as PyTorch, have streams of their own. waitFor() orders our
// stream behind theirs, before their arrays are read; letWait() theirs behind
// ours, before they read results or write into their arrays again.
//
// Memory comes from a pool, since cuMemAlloc synchronises with the device:
// freed blocks are kept for requests of the same size, as in the steps of a
// training loop, and returned to CUDA when memory is short. A block whose
// address was shared with others (DeviceBlock::share) does not return to the
// pool, since their streams may still read it.
//
// The device is reference-counted by programs and arrays; its stream and memory
// are freed with the last of them.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_CUDA_DEVICE_H
#define NEO_RUNTIME_CUDA_DEVICE_H

#include "Neo/Runtime/Cuda/Driver.h"

#include <map>
#include <memory>
#include <mutex>

namespace neo {

class CudaDevice;
class KernelModule;
class PinnedStaging;

/// Reference-counted device memory.
class DeviceBlock {
public:
  DeviceBlock(std::shared_ptr<CudaDevice> device, CudaDriver::Address address,
              size_t bytes)
      : address(address), bytes(bytes), device(std::move(device)) {}
  ~DeviceBlock();
  DeviceBlock(const DeviceBlock &) = delete;
  DeviceBlock &operator=(const DeviceBlock &) = delete;

  /// Marks the address as known to others.
  void share() { isShared = true; }

  const CudaDriver::Address address;
  const size_t bytes;

private:
  std::shared_ptr<CudaDevice> device;
  bool isShared = false;
};

class CudaDevice : public std::enable_shared_from_this<CudaDevice> {
public:
  /// The one of this process; null, and a message in `error`, if there is no
  /// driver or no GPU.
  static std::shared_ptr<CudaDevice> get(std::string &error);
  explicit CudaDevice(const CudaDriver &driver);
  ~CudaDevice();

  /// Null, and a message in `error`, if there is no memory.
  std::shared_ptr<DeviceBlock> allocate(size_t bytes, std::string &error);

  /// Copies host memory, which may change afterwards, to the device.
  bool upload(CudaDriver::Address to, const void *from, size_t bytes,
              std::string &error);

  /// Copies from the device; the bytes are there after finishDownloads(), which
  /// waits for them.
  bool download(void *to, CudaDriver::Address from, size_t bytes,
                std::string &error);
  bool finishDownloads(std::string &error);

  /// Orders later work of our stream behind the present work of `other`, and
  /// the reverse.
  bool waitFor(CudaDriver::Handle other, std::string &error);
  bool letWait(CudaDriver::Handle other, std::string &error);
  /// Waits until the device has done all of our stream; `what` it is.
  bool finish(const char *what, std::string &error);

  /// The kernels of `image`, loaded once for all programs that have them.
  std::shared_ptr<KernelModule> load(const std::string &image,
                                     std::string &error);

  const CudaDriver &driver;
  /// Of all copies and launches.
  CudaDriver::Handle stream = nullptr;
  /// Held while work that belongs together is submitted.
  std::recursive_mutex submission;
  /// Every buffer is an allocation of its own (NEO_CUDA_CHECK).
  bool isChecked = false;

private:
  friend class DeviceBlock;
  bool order(CudaDriver::Handle first, CudaDriver::Handle second,
             std::string &error);
  void giveBack(CudaDriver::Address address, size_t bytes, bool isShared);
  void releaseFree();
  void free(CudaDriver::Address address);

  std::unique_ptr<PinnedStaging> staging;
  std::mutex memory;
  /// By their sizes.
  std::multimap<size_t, CudaDriver::Address> freeBlocks;
  size_t freeBytes = 0, usedBytes = 0;
  std::map<std::string, std::weak_ptr<KernelModule>> modules;
};

} // namespace neo

#endif // NEO_RUNTIME_CUDA_DEVICE_H
