//===- RunningFactors.cpp - Factors of an element in a running sum --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RunningFactors.h"

#include "Neo/Dialect/Conditions.h"
#include "Neo/Dialect/RebuildCompute.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

namespace {
/// The loops of one of the two operators, and its factors.
struct Part {
  SmallVector<unsigned> outputs, sums;
  SmallVector<ProductFactor> factors;
  /// The numbers of its constraints in the `where` of the whole.
  SmallVector<unsigned> conditions;

  LoopSet loops() const {
    LoopSet set = 0;
    for (unsigned loop : llvm::concat<const unsigned>(outputs, sums))
      set |= LoopSet(1) << loop;
    return set;
  }

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
  bool readConditions();
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
  LoopSet ofTerm = LoopSet(1) << bound.term;
  LoopSet inside = ofTerm | LoopSet(1) << bound.element, outside = 0;
  bool isLess = false; // Constants alone are not worth an operator.
  for (ProductFactor &factor : terms.factors) {
    bool isInside = factor.loops & ofTerm;
    isLess |= !isInside && !factor.operands.empty();
    (isInside ? inside : outside) |= factor.loops;
    (isInside ? running : element).factors.push_back(std::move(factor));
  }
  for (unsigned loop = 0; loop < extents.size(); ++loop) {
    bool isOutput = loop < plain.getNumOutputLoops();
    bool isInside = inside >> loop & 1, isOutside = outside >> loop & 1;
    bool isShared = loop == bound.element || (isInside && isOutside);
    if (isOutput)
      element.outputs.push_back(loop);
    else if (isOutside || isShared)
      element.sums.push_back(loop);
    if (isOutput ? isInside : isShared)
      running.outputs.push_back(loop);
    else if (!isOutput && !isOutside)
      running.sums.push_back(loop);
  }
  return isLess && !running.factors.empty() && readConditions();
}

/// Gives each constraint to the part that has all its loops, to the running
/// sum if both have.
bool FactorSplit::readConditions() {
  auto constraints = plain.getWhereSet().getConstraints();
  for (auto [number, constraint] : llvm::enumerate(constraints)) {
    LoopSet loops = getLoopsOf(constraint);
    bool isInside = (loops & ~running.loops()) == 0;
    if (!isInside && (loops & ~element.loops()))
      return false;
    (isInside ? running : element).conditions.push_back(number);
  }
  return true;
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
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> isEquality;
  for (unsigned number : part.conditions) {
    constraints.push_back(plain.getWhereSet().getConstraint(number));
    isEquality.push_back(plain.getWhereSet().isEq(number));
  }
  if (!constraints.empty())
    spec.where = IntegerSet::get(extents.size(), 0, constraints, isEquality)
                     .replaceDimsAndSymbols(dims, {}, count, 0);
  spec.kind = part.sums.empty() && !spec.where ? ReductionKind::none
                                               : ReductionKind::sum;
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
  if (source.getKind() != ReductionKind::sum ||
      !isa<FloatType>(source.getType().getElementType()))
    return std::nullopt;
  // The bound is a condition of the running sum again.
  spec.where = conjoin(spec.where, IntegerSet::get(source.getNumLoops(), 0,
                                                   {bound.condition}, {false}));
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
