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
  /// The operand numbers of `sum` for both.
  unsigned state, added;
};

/// Takes one addition out of a loop.
class SumAfterScan {
public:
  SumAfterScan(ScanOp scan, func::FuncOp step)
      : scan(scan), step(step), arguments(scan), rewriter(scan.getContext()) {}

  /// True if there was one; the scan is another operation then.
  bool run();
  ScanOp getScan() const { return scan; }

private:
  func::ReturnOp terminator() {
    return cast<func::ReturnOp>(step.front().getTerminator());
  }
  std::optional<Addition> findAddition(unsigned state);
  std::optional<unsigned> findOutput(Value value);
  bool isWorth(Addition addition);
  FailureOr<ComputeSpec> makeSum(Addition addition);
  FailureOr<OperandSpec> readStacked(Addition addition, OperandSpec operand);
  Value sumTerms(Addition addition, ComputeSpec &spec);
  void addOutputs(Addition addition);
  void dropState(unsigned state, Addition addition, Value sum);

  ScanOp scan;
  func::FuncOp step;
  StepArguments arguments;
  IRRewriter rewriter;
  /// Values that become outputs.
  SmallVector<Value> stacked;
};
} // namespace

/// Does `op` read operand `i` at its own loops, in order and everywhere?
static bool readsInPlace(ComputeOp op, unsigned i) {
  return op.getMap(i).isIdentity() && !op.getGuard(i);
}

/// The operand that `sum` adds to the other one, argument `state`; a function
/// of it, as a conversion, counts.
static std::optional<unsigned> findAdded(ComputeOp sum, unsigned state) {
  Operation *add = sum.getYielded().getDefiningOp();
  Block *body = sum.getBodyBlock();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(add) ||
      sum.getNumOperands() != 2 || !body->getArgument(state).hasOneUse() ||
      !llvm::is_contained(add->getOperands(), body->getArgument(state)))
    return std::nullopt;
  return 1 - state;
}

std::optional<Addition> SumAfterScan::findAddition(unsigned state) {
  BlockArgument argument = step.getArgument(state);
  Value result = terminator().getOperand(state);
  auto sum = result.getDefiningOp<ComputeOp>();
  if (!sum || !argument.hasOneUse() || !result.hasOneUse() ||
      *argument.user_begin() != sum || sum.getKind() != ReductionKind::none)
    return std::nullopt;
  unsigned place = argument.use_begin()->getOperandNumber();
  std::optional<unsigned> added = findAdded(sum, place);
  if (!added || !readsInPlace(sum, 0) || !readsInPlace(sum, 1))
    return std::nullopt;
  auto term = sum.getOperand(*added).getDefiningOp<ComputeOp>();
  bool isSum = term && (term.getKind() == ReductionKind::sum ||
                        term.getKind() == ReductionKind::none);
  if (!isSum || !term->hasOneUse())
    return std::nullopt;
  return Addition{sum, term, place, *added};
}

/// The number of the step's result that `value` is an output of.
std::optional<unsigned> SumAfterScan::findOutput(Value value) {
  for (auto [i, returned] : llvm::enumerate(terminator().getOperands()))
    if (i >= arguments.states && returned == value)
      return i;
  return std::nullopt;
}

bool SumAfterScan::isWorth(Addition addition) {
  stacked.clear();
  int64_t written = 0;
  for (Value value : addition.term.getOperands()) {
    auto argument = dyn_cast<BlockArgument>(value);
    bool isThere = argument ? !arguments.isState(argument.getArgNumber())
                            : findOutput(value).has_value();
    if (isThere || llvm::is_contained(stacked, value))
      continue;
    stacked.push_back(value);
    written += cast<RankedTensorType>(value.getType()).getNumElements();
  }
  return written < addition.sum.getType().getNumElements();
}

