//===- ConvertNeoToLinalg.cpp - neo.compute as linalg.generic -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     %C = neo.compute [i: 4, j: 5] sum [k: 6] %A[i, k], %B[k, j] : ... { f }
//       -->
//     %e = tensor.empty() : tensor<4x5xf32>
//     %z = linalg.fill ins(0.0) outs(%e)
//     %C = linalg.generic {
//            maps: (i, j, k) -> (i, k), (k, j), (i, j),
//            iterators: parallel, parallel, reduction
//          } ins(%A, %B) outs(%z) { acc + f }
//
// Besides the conversion to vectors this is needed for other compilers, which
// take linalg, and for differential testing: a second lowering to the same
// results.
//
//===----------------------------------------------------------------------===//

#include "GenericBody.h"
#include "IndexedConversion.h"
#include "OperandPlan.h"
#include "ScanLoop.h"

#include "Neo/Conversion/AvoidPoison.h"
#include "Neo/Conversion/MathExpansions.h"
#include "Neo/Conversion/Passes.h"
#include "Neo/Dialect/Identities.h"
#include "Neo/Dialect/InlineKernel.h"
#include "Neo/Dialect/ReductionCombiner.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace neo {
#define GEN_PASS_DEF_CONVERTNEOTOLINALG
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
/// Builds the replacement of one neo.compute.
class Conversion {
public:
  Conversion(RewriterBase &b, ComputeOp op)
      : b(b), op(op), loc(op.getLoc()), plan(op) {}

  Value convert();

private:
  Value buildEmpty(ArrayRef<int64_t> shape, Type element) {
    return tensor::EmptyOp::create(b, loc, shape, element);
  }
  Value buildFilled(TypedAttr value);
  Value buildNoTerms();
  SmallVector<Value> buildInits();
  void addShapeOperand(SmallVectorImpl<Value> &inputs,
                       SmallVectorImpl<AffineMap> &maps);
  SmallVector<utils::IteratorType> getIterators();
  void buildBody(OpBuilder &inner, ValueRange arguments);

  RewriterBase &b;
  ComputeOp op;
  Location loc;
  OperandPlan plan;
};
} // namespace

Value Conversion::buildFilled(TypedAttr value) {
  Value scalar = arith::ConstantOp::create(b, loc, value);
  Value empty = buildEmpty(op.getType().getShape(), value.getType());
  return linalg::FillOp::create(b, loc, scalar, empty).getResult(0);
}

/// If some loop is empty: either there are no elements, or each is the
/// identity.
Value Conversion::buildNoTerms() {
  RankedTensorType type = op.getType();
  if (type.getNumElements() == 0)
    return buildEmpty(type.getShape(), type.getElementType());
  return buildFilled(getIdentity(b, loc, op.getKind(), type.getElementType()));
}

/// Initial values of the accumulators.
SmallVector<Value> Conversion::buildInits() {
  RankedTensorType type = op.getType();
  if (op.getKind() == ReductionKind::none)
    return {buildEmpty(type.getShape(), type.getElementType())};
  SmallVector<Value> inits{buildFilled(
      getIdentity(b, loc, op.getKind(), op.getYielded().getType()))};
  if (findsPosition(op.getKind()))
    inits.push_back(buildFilled(b.getI64IntegerAttr(0)));
  return inits;
}

void Conversion::addShapeOperand(SmallVectorImpl<Value> &inputs,
                                 SmallVectorImpl<AffineMap> &maps) {
  if (plan.unstatedLoops.empty())
    return;
  SmallVector<int64_t> extents = op.getExtents(), shape;
  SmallVector<AffineExpr> loops;
  for (unsigned loop : plan.unstatedLoops) {
    shape.push_back(extents[loop]);
    loops.push_back(b.getAffineDimExpr(loop));
  }
  inputs.push_back(buildEmpty(shape, b.getI1Type()));
  maps.push_back(AffineMap::get(op.getNumLoops(), 0, loops, b.getContext()));
}

SmallVector<utils::IteratorType> Conversion::getIterators() {
  SmallVector<utils::IteratorType> iterators(op.getNumOutputLoops(),
                                             utils::IteratorType::parallel);
  iterators.append(op.getNumReductionLoops(), utils::IteratorType::reduction);
  return iterators;
}

void Conversion::buildBody(OpBuilder &inner, ValueRange arguments) {
  GenericBody body(inner, loc, op);
  Value term = body.buildTerm(plan, arguments.take_front(plan.stated.size()));
  if (!findsPosition(op.getKind())) {
    Value result = combine(inner, loc, op.getKind(), arguments.back(), term);
    linalg::YieldOp::create(inner, loc, result);
    return;
  }
  ValueRange accumulators = arguments.take_back(2);
  BestTerm best =
      combineBest(inner, loc, op.getKind(), {accumulators[0], accumulators[1]},
                  {term, body.buildPosition()});
  linalg::YieldOp::create(inner, loc, {best.value, best.position});
}

Value Conversion::convert() {
  b.setInsertionPoint(op);
  if (llvm::is_contained(op.getExtents(), 0))
    return buildNoTerms();
  SmallVector<Value> inputs;
  for (unsigned operand : plan.stated)
    inputs.push_back(op.getOperand(operand));
  SmallVector<AffineMap> maps = plan.maps;
  addShapeOperand(inputs, maps);
  SmallVector<Value> inits = buildInits();
  SmallVector<AffineExpr> outputs;
  for (unsigned loop = 0; loop < op.getNumOutputLoops(); ++loop)
    outputs.push_back(b.getAffineDimExpr(loop));
  maps.append(inits.size(),
              AffineMap::get(op.getNumLoops(), 0, outputs, b.getContext()));
  auto generic = linalg::GenericOp::create(
      b, loc, TypeRange(ValueRange(inits)), inputs, inits, maps, getIterators(),
      [&](OpBuilder &inner, Location, ValueRange arguments) {
        buildBody(inner, arguments);
      });
  return generic.getResults().back();
}

namespace {
struct ConvertNeoToLinalg
    : neo::impl::ConvertNeoToLinalgBase<ConvertNeoToLinalg> {
  void runOnOperation() override {
    avoidPoison(getOperation());
    dropStopGradients(getOperation());
    dropWaits(getOperation());
    inlineKernels(getOperation());
    SmallVector<ComputeOp> operators;
    getOperation()->walk([&](ComputeOp op) { operators.push_back(op); });
    SmallVector<ScanOp> scans;
    getOperation()->walk([&](ScanOp op) { scans.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (ScanOp op : scans)
      convertScanToLoop(rewriter, op);
    RewritePatternSet expansions(&getContext());
    populateMathExpansions(expansions);
    FrozenRewritePatternSet frozen(std::move(expansions));
    for (ComputeOp op : operators) {
      walkAndApplyPatterns(op, frozen);
      rewriter.replaceOp(op, Conversion(rewriter, op).convert());
    }
    convertIndexed(rewriter, getOperation());
  }
};
} // namespace
