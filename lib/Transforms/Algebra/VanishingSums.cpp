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
// The zero may be one term of what is summed, where a body adds what flows in
// on two ways, or the sum of two sums:
//
//     %m = neo.compute [j] sum [i] ...          dy * r + c * (x - mean)
//     %n = neo.compute [i] %m1[i], %m2[i] ...   m1 + m2
//
// so the terms of a body are read one by one as well, and pointwise operators
// that add sums.
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
// Only sums with an operand that their loops do not move are read, or that is
// computed of one: the others have nothing that could cancel. Cost: none, less
// is computed.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/PassStatistic.h"
#include "Neo/Transforms/Algebra/ExpTerms.h"
#include "Neo/Transforms/Algebra/Rewrites.h"
#include "RealFormReader.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace neo;

static PassStatistic zero("neo-stable-forms", "sums whose terms cancel");
static PassStatistic partly("neo-stable-forms", "terms of sums that cancel");

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
  /// Leaves out what `use` adds in the body of `op`.
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

/// What follows in the body of `op` from the values that are `zero`.
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
  eraseUnused(body);
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

/// Is there an operator, behind pointwise ones, whose elements are read at the
/// same place wherever the `moving` loops of `op` are?
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

/// Does `op` add results of sums, element by element?
static bool addsSums(ComputeOp op) {
  Operation *last = op.getYielded().getDefiningOp();
  return op.getKind() == ReductionKind::none &&
         isa_and_nonnull<arith::AddFOp, arith::SubFOp>(last) &&
         llvm::all_of(op.getOperands(), [](Value operand) {
           auto producer = operand.getDefiningOp<ComputeOp>();
           return producer && producer.getKind() == ReductionKind::sum;
         });
}

static bool isZero(ComputeOp op, Value term) {
  std::optional<RealForm> form = RealFormReader().read(op, term);
  return form && form->isZero();
}

/// The uses of the terms that what `op` yields is a sum or difference of:
/// single ones, and after them those that are sums again, the largest last.
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

/// Leaves one term out of the sum that `op` is, whose terms cancel.
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
    if (!isSum && !addsSums(op))
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
