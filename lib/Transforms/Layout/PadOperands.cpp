//===- PadOperands.cpp - Guards of contractions as padded tensors ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     C[p] = sum_r (A[p + r - 1] if 0 <= p + r - 1 < 28 else 0) * W[r]
// -->
//     P[y] = A[y - 1] if 0 <= y - 1 < 28 else 0
//     C[p] = sum_r P[p + r] * W[r]
//
// The guard of an element that is used many times is evaluated once, and the
// inner loop loads without a guard. A `where` guard that only keeps an index of
// a factor in bounds (the gradients of convolutions have those) is padding as
// well: outside, the factor is 0 and so is the product.
//
// Where a copy does not pay, the guard of the term becomes guards of its
// factors, which read 0 outside: a load that several terms share is masked
// once, and a term is one fma without a mask.
//
// The guards are kept as the attribute `neo.nonzero`: outside that set terms
// are known to be 0, so that a lowering may omit iterations.
//
// The product must vanish where the factor does, and does so for finite values
// of the others: an infinity next to the border gives NaN, as it does in a
// convolution over a padded tensor (AUTODIFF S10 of the design).
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/Contraction.h"
#include "Neo/Dialect/FreeOperators.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Role.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace neo {
#define GEN_PASS_DEF_NEOPAD
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// Uses of an element from which on a padded copy pays: kernels peel most
/// iterations with padding, and need no guard in most others.
constexpr double leastPaddedUses = 24;
/// Largest ratio of sizes of a padded tensor and the original.
constexpr double mostGrowth = 4;

namespace {
/// Zeros before and after one dimension.
struct Overhang {
  int64_t before = 0, after = 0;
};

class OperandPadder {
public:
  OperandPadder(ComputeOp op, RewriterBase &rewriter)
      : op(op), rewriter(rewriter), extents(op.getExtents()),
        operands(getOperandSpecs(op)) {}

  /// Pads operands where that pays; returns whether anything changed, else sets
  /// `reason`.
  bool run(StringRef &reason);
  /// Emits remarks about padded operands, with their cost.
  void explain();
  /// The rewritten operator.
  ComputeOp getOp() const { return op; }

private:
  bool boundsFactor(AffineExpr constraint);
  bool isBoundOf(AffineExpr constraint, unsigned operand);
  void splitGuard(unsigned operand);
  IntegerSet without(IntegerSet set, llvm::function_ref<bool(AffineExpr)> drop);
  bool planOverhangs(unsigned operand, SmallVectorImpl<Overhang> &overhangs);
  void pad(unsigned operand, ArrayRef<Overhang> overhangs);
  void addGuard(unsigned operand, AffineExpr constraint);
  bool staysInside(unsigned operand);
  bool guardFactors();
  void noteVanishing();
  void rebuild();
  void setNonzero(ComputeOp compute);

  ComputeOp op;
  RewriterBase &rewriter;
  SmallVector<int64_t> extents;
  SmallVector<OperandSpec> operands;
  IntegerSet where;
  /// Constraints that padding made unnecessary: outside them the term is 0.
  SmallVector<AffineExpr> dropped;
  /// The operands that read a padded copy.
  SmallVector<unsigned> padded;
};
} // namespace

/// Is `constraint` exactly `index >= 0` or `index < size` of the operand?
bool OperandPadder::isBoundOf(AffineExpr constraint, unsigned i) {
  auto same = [&](AffineExpr a, AffineExpr b) {
    auto difference = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(a - b, extents.size(), 0));
    return difference && difference.getValue() == 0;
  };
  auto type = cast<RankedTensorType>(operands[i].value.getType());
  for (auto [d, index] : llvm::enumerate(operands[i].map.getResults()))
    if (same(constraint, index) ||
        same(constraint, type.getDimSize(d) - 1 - index))
      return true;
  return false;
}

bool OperandPadder::boundsFactor(AffineExpr constraint) {
  for (unsigned i = 0; i < operands.size(); ++i) {
    // Outside its own guard, an operand with a pad reads that, and not 0.
    TypedAttr pad = operands[i].pad;
    if ((!pad || isZeroAttr(pad)) && annihilates(op, i) &&
        isBoundOf(constraint, i))
      return true;
  }
  return false;
}

IntegerSet OperandPadder::without(IntegerSet set,
                                  llvm::function_ref<bool(AffineExpr)> drop) {
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> equalities;
  for (unsigned i = 0; set && i < set.getNumConstraints(); ++i) {
    if (!set.isEq(i) && drop(set.getConstraint(i))) {
      dropped.push_back(set.getConstraint(i));
      continue;
    }
    constraints.push_back(set.getConstraint(i));
    equalities.push_back(set.isEq(i));
  }
  if (constraints.empty())
    return {};
  return IntegerSet::get(extents.size(), 0, constraints, equalities);
}

