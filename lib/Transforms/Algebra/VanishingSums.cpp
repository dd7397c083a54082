//===- VanishingSums.cpp - Sums whose terms cancel ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A softmax does not change if all of a row is shifted, so nothing flows back
// through the maximum that is subtracted for safety's sake. Derivatives are
// taken operator by operator and do not know it:
//
//     %c = neo.compute [i] ...                  -(sum dy * e) / z^2
//     %m = neo.compute [i] sum [j] ...          -(dy / z + c) * e
//     %d = neo.compute [i, j] ...               ... + (j == best ? m : 0)
//
// Read as a form of the reals (RealForm.h), %m is the sum of dy * e times
// -1 / z + z / z^2, which is 0. The same holds for what flows through the mean
// into a variance: a row of x - mean has the sum 0.
//
// Such sums become zeros, and in the bodies that read them a product with zero
// is zero and what zero is added to stays as it is, through as many operators
// as that reaches. What only they needed, as the position of the maximum, goes
// away with them.
//
// Exact in the reals. In floats the sum is what rounding left of nothing, and
// zero is nearer; where an operand is infinite the result was NaN, and may now
// be a number in elements that the infinity does not reach.
//
// Only sums with an operand that their loops do not move are read: the others
// have nothing that could cancel. Cost: none, less is computed.
//
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Algebra/ExpTerms.h"
#include "Neo/Transforms/Algebra/Rewrites.h"
#include "RealFormReader.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

static bool isZero(Value value) { return getNumber(value) == 0.0; }

/// What `op` amounts to with the zeros it has; null if they change nothing.
static Value foldZeros(OpBuilder &b, Operation *op, Value zero) {
  auto isEither = [&] {
    return isZero(op->getOperand(0)) || isZero(op->getOperand(1));
  };
  if (isa<arith::MulFOp>(op))
    return isEither() ? zero : Value();
  if (isa<arith::DivFOp, arith::NegFOp>(op))
    return isZero(op->getOperand(0)) ? zero : Value();
  if (isa<arith::AddFOp>(op) && isEither())
    return op->getOperand(isZero(op->getOperand(0)) ? 1 : 0);
  if (isa<arith::SubFOp>(op) && isZero(op->getOperand(1)))
    return op->getOperand(0);
  if (isa<arith::SubFOp>(op) && isZero(op->getOperand(0))) {
    b.setInsertionPoint(op);
    return arith::NegFOp::create(b, op->getLoc(), op->getOperand(1));
  }
  if (isa<arith::SelectOp>(op) && isZero(op->getOperand(1)) &&
      isZero(op->getOperand(2)))
    return zero;
  return {};
}

/// Does operand `operand` give a zero wherever the tensor has one?
static bool readsZeros(ComputeOp op, unsigned operand) {
  if (!op.getGuard(operand))
    return true;
  auto pad = dyn_cast<FloatAttr>(op.getPad(operand));
  return pad && pad.getValue().isZero();
}

static void eraseUnused(Block *body) {
  SmallVector<Operation *> all;
  for (Operation &inner : body->without_terminator())
    all.push_back(&inner);
  for (Operation *inner : llvm::reverse(all))
    if (isOpTriviallyDead(inner))
      inner->erase();
}

namespace {
class Vanisher {
public:
  explicit Vanisher(RewriterBase &rewriter) : rewriter(rewriter) {}

  /// Makes the result of `op` zeros, and what follows from it.
  void vanish(ComputeOp op);
  bool isGone(ComputeOp op) const { return gone.contains(op); }

private:
  void simplify(ComputeOp op, Value zeros);

  RewriterBase &rewriter;
  SmallVector<ComputeOp> work;
  llvm::SmallPtrSet<Operation *, 8> gone;
};
} // namespace

void Vanisher::simplify(ComputeOp op, Value zeros) {
  Block *body = op.getBodyBlock();
  rewriter.setInsertionPointToStart(body);
  Type type = cast<RankedTensorType>(zeros.getType()).getElementType();
  Value zero = arith::ConstantOp::create(rewriter, op.getLoc(),
                                         rewriter.getZeroAttr(type));
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    if (op.getOperand(i) == zeros && readsZeros(op, i))
      rewriter.replaceAllUsesWith(body->getArgument(i), zero);
  for (Operation &inner :
       llvm::make_early_inc_range(body->without_terminator())) {
    if (inner.getNumResults() != 1)
      continue;
    if (Value folded = foldZeros(rewriter, &inner, zero);
        folded && folded.getType() == inner.getResult(0).getType())
      rewriter.replaceAllUsesWith(inner.getResult(0), folded);
  }
  eraseUnused(body);
  bool isSum =
      op.getKind() == ReductionKind::none || op.getKind() == ReductionKind::sum;
  if (isSum && isZero(op.getYielded()))
    work.push_back(op);
}

void Vanisher::vanish(ComputeOp first) {
  work.push_back(first);
  while (!work.empty()) {
    ComputeOp op = work.pop_back_val();
    gone.insert(op);
    rewriter.setInsertionPoint(op);
    Value zeros = arith::ConstantOp::create(
        rewriter, op.getLoc(),
        cast<TypedAttr>(rewriter.getZeroAttr(op.getType())));
    rewriter.replaceOp(op, zeros);
    llvm::SmallSetVector<Operation *, 4> users(zeros.user_begin(),
                                               zeros.user_end());
    for (Operation *user : users)
      if (auto reader = dyn_cast<ComputeOp>(user))
        simplify(reader, zeros);
  }
}

/// Is there an operand that the loops of the sum do not move?
static bool hasFixedOperand(ComputeOp op) {
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i) {
    bool moves = false;
    for (unsigned loop = op.getNumOutputLoops(); loop < op.getNumLoops();
         ++loop)
      moves |= op.getMap(i).isFunctionOfDim(loop);
    if (!moves && op.getOperand(i).getDefiningOp<ComputeOp>())
      return true;
  }
  return false;
}

void neo::dropVanishingSums(ArrayRef<ComputeOp> computes,
                            RewriterBase &rewriter,
                            const AlgebraOptions &options) {
  Vanisher vanisher(rewriter);
  for (ComputeOp op : computes) {
    if (vanisher.isGone(op) || op.getKind() != ReductionKind::sum ||
        !hasFixedOperand(op))
      continue;
    std::optional<RealForm> form = RealFormReader().read(op);
    if (!form || !form->isZero())
      continue;
    if (options.explain)
      op.emitRemark("the terms of this sum cancel: it is zero");
    vanisher.vanish(op);
  }
}
