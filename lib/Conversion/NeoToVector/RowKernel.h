//===- RowKernel.h - One kernel for several statements ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Emits the function of a neo.kernel whose statements share rows (RowPlan.h).
// Its parallel range is over groups of rows, or, if rows are reduced, over
// chunks of them: then the kernel writes one partial result per chunk, and a
// separate operator sums these:
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

/// The result types of the launch of a row kernel: those of `plan.op`, or of
/// the partial results where rows are reduced.
llvm::SmallVector<mlir::Type> getLaunchTypes(const RowPlan &plan);

/// Emits the kernel of `plan` at the end of `module`, called `name`.
Kernel emitRowKernel(mlir::ModuleOp module, llvm::StringRef name,
                     const RowPlan &plan);

/// The value of result `result` of `op`, computed from the launch's result
/// `partial` by operators that are still to be converted.
mlir::Value sumPartials(mlir::OpBuilder &b, KernelOp op, unsigned result,
                        mlir::Value partial);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_ROWKERNEL_H
