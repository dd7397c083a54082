//===- Driver.h - The functions of the CUDA driver --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// libcuda.so.1 is looked for when a program is first run on a GPU, so Neo
// builds and starts without CUDA. The names and types are those of the CUDA
// Driver API reference; of its structures none is needed, and all handles are
// pointers.
//
//     std::string error;
//     const CudaDriver *driver = CudaDriver::get(error);
//     if (!driver) ...             // `error` says what is missing
//
// The variable NEO_CUDA_DRIVER names another library with the same functions.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_CUDA_DRIVER_H
#define NEO_RUNTIME_CUDA_DRIVER_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace neo {

/// What a driver tells of its device; 0 where it does not.
struct CudaNumbers {
  /// Multiprocessors; the threads, registers and bytes of shared memory of each
  /// of them; the bytes that a block may ask for.
  int multiprocessors = 0, threads = 0, registers = 0, shared = 0,
      blockShared = 0;
  /// Clocks, and the bits of the bus of device memory.
  int kilohertz = 0, memoryKilohertz = 0, memoryBits = 0;
};

struct CudaDriver {
  using Result = int;
  using Address = unsigned long long;
  using Handle = void *;

  /// CUDA_SUCCESS, CUDA_ERROR_OUT_OF_MEMORY.
  static constexpr Result success = 0, outOfMemory = 2;
  /// CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR.
  static constexpr int capabilityMajor = 75, capabilityMinor = 76;
  /// CU_DEVICE_ATTRIBUTE_ MULTIPROCESSOR_COUNT, MAX_THREADS_PER_MULTIPROCESSOR,
  /// MAX_REGISTERS_PER_MULTIPROCESSOR, MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
  /// MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, CLOCK_RATE, MEMORY_CLOCK_RATE and
  /// GLOBAL_MEMORY_BUS_WIDTH.
  static constexpr int multiprocessors = 16, threads = 39, registers = 82,
                       shared = 81, blockShared = 97, clockRate = 13,
                       memoryClockRate = 36, memoryBusWidth = 37;
  /// CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES.
  static constexpr int maxDynamicShared = 8;
  /// CU_STREAM_NON_BLOCKING, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL.
  static constexpr unsigned nonBlocking = 1;
  static constexpr int captureThreadLocal = 1;
  /// CU_EVENT_DISABLE_TIMING.
  static constexpr unsigned withoutTime = 2;

  Result (*cuInit)(unsigned flags);
  Result (*cuDriverGetVersion)(int *version);
  Result (*cuDeviceGetCount)(int *count);
  Result (*cuDeviceGet)(int *device, int ordinal);
  Result (*cuDeviceGetName)(char *name, int bytes, int device);
  Result (*cuDeviceGetAttribute)(int *value, int attribute, int device);
  Result (*cuDevicePrimaryCtxRetain)(Handle *context, int device);
  Result (*cuCtxSetCurrent)(Handle context);
  Result (*cuMemAlloc_v2)(Address *address, size_t bytes);
  Result (*cuMemFree_v2)(Address address);
  Result (*cuMemHostAlloc)(void **memory, size_t bytes, unsigned flags);
  Result (*cuMemFreeHost)(void *memory);
  Result (*cuCtxSynchronize)();
  Result (*cuMemcpyHtoDAsync_v2)(Address to, const void *from, size_t bytes,
                                 Handle stream);
  Result (*cuMemcpyDtoHAsync_v2)(void *to, Address from, size_t bytes,
                                 Handle stream);
  Result (*cuMemcpyDtoDAsync_v2)(Address to, Address from, size_t bytes,
                                 Handle stream);
  Result (*cuStreamCreate)(Handle *stream, unsigned flags);
  Result (*cuStreamDestroy_v2)(Handle stream);
  Result (*cuStreamSynchronize)(Handle stream);
  Result (*cuStreamWaitEvent)(Handle stream, Handle event, unsigned flags);
  Result (*cuEventCreate)(Handle *event, unsigned flags);
  Result (*cuEventRecord)(Handle event, Handle stream);
  Result (*cuEventSynchronize)(Handle event);
  Result (*cuEventElapsedTime)(float *milliseconds, Handle begin, Handle end);
  Result (*cuEventDestroy_v2)(Handle event);
  Result (*cuStreamBeginCapture_v2)(Handle stream, int mode);
  Result (*cuStreamEndCapture)(Handle stream, Handle *graph);
  Result (*cuGraphInstantiateWithFlags)(Handle *exec, Handle graph,
                                        unsigned long long flags);
  Result (*cuGraphLaunch)(Handle exec, Handle stream);
  Result (*cuGraphDestroy)(Handle graph);
  Result (*cuGraphExecDestroy)(Handle exec);
  Result (*cuModuleLoadData)(Handle *module, const void *image);
  Result (*cuModuleUnload)(Handle module);
  Result (*cuModuleGetFunction)(Handle *function, Handle module,
                                const char *name);
  Result (*cuFuncSetAttribute)(Handle function, int attribute, int value);
  Result (*cuLaunchKernel)(Handle function, unsigned gridX, unsigned gridY,
                           unsigned gridZ, unsigned blockX, unsigned blockY,
                           unsigned blockZ, unsigned shared, Handle stream,
                           void **parameters, void **extra);
  Result (*cuGetErrorName)(Result result, const char **name);
  Result (*cuGetErrorString)(Result result, const char **text);

  /// The driver with its first device; null, and a message in `error`, if
  /// there is none. Loaded once in a process.
  static const CudaDriver *get(std::string &error);
  /// Makes the device's context that of the calling thread.
  bool enter(std::string &error) const;
  /// The device as ptxas names it, "sm_90".
  const std::string &getChip() const { return chip; }
  const CudaNumbers &getNumbers() const { return numbers; }
  /// The newest CUDA whose cubins it loads, as CUDA counts: 12080 is 12.8.
  int getVersion() const { return version; }
  /// True for success; else `what` and CUDA's own message are in `error`.
  bool check(Result result, const char *what, std::string &error) const;

  int device = 0, version = 0;
  Handle context = nullptr;
  std::string chip;
  CudaNumbers numbers;
};

} // namespace neo

#endif // NEO_RUNTIME_CUDA_DRIVER_H
