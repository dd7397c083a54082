//===- RunningPositions.cpp - Where the best term so far stands -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The gradient of a running maximum goes to the place of each maximum,
//
//     %P = neo.compute [k: n] argmax [j: n] %A[j] if (j <= k) else -inf
//
// which compares n^2 pairs. An argmax cannot be taken in blocks as a
// maximum is: what a block hands on is a value and a place. But the best term
// so far is the last record, a term better than all before it, and both halves
// of that are running extrema:
//
//     %M = neo.compute [j: n] max [t: n] %A[t] where (t < j)
//     %R = neo.compute [j: n] %A[j], %M[j]           a > m ? j + 1 : 0
//     %Q = neo.compute [k: n] max [j: n] %R[j] where (j <= k)
//     %P = neo.compute [k: n] %Q[k]                  q == 0 ? 0 : q - 1
//
// %M and %Q are taken in blocks then (RunningSums.cpp). Of equal terms the
// first is the record, as combineBest wants it; from the end (j >= k), where it
// is met last, an equal term is a record, too. A NaN is better than any number.
// Terms equal to the identity are no records: where there are no others, the
// place is 0.
//
//===----------------------------------------------------------------------===//

#include "RunningSums.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/Conditions.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/ReductionCombiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

namespace {
/// Writes one argmax or argmin by its records.
class RunningPosition {
public:
  RunningPosition(ComputeOp op, ComputeOp source, const RunningBound &bound,
                  RewriterBase &rewriter)
      : op(op), source(source), rewriter(rewriter), bound(bound),
        spec(getSpecWithoutBody(source)), outputs(source.getNumOutputLoops()) {}

  bool run(const AlgebraOptions &options, double whole);

private:
  FailureOr<ComputeOp> buildTerms();
  ComputeOp runOver(Value terms, ReductionKind kind, AffineExpr condition,
                    ArrayRef<int64_t> shape);
  ComputeOp buildBefore(Value terms);
  ComputeOp buildRecords(Value terms, Value before);
  ComputeOp buildLast(Value records);
  ComputeOp buildPlaces(Value last);
  Value numberRecord(OpBuilder &b, Location loc, Value term, Value before);

  int64_t terms() { return source.getExtents()[bound.term]; }
  /// The loop that stands for the terms in place of the elements.
  AffineExpr place() { return rewriter.getAffineDimExpr(bound.element); }
  /// The summed loop behind those of the result.
  AffineExpr summed() { return rewriter.getAffineDimExpr(outputs); }
  /// `loop`, counted in the direction of the bound.
  AffineExpr counted(AffineExpr loop) {
    return bound.isReversed ? terms() - 1 - loop : loop;
  }
  ReductionKind extremum() {
    return op.getKind() == ReductionKind::argmax ? ReductionKind::max
                                                 : ReductionKind::min;
  }
  SmallVector<int64_t> termsShape() {
    SmallVector<int64_t> shape(op.getType().getShape());
    shape[bound.element] = terms();
    return shape;
  }

  ComputeOp op, source;
  RewriterBase &rewriter;
  RunningBound bound;
  ComputeSpec spec;
  unsigned outputs;
};
} // namespace

/// The terms, those left out as the identity.
FailureOr<ComputeOp> RunningPosition::buildTerms() {
  SmallVector<AffineExpr> loops;
  for (unsigned loop = 0; loop < outputs; ++loop)
    loops.push_back(rewriter.getAffineDimExpr(loop));
  loops.push_back(place());
  loops[bound.element] = rewriter.getAffineConstantExpr(0);
  AffineMap map = AffineMap::get(outputs, 0, loops, op.getContext());
  ComputeSpec made;
  made.type =
      RankedTensorType::get(termsShape(), source.getYielded().getType());
  made.operands = spec.operands;
  made.where = spec.where;
  made.kind = spec.where ? extremum() : ReductionKind::none;
  if (failed(moveTo(made, map)) || !readsInside(made))
    return failure();
  made.body = [&](OpBuilder &b, Location, ValueRange arguments) {
    return cloneBodyAt(b, source, arguments, map);
  };
  return ComputeOp::create(rewriter, op.getLoc(), made);
}

/// A running extremum of `terms`, with the summed loop in the elements' place.
ComputeOp RunningPosition::runOver(Value terms, ReductionKind kind,
                                   AffineExpr condition,
                                   ArrayRef<int64_t> shape) {
  ComputeSpec made;
  made.type = RankedTensorType::get(
      shape, cast<RankedTensorType>(terms.getType()).getElementType());
  made.kind = kind;
  made.reductionExtents = {this->terms()};
  made.where = IntegerSet::get(outputs + 1, 0, {condition}, {false});
  SmallVector<AffineExpr> read;
  for (unsigned d = 0; d < outputs; ++d)
    read.push_back(rewriter.getAffineDimExpr(d));
  read[bound.element] = summed();
  made.operands.push_back(
      {terms, AffineMap::get(outputs + 1, 0, read, op.getContext())});
  made.body = [](OpBuilder &, Location, ValueRange v) -> Value { return v[0]; };
  return ComputeOp::create(rewriter, op.getLoc(), made);
}

