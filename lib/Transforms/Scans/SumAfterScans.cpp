//===- SumAfterScans.cpp - Sums over the steps of a scan ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The gradient of what all steps share is a sum over steps. The derivative of a
// scan carries it as a state to which each step adds:
//
//     step          dW' = dW + sum [b: 16] dg[b, j] * h[b, k]
//
// A step reads and writes all of dW for a product of few terms. If the terms'
// operands are stacked, the sum is one contraction after the loop, over steps
// too, and the state is gone:
//
//     after         dW + sum [t: 50, b: 16] DG[t, b, j] * H[t, b, k]
//
// Slices of the scan's stacks and what it outputs anyway are stacked already;
// other operands become outputs. That is done if it writes fewer elements than
// the state has, which each step would read and write.
//
// Changes rounding: the sum is taken in another order.
//
//===----------------------------------------------------------------------===//

#include "StepOf.h"

#include "Neo/Dialect/Conditions.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Strict.h"
#include "Neo/Transforms/Passes.h"

namespace neo {
#define GEN_PASS_DEF_NEOSUMAFTERSCANS
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
/// What a step adds to a state that it does nothing else with.
struct Addition {
  ComputeOp sum, term;
  /// The operand of `sum` that is the state; the other one is the term.
  unsigned state;
  unsigned added() const { return 1 - state; }
};

/// Takes one addition out of a loop.
class SumAfterScan {
public:
  SumAfterScan(ScanOp scan, func::FuncOp step)
      : scan(scan), step(step), shape(scan), rewriter(scan.getContext()) {}

  /// True if there was one; the scan is another operation then.
  bool run();
  ScanOp getScan() const { return scan; }

private:
  std::optional<Addition> findAddition(unsigned state);
  llvm::SmallSetVector<Value, 4> findUnstacked(ComputeOp term);
  FailureOr<ComputeSpec> makeSum(Addition addition);
  FailureOr<OperandSpec> readStacked(Addition addition, OperandSpec operand);
  Value sumTerms(Addition addition, ComputeSpec &spec);
  void dropState(unsigned state, Addition addition, Value sum);

  ScanOp scan;
  func::FuncOp step;
  StepShape shape;
  IRRewriter rewriter;
};
} // namespace

/// Does `op` read operand `i` at its own loops, in order and everywhere?
static bool readsInPlace(ComputeOp op, unsigned i) {
  return op.getMap(i).isIdentity() && !op.getGuard(i);
}

/// Does `sum` add operand `state` to the other one? A function of that, as a
/// conversion, counts.
static bool addsTo(ComputeOp sum, unsigned state) {
  Operation *add = sum.getYielded().getDefiningOp();
  Value argument = sum.getBodyBlock()->getArgument(state);
  return isa_and_nonnull<arith::AddFOp, arith::AddIOp>(add) &&
         sum.getNumOperands() == 2 && argument.hasOneUse() &&
         llvm::is_contained(add->getOperands(), argument) &&
         readsInPlace(sum, 0) && readsInPlace(sum, 1);
}

std::optional<Addition> SumAfterScan::findAddition(unsigned state) {
  BlockArgument argument = step.getArgument(state);
  Value result = step.front().getTerminator()->getOperand(state);
  auto sum = result.getDefiningOp<ComputeOp>();
  if (!sum || !argument.hasOneUse() || !result.hasOneUse() ||
      *argument.user_begin() != sum || sum.getKind() != ReductionKind::none)
    return std::nullopt;
  Addition addition{sum, {}, argument.use_begin()->getOperandNumber()};
  if (!addsTo(sum, addition.state))
    return std::nullopt;
  addition.term = sum.getOperand(addition.added()).getDefiningOp<ComputeOp>();
  bool isSum =
      addition.term && (addition.term.getKind() == ReductionKind::sum ||
                        addition.term.getKind() == ReductionKind::none);
  if (!isSum || !addition.term->hasOneUse())
    return std::nullopt;
  return addition;
}

/// What the terms read that no stack holds.
llvm::SmallSetVector<Value, 4> SumAfterScan::findUnstacked(ComputeOp term) {
  llvm::SmallSetVector<Value, 4> unstacked;
  for (Value value : term.getOperands()) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument ? shape.isCarried(argument.getArgNumber())
                 : !findOutput(scan, value))
      unstacked.insert(value);
  }
  return unstacked;
}

static int64_t countElements(ArrayRef<Value> tensors) {
  int64_t count = 0;
  for (Value tensor : tensors)
    count += cast<RankedTensorType>(tensor.getType()).getNumElements();
  return count;
}

/// `operand` as it is read after the loop, with the loop over steps between the
/// loops of the result and the sum's own.
FailureOr<OperandSpec> SumAfterScan::readStacked(Addition addition,
                                                 OperandSpec operand) {
  auto argument = dyn_cast<BlockArgument>(operand.value);
  unsigned number = argument ? argument.getArgNumber() : 0;
  if (argument && shape.isConstant(number)) {
    operand.value = scan.getConstants()[number - shape.firstConstant()];
    return operand;
  }
  operand.value = argument && shape.isOver(number)
                      ? Value(scan.getOver()[number - shape.carried])
                      : Value(scan.getResult(*findOutput(scan, operand.value)));
  SmallVector<AffineExpr> index = {
      rewriter.getAffineDimExpr(addition.term.getNumOutputLoops())};
  llvm::append_range(index, operand.map.getResults());
  operand.map =
      AffineMap::get(operand.map.getNumDims(), 0, index, rewriter.getContext());
  return operand;
}

