//===- KernelWrapper.h - the runtime's way into a kernel --------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Adds to each kernel f the function f__packed, which has the signature of a
// KernelFn, and hides everything else (see ObjectCode.h).
//
// Wrappers also align the stack to a cache line, which the ABI aligns to 16
// bytes. LLVM decides on a frame pointer before it knows what it spills, and
// without one aligns nothing: of four reloads of a 64-byte vector three read
// two lines. Since kernels are called by wrappers only, they find the stack
// aligned and need no frame pointer:
//
//     f__packed:  pushq %rbp; movq %rsp, %rbp; andq $-64, %rsp; ...; callq f
//     f:          vmovaps 64(%rsp), %zmm17        in place of vmovups
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_KERNELWRAPPER_H
#define NEO_LIB_TARGET_KERNELWRAPPER_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace neo {

/// The symbol of the wrapper of `kernel`.
inline std::string wrapperName(llvm::StringRef kernel) {
  return (kernel + "__packed").str();
}

/// Wraps `kernels`, which `module` defines, and makes all else internal.
llvm::Error addWrappers(llvm::Module &module,
                        llvm::ArrayRef<std::string> kernels);

} // namespace neo

#endif // NEO_LIB_TARGET_KERNELWRAPPER_H
