//===- SplitReductions.cpp - Long reductions in two steps -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Threads share the loops of a result, and a mean of all elements has none:
//
//     %S = neo.compute [] sum [i: 4000, j: 2500] exp(%x[i, j])
//
// Nor do four vectors of partial sums bound the rounding of ten million terms.
// So the outermost loop of the reduction is split, and its outer part becomes a
// loop of a result of partial sums:
//
//     %T = neo.compute [o: 125] sum [i: 32, j: 2500] exp(%x[32 * o + i, j])
//     %S = neo.compute [] sum [o: 125] %T[o]
//
// The inner part is a divisor of the loop, so that no partial sum is guarded.
// If there is none of about the right size, as of a prime, the last few steps
// are a reduction of their own:
//
//     %R = neo.compute [] sum [i: 5, j: 2500] exp(%x[32 * 125 + i, j])
//     %S = neo.compute [] ... %S0, %R
//
// The order of terms follows from extents alone, so that results have the same
// bits for any number of threads. Cost: a launch or two, and a thousandth of
// the terms written and read.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/Halves.h"
#include "Neo/Dialect/PassStatistic.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/ReductionCombiner.h"
#include "Neo/Dialect/ScheduleAttr.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/MathExtras.h"

namespace neo {
#define GEN_PASS_DEF_NEOSPLITREDUCTIONS
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

static PassStatistic split("neo-split-reductions", "reductions in two steps");

/// Results that threads share well enough without their reductions.
constexpr int64_t mostResults = 8;
/// Terms of a partial sum, about: some microseconds of work.
constexpr int64_t termsOfPart = 1 << 14;
/// Partial sums of a result: longer reductions have longer parts.
constexpr int64_t mostParts = 1 << 14;

namespace {
/// A reduction whose loop `loop` is walked in `parts` steps of `size`; `rest`
/// steps remain.
class Splitter {
public:
  explicit Splitter(ComputeOp op)
      : op(op), outputs(op.getNumOutputLoops()), extents(op.getExtents()),
        b(op) {}

  LogicalResult plan(int64_t fewest);
  /// Leaves `op` as it is if 64 bits do not hold an index.
  LogicalResult run();

private:
  std::optional<int64_t> countTerms();
  void chooseLoop(int64_t terms);
  AffineMap placesOfParts();
  AffineMap placesOfRest();
  FailureOr<ComputeSpec> moved(AffineMap places, ArrayRef<int64_t> inner);
  ComputeOp create(ComputeSpec &spec, AffineMap places);
  Value reduceParts(Value parts);
  Value addRest(Value parts, Value last);

