//===- Passes.td - From neo to other dialects --------------*- tablegen -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_PASSES_TD
#define NEO_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertLinalgToNeo : Pass<"convert-linalg-to-neo", "mlir::ModuleOp"> {
  let summary = "raise operators of linalg and tensor to neo.compute";
  let description = [{
    The way in from other compilers: operations of `linalg` on tensors of static
    shape, named or generic, the `tensor` operations that move elements, and
    `arith` and `math` on tensors become neo.compute.

    ```mlir
    %C = linalg.matmul ins(%A, %B : tensor<4x6xf32>, tensor<6x5xf32>)
                       outs(%zeros : tensor<4x5xf32>) -> tensor<4x5xf32>
    // -->
    %C = neo.compute [i0: 4, i1: 5] sum [r0: 6] %A[i0, r0], %B[r0, i1] ...
    ```

    What cannot be raised stays, and a remark says why and what to do. With
    `strict` the remark is an error.
  }];
  let options = [
    Option<"strict", "strict", "bool", "false",
           "fail where an operation cannot be raised">
  ];
  let dependentDialects = ["neo::NeoDialect", "mlir::linalg::LinalgDialect",
                           "mlir::tensor::TensorDialect",
                           "mlir::affine::AffineDialect",
                           "mlir::arith::ArithDialect",
                           "mlir::math::MathDialect"];
}

def ConvertNeoToLinalg : Pass<"convert-neo-to-linalg"> {
  let summary = "turn every neo.compute into linalg on tensors";
  let description = [{
    The way into other compilers, and a second oracle: the result runs through
    stock `mlir-opt-22` and gives the same numbers. Accesses that a
    `linalg.generic` can state as indexing maps become its operands; guarded or
    irregular ones become `tensor.extract` in its body, under the guard.
    A neo.gather is a `linalg.generic` that asserts its indices, a
    neo.scatter_add a nest of `scf.for` over a tensor.
  }];
  let dependentDialects = ["mlir::linalg::LinalgDialect",
                           "mlir::cf::ControlFlowDialect",
                           "mlir::tensor::TensorDialect",
                           "mlir::affine::AffineDialect",
                           "mlir::scf::SCFDialect",
                           "mlir::func::FuncDialect",
                           "mlir::arith::ArithDialect"];
}

def ConvertNeoToVector : Pass<"convert-neo-to-vector", "mlir::ModuleOp"> {
  let summary = "turn every neo.compute into a range-parallel vector kernel";
  let description = [{
    Each neo.compute becomes a function over flat buffers and a range of its
    parallel loop, in scf and vector operations, and the neo.compute a
    neo.launch of it. The loop structure follows the attribute `neo.schedule`
    of the neo.compute, or else the default.

    With `neo.batch = S` on the module, loops of extent S run over as many items
    as a kernel is given in the last of its buffers, and the range of its launch
    counts once for every `neo.batch_tile` items.
  }];
  let dependentDialects = ["mlir::memref::MemRefDialect",
                           "mlir::vector::VectorDialect",
                           "mlir::affine::AffineDialect",
                           "mlir::scf::SCFDialect",
                           "mlir::arith::ArithDialect",
                           "mlir::math::MathDialect",
                           "mlir::LLVM::LLVMDialect"];
}

def NeoSchedule : Pass<"neo-schedule", "mlir::ModuleOp"> {
  let summary = "write on every operator the schedule that its kernel follows";
  let description = [{
    A schedule can be edited; `--neo-to-vector` checks and follows it:

    ```mlir
    %C = neo.compute [i: 512, j: 512] sum [k: 512] %A[i, k], %B[k, j]
         {neo.schedule = "vector [j: 16] tile [i: 6, j: 4] order [j, i] parallel 1"}
    ```

    `vector` says which loops fill the lanes, `tile` how many steps of a loop
    (of vectors, for one that fills lanes) are held in registers, `order` which
    loop is outside, `parallel` how many of those threads share, `unroll` which
    reductions are written out (`apart`: each step reads for itself), `group`
    which one some steps at a time, `block` which reduction is cut into blocks,
    outside everything else or where `order` names it, `pack` which operands are
    copied into panels just before their use, and `writeback` so many steps of which
    loop wait to be stored together. A `neo.kernel` that goes row by row has
    [its own words](Kernels.md). A module marked `neo.scheduled` is compiled as
    it stands.
  }];
  let options = [
    Option<"draw", "draw", "int64_t", "-1",
           "give what has the most points a legal schedule at random, the one of this number">,
    Option<"explain", "explain", "bool", "false",
           "say in a remark how many cycles each operator is predicted to take">
  ];
}

def ConvertKernelsToLLVM : Pass<"convert-kernels-to-llvm", "mlir::ModuleOp"> {
  let summary = "turn kernels into the LLVM dialect, all dialects at once";
  let description = [{
    Blocks of affine, arith, math, memref and vector operations, on bare pointers.
  }];
  let dependentDialects = ["mlir::LLVM::LLVMDialect"];
}

