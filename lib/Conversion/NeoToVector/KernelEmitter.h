//===- KernelEmitter.h - One kernel from one loop nest ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Writes the function `kernel(operands..., result, begin, end)` of a nest and
// its schedule: tiles of output elements, the first loops shared among threads,
// the remainder of a loop as a smaller tile with code of its own.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_KERNELEMITTER_H
#define NEO_CONVERSION_NEOTOVECTOR_KERNELEMITTER_H

#include "TileBody.h"

namespace neo {

/// The attribute that marks a function as a kernel.
constexpr llvm::StringLiteral kernelAttrName = "neo.kernel";

struct Kernel {
  mlir::func::FuncOp function;
  int64_t extent; // of the range that threads share
  int64_t grain;  // least part of it worth a thread's while
};

/// An empty function that takes the flat buffers of `op`'s operands and result,
/// and a range.
mlir::func::FuncOp createKernelFunction(mlir::ModuleOp module,
                                        llvm::StringRef name,
                                        mlir::Operation *op);

/// Emits the kernel of `nest` at the end of `module`, called `name`.
Kernel emitKernel(mlir::ModuleOp module, llvm::StringRef name,
                  const LoopNest &nest, const Schedule &schedule);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_KERNELEMITTER_H
