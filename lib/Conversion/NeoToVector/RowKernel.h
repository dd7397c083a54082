//===- RowKernel.h - One kernel for several statements ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The function of a neo.kernel that goes row by row (RowPlan.h). Threads share
// groups of rows, or, where rows are summed, chunks of them: then the kernel
// writes one partial result per chunk, which a sum over the chunks follows:
//
//     %d = neo.compute [j: 768] sum [i: 4096] ...         inside the kernel
//     -->
//     %p = neo.launch ... -> tensor<32x768xf32>
//     %d = neo.compute [j: 768] sum [chunk: 32] %p[chunk, j]
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_ROWKERNEL_H
#define NEO_CONVERSION_NEOTOVECTOR_ROWKERNEL_H

#include "KernelEmitter.h"
#include "RowPlan.h"

namespace neo {

/// The types that the launch of a row kernel gives: those of the results of
/// `plan.op`, but partial ones where rows are reduced.
llvm::SmallVector<mlir::Type> getLaunchTypes(const RowPlan &plan);

/// Emits the kernel of `plan` at the end of `module`, called `name`.
Kernel emitRowKernel(mlir::ModuleOp module, llvm::StringRef name,
                     const RowPlan &plan);

/// The value of result `result` of `op`, of which `partial` is what the launch
/// gives: operators that are still to be converted.
mlir::Value sumPartials(mlir::OpBuilder &b, KernelOp op, unsigned result,
                        mlir::Value partial);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_ROWKERNEL_H