  ComputeOp op;
  unsigned outputs, loop = 0;
  SmallVector<int64_t> extents;
  OpBuilder b;
  int64_t size = 0, parts = 0, rest = 0;
};
} // namespace

/// The size of a part near `wanted` that divides `extent`, or else `wanted`.
static int64_t findSize(int64_t extent, int64_t wanted) {
  for (int64_t size = wanted; size < 2 * wanted && size <= extent / 2; ++size)
    if (extent % size == 0)
      return size;
  return wanted;
}

/// The number of terms of each result; none where 64 bits do not hold it.
std::optional<int64_t> Splitter::countTerms() {
  int64_t terms = 1;
  for (int64_t extent : ArrayRef(extents).drop_front(outputs))
    if (llvm::MulOverflow(terms, extent, terms))
      return std::nullopt;
  return terms;
}

/// Chooses the outermost loop that gives enough parts, or else the one that
/// gives most.
void Splitter::chooseLoop(int64_t terms) {
  constexpr int64_t enough = 2 * mostResults; // Threads end at one time.
  int64_t length = std::max(termsOfPart, terms / mostParts);
  for (unsigned each = outputs; each < extents.size() && parts < enough;
       ++each) {
    int64_t wanted = std::max<int64_t>(1, length / (terms / extents[each]));
    if (extents[each] / wanted <= parts)
      continue;
    loop = each;
    size = findSize(extents[each], wanted);
    parts = extents[each] / size;
    rest = extents[each] % size;
  }
}

LogicalResult Splitter::plan(int64_t fewest) {
  ReductionKind kind = op.getKind();
  std::optional<int64_t> batch = getBatch(op);
  if (kind == ReductionKind::none || findsPosition(kind) ||
      isHalf(op.getType().getElementType()) ||
      op.getType().getNumElements() > mostResults ||
      (batch && llvm::is_contained(extents, *batch)))
    return failure();
  std::optional<int64_t> terms = countTerms();
  if (!terms || *terms < fewest || *terms == 0)
    return failure();
  chooseLoop(*terms);
  return success(parts >= 2);
}

/// The old loops by those of the partial results: the outputs, the part, and
/// the loops of the reduction.
AffineMap Splitter::placesOfParts() {
  SmallVector<AffineExpr> places;
  for (unsigned d = 0; d < extents.size(); ++d)
    places.push_back(b.getAffineDimExpr(d < outputs ? d : d + 1));
  places[loop] = b.getAffineDimExpr(outputs) * size + places[loop];
  return AffineMap::get(extents.size() + 1, 0, places, b.getContext());
}

AffineMap Splitter::placesOfRest() {
  SmallVector<AffineExpr> places;
  for (unsigned d = 0; d < extents.size(); ++d)
    places.push_back(b.getAffineDimExpr(d) + (d == loop ? parts * size : 0));
  return AffineMap::get(extents.size(), 0, places, b.getContext());
}

/// `op` without its body over other loops, of which those of the result have
/// its extents but for one more, and those of the reduction are `inner`.
FailureOr<ComputeSpec> Splitter::moved(AffineMap places,
                                       ArrayRef<int64_t> inner) {
  ComputeSpec spec = getSpecWithoutBody(op);
  SmallVector<int64_t> shape(op.getType().getShape());
  if (places.getNumDims() > extents.size()) {
    shape.push_back(parts);
    std::string name = spec.loops[loop] + "_outer";
    spec.loops.insert(spec.loops.begin() + outputs, name);
  }
  spec.type = op.getType().clone(shape);
  spec.reductionExtents.assign(inner.begin(), inner.end());
  if (failed(moveTo(spec, places)))
    return failure();
  return spec;
}

ComputeOp Splitter::create(ComputeSpec &spec, AffineMap places) {
  spec.body = [&](OpBuilder &b, Location, ValueRange values) {
    return cloneBodyAt(b, op, values, places);
  };
  return ComputeOp::create(b, op.getLoc(), spec);
}

Value Splitter::reduceParts(Value parts) {
  ComputeSpec spec;
  spec.type = op.getType();
  spec.kind = op.getKind();
  spec.reductionExtents.push_back(this->parts);
  spec.operands.push_back({parts, b.getMultiDimIdentityMap(outputs + 1)});
  spec.body = [](OpBuilder &, Location, ValueRange values) {
    return values.front();
  };
  return ComputeOp::create(b, op.getLoc(), spec);
}

Value Splitter::addRest(Value parts, Value last) {
  ComputeSpec spec;
  spec.type = op.getType();
  AffineMap identity = b.getMultiDimIdentityMap(outputs);
  spec.operands = {{parts, identity}, {last, identity}};
  spec.body = [&](OpBuilder &b, Location loc, ValueRange values) {
    return combine(b, loc, op.getKind(), values[0], values[1]);
  };
  return ComputeOp::create(b, op.getLoc(), spec);
}

LogicalResult Splitter::run() {
  auto inner = llvm::to_vector(ArrayRef(extents).drop_front(outputs));
  AffineMap places = placesOfParts(), placesAfter = placesOfRest();
  inner[loop - outputs] = size;
  FailureOr<ComputeSpec> first = moved(places, inner);
  inner[loop - outputs] = rest;
  FailureOr<ComputeSpec> last = moved(placesAfter, inner);
  if (failed(first) || failed(last))
    return failure();
  Value result = reduceParts(create(*first, places));
  if (rest != 0)
    result = addRest(result, create(*last, placesAfter));
  op.getResult().replaceAllUsesWith(result);
  op.erase();
  return success();
}

namespace {
struct SplitReductions : neo::impl::NeoSplitReductionsBase<SplitReductions> {
  using NeoSplitReductionsBase::NeoSplitReductionsBase;

  void runOnOperation() override {
    SmallVector<ComputeOp> all;
    getOperation().walk([&](ComputeOp op) {
      if (!op->getParentOfType<KernelOp>() && !op->hasAttr(scheduleAttrName))
        all.push_back(op);
    });
    for (ComputeOp op : all) {
      Splitter splitter(op);
      if (succeeded(splitter.plan(fewest)) && succeeded(splitter.run()))
        ++split;
    }
  }
};
} // namespace
