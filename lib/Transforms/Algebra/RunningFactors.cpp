//===- RunningFactors.cpp - Factors of an element in a running sum --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RunningFactors.h"

#include "Neo/Dialect/RebuildCompute.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

namespace {
/// The loops of one of the two operators, and its factors.
struct Part {
  SmallVector<unsigned> outputs, sums;
  SmallVector<ProductFactor> factors;

  /// The number of a loop of the whole in this part, -1 for others.
  SmallVector<int> loopOf(unsigned count) const {
    SmallVector<int> numbers(count, -1);
    int next = 0;
    for (unsigned loop : outputs)
      numbers[loop] = next++;
    for (unsigned loop : sums)
      numbers[loop] = next++;
    return numbers;
  }
};

class FactorSplit {
public:
  FactorSplit(ComputeOp plain, const RunningBound &bound,
              RewriterBase &rewriter)
      : plain(plain), bound(bound), rewriter(rewriter),
        extents(plain.getExtents()), terms(ProductTerms::of(plain)) {}

  bool read();
  FactoredSum build();

private:
  SmallVector<AffineExpr> dimsOf(const Part &part);
  ComputeSpec makeSpec(const Part &part);
  Value multiply(OpBuilder &b, Location loc, Type type, const Part &part,
                 ValueRange arguments, Value product);

  ComputeOp plain;
  const RunningBound &bound;
  RewriterBase &rewriter;
  SmallVector<int64_t> extents;
  ProductTerms terms;
  Part running, element;
};
} // namespace

/// Tells the factors and loops of both parts apart.
bool FactorSplit::read() {
  LoopSet ofElement = LoopSet(1) << bound.element;
  LoopSet ofTerm = LoopSet(1) << bound.term, inside = ofElement, outside = 0;
  for (ProductFactor &factor : terms.factors) {
    bool isElements = factor.loops & ofElement;
    if (isElements && (factor.loops & ofTerm))
      return false;
    (isElements ? outside : inside) |= factor.loops;
    (isElements ? element : running).factors.push_back(std::move(factor));
  }
  unsigned outputs = plain.getNumOutputLoops();
  for (unsigned loop = 0; loop < extents.size(); ++loop) {
    bool isOutput = loop < outputs, isOutside = outside >> loop & 1;
    if (isOutput)
      element.outputs.push_back(loop);
    else
      (isOutside ? element : running).sums.push_back(loop);
    if (isOutput ? (inside >> loop & 1) : isOutside)
      running.outputs.push_back(loop);
  }
  return !element.factors.empty() && !running.factors.empty();
}

SmallVector<AffineExpr> FactorSplit::dimsOf(const Part &part) {
  SmallVector<AffineExpr> dims;
  for (int number : part.loopOf(extents.size()))
    dims.push_back(rewriter.getAffineDimExpr(std::max(number, 0)));
  return dims;
}

/// The loops and operands of a part, without its body.
ComputeSpec FactorSplit::makeSpec(const Part &part) {
  ComputeSpec spec;
  SmallVector<AffineExpr> dims = dimsOf(part);
  unsigned count = part.outputs.size() + part.sums.size();
  SmallVector<OperandSpec> all = getOperandSpecs(plain);
  for (const ProductFactor &factor : part.factors)
    for (unsigned operand : factor.operands) {
      OperandSpec read = all[operand];
      read.map = read.map.replaceDimsAndSymbols(dims, {}, count, 0);
      if (read.isGuarded())
        read.guard = read.guard.replaceDimsAndSymbols(dims, {}, count, 0);
      spec.operands.push_back(read);
    }
  for (unsigned loop : part.sums)
    spec.reductionExtents.push_back(extents[loop]);
  spec.kind = part.sums.empty() ? ReductionKind::none : ReductionKind::sum;
  return spec;
}