/// Removes the constraints of the operand's guard that zero padding makes
/// unnecessary.
void OperandPadder::splitGuard(unsigned i) {
  OperandSpec &operand = operands[i];
  if (!operand.isGuarded() || !annihilates(op, i))
    return;
  if (!isZeroAttr(operand.pad))
    return;
  operand.guard = without(operand.guard, [&](AffineExpr constraint) {
    return isBoundOf(constraint, i);
  });
  if (!operand.isGuarded())
    operand.pad = {};
}

/// Computes how far the operand is read out of bounds under the remaining
/// guards. False if it cannot be padded that far.
bool OperandPadder::planOverhangs(unsigned i,
                                  SmallVectorImpl<Overhang> &overhangs) {
  OperandSpec &operand = operands[i];
  auto type = cast<RankedTensorType>(operand.value.getType());
  LoopDomain domain(extents);
  domain.under(operand.guard).under(where);
  double grown = 1;
  bool any = false;
  for (auto [d, index] : llvm::enumerate(operand.map.getResults())) {
    Overhang &overhang = overhangs.emplace_back();
    int64_t size = type.getDimSize(d);
    std::optional<AffineInterval> range = getInterval(index, extents);
    if (!range)
      return false;
    if (range->low < 0 && !domain.proves(index))
      overhang.before = -range->low;
    if (range->high >= size && !domain.proves(size - 1 - index))
      overhang.after = range->high - size + 1;
    any |= overhang.before || overhang.after;
    grown *= double(size + overhang.before + overhang.after);
  }
  if (!any)
    return true;
  return annihilates(op, i) && !operand.isGuarded() &&
         grown <= mostGrowth * double(type.getNumElements()) &&
         usesPerElement(op, grown) >= leastPaddedUses;
}

/// Replaces the operand by a padded copy.
void OperandPadder::pad(unsigned i, ArrayRef<Overhang> overhangs) {
  OperandSpec &operand = operands[i];
  auto type = cast<RankedTensorType>(operand.value.getType());
  unsigned rank = type.getRank();
  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> source, shifted, inside;
  for (unsigned d = 0; d < rank; ++d) {
    auto [before, after] = overhangs[d];
    shape.push_back(type.getDimSize(d) + before + after);
    AffineExpr from = rewriter.getAffineDimExpr(d) - before;
    source.push_back(from);
    shifted.push_back(operand.map.getResult(d) + before);
    if (before)
      inside.push_back(from);
    if (after)
      inside.push_back(type.getDimSize(d) - 1 - from);
  }
  OperandSpec read;
  read.value = operand.value;
  read.map = AffineMap::get(rank, 0, source, op.getContext());
  read.guard =
      IntegerSet::get(rank, 0, inside, SmallVector<bool>(inside.size(), false));
  read.pad = cast<TypedAttr>(rewriter.getZeroAttr(type.getElementType()));
  operand.value =
      createRead(rewriter, withRole(op.getLoc(), paddedRole), read,
                 RankedTensorType::get(shape, type.getElementType()))
          .getResult();
  operand.map = AffineMap::get(extents.size(), 0, shifted, op.getContext());
}

void OperandPadder::rebuild() {
  ComputeSpec spec = getSpecWithoutBody(op);
  spec.operands = operands;
  spec.where = where;
  auto body = [&](OpBuilder &b, Location, ValueRange values) {
    return cloneBody(b, op, values);
  };
  spec.body = body;
  op = rewriter.replaceOpWithNewOp<ComputeOp>(op, spec);
  setNonzero(op);
}

/// Attaches the set outside which terms are 0 to `compute`.
void OperandPadder::setNonzero(ComputeOp compute) {
  IntegerSet nonzero = IntegerSet::get(
      extents.size(), 0, dropped, SmallVector<bool>(dropped.size(), false));
  compute->setAttr(nonzeroAttrName, IntegerSetAttr::get(nonzero));
}

/// Adds `constraint` to the operand's guard; outside, it reads 0.
void OperandPadder::addGuard(unsigned i, AffineExpr constraint) {
  OperandSpec &operand = operands[i];
  SmallVector<AffineExpr> constraints = {constraint};
  SmallVector<bool> equalities = {false};
  if (operand.isGuarded()) {
    llvm::append_range(constraints, operand.guard.getConstraints());
    llvm::append_range(equalities, operand.guard.getEqFlags());
  }
  operand.guard = IntegerSet::get(extents.size(), 0, constraints, equalities);
  Type element =
      cast<RankedTensorType>(operand.value.getType()).getElementType();
  operand.pad = cast<TypedAttr>(rewriter.getZeroAttr(element));
}

