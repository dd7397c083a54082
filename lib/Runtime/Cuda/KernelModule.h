//===- KernelModule.h - Kernels that a device has loaded --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The driver assembles PTX when it is loaded, which is slow, and the code takes
// device memory. So programs with the same text share a module, and a function
// is looked up once (CudaDevice::load).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_CUDA_KERNELMODULE_H
#define NEO_LIB_RUNTIME_CUDA_KERNELMODULE_H

#include "Neo/Runtime/Cuda/Device.h"
#include "Neo/Runtime/Cuda/GPUProgram.h"

namespace neo {

class KernelModule {
public:
  /// `image` is PTX or a cubin.
  static std::shared_ptr<KernelModule> load(std::shared_ptr<CudaDevice> device,
                                            const std::string &image,
                                            std::string &error);
  explicit KernelModule(std::shared_ptr<CudaDevice> device)
      : device(std::move(device)) {}
  ~KernelModule();

  /// The kernel `name`, which launches of `shape` may use.
  bool find(const std::string &name, const KernelShape &shape,
            CudaDriver::Handle &function, std::string &error);

private:
  std::shared_ptr<CudaDevice> device;
  CudaDriver::Handle module = nullptr;
  std::mutex mutex;
  std::map<std::string, CudaDriver::Handle> functions;
};

} // namespace neo

#endif // NEO_LIB_RUNTIME_CUDA_KERNELMODULE_H
