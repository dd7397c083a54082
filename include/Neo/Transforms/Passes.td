//===- Passes.td - Transformations of neo.compute graphs ---*- tablegen -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_PASSES_TD
#define NEO_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"
include "Neo/Transforms/AlgebraPasses.td"
include "Neo/Transforms/ScanPasses.td"

def NeoVerifyBatch : Pass<"neo-verify-batch", "mlir::ModuleOp"> {
  let summary = "check that a batch of any size is nothing but a whole index";
  let description = [{
    Where the module says which extent stands for any number of items,
    `neo.batch = 127`, an operator that would not do what it says for another
    number is an error.
  }];
}

def NeoDropUnusedDerivatives
    : Pass<"neo-drop-unused-derivatives", "mlir::ModuleOp"> {
  let summary = "erase declared derivatives that nobody can call";
  let description = [{
    A declared `@f_vjp` that nothing calls becomes as visible as `@f`. Where `@f` is
    private nobody can ask for it: it is erased, with a warning.
  }];
}

def NeoDelinearize : Pass<"neo-delinearize", "mlir::func::FuncOp"> {
  let summary = "split loops that reshapes linearised";
  let description = [{
    A loop whose indices divide it, because a reshape linearised dimensions, is
    split into two loops, together with all loops that run over the same
    dimension of intermediate tensors, where that leaves fewer divisions. So a
    convolution that is written as a matrix product by im2col becomes a
    convolution again, before gradients are derived from it.

    ```mlir
    %0 = neo.compute [k: 8, n: 12] sum [m: 6]
           %w[k, m floordiv 3, m mod 3], %x[m floordiv 3, n + m mod 3]
    // -->
    %0 = neo.compute [k: 8, n: 12] sum [m0: 2, m1: 3]
           %w[k, m0, m1], %x[m0, n + m1]
    ```

    Not split: loops of results of the function, whose shape is fixed, and loops
    whose parts would have the extent of the batch.
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "emit remarks about loops that are split, and what this saves">
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
    nor tangent. Intermediate values of a function with the attribute
    `neo.checkpoint` are not stored but recomputed in the backward pass.

    By default a public `@f` is differentiated unless `@f_vjp` exists: then that
    is its derivative, yours or of an earlier run. An `@f_vjp` with a body and
    the signature of something else is an error, and so are an `@f_vjp` that is
    declared where there is no `@f`, and one that is no function.

    A derivative has the visibility of its function. A declared one, which MLIR
    allows for private functions only, stays private if it has callers: it can be
    erased after it is inlined.
  }];
  let options = [
    ListOption<"functions", "functions", "std::string",
               "functions to differentiate (default: those whose _vjp or _jvp "
               "is declared; if there are none, every public one)">,
    Option<"mode", "mode", "neo::DerivativeMode",
           "neo::DerivativeMode::reverse",
           "the mode of functions without a declared derivative",
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
           "sum over the loops that an access does not depend on before gathering, "
           "where a direct gather would visit many points without a term">,
    Option<"scatter", "scatter", "bool", "true",
           "scatter terms to their elements, by neo.scatter_add, where a gather "
           "would visit more than four points per term">,
    Option<"prove", "prove", "bool", "true",
           "prove that every gradient gathers exactly the terms of its operand, "
           "each once">,
    Option<"explain", "explain", "bool", "false",
           "emit remarks with the access of each operand, the inverse that its "
           "gradient is built from, and the chosen form with its cost">
  ];
  let dependentDialects = ["neo::NeoDialect", "mlir::arith::ArithDialect",
                           "mlir::math::MathDialect",
                           "mlir::func::FuncDialect"];
}

def NeoDropStopGradient : Pass<"neo-drop-stop-gradient"> {
  let summary = "replace every neo.stop_gradient by its operand";
  let description = [{
    Runs after differentiation, so that the operation does not prevent fusion.
  }];
}

