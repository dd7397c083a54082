//===- VanishingSums.cpp - Sums whose terms cancel ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A softmax is invariant to a shift of its row, so the gradient with respect to
// the maximum that is subtracted for numerical safety is zero. Differentiation
// operator by operator does not detect that:
//
//     %c = neo.compute [i] ...                  -(sum dy * e) / z^2
//     %m = neo.compute [i] sum [j] ...          -(dy / z + c) * e
//     %d = neo.compute [i, j] ...               ... + (j == best ? m : 0)
//
// Read as a form of the reals (RealForm.h), %m is the sum of dy * e times
// -1 / z + z / z^2, which is 0. The same holds for the gradient of a variance
// with respect to the mean: a row of x - mean has the sum 0.
//
// The zero may be one of several added terms, where a body adds two
// contributions, or the sum of two sums:
//
//     %m = neo.compute [j] sum [i] ...          dy * r + c * (x - mean)
//     %n = neo.compute [i] %m1[i], %m2[i] ...   m1 + m2
//
// so the terms of a sum's body are read one by one as well, and so is what adds
// something to a sum, or takes it away: w - sum w * e / z.
//
// Such sums are replaced by zeros, which are folded (x * 0 to 0, x + 0 to x)
// and propagated through their readers. Operators that are dead afterwards,
// such as the position of the maximum, are eliminated.
//
// Exact in the reals. In floating point the sum consists of rounding errors
// only, and zero is more accurate; where an operand is infinite the result was
// NaN, and may now be a number in elements that the infinity does not reach.
// Zeros that the program multiplies by, numbers or tensors of them, cancel
// nothing.
//
// Of sums, only those with an operand that is, or depends on, a loop-invariant
// one are tested: in others no terms can cancel. Cost: none, operations are
// only removed.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/DeadCode.h"
#include "Neo/Dialect/PassStatistic.h"
#include "Neo/Transforms/Algebra/ExpTerms.h"
#include "Neo/Transforms/Algebra/Rewrites.h"
#include "RealFormReader.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallBitVector.h"

#include <cmath>

using namespace mlir;
using namespace neo;

static PassStatistic zero("neo-stable-forms", "sums whose terms cancel");
static PassStatistic partly("neo-stable-forms", "terms of sums that cancel");

static bool isZero(Value value) { return getNumber(value) == 0.0; }

/// Is `zero`, an operand of a product or the dividend of a quotient, known to
/// make NaN there? The variance of one sample is 0 * infinity.
static bool makesNaN(Operation *op, Value zero) {
  bool isFirst = op->getOperand(0) == zero;
  std::optional<double> other = getNumber(op->getOperand(isFirst));
  if (isa<arith::MulFOp>(op))
    return other && !std::isfinite(*other);
  return other && (*other == 0 || std::isnan(*other));
}

