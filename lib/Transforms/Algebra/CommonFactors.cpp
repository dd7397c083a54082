//===- CommonFactors.cpp - Sums of products with a factor in common -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The cotangents of one exponential with two uses are one product if the
// program names the exponential, and two if it does not:
//
//     e[i, j] = exp(x)                       (a / s + c) * e
//     no name: exp(x) / s, sum of exp(x)     (a / s) * e + c * e
//
// The distributive law makes them one, so that fusion and ReadShared.h find the
// same expression for both programs:
//
//     a * e + c * e   -->  (a + c) * e
//     a / s - c / s   -->  (a - c) / s
//
// Both products must have no other use. Only pointwise operators are rewritten:
// in a reduction, separate terms allow a factor to be moved out of the sum
// (SplitProducts.cpp).
//
// Cost: one multiplication or division less. Rounding: as for products, three
// operations of which each rounds once (docs/Numerics.md).
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/PassStatistic.h"
#include "Neo/Transforms/Algebra/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace neo;

static PassStatistic takenOut("neo-common-factors", "factors taken out");

namespace {
/// left * factor and right * factor, or both divided by it.
struct Shared {
  Value left, right, factor;
};
} // namespace

static std::optional<Shared> findShared(Operation *sum) {
  Operation *left = sum->getOperand(0).getDefiningOp();
  Operation *right = sum->getOperand(1).getDefiningOp();
  if (!left || !right || left == right || left->getName() != right->getName() ||
      !left->hasOneUse() || !right->hasOneUse())
    return std::nullopt;
  Value a = left->getOperand(0), b = left->getOperand(1);
  if (isa<arith::DivFOp>(left) && right->getOperand(1) == b)
    return Shared{a, right->getOperand(0), b};
  if (!isa<arith::MulFOp>(left))
    return std::nullopt;
  for (unsigned at : {1, 0}) {
    Value factor = right->getOperand(at), rest = right->getOperand(1 - at);
    if (factor == b)
      return Shared{a, rest, factor};
    if (factor == a)
      return Shared{b, rest, factor};
  }
  return std::nullopt;
}

/// Takes the factor that both terms of `sum` have out of it.
static bool takeOut(Operation *sum, RewriterBase &rewriter) {
  std::optional<Shared> shared = findShared(sum);
  if (!shared)
    return false;
  Operation *product = sum->getOperand(0).getDefiningOp();
  SmallVector<Operation *, 2> unused = {product,
                                        sum->getOperand(1).getDefiningOp()};
  rewriter.setInsertionPoint(sum);
  IRMapping terms;
  terms.map(sum->getOperands(), ValueRange{shared->left, shared->right});
  Value both = rewriter.clone(*sum, terms)->getResult(0);
  Operation *result = rewriter.clone(*product);
  result->setOperands({both, shared->factor});
  rewriter.replaceOp(sum, result);
  for (Operation *inner : unused)
    rewriter.eraseOp(inner);
  return true;
}

void neo::takeCommonFactors(ComputeOp op, RewriterBase &rewriter,
                            const AlgebraOptions &options) {
  if (op.getKind() != ReductionKind::none)
    return;
  unsigned taken = 0;
  for (Operation &inner :
       llvm::make_early_inc_range(op.getBodyBlock()->without_terminator()))
    if (isa<arith::AddFOp, arith::SubFOp>(inner))
      taken += takeOut(&inner, rewriter);
  takenOut += taken;
  if (taken && options.explain)
    op.emitRemark("a factor of both terms is taken out of their sum: ")
        << taken << " operations less";
}
