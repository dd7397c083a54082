//===- Passes.td - Transformations of neo.compute graphs ---*- tablegen -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_PASSES_TD
#define NEO_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def NeoAutodiff : Pass<"neo-autodiff", "mlir::ModuleOp"> {
  let summary = "add to every function @f its derivative @f_vjp or @f_jvp";
  let description = [{
    `@f_vjp` takes `@f`'s operands and one cotangent per result, and returns the
    gradients of all floating-point operands in order. Every contribution is a
    neo.compute again: the index expression of each operand is inverted over the
    integers, so gradients gather; they scatter only through indices that are
    data, and with the option `scatter`.

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32>        // x * x
    func.func @f_vjp(%x: tensor<4xf32>, %dy: tensor<4xf32>) -> tensor<4xf32>
                                                            // 2 * x * dy
    ```

    In forward mode, `@f_jvp` takes `@f`'s operands and one tangent per
    floating-point operand; it returns `@f`'s results and one tangent per
    floating-point result.

    ```mlir
    func.func @f_jvp(%x: tensor<4xf32>, %dx: tensor<4xf32>)
        -> (tensor<4xf32>, tensor<4xf32>)                   // x * x, 2 * x * dx
    ```

    Nothing is differentiated through a neo.stop_gradient, nor with respect to
    an argument with the attribute `neo.constant`, which has neither gradient
    nor tangent. The inside of a function with the attribute `neo.checkpoint` is
    not kept for the way back but computed again.

    By default a public `@f` is differentiated unless `@f_vjp` exists: then that
    is its derivative, yours or of an earlier run. An `@f_vjp` with a body and
    the signature of something else is an error, and so are an `@f_vjp` that is
    declared where there is no `@f`, and one that is no function.
  }];
  let options = [
    ListOption<"functions", "functions", "std::string",
               "functions to differentiate (default: those whose _vjp or _jvp "
               "is declared; if there are none, every public one)">,
    Option<"mode", "mode", "neo::DerivativeMode",
           "neo::DerivativeMode::reverse",
           "the mode, where no declaration says it",
           [{::llvm::cl::values(
             clEnumValN(neo::DerivativeMode::reverse, "reverse",
                        "@f_vjp, from cotangents to gradients"),
             clEnumValN(neo::DerivativeMode::forward, "forward",
                        "@f_jvp, from tangents to tangents"))}]>,
    Option<"declaredOnly", "declared-only", "bool", "false",
           "differentiate nothing but the functions whose _vjp or _jvp is "
           "declared">,
    Option<"residuePieces", "residue-pieces", "bool", "false",
           "compute a gradient by residue classes where each is denser: the "
           "input gradient of a strided convolution as several dense ones">,
    Option<"partialSums", "partial-sums", "bool", "false",
           "sum over the loops that an access does not see before gathering, "
           "where a gather at once would walk many points without a term">,
    Option<"scatter", "scatter", "bool", "true",
           "send terms to the elements they belong to, by neo.scatter_add, "
           "where a gather would walk more than four points per term">,
    Option<"prove", "prove", "bool", "true",
           "prove that every gradient gathers exactly the terms of its operand, "
           "each once">,
    Option<"explain", "explain", "bool", "false",
           "say in a remark how each operand is read, the inverse that its "
           "gradient is built from, and the form that is taken, with its price">
  ];
  let dependentDialects = ["neo::NeoDialect", "mlir::arith::ArithDialect",
                           "mlir::math::MathDialect",
                           "mlir::func::FuncDialect"];
}

def NeoDropStopGradient : Pass<"neo-drop-stop-gradient"> {
  let summary = "replace every neo.stop_gradient by its operand";
  let description = [{
    For after differentiation, so that what was stopped does not keep operators
    from being fused.
  }];
}

def NeoFuse : Pass<"neo-fuse", "mlir::func::FuncOp"> {
  let summary = "substitute elementwise producers into their consumers";
  let description = [{
    A producer without a reduction is an expression of its index. Where its
    consumers read it about as often as it has elements, the expression takes
    the place of the read: the tensor between them is never written.

    ```mlir
    %1 = neo.compute [i: 8] %x[i] ... exp
    %2 = neo.compute [j: 8] %1[7 - j] ... negf
    // -->
    %2 = neo.compute [j: 8] %x[7 - j] ... exp, negf
    ```
  }];
  let dependentDialects = ["mlir::arith::ArithDialect"];
}

def NeoPad : Pass<"neo-pad", "mlir::func::FuncOp"> {
  let summary = "read contractions from padded copies instead of under guards";
  let description = [{
    A guard that only keeps a factor of a contraction in bounds is evaluated
    once per element, in a padded copy, instead of once per use.

    ```mlir
    %C = neo.compute [p: 28] sum [r: 3]
           %A[p + r - 1] if (p + r - 1 >= 0, p + r < 29) else 0.0, %W[r] ...
    // -->
    %P = neo.compute [y: 30] %A[y - 1] if (y - 1 >= 0, y < 29) else 0.0 ...
    %C = neo.compute [p: 28] sum [r: 3] %P[p + r], %W[r] ...
    ```

    Left alone: operands that are used too seldom for a copy to pay, and factors
    whose zero does not make the term vanish.
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "say in a remark why the operands of an operator are not padded">
  ];
}

def NeoNarrow : Pass<"neo-narrow", "mlir::func::FuncOp"> {
  let summary = "convert narrow operands of contractions once, or put them in words";
  let description = [{
    Operands of f16, bf16 and i8 that are used many times are copied: in words
    of two bf16 or four i8 where the target multiplies these by one
    instruction, otherwise in f32 or i32.

    ```mlir
    %C = neo.compute [i: 64, j: 64] sum [k: 64] %A[i, k], %B[k, j]
         ... extf, extf, mulf
    // --> with AVX512-BF16
    %P = neo.compute [i: 64, k: 32] %A[i, 2 * k], %A[i, 2 * k + 1] ...
    %Q = neo.compute [k: 32, j: 64] %B[2 * k, j], %B[2 * k + 1, j] ...
    %C = neo.compute [i: 64, j: 64] sum [k: 32] %P[i, k], %Q[k, j] ...
    ```

    Products of signed bytes are corrected by sums of one operand, exactly. Of
    bf16, the instruction takes denormal numbers for 0.
  }];
}

def NeoPack : Pass<"neo-pack", "mlir::func::FuncOp"> {
  let summary = "copy operands of contractions into contiguous panels";
  let description = [{
    An operand of a contraction is copied so that it fills vectors: the cheapest
    one to copy where all lie across, and each whose rows fall on the same cache
    sets (a pitch that is a multiple of 1 KiB).

    ```mlir
    %C = neo.compute [i: 512, j: 512] sum [k: 512] %A[i, k], %B[j, k] ...
    // -->
    %P = neo.compute [a: 8, k: 512, c: 64] %B[64 * a + c, k] ...
    %C = neo.compute [i: 512, j: 512] sum [k: 512]
           %A[i, k], %P[j floordiv 64, k, j mod 64] ...
    ```

    Neighbouring loops of the result that walk dimensions of one operand are one
    run, and stay whole where no panel width divides it:

    ```mlir
    %C = neo.compute [c: 64, p: 10, q: 10] sum [k: 256, j: 8]
           %W[k, c, j], %D[k, p, q, j] ...
    // -->
    %P = neo.compute [k: 256, j: 8, p: 10, q: 10] %D[k, p, q, j] ...
    %C = neo.compute [c: 64, p: 10, q: 10] sum [k: 256, j: 8]
           %W[k, c, j], %P[k, j, p, q] ...
    ```
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "say in a remark why an operand is not packed">
  ];
}

#endif // NEO_TRANSFORMS_PASSES_TD