/// Folds `op`, some of whose operands are `zero`; null if that is not possible.
/// Factors that the program says are 0 stay: the other one may be infinite.
static Value foldZeros(OpBuilder &b, Operation *op, Value zero) {
  auto isEither = [&] {
    return isZero(op->getOperand(0)) || isZero(op->getOperand(1));
  };
  if (isa<arith::MulFOp>(op))
    return llvm::is_contained(op->getOperands(), zero) && !makesNaN(op, zero)
               ? zero
               : Value();
  if (isa<arith::DivFOp>(op))
    return op->getOperand(0) == zero && !makesNaN(op, zero) ? zero : Value();
  if (isa<arith::NegFOp>(op))
    return op->getOperand(0) == zero ? zero : Value();
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

/// Is the value read by `operand` zero if the whole tensor is zero?
static bool readsZeros(ComputeOp op, unsigned operand) {
  if (!op.getGuard(operand))
    return true;
  auto pad = dyn_cast<FloatAttr>(op.getPad(operand));
  return pad && pad.getValue().isZero();
}

namespace {
class Vanisher {
public:
  explicit Vanisher(RewriterBase &rewriter) : rewriter(rewriter) {}

  /// Replaces the result of `op` by zeros, and folds them in readers.
  void vanish(ComputeOp op);
  /// Removes the term `use` from a sum in the body of `op`.
  void leaveOut(ComputeOp op, OpOperand &use);
  bool isGone(ComputeOp op) const { return gone.contains(op); }

private:
  Value makeZero(ComputeOp op, Type type);
  void simplify(ComputeOp op, Value zeros);
  void foldBody(ComputeOp op, Value zero);

  RewriterBase &rewriter;
  SmallVector<ComputeOp> work;
  llvm::SmallPtrSet<Operation *, 8> gone;
};
} // namespace

Value Vanisher::makeZero(ComputeOp op, Type type) {
  rewriter.setInsertionPointToStart(op.getBodyBlock());
  return arith::ConstantOp::create(rewriter, op.getLoc(),
                                   rewriter.getZeroAttr(type));
}

/// Folds values in the body of `op` that are `zero`.
void Vanisher::foldBody(ComputeOp op, Value zero) {
  Block *body = op.getBodyBlock();
  for (Operation &inner :
       llvm::make_early_inc_range(body->without_terminator())) {
    if (inner.getNumResults() != 1)
      continue;
    if (Value folded = foldZeros(rewriter, &inner, zero);
        folded && folded.getType() == inner.getResult(0).getType())
      rewriter.replaceAllUsesWith(inner.getResult(0), folded);
  }
  dropDeadCode(*body);
}

void Vanisher::leaveOut(ComputeOp op, OpOperand &use) {
  Value zero = makeZero(op, use.get().getType());
  rewriter.modifyOpInPlace(use.getOwner(), [&] { use.set(zero); });
  foldBody(op, zero);
}

void Vanisher::simplify(ComputeOp op, Value zeros) {
  Type type = cast<RankedTensorType>(zeros.getType()).getElementType();
  Value zero = makeZero(op, type);
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    if (op.getOperand(i) == zeros && readsZeros(op, i))
      rewriter.replaceAllUsesWith(op.getBodyBlock()->getArgument(i), zero);
  foldBody(op, zero);
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

/// Is there an operator, possibly behind pointwise ones, that is read at an
/// index invariant in the `moving` loops of `op`?
static bool hasFixedOperand(ComputeOp op, const llvm::SmallBitVector &moving,
                            unsigned depth) {
  auto moves = [&](AffineExpr index) {
    return llvm::any_of(moving.set_bits(), [&](unsigned loop) {
      return index.isFunctionOfDim(loop);
    });
  };
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i) {
    auto producer = op.getOperand(i).getDefiningOp<ComputeOp>();
    if (!producer)
      continue;
    llvm::SmallBitVector next(producer.getNumLoops());
    for (auto [dimension, index] : llvm::enumerate(op.getMap(i).getResults()))
      next[dimension] = moves(index);
    if (next.none())
      return true;
    if (producer.getKind() == ReductionKind::none && depth > 0 &&
        hasFixedOperand(producer, next, depth - 1))
      return true;
  }
  return false;
}

static bool isSumThatMayCancel(ComputeOp op) {
  constexpr unsigned mostProducers = 4;
  llvm::SmallBitVector moving(op.getNumLoops());
  moving.set(op.getNumOutputLoops(), op.getNumLoops());
  return op.getKind() == ReductionKind::sum &&
         hasFixedOperand(op, moving, mostProducers);
}

/// Does `op` add to results of sums, element by element?
static bool addsToSums(ComputeOp op) {
  Operation *last = op.getYielded().getDefiningOp();
  return op.getKind() == ReductionKind::none &&
         isa_and_nonnull<arith::AddFOp, arith::SubFOp>(last) &&
         llvm::any_of(op.getOperands(), [](Value operand) {
           auto producer = operand.getDefiningOp<ComputeOp>();
           return producer && producer.getKind() == ReductionKind::sum;
         });
}

static bool isZero(ComputeOp op, Value term) {
  std::optional<RealForm> form = RealFormReader().read(op, term);
  return form && form->isZero();
}

/// The uses of the terms of the sum or difference that `op` yields: single
/// terms, then those that are sums themselves, the largest last.
static SmallVector<OpOperand *> findTerms(ComputeOp op) {
  constexpr size_t mostTerms = 12;
  SmallVector<OpOperand *> terms;
  auto open = [&](Value value) {
    Operation *inner = value.getDefiningOp();
    if (isa_and_nonnull<arith::AddFOp, arith::SubFOp, arith::NegFOp>(inner) &&
        value.hasOneUse())
      for (OpOperand &operand : inner->getOpOperands())
        terms.push_back(&operand);
  };
  open(op.getYielded());
  for (size_t next = 0; next < terms.size(); ++next)
    open(terms[next]->get());
  if (terms.size() > mostTerms)
    terms.clear();
  std::reverse(terms.begin(), terms.end());
  return terms;
}

/// Removes one term, which is a sum that cancels, from the sum that `op`
/// yields.
static bool dropTerm(ComputeOp op, Vanisher &vanisher) {
  for (OpOperand *use : findTerms(op))
    if (isZero(op, use->get())) {
      vanisher.leaveOut(op, *use);
      return true;
    }
  return false;
}

void neo::dropVanishingSums(ArrayRef<ComputeOp> computes,
                            RewriterBase &rewriter,
                            const AlgebraOptions &options) {
  Vanisher vanisher(rewriter);
  for (ComputeOp op : computes) {
    if (vanisher.isGone(op))
      continue;
    bool isSum = isSumThatMayCancel(op);
    if (!isSum && !addsToSums(op))
      continue;
    if (isZero(op, op.getYielded())) {
      if (options.explain)
        op.emitRemark("the terms of this sum cancel: it is zero");
      ++zero;
      vanisher.vanish(op);
      continue;
    }
    while (isSum && dropTerm(op, vanisher)) {
      ++partly;
      if (options.explain)
        op.emitRemark("one term of what is summed cancels: it is left out");
    }
  }
}
