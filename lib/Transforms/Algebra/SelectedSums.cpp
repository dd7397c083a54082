//===- SelectedSums.cpp - Terms added where a number sends them -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A sum over the terms whose number, from data, is the element's: segment sums,
// histograms, the gradient of an extremum whose windows are long,
//
//     %H = neo.compute [n: 100, c: 16] sum [e: 10000] %D[e], %X[e, c]
//            d == n ? x : 0
//
// looks at a million pairs of a number and an element, of which ten thousand
// are equal. Each term goes to one element at most, so it is added there:
//
//     %P = neo.compute [e: 10000] %D[e]              0 <= d < 100 ? d : 100
//     %V = neo.compute [e: 10000, c: 16] %X[e, c]
//     %S = neo.scatter_add [e: 10000, c: 16] %V[e, c] into [%P[e], c]
//     %H = neo.compute [n: 100, c: 16] %S[n, c]
//
// Numbers that are no element's, which an index must not be, send terms to one
// more row, which nobody reads. So do those for which a condition fails that
// asks the element, as that of the terms up to it.
//
// The terms are those of the body where the comparison holds; it must be 0
// where that fails, whatever the form: a select, a product with a truth value.
// Infinities and NaN that such a product with 0 would make are left out, too.
//
//===----------------------------------------------------------------------===//

#include "OneHotSums.h"

#include "SelectedNumber.h"

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/IndexedAccess.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Transforms/Algebra/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

/// Cycles for one addition to an element that data names, measured: in a row,
/// and alone, where it may wait for the one before.
constexpr double cyclesInRow = 2, cyclesAlone = 6;
/// Kernels more than the sum itself.
constexpr double moreKernels = 3;

namespace {
/// Writes one sum as a scatter_add.
class SelectedSum {
public:
  SelectedSum(ComputeOp op, const Selection &selection, RewriterBase &rewriter)
      : op(op), selection(selection), rewriter(rewriter),
        spec(getSpecWithoutBody(op)), extents(op.getExtents()) {
    orderLoops();
  }

  /// Than `whole` cycles?
  bool isCheaper(const AlgebraOptions &options, double whole);
  /// What `op` gives; null where that cannot be.
  Value build();

private:
  void orderLoops();
  void findNumbersLoops();
  AffineMap mapOld(ArrayRef<unsigned> loops);
  ComputeSpec specOver(ArrayRef<unsigned> loops);
  FailureOr<ComputeOp> buildPositions();
  FailureOr<ComputeOp> buildTerms();
  SmallVector<Value> readPoint(OpBuilder &b, Location loc);
  Value addTerms(ComputeOp positions, ComputeOp terms);

  int64_t elements() const { return extents[selection.loop]; }
  /// Are terms of a number neighbours in the result?
  bool addsRows() { return selection.loop + 1 < op.getNumOutputLoops(); }

  ComputeOp op;
  Selection selection;
  RewriterBase &rewriter;
  ComputeSpec spec;
  SmallVector<int64_t> extents;
  /// Loops of the terms, all but that of the element, and those of them on
  /// which the number and the conditions depend.
  SmallVector<unsigned> loops, numbersLoops;
  /// Where each loop stands among those of the terms.
  SmallVector<int> places;
  PartedConditions conditions;
};
} // namespace

/// Those of the result behind the element's stay innermost, where rows of the
/// result lie.
void SelectedSum::orderLoops() {
  auto add = [&](unsigned first, unsigned last) {
    for (unsigned loop = first; loop < last; ++loop)
      loops.push_back(loop);
  };
  unsigned outputs = op.getNumOutputLoops();
  add(0, selection.loop);
  add(outputs, extents.size());
  add(selection.loop + 1, outputs);
  places.resize(extents.size());
  for (auto [place, loop] : llvm::enumerate(loops))
    places[loop] = place;
}

bool SelectedSum::isCheaper(const AlgebraOptions &options, double whole) {
  AlgebraCost cost = options.cost;
  cost.elementBytes = getElementBytes(op.getType());
  double terms = 1, others = getCostedElements(op, op.getResult());
  SmallVector<int64_t> costed = getCostedExtents(op);
  for (unsigned loop : loops)
    terms *= double(costed[loop]);
  for (Value operand : op.getOperands())
    others += getCostedElements(op, operand);
  double body = std::max(getBodyCost(op), 1.0);
  double after = (1 + moreKernels) * cost.start + cost.ofPoints(terms, body) +
                 2 * cost.ofBytes(terms * cost.elementBytes) +
                 (addsRows() ? cyclesInRow : cyclesAlone) * terms;
  // Terms are written: no more than the sum reads and writes.
  bool isTaken = terms <= others && isWorth(after, whole);
  if (options.explain)
    op.emitRemark("its terms are ")
        << (isTaken ? "" : "not ")
        << "added where a number sends them: " << int64_t(after)
        << " cycles instead of " << int64_t(whole);
  return isTaken;
}

void SelectedSum::findNumbersLoops() {
  const OperandSpec &number = spec.operands[selection.number];
  for (unsigned loop : loops) {
    bool isAsked =
        spec.where &&
        llvm::any_of(spec.where.getConstraints(), [&](AffineExpr each) {
          return each.isFunctionOfDim(loop);
        });
    if (isAsked || dependsOn(number, loop))
      numbersLoops.push_back(loop);
  }
}

/// The loops of the sum in those of an operator over `over`; the others, of
/// which nothing there depends, are 0.
AffineMap SelectedSum::mapOld(ArrayRef<unsigned> over) {
  SmallVector<AffineExpr> values(extents.size(),
                                 rewriter.getAffineConstantExpr(0));
  for (auto [number, loop] : llvm::enumerate(over))
    values[loop] = rewriter.getAffineDimExpr(number);
  return AffineMap::get(over.size(), 0, values, op.getContext());
}

