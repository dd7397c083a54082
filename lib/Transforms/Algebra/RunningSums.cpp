//===- RunningSums.cpp - Sums up to each element, in blocks ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A cumulative sum, written as a sum of the terms up to each element,
//
//     %S = neo.compute [p, i: 1000] sum [k: 1000] %A[p, k] where (k <= i)
//
// adds up half a million terms for each p of which a thousand differ. A prefix
// sum in blocks of B = 16 takes those up to each element of its block, then
// those of all blocks before:
//
//     %I = neo.compute [p, b: 63, s: 16] sum [r: 16] %A[p, 16 * b + r]
//            where (r <= s, 16 * b + r < 1000)
//     %C = neo.compute [p, b: 63] sum [c: 63] %I[p, c, 15] where (c < b)
//     %S = neo.compute [p, i: 1000]
//            %I[p, i floordiv 16, i mod 16] + %C[p, i floordiv 16]
//
// which is 16 + 4 operations an element in place of 500. %C is a prefix sum of
// the blocks, and is taken in blocks itself where it is long. Any reduction
// that is associative will do. The condition may compare with any expression of
// i, and from below, as in the gradient: k is counted from the end then. It
// stands in the `where`, as the guard of a read whose pad adds nothing, or in
// the body (SelectedTerms.h). Not where ties share a gradient (Ties.h): equal
// terms of one block would count for one.
//
// Changes rounding: fewer additions lie between a term and the result. Source:
// Blelloch, Prefix Sums and Their Applications (1990), section 1.2.1.
//
//===----------------------------------------------------------------------===//

#include "RunningSums.h"

#include "RunningFactors.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/Conditions.h"
#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/Halves.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/ReductionCombiner.h"
#include "Neo/Dialect/Ties.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Bytes of a block, those of the widest vector: in smaller blocks lanes are
/// idle, in larger ones an element takes more operations.
constexpr int64_t blockBytes = 64;
/// Blocks of short numbers, which are added up in wider ones, are not longer.
constexpr int64_t mostBlockTerms = 16;
/// Where the last term of an element would stand so many times beyond the last
/// one that there is, most blocks would be empty.
constexpr int64_t mostTimesBeyond = 4;

namespace {
/// Writes one reduction as a prefix sum in blocks.
class RunningSum {
public:
  /// `op`, or a copy of it, which `source` is.
  RunningSum(ComputeOp op, ComputeOp source, RewriterBase &rewriter,
             const AlgebraOptions &options)
      : op(op), source(source), rewriter(rewriter), options(options),
        extents(source.getExtents()),
        blockTerms(std::min(blockBytes / getElementBytes(op.getType()),
                            mostBlockTerms)),
        partialType(getSumElement(op.getType().getElementType())) {}

  /// What the sum costs as it is written.
  double getCost();
  /// Takes it in blocks if that, and what costs `beside`, is cheaper than
  /// `whole`.
  bool run(double whole, double beside = 0);

private:
  bool isCheaper(double whole, double beside);
  bool take(const RunningBound &candidate, double whole, double beside);
  bool takeWithoutFactors(double whole);

  int64_t elements() const { return extents[bound.element]; }
  int64_t terms() const { return extents[bound.term]; }
  SmallVector<int64_t> shapeWith(ArrayRef<int64_t> sizes);
  AffineMap placeInBlocks();
  AffineMap mapToBlocks(ArrayRef<AffineExpr> indices, unsigned loops);
  FailureOr<ComputeOp> sumInBlocks();
  ComputeOp sumBlocksBefore(ComputeOp inside);
  void join(ComputeOp inside, ComputeOp before);

  ComputeOp op, source;
  RewriterBase &rewriter;
  const AlgebraOptions &options;
  ComputeSpec spec;
  SmallVector<int64_t> extents;
  RunningBound bound;
  /// Of the last term of an element.
  AffineInterval positions = {0, 0};
  int64_t blockTerms, blocks = 0;
  /// The element type of what blocks give.
  Type partialType;
};
} // namespace

/// May terms be added up in any order and grouping?
static bool isAssociative(ReductionKind kind) {
  return kind == ReductionKind::sum || kind == ReductionKind::prod ||
         kind == ReductionKind::max || kind == ReductionKind::min;
}

double RunningSum::getCost() {
  return options.cost.start +
         options.cost.ofPoints(getCostedPoints(source) / 2,
                               std::max(getBodyCost(source), 1.0));
}