/// `product`, which may be null, times the factors of a part.
Value FactorSplit::multiply(OpBuilder &b, Location loc, Type type,
                            const Part &part, ValueRange arguments,
                            Value product) {
  Value divisor;
  SmallVector<int> loopOf = part.loopOf(extents.size());
  for (const ProductFactor &factor : part.factors) {
    IRMapping values;
    for (unsigned operand : factor.operands) {
      values.map(plain.getBodyBlock()->getArgument(operand), arguments.front());
      arguments = arguments.drop_front();
    }
    for (const ProductFactor::Part &each : factor.parts) {
      Value value = cloneExpression(b, each.root, values, loopOf);
      if (value.getType() != type)
        value = arith::ExtFOp::create(b, loc, type, value);
      Value &side = each.inverse ? divisor : product;
      for (unsigned i = 0; i < each.power; ++i)
        side = side ? Value(arith::MulFOp::create(b, loc, side, value)) : value;
    }
  }
  if (!product)
    product = arith::ConstantOp::create(b, loc, b.getFloatAttr(type, 1));
  return divisor ? Value(arith::DivFOp::create(b, loc, product, divisor))
                 : product;
}

FactoredSum FactorSplit::build() {
  Type type = plain.getType().getElementType();
  Type partial =
      type.getIntOrFloatBitWidth() < 32 ? rewriter.getF32Type() : type;
  ComputeSpec inner = makeSpec(running);
  SmallVector<int64_t> shape;
  for (unsigned loop : running.outputs)
    shape.push_back(extents[loop]);
  inner.type = RankedTensorType::get(shape, partial);
  inner.where =
      IntegerSet::get(extents.size(), 0, {bound.condition}, {false})
          .replaceDimsAndSymbols(dimsOf(running), {},
                                 shape.size() + running.sums.size(), 0);
  inner.body = [&](OpBuilder &b, Location loc, ValueRange v) {
    return multiply(b, loc, partial, running, v, {});
  };
  auto sum = ComputeOp::create(rewriter, plain.getLoc(), inner);

  ComputeSpec outer = makeSpec(element);
  SmallVector<AffineExpr> dims = dimsOf(element), index;
  for (unsigned loop : running.outputs)
    index.push_back(dims[loop]);
  unsigned count = element.outputs.size() + element.sums.size();
  outer.operands.insert(
      outer.operands.begin(),
      {sum.getResult(), AffineMap::get(count, 0, index, plain.getContext())});
  outer.type = plain.getType();
  outer.loops = getLoopNames(plain);
  outer.loops.resize(plain.getNumOutputLoops());
  for (unsigned loop : element.sums)
    outer.loops.push_back(getLoopNames(plain)[loop]);
  outer.body = [&](OpBuilder &b, Location loc, ValueRange v) -> Value {
    Value product = multiply(b, loc, partial, element, v.drop_front(), v[0]);
    if (terms.negative)
      product = arith::NegFOp::create(b, loc, product);
    return partial == type
               ? product
               : Value(arith::TruncFOp::create(b, loc, type, product));
  };
  return {sum, ComputeOp::create(rewriter, plain.getLoc(), outer)};
}

std::optional<FactoredSum> neo::takeFactorsOut(ComputeOp source,
                                               ComputeSpec spec,
                                               const RunningBound &bound,
                                               RewriterBase &rewriter) {
  if (source.getKind() != ReductionKind::sum || spec.where ||
      !isa<FloatType>(source.getType().getElementType()))
    return std::nullopt;
  // The bound as a `where`, and no longer as a guard, of which factors would
  // depend.
  spec.where =
      IntegerSet::get(source.getNumLoops(), 0, {bound.condition}, {false});
  spec.body = [&](OpBuilder &b, Location, ValueRange arguments) {
    return cloneBody(b, source, arguments);
  };
  auto plain = ComputeOp::create(rewriter, source.getLoc(), spec);
  FactorSplit split(plain, bound, rewriter);
  std::optional<FactoredSum> found;
  if (split.read())
    found = split.build();
  rewriter.eraseOp(plain);
  return found;
}
