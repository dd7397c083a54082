//===- RunningProducts.cpp - Derivatives of cumulative products -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RunningProducts.h"

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/SelectedTerms.h"
#include "Neo/Transforms/Algebra/RunningBound.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

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
  for (OperandSpec &operand : spec.operands) {
    FailureOr<OperandSpec> read = readAt(operand, loops, shape);
    if (failed(read))
      return failure();
    operand = *read;
  }
  spec.type = RankedTensorType::get(shape, source.getType().getElementType());
  spec.kind = ReductionKind::none;
  spec.reductionExtents.clear();
  spec.loops.clear();
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
  int64_t least = bound.isReversed ? std::max<int64_t>(0, terms - elements)
                                   : std::numeric_limits<int64_t>::min();
  int64_t most = bound.isReversed ? std::numeric_limits<int64_t>::max()
                                  : std::min<int64_t>(0, terms - elements);
  if (*offset < least || *offset > most)
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

namespace {
/// Operators over the factors of a running product.
class FactorSweeps {
public:
  FactorSweeps(OpBuilder &builder, RunningProduct running)
      : b(builder), running(running), type(running.factors.getType()),
        dimension(running.dimension) {}

  int64_t count() const { return type.getDimSize(dimension); }
  /// From a factor to the next one of its products.
  int64_t direction() const { return running.isReversed ? -1 : 1; }

  /// `value` so many elements further on, `pad` where that is outside of it.
  OperandSpec read(Value value, int64_t distance = 0, double pad = 0) {
    return read(value, distance, pad, count());
  }
  /// The same over a loop of another extent.
  OperandSpec read(Value value, int64_t distance, double pad, int64_t extent);
  /// Only where an element stands so many elements further on; else 0.
  OperandSpec readBefore(Value value, int64_t distance);
  Value multiply(ArrayRef<OperandSpec> operands);
  Value multiplyAdd(const OperandSpec &added, ArrayRef<OperandSpec> factors);
  /// The product up to each factor, without it.
  OperandSpec readProductBefore();
  /// The x[k] = added[k] + factors[k] * x[k + step], x being 0 outside.
  Value solve(Value added, Value factors, int64_t step);
  Value emit(ArrayRef<OperandSpec> operands, RankedTensorType type,
             function_ref<Value(OpBuilder &, Location, ValueRange)> body);

private:
  OpBuilder &b;
  RunningProduct running;
  RankedTensorType type;
  unsigned dimension;
};
} // namespace

OperandSpec FactorSweeps::read(Value value, int64_t distance, double pad,
                               int64_t extent) {
  int64_t size = cast<RankedTensorType>(value.getType()).getDimSize(dimension);
  unsigned rank = type.getRank();
  SmallVector<AffineExpr> index, inside;
  for (unsigned d = 0; d < rank; ++d)
    index.push_back(b.getAffineDimExpr(d));
  index[dimension] = index[dimension] + distance;
  if (distance < 0)
    inside.push_back(index[dimension]);
  if (extent + distance > size)
    inside.push_back(size - 1 - index[dimension]);
  OperandSpec spec = {value, AffineMap::get(rank, 0, index, b.getContext())};
  if (inside.empty())
    return spec;
  spec.guard =
      IntegerSet::get(rank, 0, inside, SmallVector<bool>(inside.size(), false));
  spec.pad = b.getFloatAttr(type.getElementType(), pad);
  return spec;
}

OperandSpec FactorSweeps::readBefore(Value value, int64_t distance) {
  OperandSpec spec = read(value), there = read(value, distance);
  spec.guard = there.guard;
  spec.pad = there.pad;
  return spec;
}

Value FactorSweeps::emit(
    ArrayRef<OperandSpec> operands, RankedTensorType type,
    function_ref<Value(OpBuilder &, Location, ValueRange)> body) {
  ComputeSpec spec;
  spec.operands.assign(operands.begin(), operands.end());
  spec.type = type;
  spec.body = body;
  return ComputeOp::create(b, running.product.getLoc(), spec);
}

Value FactorSweeps::multiply(ArrayRef<OperandSpec> operands) {
  auto body = [](OpBuilder &b, Location loc, ValueRange v) -> Value {
    return arith::MulFOp::create(b, loc, v[0], v[1]);
  };
  return emit(operands, type, body);
}

Value FactorSweeps::multiplyAdd(const OperandSpec &added,
                                ArrayRef<OperandSpec> factors) {
  auto body = [](OpBuilder &b, Location loc, ValueRange v) -> Value {
    Value product = arith::MulFOp::create(b, loc, v[1], v[2]);
    return arith::AddFOp::create(b, loc, v[0], product);
  };
  return emit({added, factors[0], factors[1]}, type, body);
}

OperandSpec FactorSweeps::readProductBefore() {
  return read(running.product.getResult(), -direction() - running.offset, 1);
}

Value FactorSweeps::solve(Value added, Value factors, int64_t step) {
  for (int64_t known = 1; known < count(); known *= 2) {
    int64_t distance = step * known;
    // Outside x is 0, whatever its factor is.
    Value next = multiplyAdd(
        read(added), {readBefore(factors, distance), read(added, distance)});
    if (2 * known < count())
      factors =
          multiply({readBefore(factors, distance), read(factors, distance)});
    added = next;
  }
  return added;
}

Value neo::buildRunningAdjoint(OpBuilder &builder, RunningProduct running,
                               Value cotangent) {
  FactorSweeps sweeps(builder, running);
  auto copy = [](OpBuilder &, Location, ValueRange v) -> Value { return v[0]; };
  RankedTensorType type = running.factors.getType();
  Value added =
      sweeps.emit(sweeps.read(cotangent, -running.offset), type, copy);
  Value factors = sweeps.emit(
      sweeps.read(running.factors.getResult(), sweeps.direction()), type, copy);
  Value sums = sweeps.solve(added, factors, sweeps.direction());
  return sweeps.multiply({sweeps.read(sums), sweeps.readProductBefore()});
}

Value neo::buildRunningTangent(OpBuilder &builder, RunningProduct running,
                               Value tangent) {
  FactorSweeps sweeps(builder, running);
  Value added =
      sweeps.multiply({sweeps.read(tangent), sweeps.readProductBefore()});
  Value all =
      sweeps.solve(added, running.factors.getResult(), -sweeps.direction());
  RankedTensorType type = running.product.getType();
  auto copy = [](OpBuilder &, Location, ValueRange v) -> Value { return v[0]; };
  return sweeps.emit(
      sweeps.read(all, running.offset, 0, type.getDimSize(running.dimension)),
      type, copy);
}
