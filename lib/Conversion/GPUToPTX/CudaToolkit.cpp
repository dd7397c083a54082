//===- CudaToolkit.cpp - Where NVIDIA's CUDA toolkit is -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/CudaToolkit.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

static bool hasLibdevice(llvm::StringRef folder) {
  llvm::SmallString<128> file(folder);
  llvm::sys::path::append(file, "nvvm", "libdevice", "libdevice.10.bc");
  return !folder.empty() && llvm::sys::fs::exists(file);
}

std::string neo::findCudaToolkit() {
  for (const char *name : {"CUDA_ROOT", "CUDA_HOME", "CUDA_PATH"})
    if (const char *folder = std::getenv(name))
      return hasLibdevice(folder) ? folder : "";
  for (const char *folder : {"/usr/local/cuda", "/usr/lib/cuda", "/opt/cuda"})
    if (hasLibdevice(folder))
      return folder;
  return "";
}
