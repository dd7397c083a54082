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

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace neo;

namespace {
/// A select of the body that is `term` under `when`, and 0 elsewhere.
struct SelectedTerm {
  Value select, term;
  Conditions when;
};
} // namespace

static bool isZero(Value value) {
  return matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat());
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

/// The first of the factors of a term that is selected by loops alone.
static std::optional<SelectedTerm> findSelectedTerm(ComputeOp op) {
  DenseMap<Value, unsigned> loops = getLoopValues(op);
  for (Value factor : getVanishingFactors(op)) {
    auto select = factor.getDefiningOp<arith::SelectOp>();
    if (!select || asksForBatch(op, select.getCondition()))
      continue;
    bool isTerm = isZero(select.getFalseValue());
    if (!isTerm && !isZero(select.getTrueValue()))
      continue;
    IndexReader reader(loops, LoopRegion(op.getExtents()));
    std::optional<Conditions> when =
        reader.readCondition(select.getCondition(), isTerm);
    if (when && !when->empty())
      return SelectedTerm{
          factor, isTerm ? select.getTrueValue() : select.getFalseValue(),
          *when};
  }
  return std::nullopt;
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
    values.map(found->select, cloneExpression(b, found->term, values));
    return cloneExpression(b, op.getYielded(), values);
  };
  spec.body = body;
  return ComputeOp::create(rewriter, op.getLoc(), spec);
}
