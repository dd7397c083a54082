//===- SelectedReads.cpp - The term that a number selects -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A sum over a loop that is compared with a number from data has one term at
// most: a row of a table that a one-hot vector is multiplied with,
//
//     %Y = neo.compute [n: 4000, c: 32] sum [v: 2000] %I[n], %W[v, c]
//            i == v ? w : 0
//
// It is read where the number says. Numbers outside of the loop, for which the
// sum is 0, read any place, and what they read is left out:
//
//     %P = neo.compute [n: 4000] %I[n]                 0 <= i < 2000 ? i : 0
//     %G = neo.gather [n: 4000, c: 32] %W[%P[n], c]
//     %Y = neo.compute [n: 4000, c: 32] %I[n], %G[n, c]
//            0 <= i < 2000 ? g : 0
//
// Other summed loops stay, and infinities that a product with 0 would make NaN
// are left out. A tensor that is computed here is summed up where it is
// computed, without being written, and so is read in full unless several
// elements share each of its own.
//
//===----------------------------------------------------------------------===//

#include "OneHotSums.h"

#include "SelectedNumber.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/Conditions.h"
#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/IndexedAccess.h"
#include "Neo/Dialect/RebuildCompute.h"

using namespace mlir;
using namespace neo;

/// Cycles to read an element, or a row, at a place from data.
constexpr double cyclesOfRead = 2;
/// How often an element of a computed tensor is to be read, so that it is
/// better written.
constexpr double leastShared = 4;

namespace {
/// Writes one sum by reads of its only terms.
class SelectedRead {
public:
  SelectedRead(ComputeOp op, const Selection &selection, RewriterBase &rewriter)
      : op(op), selection(selection), rewriter(rewriter),
        spec(getSpecWithoutBody(op)), extents(op.getExtents()) {}

  /// Can every operand that asks the loop be gathered?
  bool prepare();
  /// Than `whole` cycles?
  bool isCheaper(const AlgebraOptions &options, double whole);
  Value build();

private:
  bool isGathered(const OperandSpec &operand) const {
    return operand.map.isFunctionOfDim(selection.loop);
  }
  bool canGather(const OperandSpec &operand);
  std::optional<double> costOfGather(const OperandSpec &operand,
                                     const AlgebraCost &cost);
  SmallVector<unsigned> loopsOf(const OperandSpec &operand);
  AffineMap takeOutLoop();
  ComputeOp buildPositions();
  OperandSpec gather(const OperandSpec &operand, ComputeOp positions);
  FailureOr<ComputeSpec> specOfRest();
  Value buildBody(OpBuilder &b, Location loc, ValueRange arguments);

  const OperandSpec &number() const { return spec.operands[selection.number]; }

  ComputeOp op;
  Selection selection;
  RewriterBase &rewriter;
  ComputeSpec spec;
  SmallVector<int64_t> extents;
  PartedConditions conditions;
};
} // namespace

/// Each index is the loop itself or does not ask it, and is inside wherever it
/// is read.
bool SelectedRead::canGather(const OperandSpec &operand) {
  auto type = cast<RankedTensorType>(operand.value.getType());
  AffineExpr loop = rewriter.getAffineDimExpr(selection.loop);
  if (operand.isGuarded() || llvm::count(operand.map.getResults(), loop) != 1)
    return false;
  for (auto [expr, size] :
       llvm::zip_equal(operand.map.getResults(), type.getShape())) {
    std::optional<AffineInterval> range = getInterval(expr, extents);
    if (!range || range->low < 0 || range->high >= size ||
        (expr != loop && expr.isFunctionOfDim(selection.loop)))
      return false;
  }
  return true;
}

bool SelectedRead::prepare() {
  FailureOr<PartedConditions> parted =
      partConditions(spec.where, selection.loop);
  if (failed(parted))
    return false;
  conditions = *parted;
  return llvm::all_of(spec.operands, [&](const OperandSpec &operand) {
    return isGathered(operand) ? canGather(operand)
                               : !dependsOn(operand, selection.loop);
  });
}