bool RunningSum::isCheaper(double whole, double beside) {
  AlgebraCost cost = options.cost;
  cost.elementBytes = getElementBytes(op.getType());
  double operations = std::max(getBodyCost(source), 1.0);
  double rows = getCostedPoints(source) / double(elements()) / double(terms());
  double others = 1; // Summed loops beside that of the bound.
  for (int64_t extent : source.getReductionExtents())
    others *= double(extent);
  others /= double(terms());
  double inside = rows * double(blocks * blockTerms);
  double after = beside + 3 * cost.start +
                 cost.ofPoints(inside * blockTerms, operations) +
                 2 * cost.ofBytes(inside / others * cost.elementBytes) +
                 cost.ofPoints(rows / others * double(blocks * blocks), 1) +
                 cost.ofPoints(rows / others * double(elements()), 1);
  bool isTaken = isWorth(after, whole);
  if (options.explain)
    op.emitRemark("its running sums are ")
        << (isTaken ? "" : "not ") << "taken in blocks: " << int64_t(after)
        << " cycles instead of " << int64_t(whole);
  return isTaken;
}

/// The shape of the result with `sizes` in place of the loop of elements.
SmallVector<int64_t> RunningSum::shapeWith(ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> shape(ArrayRef(extents).take_front(bound.element));
  llvm::append_range(shape, sizes);
  llvm::append_range(shape, ArrayRef(extents)
                                .take_front(source.getType().getRank())
                                .drop_front(bound.element + 1));
  return shape;
}

/// The loops of `source` in those of the sums inside of blocks, in which the
/// block and the place in it are in place of the element.
AffineMap RunningSum::placeInBlocks() {
  SmallVector<AffineExpr> values;
  unsigned count = extents.size() + 1;
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    values.push_back(rewriter.getAffineDimExpr(loop + (loop > bound.element)));
  AffineExpr position = rewriter.getAffineDimExpr(bound.element) * blockTerms +
                        values[bound.term];
  values[bound.element] = rewriter.getAffineConstantExpr(0);
  values[bound.term] = bound.isReversed ? terms() - 1 - position : position;
  return AffineMap::get(count, 0, values, op.getContext());
}

FailureOr<ComputeOp> RunningSum::sumInBlocks() {
  AffineMap loops = placeInBlocks();
  ComputeSpec inside = spec;
  inside.type =
      RankedTensorType::get(shapeWith({blocks, blockTerms}), partialType);
  inside.reductionExtents[bound.term - op.getNumOutputLoops()] = blockTerms;
  inside.loops.clear();
  if (failed(moveTo(inside, loops)))
    return failure();
  AffineExpr block = rewriter.getAffineDimExpr(bound.element),
             place = rewriter.getAffineDimExpr(bound.element + 1),
             term = rewriter.getAffineDimExpr(bound.term + 1);
  SmallVector<AffineExpr> bounds = {place - term};
  if (blocks * blockTerms > terms())
    bounds.push_back(terms() - 1 - block * blockTerms - term);
  SmallVector<bool> isEquality(bounds.size(), false);
  inside.where = conjoin(
      inside.where, IntegerSet::get(loops.getNumDims(), 0, bounds, isEquality));
  auto body = [&](OpBuilder &b, Location loc, ValueRange arguments) {
    return convertScalarToDtype(b, loc,
                                cloneBodyAt(b, source, arguments, loops),
                                partialType, /*isUnsignedCast=*/false);
  };
  inside.body = body;
  return ComputeOp::create(rewriter, op.getLoc(), inside);
}

/// The access of `loops` loops that reads `indices` in place of the element.
AffineMap RunningSum::mapToBlocks(ArrayRef<AffineExpr> indices,
                                  unsigned loops) {
  SmallVector<AffineExpr> results;
  for (unsigned d = 0; d < op.getNumOutputLoops(); ++d)
    if (d == bound.element)
      llvm::append_range(results, indices);
    else
      results.push_back(rewriter.getAffineDimExpr(d));
  return AffineMap::get(loops, 0, results, op.getContext());
}

ComputeOp RunningSum::sumBlocksBefore(ComputeOp inside) {
  ComputeSpec before;
  before.type = RankedTensorType::get(shapeWith({blocks}), partialType);
  before.kind = spec.kind;
  before.reductionExtents = {blocks};
  unsigned outputs = op.getNumOutputLoops();
  AffineExpr block = rewriter.getAffineDimExpr(bound.element),
             other = rewriter.getAffineDimExpr(outputs);
  before.where = IntegerSet::get(outputs + 1, 0, {block - 1 - other}, {false});
  before.operands.push_back(
      {inside.getResult(),
       mapToBlocks({other, rewriter.getAffineConstantExpr(blockTerms - 1)},
                   outputs + 1)});
  before.body = [](OpBuilder &, Location, ValueRange v) -> Value {
    return v[0];
  };
  return ComputeOp::create(rewriter, op.getLoc(), before);
}

