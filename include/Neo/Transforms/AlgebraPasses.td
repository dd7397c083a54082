//===- AlgebraPasses.td - Cheaper and safer expressions ----*- tablegen -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_ALGEBRAPASSES_TD
#define NEO_TRANSFORMS_ALGEBRAPASSES_TD

include "mlir/Pass/PassBase.td"

/// Rewrites expressions that are equal in the reals where that lowers the cost:
/// operations at the rate of the vector unit, every tensor moved once, launches
/// (`include/Neo/Transforms/Algebra/AlgebraCost.h`).
class NeoAlgebraPass<string name, list<Option> own = []>
    : Pass<name, "mlir::func::FuncOp"> {
  let options = !listconcat([
    Option<"strict", "strict", "bool", "false",
           "rewrite nothing, as in a module with neo.strict">,
    Option<"explain", "explain", "bool", "false",
           "emit remarks about rewrites, their costs, and why others are not done">,
    Option<"start", "start", "double", "-1",
           "cost of launching one more kernel, in cycles; below 0, that of the "
           "machine">
  ], own);
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::math::MathDialect"];
}

def NeoShareComputes : NeoAlgebraPass<"neo-share-computes"> {
  let summary = "compute operators that are equal but for order or sign once";
  let description = [{
    Operators that are equal up to the order of loops and factors, as those of
    forward and backward often are, become one; a sum of negated terms becomes the
    negative of the other, as the gradients of b and c in a (b - c). Rounds nothing.

    ```mlir
    %0 = neo.compute [i: 64, j: 32] sum [k: 16] %A[i, k], %B[k, j] ... a * b
    %1 = neo.compute [j: 32, i: 64] sum [k: 16] %B[k, j], %A[i, k] ... b * a
    // -->
    %0 = neo.compute [i: 64, j: 32] sum [k: 16] %A[i, k], %B[k, j] ... a * b
    %1 = neo.compute [j: 32, i: 64] %0[i, j]
    ```
  }];
}