/// The best of the terms before each.
ComputeOp RunningPosition::buildBefore(Value terms) {
  return runOver(terms, extremum(), counted(place()) - 1 - counted(summed()),
                 termsShape());
}

/// The number of a record, from 1; 0 for any other term.
Value RunningPosition::numberRecord(OpBuilder &b, Location loc, Value term,
                                    Value before) {
  Type type = op.getType().getElementType();
  auto constant = [&](TypedAttr value) -> Value {
    return arith::ConstantOp::create(b, loc, value);
  };
  Value none = constant(b.getIntegerAttr(type, 0));
  Value index = IndexOp::create(b, loc, b.getIndexType(), bound.element);
  Value at = arith::IndexCastOp::create(b, loc, type, index);
  Value number =
      bound.isReversed
          ? Value(arith::SubIOp::create(
                b, loc, constant(b.getIntegerAttr(type, terms())), at))
          : Value(arith::AddIOp::create(b, loc, at,
                                        constant(b.getIntegerAttr(type, 1))));
  BestTerm own{term, number}, best{before, none};
  Value record = bound.isReversed
                     ? combineBest(b, loc, op.getKind(), own, best).position
                     : combineBest(b, loc, op.getKind(), best, own).position;
  if (!bound.isReversed)
    return record;
  Value identity = constant(getIdentity(b, loc, op.getKind(), term.getType()));
  Value isIdentity =
      isa<FloatType>(term.getType())
          ? Value(arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, term,
                                        identity))
          : Value(arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, term,
                                        identity));
  return arith::SelectOp::create(b, loc, isIdentity, none, record);
}

ComputeOp RunningPosition::buildRecords(Value terms, Value before) {
  ComputeSpec made;
  made.type =
      RankedTensorType::get(termsShape(), op.getType().getElementType());
  AffineMap all = rewriter.getMultiDimIdentityMap(outputs);
  made.operands = {{terms, all}, {before, all}};
  made.body = [&](OpBuilder &b, Location loc, ValueRange v) {
    return numberRecord(b, loc, v[0], v[1]);
  };
  return ComputeOp::create(rewriter, op.getLoc(), made);
}

/// The number of the last record up to each element.
ComputeOp RunningPosition::buildLast(Value records) {
  return runOver(records, ReductionKind::max,
                 bound.position - counted(summed()), op.getType().getShape());
}

/// The places of the records; 0 where there is none, which a number below 1
/// stands for.
ComputeOp RunningPosition::buildPlaces(Value last) {
  ComputeSpec made;
  made.type = op.getType();
  made.loops = getLoopNames(op);
  made.loops.resize(outputs);
  made.operands.push_back({last, rewriter.getMultiDimIdentityMap(outputs)});
  made.body = [&](OpBuilder &b, Location loc, ValueRange v) -> Value {
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(b, loc,
                                       b.getIntegerAttr(v[0].getType(), value));
    };
    Value number = arith::MaxSIOp::create(b, loc, v[0], constant(0));
    if (!bound.isReversed)
      return arith::MaxSIOp::create(
          b, loc, constant(0),
          arith::SubIOp::create(b, loc, number, constant(1)));
    Value at = arith::SubIOp::create(b, loc, constant(terms()), number);
    Value isNone = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                         number, constant(0));
    return arith::SelectOp::create(b, loc, isNone, constant(0), at);
  };
  return ComputeOp::create(rewriter, op.getLoc(), made);
}

bool RunningPosition::run(const AlgebraOptions &options, double whole) {
  std::optional<int64_t> batch = getBatch(op);
  if (batch == op.getType().getDimSize(bound.element) || batch == terms() ||
      !takeOut(bound, source, spec))
    return false;
  rewriter.setInsertionPoint(op);
  FailureOr<ComputeOp> each = buildTerms();
  if (failed(each))
    return false;
  ComputeOp before = buildBefore(*each);
  ComputeOp records = buildRecords(*each, before);
  ComputeOp last = buildLast(records);
  double points = double(records.getType().getNumElements());
  double beside = options.cost.start + options.cost.ofPoints(points, 2);
  // The two running extrema cost about the same.
  bool isTaken = takeInBlocks(before, rewriter, options, whole / 2, beside);
  if (isTaken) {
    rewriter.setInsertionPoint(op);
    rewriter.replaceOp(op, buildPlaces(last).getResult());
    takeRunningSums(last, rewriter, options);
    return true;
  }
  for (ComputeOp made : {last, records, before, *each})
    rewriter.eraseOp(made);
  return false;
}

bool neo::takeRunningPositions(ComputeOp op, ComputeOp source,
                               RewriterBase &rewriter,
                               const AlgebraOptions &options, double whole) {
  if (source.getNumReductionLoops() != 1 ||
      source.getYielded().getType().isInteger(1))
    return false;
  return llvm::any_of(findRunningBounds(source), [&](const RunningBound &each) {
    return RunningPosition(op, source, each, rewriter).run(options, whole);
  });
}
