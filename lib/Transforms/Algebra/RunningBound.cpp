//===- RunningBound.cpp - Which terms add to each element -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RunningBound.h"

#include "Neo/Dialect/Contraction.h"
#include "Neo/Dialect/ReductionCombiner.h"
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

/// Is the term the identity of the reduction where `operand` is padded, as
/// 1 - 0 is in a product?
static bool addsNothing(ComputeOp op, unsigned operand) {
  TypedAttr pad = op.getPad(operand);
  if (!pad)
    return false;
  bool isZero =
      matchPattern(pad, m_Zero()) || matchPattern(pad, m_AnyZeroFloat());
  if (op.getKind() == ReductionKind::sum && isZero && annihilates(op, operand))
    return true;
  OpBuilder b(op.getContext());
  return foldBody(op, operand, pad) ==
         Attribute(getIdentity(b, op.getLoc(), op.getKind(),
                               op.getType().getElementType()));
}

static void addInequalities(IntegerSet set, SmallVectorImpl<AffineExpr> &all) {
  if (!set)
    return;
  for (auto [expr, isEqual] : llvm::zip(set.getConstraints(), set.getEqFlags()))
    if (!isEqual)
      all.push_back(expr);
}

/// `condition` as a bound of a summed loop by a loop of the result.
static std::optional<RunningBound> readBound(ComputeOp op,
                                             AffineExpr condition) {
  LoopSet loops = getLoopsOf(condition);
  if (llvm::popcount(loops) != 2)
    return std::nullopt;
  SmallVector<int64_t> extents = op.getExtents();
  unsigned element = llvm::countr_zero(loops), term = llvm::Log2_64(loops);
  if (element >= op.getNumOutputLoops() || term < op.getNumOutputLoops())
    return std::nullopt;
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

std::optional<RunningBound> neo::findRunningBound(ComputeOp op) {
  SmallVector<AffineExpr> conditions;
  addInequalities(op.getWhereSet(), conditions);
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    if (addsNothing(op, i))
      addInequalities(op.getGuard(i), conditions);
  for (AffineExpr condition : conditions)
    if (std::optional<RunningBound> bound = readBound(op, condition))
      return bound;
  return std::nullopt;
}

/// `set` without the inequality `condition`; null if nothing is left.
static IntegerSet drop(IntegerSet set, AffineExpr condition) {
  if (!set)
    return set;
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> isEquality;
  AffineExpr zero = getAffineConstantExpr(0, set.getContext());
  for (auto [expr, isEqual] : llvm::zip(set.getConstraints(), set.getEqFlags()))
    if (isEqual ||
        simplifyAffineExpr(expr - condition, set.getNumDims(), 0) != zero) {
      constraints.push_back(expr);
      isEquality.push_back(isEqual);
    }
  return constraints.empty()
             ? IntegerSet()
             : IntegerSet::get(set.getNumDims(), 0, constraints, isEquality);
}

bool neo::takeOut(const RunningBound &bound, ComputeOp op, ComputeSpec &spec) {
  LoopSet element = LoopSet(1) << bound.element;
  spec.where = drop(spec.where, bound.condition);
  bool occurs = spec.where && (getLoopsOf(spec.where) & element);
  for (OperandSpec &operand : spec.operands) {
    if (operand.isGuarded())
      operand.guard = drop(operand.guard, bound.condition);
    occurs |= operand.guard && (getLoopsOf(operand.guard) & element);
    for (AffineExpr index : operand.map.getResults())
      occurs |= (getLoopsOf(index) & element) != 0;
  }
  for (IndexOp index : op.getBodyBlock()->getOps<IndexOp>())
    occurs |= !index->use_empty() && index.getLoop() == bound.element;
  return !occurs;
}
