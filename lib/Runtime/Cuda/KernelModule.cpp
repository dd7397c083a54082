//===- KernelModule.cpp - Kernels that a device has loaded ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "KernelModule.h"

using namespace neo;

std::shared_ptr<KernelModule>
KernelModule::load(std::shared_ptr<CudaDevice> device, const std::string &image,
                   std::string &error) {
  const CudaDriver &driver = device->driver;
  auto loaded = std::make_shared<KernelModule>(std::move(device));
  if (!driver.enter(error) ||
      !driver.check(driver.cuModuleLoadData(&loaded->module, image.c_str()),
                    "load the kernels", error))
    return nullptr;
  return loaded;
}

KernelModule::~KernelModule() {
  std::string ignored;
  if (!module || !device->finish("finish the kernels", ignored))
    return;
  device->driver.cuModuleUnload(module);
}

bool KernelModule::find(const std::string &name, const KernelShape &shape,
                        CudaDriver::Handle &function, std::string &error) {
  const CudaDriver &driver = device->driver;
  std::lock_guard<std::mutex> lock(mutex);
  CudaDriver::Handle &known = functions[name];
  bool found =
      (known ||
       driver.check(driver.cuModuleGetFunction(&known, module, name.c_str()),
                    "find a kernel", error)) &&
      driver.check(driver.cuFuncSetAttribute(
                       known, CudaDriver::maxDynamicShared, int(shape.shared)),
                   "give a kernel its shared memory", error);
  function = known;
  return found;
}