def NeoExtractKernels : Pass<"neo-extract-kernels", "mlir::ModuleOp"> {
  let summary = "keep the kernels of a module and drop the functions that launch";
  let description = [{
    The launches are the executor's plan by now; what is left to compile is kernels.
  }];
}

def NeoShareValues : Pass<"neo-share-values", "mlir::func::FuncOp"> {
  let summary = "compute and load once what a kernel says several times";
  let description = [{
    Common subexpressions of a kernel, and loads of one place with no store
    between them, in a time that grows with the operations and not with the
    pairs of equal ones.

    ```mlir
    %0 = memref.load %a[%i]
    %1 = arith.addf %0, %x
    %2 = memref.load %a[%i]   // is %0
    ```
  }];
}

def NeoNaNAwareExtrema : Pass<"neo-nan-aware-extrema", "mlir::func::FuncOp"> {
  let summary = "look for NaN beside maxima and minima that loops carry";
  let description = [{
    For AVX-512, whose comparisons give masks: the extremum of numbers takes one
    instruction for each vector, and one comparison tells of two vectors whether
    either holds a NaN. The result is the same.

    ```mlir
    scf.for ... iter_args(%m = %lowest)
      %1 = arith.maximumf %x, %m
    // -->
    scf.for ... iter_args(%m = %lowest, %numbers = %true)
      %1 = arith.cmpf ogt, %x, %m        %2 = arith.select %1, %x, %m
      %3 = arith.cmpf ord, %x, %y        %4 = arith.andi %numbers, %3
    ```
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::scf::SCFDialect",
                           "mlir::vector::VectorDialect"];
}

def NeoFindLongChains : Pass<"neo-find-long-chains", "mlir::func::FuncOp"> {
  let summary = "mark blocks that divide vectors or evaluate functions of them";
  let description = [{
    The terminator of such a block gets `neo.long_chains`: when functions have become
    arithmetic, `neo-interleave` still knows where they were.
  }];
}

def NeoTabulateFunctions : Pass<"neo-tabulate-functions", "mlir::func::FuncOp"> {
  let summary = "look functions of one number up in tables that registers hold";
  let description = [{
    Values of a block that are functions of one number, as GELU and its derivative,
    are looked up in tables of 16 or 32 f32 where that is cheaper than to compute
    them. For AVX-512, and but for `neo.strict`.

    ```mlir
    %1 = math.erf %0           %2 = arith.mulf %x, %1
    // -->
    %1 = arith.minimumf %size, %limit
    %2 = llvm.call_intrinsic "llvm.x86.avx512.permvar.sf.512"(%table, %1)
    ```
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::math::MathDialect",
                           "mlir::vector::VectorDialect",
                           "mlir::LLVM::LLVMDialect"];
}

def NeoDivideByUniform : Pass<"neo-divide-by-uniform", "mlir::func::FuncOp"> {
  let summary = "divide vectors by one number through its reciprocal";
  let description = [{
    Where all lanes of a vector of f32 have one divisor, a number of the loop or a
    constant, the vector is multiplied by the reciprocal, and one step of Newton's
    method with fused operations makes the result that of the division.

    ```mlir
    %s = vector.broadcast %sum : f32 to vector<16xf32>
    %y = arith.divf %x, %s
    // -->
    %r = arith.divf %one, %sum
    %q = arith.mulf %x, %r     %e = math.fma %q, -%s, %x    %y = math.fma %e, %r, %q
    ```
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::math::MathDialect",
                           "mlir::vector::VectorDialect",
                           "mlir::LLVM::LLVMDialect"];
}

def NeoApproximateMath : Pass<"neo-approximate-math", "mlir::func::FuncOp"> {
  let summary = "expand f32 vector math functions into arithmetic";
  let description = [{
    `math.exp`, `expm1`, `log`, `log2`, `log1p`, `tanh` and `erf` of f32, f16 and
    bf16 become polynomials, less than 2 units in the last place of an f32 from the
    true value. For AVX-512 some read tables in registers. Other functions and f64
    call the C library. Operations LLVM does not know on vectors (`math.clampf`,
    `isinf`, `fpowi`, `ipowi`) become arithmetic.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::math::MathDialect",
                           "mlir::scf::SCFDialect",
                           "mlir::vector::VectorDialect",
                           "mlir::LLVM::LLVMDialect"];
}

def NeoInterleave : Pass<"neo-interleave", "mlir::func::FuncOp"> {
  let summary = "interleave the chains of a block, as far as registers go";
  let description = [{
    Blocks that `neo-find-long-chains` has marked hold several chains of operations,
    each of which waits for the one before. They are put one beside the other by
    list scheduling, unless the values that are alive at once need more registers
    than there are.

    ```mlir
    a1 a2 a3  b1 b2 b3
    // -->
    a1 b1 a2 b2 a3 b3
    ```
  }];
}

#endif // NEO_CONVERSION_PASSES_TD