/// An operator over some loops, without operands.
ComputeSpec SelectedSum::specOver(ArrayRef<unsigned> over) {
  ComputeSpec made;
  SmallVector<int64_t> shape;
  SmallVector<std::string> names = getLoopNames(op);
  for (unsigned loop : over) {
    shape.push_back(extents[loop]);
    made.loops.push_back(names[loop]);
  }
  made.type = RankedTensorType::get(shape, op.getType().getElementType());
  if (!conditions.rest)
    return made;
  AffineMap map = mapOld(over);
  SmallVector<AffineExpr> kept;
  for (AffineExpr each : conditions.rest.getConstraints())
    kept.push_back(each.replaceDims(map.getResults()));
  made.where =
      IntegerSet::get(over.size(), 0, kept, conditions.rest.getEqFlags());
  made.kind = ReductionKind::sum; // 0 where there is no term.
  return made;
}

/// The values of the loops on which the number depends.
SmallVector<Value> SelectedSum::readPoint(OpBuilder &b, Location loc) {
  SmallVector<Value> point(extents.size());
  if (conditions.asked.empty())
    return point;
  for (auto [place, loop] : llvm::enumerate(numbersLoops))
    point[loop] = IndexOp::create(b, loc, b.getIndexType(), place);
  return point;
}

/// The element to which each term goes; one behind the last for none.
FailureOr<ComputeOp> SelectedSum::buildPositions() {
  ComputeSpec made = specOver(numbersLoops);
  made.type =
      RankedTensorType::get(made.type.getShape(), rewriter.getI64Type());
  auto read = readAt(spec.operands[selection.number], mapOld(numbersLoops),
                     made.type.getShape());
  if (failed(read))
    return failure();
  made.operands.push_back(*read);
  if (!readsInside(made))
    return failure();
  made.body = [&](OpBuilder &b, Location loc, ValueRange v) -> Value {
    Value number = widenNumber(b, loc, v[0]);
    Value none = arith::ConstantIntOp::create(b, loc, elements(), 64);
    // The number stands for the element.
    Value holds = isSelected(b, loc, number, elements(), conditions,
                             readPoint(b, loc), selection.loop);
    return arith::SelectOp::create(b, loc, holds, number, none);
  };
  return ComputeOp::create(rewriter, op.getLoc(), made);
}

/// The terms where the comparison holds: nothing else in them asks the element.
FailureOr<ComputeOp> SelectedSum::buildTerms() {
  ComputeSpec made = specOver(loops);
  made.operands = spec.operands;
  if (failed(moveTo(made, mapOld(loops))) || !readsInside(made))
    return failure();
  made.body = [&](OpBuilder &b, Location loc, ValueRange v) {
    return cloneSelected(b, loc, op, selection, v, places);
  };
  return ComputeOp::create(rewriter, op.getLoc(), made);
}

Value SelectedSum::addTerms(ComputeOp positions, ComputeOp terms) {
  IndexedAccess access;
  SmallVector<int64_t> shape(op.getType().getShape());
  ++shape[selection.loop];
  access.type = RankedTensorType::get(shape, op.getType().getElementType());
  access.extents.assign(terms.getType().getShape().begin(),
                        terms.getType().getShape().end());
  access.loops = getLoopNames(terms);
  SmallVector<AffineExpr> index, read;
  for (unsigned d = 0; d < shape.size(); ++d)
    index.push_back(d == selection.loop ? rewriter.getAffineSymbolExpr(0)
                                        : rewriter.getAffineDimExpr(places[d]));
  for (unsigned loop : numbersLoops)
    read.push_back(rewriter.getAffineDimExpr(places[loop]));
  access.index = AffineMap::get(loops.size(), 1, index, op.getContext());
  access.positions = {positions.getResult()};
  access.maps = {AffineMap::get(loops.size(), 0, read, op.getContext())};
  auto sums = ScatterAddOp::create(rewriter, op.getLoc(), access.type,
                                   terms.getResult(), access);
  SmallVector<std::string> names = getLoopNames(op);
  names.resize(op.getNumOutputLoops());
  OperandSpec all{sums.getResult(),
                  rewriter.getMultiDimIdentityMap(shape.size())};
  return createRead(rewriter, op.getLoc(), all, op.getType(), names)
      .getResult();
}

Value SelectedSum::build() {
  FailureOr<PartedConditions> parted =
      partConditions(spec.where, selection.loop);
  if (failed(parted))
    return {};
  conditions = *parted;
  findNumbersLoops();
  rewriter.setInsertionPoint(op);
  FailureOr<ComputeOp> positions = buildPositions();
  if (failed(positions))
    return {};
  FailureOr<ComputeOp> terms = buildTerms();
  if (succeeded(terms))
    return addTerms(*positions, *terms);
  rewriter.eraseOp(*positions);
  return {};
}

/// A dimension as long as the batch is taken for one of it.
static bool meetsBatch(ComputeOp op, int64_t elements) {
  std::optional<int64_t> batch = getBatch(op);
  return batch && (*batch == elements || *batch == elements + 1);
}

Value neo::scatterSelected(ComputeOp source, RewriterBase &rewriter,
                           const AlgebraOptions &options, double whole) {
  std::optional<Selection> selection = findSelectedElement(source);
  if (!selection || meetsBatch(source, source.getExtents()[selection->loop]))
    return {};
  SelectedSum sum(source, *selection, rewriter);
  return sum.isCheaper(options, whole) ? sum.build() : Value();
}
