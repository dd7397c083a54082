//===- TangentCompute.h - The tangent of one neo.compute --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The tangent of an operator has the operator's own loops: no access has to be
// inverted.
//
//     forward   out[x]  = sum_r  body(A[f(x, r)], B[h(x, r)])
//
//     tangent   dOut[x] = sum_r  d body / d a * dA[f(x, r)]
//                              + d body / d b * dB[h(x, r)]
//
// Where an operand reads its pad its tangent is 0: a guarded read of A makes a
// guarded read of dA with the pad 0.
//
// A sum of products is the exception to one operator for all operands: the two
// lines above become two contractions and an addition, since packing, padding
// and register tiles are made for contractions. Where input and weights of a
// 3 x 3 convolution over 64 channels of 56 x 56 both move, it and its tangent
// take 7.8 ms this way and 11.3 ms the other (f32, two cores).
//
// The body needs no second table of rules. A rule says how a cotangent g of the
// result of o = op(a, b) goes to the operands: to a goes do/da * g, to b goes
// do/db * g. It is linear in g, and all of these are scalars, so for g = da
// what goes to a is do/da * da, the part of o's tangent that comes from a.
//
//     t = tanh p       rule: to p goes  g * (1 - t * t)
//                      dt =             dp * (1 - t * t)
//     p = mulf a, b    rule: to a goes g * b, to b goes g * a
//                      dp = da * b + db * a
//
// Reductions weigh the terms as adjoints do (AdjointWeights.cpp): for max and
// min only the first extremum counts, or all that tie in equal parts; for prod
// a term counts with the product of the other factors. The weighted terms are
// summed, so that for every u and v
//
//     < u, tangent(v) >  ==  < adjoint(u), v >
//
// term by term, which is how test_jvp.py checks both.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_TANGENTCOMPUTE_H
#define NEO_TRANSFORMS_AUTODIFF_TANGENTCOMPUTE_H

#include "Neo/Dialect/NeoDialect.h"
#include "Neo/Transforms/Autodiff/DerivativeRules.h"

namespace neo {

/// The tangent of `forward`'s result; `tangents` holds one per operand, null
/// where the operand does not change. Null if the result does not change
/// either; an error if an active scalar operation has no rule.
mlir::FailureOr<mlir::Value> buildTangent(mlir::OpBuilder &builder,
                                          ComputeOp forward,
                                          llvm::ArrayRef<mlir::Value> tangents,
                                          const DerivativeRules &rules);

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_TANGENTCOMPUTE_H
