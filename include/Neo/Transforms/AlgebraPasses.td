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
           "say in a remark what is rewritten, at which cost, and why not">,
    Option<"start", "start", "double", "-1",
           "cycles that starting one more kernel counts as; below 0, what the "
           "machine takes">
  ], own);
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::math::MathDialect"];
}

def NeoShareComputes : NeoAlgebraPass<"neo-share-computes"> {
  let summary = "compute operators that are equal but for the order of loops once";
  let description = [{
    Operators that are equal up to the order of loops and factors, as those of
    forward and backward often are, become one. Rounds nothing.

    ```mlir
    %0 = neo.compute [i: 64, j: 32] sum [k: 16] %A[i, k], %B[k, j] ... a * b
    %1 = neo.compute [j: 32, i: 64] sum [k: 16] %B[k, j], %A[i, k] ... b * a
    // -->
    %0 = neo.compute [i: 64, j: 32] sum [k: 16] %A[i, k], %B[k, j] ... a * b
    %1 = neo.compute [j: 32, i: 64] %0[i, j]
    ```
  }];
}

def NeoExpandLogs : NeoAlgebraPass<"neo-expand-logs"> {
  let summary = "take exponentials out of logarithms of products";
  let description = [{
    The logarithm of a product with an exponential is the exponent and the logarithm
    of the rest, also where pointwise operators stand between the two. Comes before
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
           "leave functions of exponentials as they are, for fusion has yet to "
           "bring what they are of into one body">]> {
  let summary = "write exponentials so that they do not overflow";
  let description = [{
    Functions of one exponential, such as sigmoid and Mish, and derivatives of them
    take forms in exp(min(x, U)) or exp(-|x|); a softmax or a log-sum-exp takes the
    largest exponent off before:

    ```mlir
    x * tanh(log(1 + exp(x)))
    // --> x * (m / (m + 1)), m = e * (1 + 0.5 * e), e = exp(min(x, U))
    exp(x[i, j]) / (sum over k of exp(x[i, k]))
    // --> exp(x[i, j] - m) / (sum over k of exp(x[i, k] - m)), m = max of x[i, k]
    ```

    Sums whose terms cancel are zero, and what is multiplied by them goes too.
    Changes rounding, by no more than docs/Numerics.md says.
  }];
}

def NeoCommonFactors : NeoAlgebraPass<"neo-common-factors"> {
  let summary = "take a factor that both terms of a sum have out of it";
  let description = [{
    In pointwise operators, `a * e + c * e` becomes `(a + c) * e` and `a / s - c / s`
    becomes `(a - c) / s`: the same expression as where the program has a name for what
    both belong to. Changes rounding: of products and sums, another order.
  }];
}

def NeoOrderProducts : NeoAlgebraPass<"neo-order-products", [
    Option<"again", "again", "bool", "false",
           "say no reasons against a rewrite, which another run says">,
    Option<"reuse", "reuse", "bool", "false",
           "offer every product the steps of all operators, not only those before it">
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

    The same orders pull factors out of sums, and sum operands over loops that nothing
    else sees first. A step that one product needs is offered to the others. Changes
    rounding: of products and sums, another order.
  }];
}

def NeoExtremaFirst : NeoAlgebraPass<"neo-extrema-first"> {
  let summary = "apply rising and falling functions to an extremum, not under it";
  let description = [{
    `max over k of 2 * x[i, k] + b[i]` becomes `2 * (max over k of x[i, k]) + b[i]`.
    Rounds nothing else: correctly rounded operations are monotone.
  }];
}

def NeoSumsOnce : NeoAlgebraPass<"neo-sums-once", [
    Option<"keepFunctions", "keep-functions", "bool", "false",
           "leave sums of differences to a mean as they are, for fusion has yet to "
           "bring what they are of into one body">]> {
  let summary = "compute sums and parts of them that many elements share once";
  let description = [{
    Elements that are the same sum, because the loops of the result occur in a
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

    Sums of differences to a mean are taken to a pivot, so that they need not wait
    for the mean, and what only inner loops move is computed once for all steps of
    the outer ones. Changes rounding, by no more than docs/Numerics.md says.
  }];
}

#endif // NEO_TRANSFORMS_ALGEBRAPASSES_TD
