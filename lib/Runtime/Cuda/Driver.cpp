//===- Driver.cpp - The functions of the CUDA driver ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Cuda/Driver.h"

#include <cstdlib>
#include <dlfcn.h>
#include <mutex>

using namespace neo;

bool CudaDriver::check(Result result, const char *what,
                       std::string &error) const {
  if (result == success)
    return true;
  const char *name = nullptr, *text = nullptr;
  cuGetErrorName(result, &name);
  cuGetErrorString(result, &text);
  error = std::string("CUDA cannot ") + what + ": " +
          (name ? name : "error " + std::to_string(result));
  if (text)
    error += std::string(" (") + text + ")";
  return false;
}

template <typename Function>
static bool find(void *library, Function &function, const char *name,
                 std::string &error) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function)
    return true;
  error =
      std::string("the CUDA driver is too old for Neo: it has no function ") +
      name + "; Neo needs CUDA 12 or newer";
  return false;
}

static bool findFunctions(void *library, CudaDriver &driver,
                          std::string &error) {
#define NEO_FIND(name)                                                         \
  if (!find(library, driver.name, #name, error))                               \
    return false;
  NEO_FIND(cuInit)
  NEO_FIND(cuDriverGetVersion)
  NEO_FIND(cuDeviceGetCount)
  NEO_FIND(cuDeviceGet)
  NEO_FIND(cuDeviceGetName)
  NEO_FIND(cuDeviceGetAttribute)
  NEO_FIND(cuDevicePrimaryCtxRetain)
  NEO_FIND(cuCtxSetCurrent)
  NEO_FIND(cuMemAlloc_v2)
  NEO_FIND(cuMemFree_v2)
  NEO_FIND(cuMemHostAlloc)
  NEO_FIND(cuMemFreeHost)
  NEO_FIND(cuCtxSynchronize)
  NEO_FIND(cuMemcpyHtoDAsync_v2)
  NEO_FIND(cuMemcpyDtoHAsync_v2)
  NEO_FIND(cuMemcpyDtoDAsync_v2)
  NEO_FIND(cuStreamCreate)
  NEO_FIND(cuStreamDestroy_v2)
  NEO_FIND(cuStreamSynchronize)
  NEO_FIND(cuStreamWaitEvent)
  NEO_FIND(cuEventCreate)
  NEO_FIND(cuEventRecord)
  NEO_FIND(cuEventSynchronize)
  NEO_FIND(cuEventElapsedTime)
  NEO_FIND(cuEventDestroy_v2)
  NEO_FIND(cuStreamBeginCapture_v2)
  NEO_FIND(cuStreamEndCapture)
  NEO_FIND(cuGraphInstantiateWithFlags)
  NEO_FIND(cuGraphLaunch)
  NEO_FIND(cuGraphDestroy)
  NEO_FIND(cuGraphExecDestroy)
  NEO_FIND(cuModuleLoadData)
  NEO_FIND(cuModuleUnload)
  NEO_FIND(cuModuleGetFunction)
  NEO_FIND(cuFuncSetAttribute)
  NEO_FIND(cuLaunchKernel)
  NEO_FIND(cuGetErrorName)
  NEO_FIND(cuGetErrorString)
#undef NEO_FIND
  return true;
}

/// Numbers that the driver does not know stay 0.
static void readNumbers(CudaDriver &driver) {
  auto read = [&](int &number, int attribute) {
    int value = 0;
    if (driver.cuDeviceGetAttribute(&value, attribute, driver.device) ==
            CudaDriver::success &&
        value > 0)
      number = value;
  };
  CudaNumbers &numbers = driver.numbers;
  read(numbers.multiprocessors, CudaDriver::multiprocessors);
  read(numbers.threads, CudaDriver::threads);
  read(numbers.registers, CudaDriver::registers);
  read(numbers.shared, CudaDriver::shared);
  read(numbers.blockShared, CudaDriver::blockShared);
  read(numbers.kilohertz, CudaDriver::clockRate);
  read(numbers.memoryKilohertz, CudaDriver::memoryClockRate);
  read(numbers.memoryBits, CudaDriver::memoryBusWidth);
}

/// The first device and its primary context, which other libraries share.
static bool openDevice(CudaDriver &driver, std::string &error) {
  int count = 0, major = 0, minor = 0;
  if (!driver.check(driver.cuInit(0), "start", error) ||
      !driver.check(driver.cuDriverGetVersion(&driver.version),
                    "tell its version", error) ||
      !driver.check(driver.cuDeviceGetCount(&count), "count devices", error))
    return false;
  if (count == 0) {
    error = "the CUDA driver finds no GPU: check that nvidia-smi lists one and "
            "that CUDA_VISIBLE_DEVICES does not hide it";
    return false;
  }
  auto ask = [&](int &value, int attribute) {
    return driver.check(
        driver.cuDeviceGetAttribute(&value, attribute, driver.device),
        "tell the capability of the device", error);
  };
  if (!driver.check(driver.cuDeviceGet(&driver.device, 0), "open a device",
                    error) ||
      !ask(major, CudaDriver::capabilityMajor) ||
      !ask(minor, CudaDriver::capabilityMinor) ||
      !driver.check(
          driver.cuDevicePrimaryCtxRetain(&driver.context, driver.device),
          "make a context", error))
    return false;
  driver.chip = "sm_" + std::to_string(major * 10 + minor);
  readNumbers(driver);
  return true;
}

static bool load(CudaDriver &driver, std::string &error) {
  const char *name = std::getenv("NEO_CUDA_DRIVER");
  if (!name || !*name)
    name = "libcuda.so.1";
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    error = std::string("there is no CUDA driver: '") + name +
            "' cannot be loaded; install NVIDIA's driver, or run on the CPU "
            "(device=\"cpu\")";
    return false;
  }
  return findFunctions(library, driver, error) && openDevice(driver, error);
}

const CudaDriver *CudaDriver::get(std::string &error) {
  static std::mutex mutex;
  static CudaDriver driver;
  static bool isLoaded = false;
  std::lock_guard<std::mutex> lock(mutex);
  if (!isLoaded)
    isLoaded = load(driver, error);
  return isLoaded ? &driver : nullptr;
}

bool CudaDriver::enter(std::string &error) const {
  return check(cuCtxSetCurrent(context), "use the device", error);
}