/// What gathering `operand` costs, and reading it again; none if it is larger
/// than all that the sum reads and writes.
std::optional<double> SelectedRead::costOfGather(const OperandSpec &operand,
                                                 const AlgebraCost &cost) {
  SmallVector<int64_t> costed = getCostedExtents(op);
  double elements = 1, others = getCostedElements(op, op.getResult());
  for (unsigned loop : loopsOf(operand))
    elements *= double(costed[loop]);
  for (const OperandSpec &each : spec.operands)
    others += getCostedElements(op, each.value);
  if (elements > others)
    return std::nullopt;
  // Rows are copied as they lie.
  auto last = dyn_cast<AffineDimExpr>(operand.map.getResults().back());
  bool inRows = last && last.getPosition() != selection.loop;
  double reads =
      inRows ? elements / double(costed[last.getPosition()]) : elements;
  return cost.start + cyclesOfRead * reads + cost.ofPoints(elements, 1) +
         2 * cost.ofBytes(elements * cost.elementBytes);
}

bool SelectedRead::isCheaper(const AlgebraOptions &options, double whole) {
  AlgebraCost cost = options.cost;
  cost.elementBytes = getElementBytes(op.getType());
  double points = getCostedPoints(op);
  double left = points / double(getCostedExtents(op)[selection.loop]);
  double body = std::max(getBodyCost(op), 1.0);
  double after = 2 * cost.start + cost.ofPoints(left, body);
  for (const OperandSpec &operand : spec.operands) {
    if (!isGathered(operand))
      continue;
    bool isComputed = bool(operand.value.getDefiningOp<ComputeOp>());
    std::optional<double> gather = costOfGather(operand, cost);
    if (!gather ||
        (isComputed &&
         points < leastShared * getCostedElements(op, operand.value)))
      return false;
    after += *gather;
  }
  bool isTaken = isWorth(after, whole);
  if (options.explain)
    op.emitRemark("the terms that a number selects are ")
        << (isTaken ? "" : "not ") << "gathered: " << int64_t(after)
        << " cycles instead of " << int64_t(whole);
  return isTaken;
}

/// The loops of what is gathered: those of the number, and of `operand`.
SmallVector<unsigned> SelectedRead::loopsOf(const OperandSpec &operand) {
  SmallVector<unsigned> loops;
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    if (loop != selection.loop &&
        (dependsOn(number(), loop) || operand.map.isFunctionOfDim(loop)))
      loops.push_back(loop);
  return loops;
}

/// The loops of the sum in those that are left, the selected one as 0.
AffineMap SelectedRead::takeOutLoop() {
  SmallVector<AffineExpr> values;
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    values.push_back(
        loop == selection.loop
            ? rewriter.getAffineConstantExpr(0)
            : rewriter.getAffineDimExpr(loop - (loop > selection.loop)));
  return AffineMap::get(extents.size() - 1, 0, values, op.getContext());
}

/// Where the number's own loops read; any place for numbers of no term.
ComputeOp SelectedRead::buildPositions() {
  SmallVector<AffineExpr> values(extents.size(),
                                 rewriter.getAffineConstantExpr(0));
  ComputeSpec made;
  SmallVector<int64_t> shape;
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    if (dependsOn(number(), loop)) {
      values[loop] = rewriter.getAffineDimExpr(shape.size());
      shape.push_back(extents[loop]);
    }
  made.type = RankedTensorType::get(shape, rewriter.getI64Type());
  AffineMap map = AffineMap::get(shape.size(), 0, values, op.getContext());
  FailureOr<OperandSpec> read = readAt(number(), map, shape);
  if (failed(read))
    return {};
  made.operands.push_back(*read);
  if (!readsInside(made))
    return {};
  made.body = [&](OpBuilder &b, Location loc, ValueRange v) -> Value {
    Value wide = widenNumber(b, loc, v[0]);
    Value first = arith::ConstantIntOp::create(b, loc, 0, 64);
    Value holds = isSelected(b, loc, wide, extents[selection.loop], {}, {}, 0);
    return arith::SelectOp::create(b, loc, holds, wide, first);
  };
  return ComputeOp::create(rewriter, op.getLoc(), made);
}