def NeoBubbleUpGathers : Pass<"neo-bubble-up-gathers", "mlir::func::FuncOp"> {
  let summary = "gather operands of pointwise operators, not their results";
  let description = [{
    Where a gather reads a quarter of a pointwise operator or less, it reads its operands,
    and the operator is computed for these elements alone. Comes before autodiff, so
    that derivatives are those of the elements. Rounds nothing.

    ```mlir
    %L = neo.compute [i: 64, j: 32] %x[i, j], %z[i] ... x - z
    %P = neo.gather [i: 64] %L[i, %t[i]]
    // -->
    %G = neo.gather [i: 64] %x[i, %t[i]]
    %P = neo.compute [i: 64] %G[i], %z[i] ... x - z
    ```
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "emit remarks about gathers that are moved">
  ];
  let dependentDialects = ["mlir::affine::AffineDialect",
                           "mlir::arith::ArithDialect"];
}

def NeoExpandScatters : Pass<"neo-expand-scatters", "mlir::func::FuncOp"> {
  let summary = "compare positions where each row gets one element";
  let description = [{
    A scatter_add that sends one element to each row, as the gradient of a picked one
    does, becomes a comparison with the position, which is computed where it is read.
    A gather of zeros checks the integers. Comes after autodiff. Rounds nothing.

    ```mlir
    %S = neo.scatter_add [i: 64] %v[i] into [i, %t[i]]
    // -->
    %Z = neo.gather [i: 64] %zeros[%t[i]]
    %S = neo.compute [i: 64, j: 32] %v[i], %t[i], %Z[i] ... t == j ? z + v : z
    ```
  }];
  let options = [
    Option<"explain", "explain", "bool", "false",
           "emit remarks about scatters that are expanded">
  ];
  let dependentDialects = ["mlir::arith::ArithDialect"];
}

def NeoExpandLogs : NeoAlgebraPass<"neo-expand-logs"> {
  let summary = "move exponentials out of logarithms of products";
  let description = [{
    The logarithm of a product with an exponential is the exponent and the logarithm
    of the rest, also through pointwise operators in between. Comes before
    autodiff, whose derivative of the left side divides by what it multiplies by.

    ```mlir
    %e = neo.compute [i: 64, j: 32] %d[i, j] ... exp(d)
    %p = neo.compute [i: 64, j: 32] %e[i, j], %s[i] ... e / s
    %l = neo.compute [i: 64, j: 32] %p[i, j] ... log(p)
    // -->
    %l = neo.compute [i: 64, j: 32] %d[i, j], %s[i] ... d - log(s)
    ```

    Changes rounding, by no more than docs/Numerics.md says.
  }];
}

def NeoStableForms : NeoAlgebraPass<"neo-stable-forms", [
    Option<"keepFunctions", "keep-functions", "bool", "false",
           "do not rewrite functions of exponentials yet, as fusion has not brought "
           "their arguments into one body">]> {
  let summary = "write exponentials so that they do not overflow";
  let description = [{
    Functions of one exponential, such as sigmoid and Mish, and derivatives of them
    take forms in exp(min(x, U)) or exp(-|x|); in a softmax or a log-sum-exp the
    largest exponent is subtracted first:

    ```mlir
    x * tanh(log(1 + exp(x)))
    // --> x * (m / (m + 1)), m = e * (1 + 0.5 * e), e = exp(min(x, U))
    exp(x[i, j]) / (sum over k of exp(x[i, k]))
    // --> exp(x[i, j] - m) / (sum over k of exp(x[i, k] - m)), m = max of x[i, k]
    ```

    Sums whose terms cancel are replaced by zero, and products with them are folded.
    Changes rounding, by no more than docs/Numerics.md says.
  }];
}

def NeoCommonFactors : NeoAlgebraPass<"neo-common-factors"> {
  let summary = "factor sums whose terms have a factor in common";
  let description = [{
    In pointwise operators, `a * e + c * e` becomes `(a + c) * e` and `a / s - c / s`
    becomes `(a - c) / s`: the same expression as in a program that names the common
    subexpression. Changes rounding: products and sums are reassociated.
  }];
}

def NeoSelectedSums : NeoAlgebraPass<"neo-selected-sums"> {
  let summary = "add or read the terms that a number from data selects";
  let description = [{
    A sum over the terms whose number is the element's, as of segments, histograms and
    the gradients of running extrema, compares each number with each element:

    ```mlir
    %H = neo.compute [n: 100, c: 16] sum [e: 10000] %D[e], %X[e, c] ... d == n ? x : 0
    // -->
    %P = neo.compute [e: 10000] %D[e] ... 0 <= d < 100 ? d : 100
    %V = neo.compute [e: 10000, c: 16] %X[e, c] ...
    %S = neo.scatter_add [e: 10000, c: 16] %V[e, c] into [%P[e], c]
    %H = neo.compute [n: 100, c: 16] %S[n, c] ...
    ```

    Terms of no element go to one more row, which nobody reads. Where the number is that
    of a summed loop, as in a product of a one-hot matrix and a table, the term is read:

    ```mlir
    %Y = neo.compute [n: 40, c: 32] sum [v: 2000] %I[n], %W[v, c] ... i == v ? w : 0
    // -->
    %P = neo.compute [n: 40] %I[n] ... 0 <= i < 2000 ? i : 0
    %G = neo.gather [n: 40, c: 32] %W[%P[n], c]
    %Y = neo.compute [n: 40, c: 32] %I[n], %G[n, c] ... 0 <= i < 2000 ? g : 0
    ```

    Comparisons in pointwise operators that the sum reads are substituted first. Rounds
    as the sum in the order of its terms; what would be NaN, of infinities times a truth
    value that is 0, is left out.
  }];
}

def NeoRunningSums : NeoAlgebraPass<"neo-running-sums"> {
  let summary = "take sums of the terms up to each element in blocks";
  let description = [{
    A prefix sum in blocks of 64 bytes: the sum of an element's block up to there, and
    that of all blocks before. So are products and extrema, and those of the terms from
    an element on:

    ```mlir
    %S = neo.compute [i: 1000] sum [k: 1000] %A[k] where (k <= i) ...
    // -->
    %I = neo.compute [b: 63, s: 16] sum [r: 16] %A[16 * b + r]
           where (r <= s, 16 * b + r < 1000) ...
    %C = neo.compute [b: 63] sum [c: 63] %I[c, 15] where (c < b) ...
    %S = neo.compute [i: 1000] %I[i floordiv 16, i mod 16], %C[i floordiv 16] ...
    ```

    Factors of the element alone, `%A[k] * %B[i]`, are taken out before. A running argmax
    or argmin is the place of the last term that is better than all before it, which are
    running extrema both. Changes rounding: sums are reassociated.
  }];
}

def NeoOrderProducts : NeoAlgebraPass<"neo-order-products", [
    Option<"again", "again", "bool", "false",
           "emit no remarks against a rewrite, as another run of the pass does">,
    Option<"reuse", "reuse", "bool", "false",
           "let every product reuse the steps of all operators, not only of earlier ones">
    ]> {
  let summary = "compute sums of products step by step, in the cheapest order";
  let description = [{
    Each step is a sum of products of two, each loop summed as early as possible:

    ```mlir
    %O = neo.compute [n: 8, m: 8] sum [k: 99, l: 99] %A[n, k], %W[m, k, l], %B[n, l] ...
    // -->
    %T = neo.compute [n: 8, m: 8, k: 99] sum [l: 99] %W[m, k, l], %B[n, l] ... w * b
    %O = neo.compute [n: 8, m: 8] sum [k: 99] %T[n, m, k], %A[n, k] ... t * a
    ```

    The same orders move loop-invariant factors out of sums, and first reduce operands
    over loops that no other factor depends on. Steps are shared between products.
    A guard with a pad of 0, on loops that its operand does not have, becomes a
    condition of the terms, which binds no order.
    Changes rounding: products and sums are reassociated.
  }];
}

def NeoExtremaFirst : NeoAlgebraPass<"neo-extrema-first"> {
  let summary = "hoist monotonic functions out of an extremum";
  let description = [{
    `max over k of 2 * x[i, k] + b[i]` becomes `2 * (max over k of x[i, k]) + b[i]`.
    Rounds nothing else: correctly rounded operations are monotone.
  }];
}

def NeoSumsOnce : NeoAlgebraPass<"neo-sums-once", [
    Option<"keepFunctions", "keep-functions", "bool", "false",
           "do not rewrite sums of differences to a mean yet, as fusion has not "
           "brought their terms into one body">,
    Option<"residentTerms", "resident-terms", "int64_t", "0",
           "keep sums of differences to a mean of so many terms: kernels read "
           "them from registers again">]> {
  let summary = "compute sums, and parts of them, that elements share once";
  let description = [{
    Elements that are equal sums, because the loops of the result occur in a
    few expressions only:

    ```mlir
    %O = neo.compute [i: 1024, j: 512] sum [k: 8]
           %A[8 * (i floordiv 8) + k, 8 * (j floordiv 8) + (k + j - i) mod 8] ...
    // -->
    %V = neo.compute [z0: 128, z1: 64, z2: 8] sum [k: 8]
           %A[8 * z0 + k, 8 * z1 + (k + z2) mod 8] ...
    %O = neo.compute [i: 1024, j: 512]
           %V[i floordiv 8, j floordiv 8, (j - i) mod 8] ...
    ```

    Sums of differences to a mean become sums of differences to a pivot, which do not
    depend on the mean, and values that are invariant in outer loops are hoisted to
    tensors of their own. Changes rounding, by no more than docs/Numerics.md says.
  }];
}

def NeoSplitReductions : Pass<"neo-split-reductions", "mlir::func::FuncOp"> {
  let summary = "reduce many terms to few results in two steps";
  let description = [{
    A loop of the reduction becomes one of a result of partial sums, which threads
    share, and each of which has fewer terms to round:

    ```mlir
    %S = neo.compute [] sum [i: 4000000] %x[i]
    // -->
    %T = neo.compute [o: 64] sum [i: 62500] %x[62500 * o + i]
    %S = neo.compute [] sum [o: 64] %T[o]
    ```

    Not split: reductions in kernels, with a schedule, over a batch of any size, of
    positions, and of half precision, whose partial sums are not rounded. Changes
    the order of terms, by no more than docs/Numerics.md says.
  }];
  let options = [
    Option<"fewest", "fewest-terms", "int64_t", "262144",
           "terms of each result from which on a reduction is split">
  ];
  let dependentDialects = ["mlir::affine::AffineDialect",
                           "mlir::arith::ArithDialect"];
}

#endif // NEO_TRANSFORMS_ALGEBRAPASSES_TD