/// Do its own guard and the rest of the term's guard keep the operand in
/// bounds?
bool OperandPadder::staysInside(unsigned i) {
  const OperandSpec &operand = operands[i];
  auto type = cast<RankedTensorType>(operand.value.getType());
  LoopDomain domain(extents);
  domain.under(operand.guard).under(where);
  return domain.provesInside(operand.map, type.getShape());
}

/// Adds the constraints that `where` has lost to the guards of the factors: to
/// each those that bound it, or all if these do not keep it in bounds.
bool OperandPadder::guardFactors() {
  SmallVector<AffineExpr> lost;
  IntegerSet all = op.getWhereSet();
  for (unsigned c = 0; all && c < all.getNumConstraints(); ++c)
    if (!all.isEq(c) && llvm::is_contained(dropped, all.getConstraint(c)))
      lost.push_back(all.getConstraint(c));
  operands = getOperandSpecs(op);
  for (unsigned i = 0; i < operands.size(); ++i) {
    bool mayGuard =
        annihilates(op, i) && (!operands[i].pad || isZeroAttr(operands[i].pad));
    for (AffineExpr constraint : lost)
      if (mayGuard && isBoundOf(constraint, i))
        addGuard(i, constraint);
    if (staysInside(i))
      continue;
    for (AffineExpr constraint : lost)
      if (mayGuard && !isBoundOf(constraint, i))
        addGuard(i, constraint);
    if (!staysInside(i))
      return false;
  }
  rebuild();
  return true;
}

/// Adds the constraints that stay on terms, and on factors that are 0 outside,
/// if they bound the steps of a sum.
void OperandPadder::noteVanishing() {
  auto add = [&](IntegerSet set) {
    for (unsigned c = 0; set && c < set.getNumConstraints(); ++c) {
      AffineExpr constraint = set.getConstraint(c);
      if (dependsOnReduction(op, constraint) && !set.isEq(c) &&
          !llvm::is_contained(dropped, constraint))
        dropped.push_back(constraint);
    }
  };
  add(where);
  for (auto [i, operand] : llvm::enumerate(operands))
    if (operand.isGuarded() && isZeroAttr(operand.pad) && annihilates(op, i))
      add(operand.guard);
}

bool OperandPadder::run(StringRef &reason) {
  where = without(op.getWhereSet(), [&](AffineExpr constraint) {
    return boundsFactor(constraint);
  });
  bool guarded = where != op.getWhereSet();
  for (unsigned i = 0; i < operands.size(); ++i) {
    splitGuard(i);
    guarded |= operands[i].guard != op.getGuard(i);
  }
  noteVanishing();
  if (!guarded) {
    if (!dropped.empty())
      setNonzero(op);
    reason = "no guard only keeps a factor in bounds";
    return false;
  }
  SmallVector<SmallVector<Overhang>> overhangs(operands.size());
  for (unsigned i = 0; i < operands.size(); ++i)
    if (!planOverhangs(i, overhangs[i])) {
      reason = "a padded copy of an operand would cost more than its guard";
      rewriter.setInsertionPoint(op);
      if (where == op.getWhereSet() || !guardFactors())
        setNonzero(op);
      return false;
    }
  rewriter.setInsertionPoint(op);
  for (unsigned i = 0; i < operands.size(); ++i)
    if (llvm::any_of(overhangs[i],
                     [](Overhang o) { return o.before || o.after; })) {
      pad(i, overhangs[i]);
      padded.push_back(i);
    }
  rebuild();
  return true;
}

void OperandPadder::explain() {
  for (unsigned i : padded) {
    int64_t elements = op.getOperandType(i).getNumElements();
    op.emitRemark("operand #")
        << i << " reads a copy with zeros around it, of " << elements
        << " elements used " << int64_t(usesPerElement(op, double(elements)))
        << " times each";
  }
}

namespace {
struct PadPass : neo::impl::NeoPadBase<PadPass> {
  using NeoPadBase::NeoPadBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (ComputeOp op : findFreeOperators(getOperation())) {
      StringRef reason = "it is not a contraction";
      OperandPadder padder(op, rewriter);
      bool changed = isContraction(op) && padder.run(reason);
      if (!explain)
        continue;
      padder.explain();
      if (!changed)
        padder.getOp().emitRemark("its operands are not padded: ") << reason;
    }
  }
};
} // namespace
