//===- Passes.td - From neo to other dialects --------------*- tablegen -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_PASSES_TD
#define NEO_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertLinalgToNeo : Pass<"convert-linalg-to-neo", "mlir::ModuleOp"> {
  let summary = "raise operators of linalg and tensor to neo.compute";
  let description = [{
    Import from other compilers: operations of `linalg` on tensors of static
    shape, named or generic, the `tensor` operations that move elements, and
    `arith` and `math` on tensors become neo.compute.

    ```mlir
    %C = linalg.matmul ins(%A, %B : tensor<4x6xf32>, tensor<6x5xf32>)
                       outs(%zeros : tensor<4x5xf32>) -> tensor<4x5xf32>
    // -->
    %C = neo.compute [i0: 4, i1: 5] sum [r0: 6] %A[i0, r0], %B[r0, i1] ...
    ```

    Operations that cannot be raised are kept, and a remark gives the reason and
    the remedy. With `strict` it is an error.
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
    Export to other compilers, and a second oracle: the result runs through
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

def NeoSliceOperands : Pass<"neo-slice-operands", "mlir::ModuleOp"> {
  let summary = "read slices at constant positions as tensors of their own";
  let description = [{
    Operators that read different slices of a tensor, as the steps of an unrolled
    loop do, then differ only in the tensors they read, and share a kernel:

    ```mlir
    %y = neo.compute [i: 64] %x[3, i] : (tensor<9x64xf32>) -> tensor<64xf32> { exp }
    // becomes
    %s = tensor.extract_slice %x[3, 0] [1, 64] [1, 1]
       : tensor<9x64xf32> to tensor<64xf32>
    %y = neo.compute [i: 64] %s[i] : (tensor<64xf32>) -> tensor<64xf32> { exp }
    ```

    Kept: slices that do not begin at lines of the cache, tensors with a batch, and
    what is the same in every run.
  }];
  let dependentDialects = ["mlir::tensor::TensorDialect"];
}

def ConvertNeoToVector : Pass<"convert-neo-to-vector", "mlir::ModuleOp"> {
  let summary = "turn every neo.compute into a range-parallel vector kernel";
  let description = [{
    Each neo.compute becomes a function over flat buffers and a range of its
    parallel loop, in scf and vector operations, and the neo.compute a
    neo.launch of it. The loop structure follows the attribute `neo.schedule`
    of the neo.compute, or else the default.

    With `neo.batch = S` on the module, loops of extent S run over a dynamic
    number of items, which is in the last of a kernel's buffers, and the range of
    its launch has a step for every `neo.batch_tile` items.
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
  let summary = "attach to every operator the schedule of its kernel";
  let description = [{
    A schedule can be edited; `--neo-to-vector` checks and applies it:

    ```mlir
    %C = neo.compute [i: 512, j: 512] sum [k: 512] %A[i, k], %B[k, j]
         {neo.schedule = "vector [j: 16] tile [i: 6, j: 4] order [j, i] parallel 1"}
    ```

    `vector` are the vectorised loops, `tile` the steps of a loop (vectors, if it
    is vectorised) in a register tile, `order` the order of loops, outermost
    first, `parallel` how many of these are parallel, `unroll` the reductions
    that are fully unrolled (`apart`: steps share no loads), `group` the
    reduction that is unrolled by a factor, `block` the blocked reduction, outside
    all loops or where `order` names it, `pack` the operands that are packed into
    panels just before their use, `writeback` the loop whose tiles are stored
    together, with the number of steps, and `matrix` tiles in tile registers. A
    `neo.kernel` whose statements share rows has [its own keywords](Kernels.md).
    Of a `neo.kernel` of a reduction and its epilogue, the reduction has the schedule; where that keeps partial sums in the
    result, the kernel becomes its statements. A module marked `neo.scheduled` is
    compiled without other passes.
  }];
  let options = [
    Option<"draw", "draw", "int64_t", "-1",
           "a random legal schedule, of this seed, for the operator with the most points">,
    Option<"explain", "explain", "bool", "false",
           "emit remarks with the predicted cycles of each operator">
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
    The launches are part of the executor's plan already; only kernels are compiled.
  }];
}

def NeoReduceDivisions : Pass<"neo-reduce-divisions", "mlir::func::FuncOp"> {
  let summary = "divide indices in bodies by multiplications";
  let description = [{
    The extents of loops bound an index. Below 2^31 its quotient by a constant is a
    product of 64 bits and a shift, which vectors have instructions for; LLVM, which
    knows no bound, divides lane by lane.

    ```mlir
    %q = arith.floordivsi %i, %c5 : index
    // -->
    %p = arith.muli %i, %c3435973837      %q = arith.shrui %p, %c34
    ```

    Loops over a batch of any size have no bound.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect"];
}

def NeoAvoidPoison : Pass<"neo-avoid-poison"> {
  let summary = "give conversions and shifts out of range the values of a body";
  let description = [{
    A float that no integer of the type can hold becomes the nearest one, NaN zero,
    and a shift by the width or more gives zero. LLVM has no value for these.

    ```mlir
    %1 = arith.shli %a, %n : i32
    // -->
    %0 = arith.cmpi ult, %n, %c32      %amount = arith.select %0, %n, %c0
    %shifted = arith.shli %a, %amount  %1 = arith.select %0, %shifted, %c0
    ```
  }];
  let dependentDialects = ["mlir::arith::ArithDialect"];
}

def NeoShareValues : Pass<"neo-share-values", "mlir::func::FuncOp"> {
  let summary = "eliminate common subexpressions and loads of a kernel";
  let description = [{
    Common subexpressions of a kernel, and loads of the same address without a
    store in between, in time linear in the number of operations, not in that of
    pairs of equal ones.

    ```mlir
    %0 = memref.load %a[%i]
    %1 = arith.addf %0, %x
    %2 = memref.load %a[%i]   // is %0
    ```
  }];
}

def NeoNaNAwareExtrema : Pass<"neo-nan-aware-extrema", "mlir::func::FuncOp"> {
  let summary = "separate NaN tests from loop-carried maxima and minima";
  let description = [{
    For AVX-512, whose comparisons write mask registers: an extremum that ignores
    NaN takes one instruction per vector, and one comparison tests two vectors
    for NaN. The result is the same.

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
    The terminator of such a block gets the attribute `neo.long_chains`, by which
    `neo-interleave` finds it after functions are expanded.
  }];
}

def NeoTabulateFunctions : Pass<"neo-tabulate-functions", "mlir::func::FuncOp"> {
  let summary = "replace functions of one variable by tables in registers";
  let description = [{
    Values of a block that are functions of one variable, as GELU and its derivative,
    are looked up in tables of 16 or 32 f32 where that is cheaper than computing
    them. For AVX-512, and not under `neo.strict`.

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
  let summary = "divide vectors by a broadcast scalar through its reciprocal";
  let description = [{
    Where all lanes of a vector of f32 have the same divisor, a scalar or a constant,
    the vector is multiplied by the reciprocal, and one step of Newton's method with
    fused operations corrects the result to that of the division. Not with AVX2, which
    divides as fast.

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
  let summary = "expand vector math functions into arithmetic";
  let description = [{
    Exponentials, logarithms, trigonometric and hyperbolic functions and their
    inverses, `erf` and `powf` of f32, f16 and bf16 become polynomials, less than 2
    units in the last place of an f32 from the true value. For AVX-512 some read
    tables in registers. So do those of f64; `erfc` calls the C library. `powf` of a
    constant like 1.5 is a product with a root. `arith.remf` is exact. Lanes whose
    angle is beyond 2^17 (f32) or 2^40 (f64), or whose quotient is beyond 2^22 or 2^51,
    are computed by the C library, under an `scf.if`.
    Operations LLVM does not know on vectors (`math.clampf`, `isinf`, `fpowi`,
    `ipowi`) become arithmetic.

    ```mlir
    %y = math.exp2 %x : vector<8xf32>
    // -->
    %shifted = arith.addf %bounded, %magic : vector<8xf32>      // n in the low bits
    %n = arith.subf %shifted, %magic : vector<8xf32>
    %r = arith.mulf %rest, %ln2 : vector<8xf32>                 // rest = x - n
    ...                                                         // e^r by FMAs, * 2^n
    ```
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::math::MathDialect",
                           "mlir::scf::SCFDialect",
                           "mlir::vector::VectorDialect",
                           "mlir::LLVM::LLVMDialect"];
}

def NeoInterleave : Pass<"neo-interleave", "mlir::func::FuncOp"> {
  let summary = "interleave dependence chains, within register pressure";
  let description = [{
    Blocks that `neo-find-long-chains` has marked contain several dependence chains.
    They are interleaved by list scheduling, unless register pressure exceeds the
    number of registers.

    ```mlir
    a1 a2 a3  b1 b2 b3
    // -->
    a1 b1 a2 b2 a3 b3
    ```
  }];
}

#endif // NEO_CONVERSION_PASSES_TD