/// Replaces the operator by what its block and those before it give.
void RunningSum::join(ComputeOp inside, ComputeOp before) {
  ComputeSpec joined;
  joined.type = op.getType();
  joined.loops = getLoopNames(op);
  joined.loops.resize(op.getNumOutputLoops());
  AffineExpr position = bound.position;
  AffineExpr block = position.floorDiv(blockTerms);
  unsigned outputs = op.getNumOutputLoops();
  joined.operands.push_back(
      {inside.getResult(),
       mapToBlocks({block, position % blockTerms}, outputs)});
  joined.operands.push_back(
      {before.getResult(), mapToBlocks({block}, outputs)});
  if (positions.low < 0)
    for (OperandSpec &operand : joined.operands) {
      operand.guard = IntegerSet::get(outputs, 0, {position}, {false});
      operand.pad = getIdentity(rewriter, op.getLoc(), spec.kind, partialType);
    }
  joined.body = [&](OpBuilder &b, Location loc, ValueRange v) -> Value {
    return convertScalarToDtype(b, loc, combine(b, loc, spec.kind, v[1], v[0]),
                                op.getType().getElementType(),
                                /*isUnsignedCast=*/false);
  };
  rewriter.replaceOpWithNewOp<ComputeOp>(op, joined);
}

/// Takes the factors of elements out, and what is left in blocks.
bool RunningSum::takeWithoutFactors(double whole) {
  std::optional<FactoredSum> parts = takeFactorsOut(source, bound, rewriter);
  if (!parts)
    return false;
  double outer = options.cost.start +
                 options.cost.ofPoints(getCostedPoints(parts->outer),
                                       std::max(getBodyCost(source), 1.0));
  if (RunningSum(parts->inner, parts->inner, rewriter, options)
          .run(whole, outer)) {
    rewriter.replaceOp(op, parts->outer);
    takeRunningSums(parts->outer, rewriter, options);
    return true;
  }
  rewriter.eraseOp(parts->outer);
  rewriter.eraseOp(parts->inner);
  return false;
}

bool RunningSum::run(double whole, double beside) {
  return llvm::any_of(findRunningBounds(source), [&](const RunningBound &each) {
    return take(each, whole, beside);
  });
}

bool RunningSum::take(const RunningBound &candidate, double whole,
                      double beside) {
  bound = candidate;
  spec = getSpecWithoutBody(source);
  std::optional<int64_t> batch = getBatch(op);
  if (batch == elements() || batch == terms())
    return false;
  if (!takeOut(bound, source, spec) || bound.element >= op.getNumOutputLoops())
    return takeWithoutFactors(getCost());
  std::optional<AffineInterval> range = getInterval(bound.position, extents);
  if (!range || range->high >= mostTimesBeyond * terms())
    return false;
  positions = *range;
  blocks = llvm::divideCeil(std::max(terms(), positions.high + 1), blockTerms);
  if (!isCheaper(whole, beside))
    return false;
  rewriter.setInsertionPoint(op);
  FailureOr<ComputeOp> inside = sumInBlocks();
  if (failed(inside))
    return false;
  ComputeOp before = sumBlocksBefore(*inside);
  join(*inside, before);
  takeRunningSums(before, rewriter, options);
  return true;
}

bool neo::takeInBlocks(ComputeOp op, RewriterBase &rewriter,
                       const AlgebraOptions &options, double whole,
                       double beside) {
  return RunningSum(op, op, rewriter, options).run(whole, beside);
}

bool neo::takeRunningSums(ComputeOp op, RewriterBase &rewriter,
                          const AlgebraOptions &options) {
  if (!(isAssociative(op.getKind()) || findsPosition(op.getKind())) ||
      op.getNumReductionLoops() == 0 || op.getNumLoops() > 63 ||
      llvm::is_contained(op.getExtents(), 0) || op->hasAttr(nonzeroAttrName) ||
      sharesTies(op))
    return false;
  return withLiftedConditions(rewriter, op, [&](ComputeOp source) {
    RunningSum sum(op, source, rewriter, options);
    return findsPosition(op.getKind())
               ? takeRunningPositions(op, source, rewriter, options,
                                      sum.getCost())
               : sum.run(sum.getCost());
  });
}