/// `operand` where the loop has the value of the number, read from the loops of
/// the sum.
OperandSpec SelectedRead::gather(const OperandSpec &operand,
                                 ComputeOp positions) {
  SmallVector<unsigned> loops = loopsOf(operand);
  IndexedAccess access;
  access.type = cast<RankedTensorType>(operand.value.getType());
  SmallVector<AffineExpr> values(extents.size()), own, read;
  values[selection.loop] = rewriter.getAffineSymbolExpr(0);
  SmallVector<std::string> names = getLoopNames(op);
  for (auto [place, loop] : llvm::enumerate(loops)) {
    values[loop] = rewriter.getAffineDimExpr(place);
    access.extents.push_back(extents[loop]);
    access.loops.push_back(names[loop]);
    read.push_back(rewriter.getAffineDimExpr(loop));
    if (dependsOn(number(), loop))
      own.push_back(values[loop]);
  }
  for (AffineExpr &value : values)
    if (!value)
      value = rewriter.getAffineConstantExpr(0);
  access.index = operand.map.replaceDimsAndSymbols(values, {}, loops.size(), 1);
  access.positions = {positions.getResult()};
  access.maps = {AffineMap::get(loops.size(), 0, own, op.getContext())};
  auto type =
      RankedTensorType::get(access.extents, access.type.getElementType());
  auto gathered =
      GatherOp::create(rewriter, op.getLoc(), type, operand.value, access);
  return {gathered.getResult(),
          AffineMap::get(extents.size(), 0, read, op.getContext())};
}

/// The body where the comparison holds, 0 where no term is selected.
Value SelectedRead::buildBody(OpBuilder &b, Location loc,
                              ValueRange arguments) {
  SmallVector<Value> point(extents.size());
  SmallVector<int> places;
  for (unsigned loop = 0; loop < extents.size(); ++loop) {
    places.push_back(loop - (loop > selection.loop));
    if (loop != selection.loop && !conditions.asked.empty())
      point[loop] = IndexOp::create(b, loc, b.getIndexType(), places.back());
  }
  Value wide = widenNumber(b, loc, arguments[selection.number]);
  Value holds = isSelected(b, loc, wide, extents[selection.loop], conditions,
                           point, selection.loop);
  Value term = cloneSelected(b, loc, op, selection, arguments, places);
  Value none = arith::ConstantOp::create(b, loc, b.getZeroAttr(term.getType()));
  return arith::SelectOp::create(b, loc, holds, term, none);
}

/// The sum over the loops that are left, without its body.
FailureOr<ComputeSpec> SelectedRead::specOfRest() {
  ComputeSpec made = spec;
  made.loops = getLoopNames(op);
  made.loops.erase(made.loops.begin() + selection.loop);
  unsigned place = selection.loop - op.getNumOutputLoops();
  made.reductionExtents.erase(made.reductionExtents.begin() + place);
  made.where = conditions.rest;
  if (failed(moveTo(made, takeOutLoop())))
    return failure();
  if (made.reductionExtents.empty() && !made.where)
    made.kind = ReductionKind::none;
  return made;
}

Value SelectedRead::build() {
  rewriter.setInsertionPoint(op);
  ComputeOp positions = buildPositions();
  if (!positions)
    return {};
  SmallVector<Operation *> gathers;
  for (OperandSpec &operand : spec.operands)
    if (isGathered(operand)) {
      operand = gather(operand, positions);
      gathers.push_back(operand.value.getDefiningOp());
    }
  FailureOr<ComputeSpec> made = specOfRest();
  if (succeeded(made) && readsInside(*made)) {
    made->body = [&](OpBuilder &b, Location loc, ValueRange arguments) {
      return buildBody(b, loc, arguments);
    };
    return ComputeOp::create(rewriter, op.getLoc(), *made).getResult();
  }
  for (Operation *each : gathers)
    rewriter.eraseOp(each);
  rewriter.eraseOp(positions);
  return {};
}

Value neo::gatherSelected(ComputeOp source, RewriterBase &rewriter,
                          const AlgebraOptions &options, double whole) {
  std::optional<Selection> selection = findSelectedTerm(source);
  // Data does not say which item of a batch is read.
  if (!selection || getBatch(source) == source.getExtents()[selection->loop])
    return {};
  SelectedRead read(source, *selection, rewriter);
  return read.prepare() && read.isCheaper(options, whole) ? read.build()
                                                          : Value();
}