/// The terms of all steps, as one sum.
FailureOr<ComputeSpec> SumAfterScan::makeSum(Addition addition) {
  ComputeOp term = addition.term;
  unsigned outputs = term.getNumOutputLoops();
  SmallVector<int64_t> extents = term.getExtents();
  extents.insert(extents.begin() + outputs, int64_t(scan.getSteps()));
  SmallVector<AffineExpr> loops;
  for (unsigned i = 0; i < term.getNumLoops(); ++i)
    loops.push_back(rewriter.getAffineDimExpr(i + (i >= outputs)));
  AffineMap map =
      AffineMap::get(extents.size(), 0, loops, rewriter.getContext());
  ComputeSpec spec = getSpecWithoutBody(term);
  spec.kind = ReductionKind::sum;
  spec.reductionExtents.assign(extents.begin() + outputs, extents.end());
  spec.loops.clear();
  spec.type = addition.sum.getType();
  if (failed(moveTo(spec, map)))
    return failure();
  for (OperandSpec &operand : spec.operands) {
    FailureOr<OperandSpec> read = readStacked(addition, operand);
    if (failed(read))
      return failure();
    operand = *read;
  }
  spec.body = [=](OpBuilder &b, Location, ValueRange values) {
    ComputeOp sum = addition.sum;
    IRMapping added;
    Block *body = sum.getBodyBlock();
    added.map(body->getArgument(addition.added()),
              cloneBodyAt(b, addition.term, values, map));
    Operation *add = sum.getYielded().getDefiningOp();
    bool isFirst = add->getOperand(0) == body->getArgument(addition.state);
    return cloneExpression(b, add->getOperand(isFirst), added);
  };
  return spec;
}

/// The initial state and the terms of all steps.
Value SumAfterScan::sumTerms(Addition addition, ComputeSpec &spec) {
  rewriter.setInsertionPointAfter(scan);
  auto terms = ComputeOp::create(rewriter, addition.sum.getLoc(), spec);
  ComputeSpec joined = getSpecWithoutBody(addition.sum);
  Value &initial = joined.operands[addition.state].value;
  initial = scan.getCarry()[cast<BlockArgument>(initial).getArgNumber()];
  joined.operands[addition.added()].value = terms;
  joined.body = [](OpBuilder &b, Location loc, ValueRange v) -> Value {
    if (isa<FloatType>(v[0].getType()))
      return arith::AddFOp::create(b, loc, v[0], v[1]);
    return arith::AddIOp::create(b, loc, v[0], v[1]);
  };
  return ComputeOp::create(rewriter, addition.sum.getLoc(), joined);
}

/// Takes the state out of the loop, whose last value is `sum`.
void SumAfterScan::dropState(unsigned state, Addition addition, Value sum) {
  step.front().getTerminator()->eraseOperand(state);
  (void)step.eraseResult(state);
  rewriter.eraseOp(addition.sum);
  rewriter.eraseOp(addition.term);
  (void)step.eraseArgument(state);
  SmallVector<Value> carry(scan.getCarry());
  carry.erase(carry.begin() + state);
  ScanOp rebuilt =
      rebuildScan(scan, carry, scan.getOver(), scan.getConstants());
  SmallVector<Value> results(rebuilt.getResults());
  results.insert(results.begin() + state, sum);
  rewriter.replaceOp(scan, results);
  scan = rebuilt;
}

bool SumAfterScan::run() {
  for (unsigned state = 0; state < shape.carried; ++state) {
    std::optional<Addition> addition = findAddition(state);
    if (!addition)
      continue;
    auto unstacked = findUnstacked(addition->term);
    if (countElements(unstacked.getArrayRef()) >=
        addition->sum.getType().getNumElements())
      continue;
    for (Value value : unstacked)
      getOutput(scan, value);
    scan = replaceScan(scan, scan.getOver(), scan.getConstants());
    FailureOr<ComputeSpec> spec = makeSum(*addition);
    if (failed(spec))
      continue; // The outputs are dead.
    dropState(state, *addition, sumTerms(*addition, *spec));
    return true;
  }
  return false;
}

namespace {
struct SumAfterScans : neo::impl::NeoSumAfterScansBase<SumAfterScans> {
  void runOnOperation() override {
    if (isStrict(getOperation()))
      return;
    for (ScanOp scan : findScans(getOperation()))
      takeSums(scan);
  }

  void takeSums(ScanOp scan) {
    func::FuncOp step = getOwnStep(scan);
    while (step && scan && scan.getSteps() > 1) {
      SumAfterScan sum(scan, step);
      scan = sum.run() ? sum.getScan() : ScanOp();
    }
  }
};
} // namespace
