//===- Passes.td - From neo to other dialects --------------*- tablegen -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_PASSES_TD
#define NEO_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertNeoToLinalg : Pass<"convert-neo-to-linalg", "mlir::func::FuncOp"> {
  let summary = "turn every neo.compute into linalg on tensors";
  let description = [{
    The way into other compilers, and a second oracle: the result runs through
    stock `mlir-opt-22` and gives the same numbers. Accesses that a
    `linalg.generic` can state as indexing maps become its operands; guarded or
    irregular ones become `tensor.extract` in its body, under the guard.
  }];
  let dependentDialects = ["mlir::linalg::LinalgDialect",
                           "mlir::tensor::TensorDialect",
                           "mlir::affine::AffineDialect",
                           "mlir::scf::SCFDialect",
                           "mlir::arith::ArithDialect"];
}

def ConvertNeoToVector : Pass<"convert-neo-to-vector", "mlir::ModuleOp"> {
  let summary = "turn every neo.compute into a range-parallel vector kernel";
  let description = [{
    Each neo.compute becomes a function over flat buffers and a range of its
    parallel loop, in scf and vector operations, and the neo.compute a
    neo.launch of it. The loop structure follows the default schedule.
  }];
  let dependentDialects = ["mlir::memref::MemRefDialect",
                           "mlir::vector::VectorDialect",
                           "mlir::affine::AffineDialect",
                           "mlir::scf::SCFDialect",
                           "mlir::arith::ArithDialect",
                           "mlir::math::MathDialect",
                           "mlir::LLVM::LLVMDialect"];
}

def NeoExtractKernels : Pass<"neo-extract-kernels", "mlir::ModuleOp"> {
  let summary = "keep the kernels of a module and drop the functions that launch";
  let description = [{
    The launches have become the executor's plan by now; what remains to be
    compiled is the kernels.
  }];
}

def NeoApproximateMath : Pass<"neo-approximate-math", "mlir::func::FuncOp"> {
  let summary = "expand f32 vector math functions into arithmetic";
  let description = [{
    `math.exp`, `expm1`, `log`, `log2`, `log1p`, `tanh` and `erf` on vectors of
    f32 become polynomials, so that a kernel calls nothing. Other functions and
    f64 keep the accuracy of the C library. Operations that LLVM does not know on vectors
    (`math.clampf`, `isinf`, `fpowi`, `ipowi`) become arithmetic.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::math::MathDialect",
                           "mlir::scf::SCFDialect",
                           "mlir::vector::VectorDialect"];
}

#endif // NEO_CONVERSION_PASSES_TD