def NeoTighten : Pass<"neo-tighten", "mlir::func::FuncOp"> {
  let summary = "restrict sums to the terms that exist";
  let description = [{
    Where an equation decides which terms of a sum exist, or bounds of an index
    between which less than half of them lie, the sum runs over their points
    alone: they are enumerated as the gradient's are, and the enumeration is
    proven. A select of the body by loops alone, between 0 and the term or a
    factor of it, is such a condition, too. If the terms differ between residues
    of the result's index, every class becomes an operator of its own.

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
    Bounds of steps in the body or on several factors become the `where` of the sum.
    Not changed: sums whose terms all exist, wide bounds of indices, other kinds.
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "emit remarks about the number of terms of each sum, and why it is kept">
  ];
  let dependentDialects = ["mlir::arith::ArithDialect"];
}

def NeoSplitBackward : Pass<"neo-split-backward", "mlir::ModuleOp"> {
  let summary = "make a forward and a backward function of one that is both";
  let description = [{
    A function of operands and cotangents, which gives results and gradients, becomes
    two for a caller that wants the gradients later. `@f_forward` takes what is no
    cotangent and returns the results, and intermediate values to be saved;
    `@f_backward` takes all arguments and, behind the cotangents, what is saved, and
    returns the gradients. Its attribute `neo.saved` holds the numbers of the results
    of `@f_forward` that are saved.

    ```mlir
    func.func @f(%a: tensor<8x9xf32>, %b: ..., %dy: ...) -> (%y, %da, %db)
    // --neo-split-backward="function=f first=2 cotangents=1 results=1"
    func.func @f_forward(%a, %b) -> (%y, %t)
    func.func @f_backward(%a, %b, %dy, %t) -> (%da, %db)
        attributes {neo.saved = array<i64: 1>}
    ```

    Saved is what the forward function computes anyway, if computing it again takes
    longer than writing and reading it: sums of many terms, loops, scatters; and
    results. What is a function of single elements is recomputed, where fusion makes it
    part of a kernel, and so is what depends on `neo.fixed` arguments alone.
    So the pass runs after products are ordered (`neo-algebra`) and before `neo-fuse`.
  }];
  let options = [
    Option<"function", "function", "std::string", "\"main\"", "the function to split">,
    Option<"first", "first", "unsigned", "0", "the number of the first cotangent">,
    Option<"cotangents", "cotangents", "unsigned", "1", "how many cotangents there are">,
    Option<"results", "results", "unsigned", "1",
           "how many results there are before the gradients">,
    Option<"explain", "explain", "bool", "false",
           "emit remarks about the values that are saved">
  ];
}

def NeoOrder : Pass<"neo-order", "mlir::func::FuncOp"> {
  let summary = "choose the order of dimensions of intermediate tensors";
  let description = [{
    The dimensions of an intermediate tensor are ordered as those of the tensors
    that operators access together with it, which vote weighted by their bytes;
    arguments and results are not changed. So a transpose in the program need
    not be one in memory.

    ```mlir
    %e = neo.compute [j: 768, i: 4096] %x[i, j], %m[i] ... exp
    %y = neo.compute [i: 4096, j: 768] %e[j, i], %s[i] ... divf
    // -->
    %e = neo.compute [i: 4096, j: 768] %x[i, j], %m[i] ... exp
    %y = neo.compute [i: 4096, j: 768] %e[i, j], %s[i] ... divf
    ```

    Not changed: tensors of more than five dimensions, those with readers other
    than neo.compute, and functions with a dynamic batch.
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "emit remarks about tensors that get another order">
  ];
}

def NeoFuse : Pass<"neo-fuse", "mlir::func::FuncOp"> {
  let summary = "substitute elementwise producers into their consumers";
  let description = [{
    A producer without a reduction is an expression of its index. Where not
    writing the tensor saves more time than recomputing its elements costs, the
    expression replaces the reads.

    ```mlir
    %1 = neo.compute [i: 8] %x[i] ... exp
    %2 = neo.compute [j: 8] %1[7 - j] ... negf
    // -->
    %2 = neo.compute [j: 8] %x[7 - j] ... exp, negf
    ```
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "emit remarks about producers that are substituted, with costs, and "
           "why other operands stay tensors">
  ];
  let dependentDialects = ["mlir::arith::ArithDialect"];
}

def NeoExtendPeriodic : Pass<"neo-extend-periodic", "mlir::func::FuncOp"> {
  let summary = "read operands modulo a period from periodic copies";
  let description = [{
    An index that wraps around is affine in a copy that goes on behind the end, so a
    circular convolution, or a circulant matrix, is one like any other.

    ```mlir
    %C = neo.compute [p: 56] sum [r: 3] %A[(p + r + 55) mod 56], %W[r] ...
    // -->
    %E = neo.compute [t: 58] %A[(t + 55) mod 56] ...
    %C = neo.compute [p: 56] sum [r: 3] %E[p + r], %W[r] ...
    ```

    Elementwise operators read in two parts, before and behind the place of the wrap.
    Not changed: operands used less than three times, or of fourfold copies.
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "emit remarks about operands that are repeated, with costs, or why none is">
  ];
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

    An operand with too few uses for a copy to pay gets the guard of the term
    instead, which is then evaluated once per load. Bounds of steps that stay are
    added to `neo.nonzero`. Not changed: factors whose zero does not make the term zero.
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "emit remarks about operands that are padded, with costs, or why none is">
  ];
}

def NeoNarrow : Pass<"neo-narrow", "mlir::func::FuncOp"> {
  let summary = "convert narrow operands of contractions once, or use packed dot products";
  let description = [{
    Operands of f16, bf16 and i8 that are used many times are copied: in words
    of two bf16, four i8 or two i16 where the target has a packed dot product of
    these, otherwise in f32 or i32.

    ```mlir
    %C = neo.compute [i: 64, j: 64] sum [k: 64] %A[i, k], %B[k, j]
         ... extf, extf, mulf
    // --> with AVX512-BF16
    %P = neo.compute [i: 64, k: 32] %A[i, 2 * k], %A[i, 2 * k + 1] ...
    %Q = neo.compute [k: 32, j: 64] %B[2 * k, j], %B[2 * k + 1, j] ...
    %C = neo.compute [i: 64, j: 64] sum [k: 32] %P[i, k], %Q[k, j] ...
    ```

    Sums of halves at indices that are data are made in f32, in a copy of their
    terms: in place, a row with more than some hundred of them would stop growing.

    Sums of i8 in i64 are computed in i32 where all products fit; those of signed bytes
    are corrected by sums of one operand, exactly. Denormal bf16 may count as 0.
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "emit remarks about operands that are converted once, or why not">
  ];
}

def NeoPack : Pass<"neo-pack", "mlir::func::FuncOp"> {
  let summary = "copy operands of contractions into contiguous panels";
  let description = [{
    An operand of a contraction is packed so that it fills vectors: the cheapest
    one to copy where none is contiguous along the lanes, and each whose rows
    conflict in cache sets (a leading dimension that is a multiple of 1 KiB).

    ```mlir
    %C = neo.compute [i: 512, j: 512] sum [k: 512] %A[i, k], %B[j, k] ...
    // -->
    %P = neo.compute [a: 8, k: 512, c: 64] %B[64 * a + c, k] ...
    %C = neo.compute [i: 512, j: 512] sum [k: 512]
           %A[i, k], %P[j floordiv 64, k, j mod 64] ...
    ```

    Adjacent loops of the result that index dimensions of one operand are one
    run, which is packed whole where no panel width divides it: over `[p: 10, q: 10]`
    `%D[k, p, q, j]` becomes `%P[k, j, p, q]`.
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "emit remarks about operands that are not packed">
  ];
}

def NeoSplitGroups : Pass<"neo-split-groups", "mlir::func::FuncOp"> {
  let summary = "make groups of an output loop a loop of their own";
  let description = [{
    Where an operand of a sum depends on an output loop by its quotient alone and
    the others by more, as in grouped convolutions and their gradients, the loop
    is split into one over the groups and one inside, with those of statements
    that follow element by element. So each group is a product of matrices, of
    which a schedule for a GPU makes tiles. What reads the result in its old shape
    reads a copy in the same order, for which convert-neo-to-gpu launches nothing.

    Not split: what is a product of matrices as it is, operators that have a
    schedule for a GPU, and bodies of scans.

    ```mlir
    %0 = neo.compute [k: 8, p: 6] sum [c: 3]
           %x[3 * (k floordiv 4) + c, p], %w[k, c]
    // -->
    %1 = neo.compute [k0: 2, k1: 4, p: 6] sum [c: 3]
           %x[3 * k0 + c, p], %w[4 * k0 + k1, c]
    %0 = neo.compute [k: 8, p: 6] %1[k floordiv 4, k mod 4, p]
    ```
  }];
}

def NeoGroup : Pass<"neo-group", "mlir::func::FuncOp"> {
  let summary = "make one neo.kernel of operators that share loops";
  let description = [{
    Operators that share the loops around a row, and of which one reads the other,
    or both read one tensor, or one only reads and the other only writes, become
    one kernel where that saves traffic and launches (greedy clustering).

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
           "emit remarks about operators that become one kernel, what that saves, "
           "and why others do not">
  ];
}

#endif // NEO_TRANSFORMS_PASSES_TD
