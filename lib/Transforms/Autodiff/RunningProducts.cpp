//===- RunningProducts.cpp - Derivatives of cumulative products -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RunningProducts.h"

#include "Sweeps.h"

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/SelectedTerms.h"
#include "Neo/Transforms/Algebra/RunningBound.h"

using namespace mlir;
using namespace neo;

/// The constant that `expr` is; none if it varies.
static std::optional<int64_t> getConstant(AffineExpr expr, unsigned loops) {
  auto constant =
      dyn_cast<AffineConstantExpr>(simplifyAffineExpr(expr, loops, 0));
  return constant ? std::optional(constant.getValue()) : std::nullopt;
}

/// The factors of `source`, a product with `bound` taken out of `spec`: its
/// terms, with the loop of the terms in place of that of the elements.
static FailureOr<ComputeOp> buildFactors(OpBuilder &builder, ComputeOp source,
                                         const RunningBound &bound,
                                         ComputeSpec spec) {
  unsigned outputs = source.getNumOutputLoops();
  SmallVector<int64_t> shape(source.getType().getShape());
  shape[bound.element] = source.getExtents()[bound.term];
  SmallVector<AffineExpr> values;
  for (unsigned loop = 0; loop < outputs; ++loop)
    values.push_back(loop == bound.element ? builder.getAffineConstantExpr(0)
                                           : builder.getAffineDimExpr(loop));
  values.push_back(builder.getAffineDimExpr(bound.element));
  AffineMap loops = AffineMap::get(outputs, 0, values, source.getContext());
  spec.type = RankedTensorType::get(shape, source.getType().getElementType());
  spec.kind = ReductionKind::none;
  spec.reductionExtents.clear();
  spec.loops.clear();
  if (failed(moveTo(spec, loops)))
    return failure();
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    return cloneBodyAt(b, source, arguments, loops);
  };
  spec.body = body;
  return ComputeOp::create(builder, source.getLoc(), spec);
}

/// `source`, a copy of `op` or itself, as a running product.
static std::optional<RunningProduct>
readRunningProduct(OpBuilder &builder, ComputeOp op, ComputeOp source) {
  SmallVector<RunningBound> bounds = findRunningBounds(source);
  ComputeSpec spec = getSpecWithoutBody(source);
  if (bounds.size() != 1 || !takeOut(bounds[0], source, spec) || spec.where)
    return std::nullopt;
  const RunningBound &bound = bounds[0];
  SmallVector<int64_t> extents = source.getExtents();
  int64_t elements = extents[bound.element], terms = extents[bound.term];
  AffineExpr element = builder.getAffineDimExpr(bound.element);
  AffineExpr last =
      bound.isReversed ? terms - 1 - bound.position : bound.position;
  std::optional<int64_t> offset = getConstant(last - element, extents.size());
  std::optional<int64_t> batch = getBatch(op);
  if (!offset || elements == batch || terms == batch)
    return std::nullopt;
  // Each product but the longest one is that of an element.
  int64_t apart = terms - elements;
  if (bound.isReversed ? *offset < std::max<int64_t>(0, apart)
                       : *offset > std::min<int64_t>(0, apart))
    return std::nullopt;
  FailureOr<ComputeOp> factors = buildFactors(builder, source, bound, spec);
  if (failed(factors))
    return std::nullopt;
  return RunningProduct{op, *factors, bound.element, *offset, bound.isReversed};
}

std::optional<RunningProduct> neo::findRunningProduct(OpBuilder &builder,
                                                      ComputeOp op) {
  if (op.getKind() != ReductionKind::prod || op.getNumReductionLoops() != 1 ||
      op.getNumLoops() > 63 || llvm::is_contained(op.getExtents(), 0))
    return std::nullopt;
  IRRewriter rewriter(builder);
  ComputeOp lifted = liftCondition(rewriter, op);
  ComputeOp plain = liftGuards(rewriter, lifted ? lifted : op);
  ComputeOp source = plain ? plain : lifted ? lifted : op;
  std::optional<RunningProduct> found = readRunningProduct(builder, op, source);
  for (ComputeOp copy : {plain, lifted})
    if (copy)
      copy.erase();
  return found;
}

/// From a factor of a product to the next one.
static int64_t directionOf(const RunningProduct &running) {
  return running.isReversed ? -1 : 1;
}

/// Operators over the factors.
static Sweeps sweepFactors(OpBuilder &builder, RunningProduct running) {
  return Sweeps(builder, running.product.getLoc(), running.factors.getType(),
                running.dimension);
}

/// The product up to each factor, without it.
static OperandSpec readProductBefore(Sweeps &sweeps, RunningProduct running) {
  return sweeps.read(running.product.getResult(),
                     -directionOf(running) - running.offset, 1);
}

/// `value`, only where an element stands so many elements further on; else 0.
static OperandSpec readBefore(Sweeps &sweeps, Value value, int64_t distance) {
  OperandSpec spec = sweeps.read(value), there = sweeps.read(value, distance);
  spec.guard = there.guard;
  spec.pad = there.pad;
  return spec;
}

/// The x[k] = added[k] + factors[k] * x[k + step], x being 0 outside.
static Value solve(Sweeps &sweeps, Value added, Value factors, int64_t step) {
  for (int64_t known = 1; known < sweeps.count(); known *= 2) {
    int64_t distance = step * known;
    // Outside x is 0, whatever its factor is.
    OperandSpec before = readBefore(sweeps, factors, distance);
    added = sweeps.multiplyAdd(sweeps.read(added), before,
                               sweeps.read(added, distance));
    if (2 * known < sweeps.count())
      factors = sweeps.multiply(before, sweeps.read(factors, distance));
  }
  return added;
}

Value neo::buildRunningAdjoint(OpBuilder &builder, RunningProduct running,
                               Value cotangent) {
  Sweeps sweeps = sweepFactors(builder, running);
  int64_t direction = directionOf(running);
  Value added = sweeps.copy(sweeps.read(cotangent, -running.offset));
  Value factors =
      sweeps.copy(sweeps.read(running.factors.getResult(), direction));
  Value sums = solve(sweeps, added, factors, direction);
  return sweeps.multiply(sweeps.read(sums), readProductBefore(sweeps, running));
}

Value neo::buildRunningTangent(OpBuilder &builder, RunningProduct running,
                               Value tangent) {
  Sweeps sweeps = sweepFactors(builder, running);
  Value added =
      sweeps.multiply(sweeps.read(tangent), readProductBefore(sweeps, running));
  Value all =
      solve(sweeps, added, running.factors.getResult(), -directionOf(running));
  Sweeps elements(builder, running.product.getLoc(), running.product.getType(),
                  running.dimension);
  return elements.copy(elements.read(all, running.offset));
}
