//===- KernelsToLLVM.h - Kernels in the LLVM dialect ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A kernel is a function over blocks, index arithmetic and vectors:
//
//     func.func @k(%x: memref<64xf32>, %y: memref<64xf32>, %i: index)
//       %v = vector.load %x[%i] : memref<64xf32>, vector<16xf32>
//       vector.store %v, %y[%i] : memref<64xf32>, vector<16xf32>
// -->
//     llvm.func @k(%x: !llvm.ptr, %y: !llvm.ptr, %i: i64)
//       %p = llvm.getelementptr %x[%i], %q = llvm.getelementptr %y[%i]
//       llvm.store (llvm.load %p), %q
//
// MLIR has a pass for each dialect that is left behind, which would be eight
// walks over ten thousand operations here, casts between what is converted and
// what is not yet, and a ninth walk that takes these away. One conversion with
// all their patterns leaves no casts and takes half of the time, which is most
// of what a program takes to start.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_KERNELSTOLLVM_H
#define NEO_CONVERSION_KERNELSTOLLVM_H

#include "mlir/Pass/Pass.h"

namespace neo {

/// Converts the functions of a module, made of blocks, affine, arith, math,
/// memref and vector operations; memrefs are passed as bare pointers.
std::unique_ptr<mlir::Pass> createConvertKernelsToLLVM();

} // namespace neo

#endif // NEO_CONVERSION_KERNELSTOLLVM_H
