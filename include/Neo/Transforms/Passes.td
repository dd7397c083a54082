//===- Passes.td - Transformations of neo.compute graphs ---*- tablegen -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_PASSES_TD
#define NEO_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"
include "Neo/Transforms/AlgebraPasses.td"

def NeoDelinearize : Pass<"neo-delinearize", "mlir::func::FuncOp"> {
  let summary = "split loops that reshapes joined";
  let description = [{
    A loop whose indices divide it, because a reshape joined two dimensions, is
    split into two loops, together with all loops that run over the same
    dimension of intermediate tensors, where fewer divisions are left. So a
    convolution that is written as a product of a matrix of windows becomes a
    convolution again, before gradients are derived from it.

    ```mlir
    %0 = neo.compute [k: 8, n: 12] sum [m: 6]
           %w[k, m floordiv 3, m mod 3], %x[m floordiv 3, n + m mod 3]
    // -->
    %0 = neo.compute [k: 8, n: 12] sum [m0: 2, m1: 3]
           %w[k, m0, m1], %x[m0, n + m1]
    ```

    Left alone: loops of results of the function, whose shape is fixed, and
    loops whose parts a batch could be taken for.
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "say in a remark which loops are split, and what this saves">
  ];
}

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

    A derivative is as visible as its function. One that is declared, which MLIR
    allows of private functions only, stays private if something calls it: once
    its callers have its body it may go.
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
           "gradient is built from, and the form that is taken, with its cost">
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

def NeoTighten : Pass<"neo-tighten", "mlir::func::FuncOp"> {
  let summary = "sum over the terms that exist and no others";
  let description = [{
    Where an equation decides which terms of a sum exist, the sum runs over
    their points alone: they are enumerated as the gradient's are, and the
    enumeration is proven. If it differs between residues of the result's
    index, every class becomes an operator of its own.

    ```mlir
    %C = neo.compute [p: 8] sum [r: 4]
           %A[(p - r) floordiv 2] if ((p - r) mod 2 == 0, ...) else 0.0, %W[r]
    // -->
    %E = neo.compute [p: 4] sum [t: 2] %A[p - t] if (...) else 0.0, %W[2 * t]
    %O = neo.compute [p: 4] sum [t: 2] %A[p - t] if (...) else 0.0,
           %W[2 * t + 1]
    %C = neo.compute [p: 8] %E[p floordiv 2] if (p mod 2 == 0) else 0.0,
           %O[p floordiv 2] if (p mod 2 == 1) else 0.0 { addf }
    ```

    A factor that reads 0 outside its guard removes its term: so an infinity in
    another factor there no longer gives NaN, as with padding (`neo-pad`).
    Left alone: sums whose terms all exist, bounds of indices, other kinds.
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "say in a remark how many terms each sum has, and why it keeps them">
  ];
  let dependentDialects = ["mlir::arith::ArithDialect"];
}

def NeoOrder : Pass<"neo-order", "mlir::func::FuncOp"> {
  let summary = "order the dimensions of intermediate tensors as they are read";
  let description = [{
    An intermediate tensor takes its dimensions in the order of the tensors
    that operators touch together with it, which vote with their bytes;
    arguments and results stay as they are. So a transpose in the spelling of a
    program is none in memory.

    ```mlir
    %e = neo.compute [j: 768, i: 4096] %x[i, j], %m[i] ... exp
    %y = neo.compute [i: 4096, j: 768] %e[j, i], %s[i] ... divf
    // -->
    %e = neo.compute [i: 4096, j: 768] %x[i, j], %m[i] ... exp
    %y = neo.compute [i: 4096, j: 768] %e[i, j], %s[i] ... divf
    ```

    Left alone: tensors of more than five dimensions, those that something else
    than a neo.compute reads, and functions of any batch.
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "say in a remark which tensors take another order">
  ];
}

def NeoFuse : Pass<"neo-fuse", "mlir::func::FuncOp"> {
  let summary = "substitute elementwise producers into their consumers";
  let description = [{
    A producer without a reduction is an expression of its index. Where the
    tensor that is never written saves more time than computing its elements
    again takes, the expression takes the place of the reads.

    ```mlir
    %1 = neo.compute [i: 8] %x[i] ... exp
    %2 = neo.compute [j: 8] %1[7 - j] ... negf
    // -->
    %2 = neo.compute [j: 8] %x[7 - j] ... exp, negf
    ```
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "say in a remark what is computed where it is read, at which cost, "
           "and why other operands stay tensors">
  ];
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

    An operand that is used too seldom for a copy to pay takes over the guard of
    the term, so that it is evaluated once per element read. Left alone: factors
    whose zero does not make the term vanish.
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "say in a remark which operands are padded, at which cost, or why none">
  ];
}

def NeoNarrow : Pass<"neo-narrow", "mlir::func::FuncOp"> {
  let summary = "convert narrow operands of contractions once, or use packed dot products";
  let description = [{
    Operands of f16, bf16 and i8 that are used many times are copied: in words
    of two bf16, four i8 or two i16 where the target multiplies these by one
    instruction, otherwise in f32 or i32.

    ```mlir
    %C = neo.compute [i: 64, j: 64] sum [k: 64] %A[i, k], %B[k, j]
         ... extf, extf, mulf
    // --> with AVX512-BF16
    %P = neo.compute [i: 64, k: 32] %A[i, 2 * k], %A[i, 2 * k + 1] ...
    %Q = neo.compute [k: 32, j: 64] %B[2 * k, j], %B[2 * k + 1, j] ...
    %C = neo.compute [i: 64, j: 64] sum [k: 32] %P[i, k], %Q[k, j] ...
    ```

    Sums of i8 in i64 are taken in i32 where all products fit; those of signed bytes
    are corrected by sums of one operand, exactly. Denormal bf16 may count as 0.
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "say in a remark what is converted once, at which cost, or why not">
  ];
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
    run, and stay whole where no panel width divides it: over `[p: 10, q: 10]`
    `%D[k, p, q, j]` becomes `%P[k, j, p, q]`.
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "say in a remark why an operand is not packed">
  ];
}

def NeoGroup : Pass<"neo-group", "mlir::func::FuncOp"> {
  let summary = "make one neo.kernel of operators that share loops";
  let description = [{
    Operators that read one another, or one tensor, or one only reads and one only
    writes, and that share the loops around a row become one kernel where that
    saves time, of bytes and launches. The union that saves most comes first.

    ```mlir
    %m = neo.compute [i: 8] max [j: 10] %x[i, j] ...
    %e = neo.compute [i: 8, j: 10] %x[i, j], %m[i] ... exp(x - m)
    // -->
    %e = neo.kernel [i: 8] (%a = %x) ... {
      %m = neo.compute [i: 8] max [j: 10] %a[i, j] ...
      %e = neo.compute [i: 8, j: 10] %a[i, j], %m[i] ...
      neo.results %e
    }
    ```
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "say in a remark what becomes one kernel, what that saves, and why "
           "other neighbours do not">
  ];
}

#endif // NEO_TRANSFORMS_PASSES_TD
