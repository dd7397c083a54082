//===- RunningBound.cpp - Which terms add to each element -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Algebra/RunningBound.h"

#include "SelectedNumber.h"

#include "Neo/Dialect/Conditions.h"
#include "Neo/Dialect/Contraction.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/ReductionCombiner.h"
#include "Neo/Dialect/SelectedTerms.h"
#include "Neo/Transforms/Algebra/ProductTerms.h"

#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// What the body gives if `operand` is `pad`; null if that depends on more.
static Attribute foldBody(ComputeOp op, unsigned operand, Attribute pad) {
  llvm::SmallDenseMap<Value, Attribute> known;
  known[op.getBodyBlock()->getArgument(operand)] = pad;
  for (Operation &part : op.getBodyBlock()->without_terminator()) {
    SmallVector<Attribute> constants;
    for (Value value : part.getOperands())
      constants.push_back(known.lookup(value));
    // Folding may reorder operands in place.
    OwningOpRef<Operation *> copy = part.clone();
    SmallVector<OpFoldResult> results;
    if (failed(copy->fold(constants, results)) || results.size() != 1)
      continue;
    known[part.getResult(0)] = isa<Attribute>(results[0])
                                   ? cast<Attribute>(results[0])
                                   : known.lookup(cast<Value>(results[0]));
  }
  return known.lookup(op.getYielded());
}

/// Is the term 0 where `operand` is? A quotient may be of 0 by 0.
static bool isZeroWith(ComputeOp op, unsigned operand) {
  Block *body = op.getBodyBlock();
  return body->getOps<arith::DivFOp>().empty() &&
         vanishesWith(op.getYielded(), body->getArgument(operand));
}

/// Is the term the identity of the reduction where `operand` is padded, as
/// 1 - 0 is in a product?
static bool addsNothing(ComputeOp op, unsigned operand) {
  TypedAttr pad = op.getPad(operand);
  if (!pad)
    return false;
  bool isZero =
      matchPattern(pad, m_Zero()) || matchPattern(pad, m_AnyZeroFloat());
  if (op.getKind() == ReductionKind::sum && isZero &&
      (annihilates(op, operand) || isZeroWith(op, operand)))
    return true;
  OpBuilder b(op.getContext());
  return foldBody(op, operand, pad) ==
         Attribute(getIdentity(b, op.getLoc(), op.getKind(),
                               op.getYielded().getType()));
}

/// `condition` as a bound of loop `term`, if that is summed, by `element`.
static std::optional<RunningBound> readBound(ComputeOp op, AffineExpr condition,
                                             unsigned element, unsigned term) {
  if (term < op.getNumOutputLoops())
    return std::nullopt;
  SmallVector<int64_t> extents = op.getExtents();
  AffineExpr k = getAffineDimExpr(term, op.getContext());
  auto isOfElement = [&](AffineExpr expr) {
    return getLoopsOf(expr) == LoopSet(1) << element;
  };
  AffineExpr most = simplifyAffineExpr(condition + k, extents.size(), 0);
  if (isOfElement(most))
    return RunningBound{condition, most, element, term, false};
  AffineExpr least = simplifyAffineExpr(k - condition, extents.size(), 0);
  if (isOfElement(least))
    return RunningBound{condition, extents[term] - 1 - least, element, term,
                        true};
  return std::nullopt;
}

SmallVector<RunningBound> neo::findRunningBounds(ComputeOp op) {
  IntegerSet where = op.getWhereSet();
  if (!where)
    return {};
  SmallVector<RunningBound> ofResult, ofSums;
  for (auto [condition, isEqual] :
       llvm::zip(where.getConstraints(), where.getEqFlags())) {
    LoopSet loops = getLoopsOf(condition);
    if (isEqual || llvm::popcount(loops) != 2)
      continue;
    unsigned low = llvm::countr_zero(loops), high = llvm::Log2_64(loops);
    for (auto [element, term] : {std::pair(low, high), std::pair(high, low)})
      if (auto bound = readBound(op, condition, element, term))
        (element < op.getNumOutputLoops() ? ofResult : ofSums)
            .push_back(*bound);
  }
  llvm::append_range(ofSums, ofResult);
  return ofSums;
}

/// `set` without a condition; null if nothing is left.
static IntegerSet drop(IntegerSet set, AffineExpr condition,
                       bool isEquation = false) {
  if (!set)
    return set;
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> isEquality;
  AffineExpr zero = getAffineConstantExpr(0, set.getContext());
  for (auto [expr, isEqual] : llvm::zip(set.getConstraints(), set.getEqFlags()))
    if (isEqual != isEquation ||
        simplifyAffineExpr(expr - condition, set.getNumDims(), 0) != zero) {
      constraints.push_back(expr);
      isEquality.push_back(isEqual);
    }
  return constraints.empty()
             ? IntegerSet()
             : IntegerSet::get(set.getNumDims(), 0, constraints, isEquality);
}

ComputeOp neo::liftGuards(RewriterBase &rewriter, ComputeOp op) {
  ComputeSpec spec = getSpecWithoutBody(op);
  IntegerSet lifted;
  for (auto [i, operand] : llvm::enumerate(spec.operands))
    if (operand.isGuarded() && addsNothing(op, i))
      lifted = conjoin(lifted, operand.guard);
  if (!lifted)
    return {};
  for (OperandSpec &operand : spec.operands) {
    if (!operand.isGuarded())
      continue;
    for (auto [expr, isEqual] :
         llvm::zip(lifted.getConstraints(), lifted.getEqFlags()))
      operand.guard = drop(operand.guard, expr, isEqual);
    if (!operand.isGuarded())
      operand.pad = {};
  }
  IntegerSet where = spec.where;
  for (auto [expr, isEqual] :
       llvm::zip(lifted.getConstraints(), lifted.getEqFlags()))
    where = conjoin(drop(where, expr, isEqual),
                    IntegerSet::get(op.getNumLoops(), 0, {expr}, {isEqual}));
  spec.where = where;
  spec.body = [&](OpBuilder &b, Location, ValueRange arguments) {
    return cloneBody(b, op, arguments);
  };
  return ComputeOp::create(rewriter, op.getLoc(), spec);
}

bool neo::takeOut(const RunningBound &bound, ComputeOp op, ComputeSpec &spec) {
  LoopSet element = LoopSet(1) << bound.element;
  spec.where = drop(spec.where, bound.condition);
  bool occurs = spec.where && (getLoopsOf(spec.where) & element);
  for (const OperandSpec &operand : spec.operands) {
    occurs |= (getLoopsOf(operand.guard) & element) != 0;
    for (AffineExpr index : operand.map.getResults())
      occurs |= (getLoopsOf(index) & element) != 0;
  }
  for (IndexOp index : op.getBodyBlock()->getOps<IndexOp>())
    occurs |= !index->use_empty() && index.getLoop() == bound.element;
  return !occurs;
}

bool neo::withLiftedConditions(RewriterBase &rewriter, ComputeOp op,
                               llvm::function_ref<bool(ComputeOp)> rewrite) {
  rewriter.setInsertionPoint(op);
  ComputeOp lifted = liftCondition(rewriter, op);
  ComputeOp plain = liftGuards(rewriter, lifted ? lifted : op);
  bool isRewritten = rewrite(plain ? plain : lifted ? lifted : op);
  for (ComputeOp copy : {plain, lifted})
    if (copy)
      rewriter.eraseOp(copy);
  return isRewritten;
}
