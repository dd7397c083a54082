//===- SelectedTerms.cpp - Conditions of terms in bodies ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/SelectedTerms.h"

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/BodyValues.h"
#include "Neo/Dialect/Conditions.h"
#include "Neo/Dialect/Contraction.h"
#include "Neo/Dialect/IndexExpression.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/ReductionCombiner.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace neo;

namespace {
/// A select of the body that is `term` under `when` and all of `others`, and
/// adds nothing elsewhere.
struct SelectedTerm {
  arith::SelectOp select;
  Value term, nothing;
  Conditions when;
  SmallVector<Value> others;
};
} // namespace

/// Does `value`, a factor of the term or the term, add nothing to the result?
static bool addsNothing(ComputeOp op, Value value) {
  if (op.getKind() == ReductionKind::sum)
    return matchPattern(value, m_Zero()) ||
           matchPattern(value, m_AnyZeroFloat());
  Attribute constant;
  OpBuilder b(op.getContext());
  return matchPattern(value, m_Constant(&constant)) &&
         constant == getIdentity(b, op.getLoc(), op.getKind(),
                                 op.getType().getElementType());
}

/// The values of the body that make the term add nothing if they do.
static SmallVector<Value> getDecidingValues(ComputeOp op) {
  if (op.getKind() == ReductionKind::sum)
    return llvm::to_vector(getVanishingFactors(op));
  return {op.getYielded()};
}

/// Adds what has to hold for `condition` to do so.
static void addConjuncts(Value condition, SmallVectorImpl<Value> &conjuncts) {
  auto both = condition.getDefiningOp<arith::AndIOp>();
  if (!both) {
    conjuncts.push_back(condition);
    return;
  }
  addConjuncts(both.getLhs(), conjuncts);
  addConjuncts(both.getRhs(), conjuncts);
}

static DenseMap<Value, unsigned> getLoopValues(ComputeOp op) {
  DenseMap<Value, unsigned> loops;
  for (IndexOp index : op.getBodyBlock()->getOps<IndexOp>())
    loops[index.getResult()] = index.getLoop();
  return loops;
}

/// Is `condition` of a loop over a batch? What is proven of that for the
/// placeholder need not hold for other sizes.
static bool asksForBatch(ComputeOp op, Value condition) {
  std::optional<int64_t> batch = getBatch(op->getParentOp());
  return batch && llvm::any_of(getParts(condition), [&](Value part) {
           auto index = part.getDefiningOp<IndexOp>();
           return index && op.getExtents()[index.getLoop()] == *batch;
         });
}

/// What of the condition of `select` is one of loops alone.
static SelectedTerm readSelect(ComputeOp op, arith::SelectOp select,
                               bool isTerm) {
  Value yes = select.getTrueValue(), no = select.getFalseValue();
  SelectedTerm found{select, isTerm ? yes : no, isTerm ? no : yes, {}, {}};
  DenseMap<Value, unsigned> loops = getLoopValues(op);
  IndexReader reader(loops, LoopRegion(op.getExtents()));
  SmallVector<Value> conjuncts;
  if (isTerm)
    addConjuncts(select.getCondition(), conjuncts);
  else
    conjuncts = {select.getCondition()};
  for (Value conjunct : conjuncts) {
    std::optional<Conditions> when;
    if (!asksForBatch(op, conjunct))
      when = reader.readCondition(conjunct, isTerm);
    if (when)
      llvm::append_range(found.when, *when);
    else
      found.others.push_back(conjunct);
  }
  return found;
}

/// The first value that decides whether there is a term, by loops.
static std::optional<SelectedTerm> findSelectedTerm(ComputeOp op) {
  for (Value factor : getDecidingValues(op)) {
    auto select = factor.getDefiningOp<arith::SelectOp>();
    if (!select)
      continue;
    bool isTerm = addsNothing(op, select.getFalseValue());
    if (!isTerm && !addsNothing(op, select.getTrueValue()))
      continue;
    SelectedTerm found = readSelect(op, select, isTerm);
    if (!found.when.empty())
      return found;
  }
  return std::nullopt;
}

/// The term of a body that is built, under what is left of its condition.
static Value buildTerm(OpBuilder &b, const SelectedTerm &found,
                       IRMapping &values) {
  Value term = cloneExpression(b, found.term, values), holds;
  Location loc = term.getLoc();
  for (Value other : found.others) {
    Value part = cloneExpression(b, other, values);
    holds = holds ? arith::AndIOp::create(b, loc, holds, part) : part;
  }
  if (!holds)
    return term;
  Value nothing = cloneExpression(b, found.nothing, values);
  return arith::SelectOp::create(b, loc, holds, term, nothing);
}

ComputeOp neo::liftCondition(RewriterBase &rewriter, ComputeOp op) {
  std::optional<SelectedTerm> found = findSelectedTerm(op);
  if (!found)
    return {};
  ComputeSpec spec = getSpecWithoutBody(op);
  spec.where = conjoin(spec.where, getSet(found->when, op.getNumLoops()));
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    IRMapping values;
    values.map(op.getBodyBlock()->getArguments(), arguments);
    values.map(found->select.getResult(), buildTerm(b, *found, values));
    return cloneExpression(b, op.getYielded(), values);
  };
  spec.body = body;
  return ComputeOp::create(rewriter, op.getLoc(), spec);
}
