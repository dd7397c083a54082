//===- RunningFactors.cpp - Factors of an element in a running sum --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RunningFactors.h"

#include "FactorProduct.h"

#include "Neo/Dialect/Halves.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"

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
  FactorSplit(ComputeOp source, const RunningBound &bound,
              RewriterBase &rewriter)
      : source(source), bound(bound), rewriter(rewriter),
        extents(source.getExtents()), terms(ProductTerms::of(source)),
        partialType(getSumElement(source.getType().getElementType())) {}

  bool read();
  FactoredSum build();

private:
  bool readConditions();
  SmallVector<AffineExpr> dimsOf(const Part &part);
  ComputeSpec makeSpec(const Part &part);
  FactorProduct multiply(OpBuilder &b, Location loc, const Part &part,
                         ValueRange arguments, Value first = {});
  ComputeOp buildRunning();
  ComputeOp buildOuter(Value sum);

  ComputeOp source;
  const RunningBound &bound;
  RewriterBase &rewriter;
  SmallVector<int64_t> extents;
  ProductTerms terms;
  /// Of the running sum's elements.
  Type partialType;
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
    bool isOutput = loop < source.getNumOutputLoops();
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
  auto constraints = source.getWhereSet().getConstraints();
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
  for (const ProductFactor &factor : part.factors)
    addReads(spec, source, factor, dims, count);
  for (unsigned loop : part.sums)
    spec.reductionExtents.push_back(extents[loop]);
  spec.where =
      selectConstraints(source.getWhereSet(), part.conditions, dims, count);
  spec.kind = part.sums.empty() && !spec.where ? ReductionKind::none
                                               : ReductionKind::sum;
  return spec;
}

/// The factors of a part, times `first` if there is one.
FactorProduct FactorSplit::multiply(OpBuilder &b, Location loc,
                                    const Part &part, ValueRange arguments,
                                    Value first) {
  FactorProduct result(b, loc, partialType, first);
  SmallVector<int> loopOf = part.loopOf(extents.size());
  for (const ProductFactor &factor : part.factors)
    result.multiplyBy(source, factor, loopOf, arguments);
  return result;
}

ComputeOp FactorSplit::buildRunning() {
  ComputeSpec spec = makeSpec(running);
  SmallVector<int64_t> shape;
  for (unsigned loop : running.outputs)
    shape.push_back(extents[loop]);
  spec.type = RankedTensorType::get(shape, partialType);
  spec.body = [&](OpBuilder &b, Location loc, ValueRange v) {
    return multiply(b, loc, running, v).finish();
  };
  return ComputeOp::create(rewriter, source.getLoc(), spec);
}

ComputeOp FactorSplit::buildOuter(Value sum) {
  ComputeSpec spec = makeSpec(element);
  SmallVector<AffineExpr> dims = dimsOf(element), index;
  for (unsigned loop : running.outputs)
    index.push_back(dims[loop]);
  unsigned count = element.outputs.size() + element.sums.size();
  spec.operands.insert(
      spec.operands.begin(),
      {sum, AffineMap::get(count, 0, index, source.getContext())});
  spec.type = source.getType();
  SmallVector<std::string> names = getLoopNames(source);
  for (unsigned loop :
       llvm::concat<const unsigned>(element.outputs, element.sums))
    spec.loops.push_back(names[loop]);
  spec.body = [&](OpBuilder &b, Location loc, ValueRange v) {
    Value product = multiply(b, loc, element, v.drop_front(), v[0]).finish();
    if (terms.negative)
      product = arith::NegFOp::create(b, loc, product);
    return convertScalarToDtype(b, loc, product, spec.type.getElementType(),
                                /*isUnsignedCast=*/false);
  };
  return ComputeOp::create(rewriter, source.getLoc(), spec);
}

FactoredSum FactorSplit::build() {
  ComputeOp sum = buildRunning();
  return {sum, buildOuter(sum)};
}

std::optional<FactoredSum> neo::takeFactorsOut(ComputeOp source,
                                               const RunningBound &bound,
                                               RewriterBase &rewriter) {
  if (source.getKind() != ReductionKind::sum ||
      !isa<FloatType>(source.getType().getElementType()))
    return std::nullopt;
  FactorSplit split(source, bound, rewriter);
  if (!split.read())
    return std::nullopt;
  return split.build();
}
