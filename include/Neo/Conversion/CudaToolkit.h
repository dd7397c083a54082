//===- CudaToolkit.h - Where NVIDIA's CUDA toolkit is -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_CUDATOOLKIT_H
#define NEO_CONVERSION_CUDATOOLKIT_H

#include <string>

namespace neo {

/// The folder of the toolkit that has libdevice, whose functions kernels are
/// linked with: the one that CUDA_ROOT, CUDA_HOME or CUDA_PATH names, else
/// where NVIDIA's and Debian's packages put it. Empty if there is none.
std::string findCudaToolkit();

} // namespace neo

#endif // NEO_CONVERSION_CUDATOOLKIT_H