/// `operand` as it is read after the loop, with the loop over steps between the
/// loops of the result and the sum's own.
FailureOr<OperandSpec> SumAfterScan::readStacked(Addition addition,
                                                 OperandSpec operand) {
  auto argument = dyn_cast<BlockArgument>(operand.value);
  unsigned number = argument ? argument.getArgNumber() : 0;
  if (argument && arguments.isConstant(number)) {
    operand.value = scan.getConstants()[number - arguments.firstConstant];
    return operand;
  }
  operand.value = argument && arguments.isSlice(number)
                      ? Value(scan.getOver()[number - arguments.states])
                      : Value(scan.getResult(*findOutput(operand.value)));
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
  for (OperandSpec &operand : spec.operands) {
    FailureOr<OperandSpec> read = readAt(operand, map, extents);
    if (failed(read) || failed(read = readStacked(addition, *read)))
      return failure();
    operand = *read;
  }
  FailureOr<IntegerSet> where = composeChecked(spec.where, map, extents);
  if (failed(where))
    return failure();
  spec.where = *where;
  spec.kind = ReductionKind::sum;
  spec.reductionExtents.assign(extents.begin() + outputs, extents.end());
  spec.loops.clear();
  spec.type = addition.sum.getType();
  spec.body = [=](OpBuilder &b, Location, ValueRange values) {
    ComputeOp sum = addition.sum;
    IRMapping added;
    Block *body = sum.getBodyBlock();
    added.map(body->getArgument(addition.added),
              cloneBodyAt(b, addition.term, values, map));
    Operation *add = sum.getYielded().getDefiningOp();
    bool isFirst = add->getOperand(0) == body->getArgument(addition.state);
    return cloneExpression(b, add->getOperand(isFirst), added);
  };
  return spec;
}

/// Has the scan output what the terms read, besides what it does.
void SumAfterScan::addOutputs(Addition addition) {
  SmallVector<Value> returned(terminator().getOperands());
  SmallVector<Type> types(scan.getResultTypes());
  for (Value value : stacked) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape = {int64_t(scan.getSteps())};
    llvm::append_range(shape, type.getShape());
    returned.push_back(value);
    types.push_back(RankedTensorType::get(shape, type.getElementType()));
  }
  terminator()->setOperands(returned);
  updateType(step);
  rewriter.setInsertionPoint(scan);
  auto changed = ScanOp::create(
      rewriter, scan.getLoc(), types, step.getName(), scan.getSteps(),
      scan.getReverse(), scan.getCarry(), scan.getOver(), scan.getConstants());
  rewriter.replaceOp(scan,
                     changed.getResults().take_front(scan.getNumResults()));
  scan = changed;
}

/// The initial state and the terms of all steps.
Value SumAfterScan::sumTerms(Addition addition, ComputeSpec &spec) {
  rewriter.setInsertionPointAfter(scan);
  auto terms = ComputeOp::create(rewriter, addition.sum.getLoc(), spec);
  ComputeSpec joined = getSpecWithoutBody(addition.sum);
  Value &initial = joined.operands[addition.state].value;
  initial = scan.getCarry()[cast<BlockArgument>(initial).getArgNumber()];
  joined.operands[addition.added].value = terms;
  joined.body = [](OpBuilder &b, Location loc, ValueRange v) -> Value {
    if (isa<FloatType>(v[0].getType()))
      return arith::AddFOp::create(b, loc, v[0], v[1]);
    return arith::AddIOp::create(b, loc, v[0], v[1]);
  };
  return ComputeOp::create(rewriter, addition.sum.getLoc(), joined);
}

/// Takes the state out of the loop, whose last value is `sum`.
void SumAfterScan::dropState(unsigned state, Addition addition, Value sum) {
  rewriter.replaceAllUsesWith(scan.getResult(state), sum);
  terminator()->eraseOperand(state);
  rewriter.eraseOp(addition.sum);
  rewriter.eraseOp(addition.term);
  step.removeArgAttrsAttr();
  step.front().eraseArgument(state);
  updateType(step);
  SmallVector<Value> carry(scan.getCarry());
  carry.erase(carry.begin() + state);
  SmallVector<Type> types(scan.getResultTypes());
  types.erase(types.begin() + state);
  rewriter.setInsertionPoint(scan);
  auto changed = ScanOp::create(rewriter, scan.getLoc(), types, step.getName(),
                                scan.getSteps(), scan.getReverse(), carry,
                                scan.getOver(), scan.getConstants());
  for (unsigned i = 0, e = scan.getNumResults(); i < e; ++i)
    if (i != state)
      rewriter.replaceAllUsesWith(scan.getResult(i),
                                  changed.getResult(i - (i > state)));
  rewriter.eraseOp(scan);
  scan = changed;
}

bool SumAfterScan::run() {
  for (unsigned state = 0; state < arguments.states; ++state) {
    std::optional<Addition> addition = findAddition(state);
    if (!addition || !isWorth(*addition))
      continue;
    addOutputs(*addition);
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
