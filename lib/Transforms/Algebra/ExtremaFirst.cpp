//===- ExtremaFirst.cpp - Monotonic functions hoisted from extrema --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The largest value of a rising function is its value at the largest argument:
//
//     %M = neo.compute [i] max [k] %x[i, k], %b[i]      ... 2 * x + b
// -->
//     %T = neo.compute [i] max [k] %x[i, k]
//     %M = neo.compute [i] %T[i], %b[i]                 ... 2 * t + b
//
// Hoisted are additions and subtractions of values that are invariant in the
// loops of the reduction, products with a positive constant, and maxima and
// minima with an invariant value; by a negation or a product with a negative
// constant, max becomes min.
//
// Exact, and in floats too: rounding does not change an order, so the largest
// rounded term is the rounded value at the largest. NaN is the result on both
// ways wherever an operand is NaN. They differ where an addition itself makes
// NaN, of infinities of unequal sign, in a term that is not the largest.
//
// An extremum of no terms is an infinity, which the function would change: a
// condition on terms or an empty loop keeps the operator as it is. So do
// attributes about ties in derivatives, which refer to these very terms.
//
// Cost: the hoisted operations, executed once per element instead of once per
// term, against another kernel and the intermediate tensor.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Transforms/Algebra/ExpTerms.h"
#include "Neo/Transforms/Algebra/ProductTerms.h"
#include "Neo/Transforms/Algebra/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;
using namespace neo;

namespace {
class ExtremumHoister {
public:
  ExtremumHoister(ComputeOp op, RewriterBase &rewriter,
                  const AlgebraOptions &options)
      : op(op), rewriter(rewriter), options(options) {}

  bool run();

private:
  bool dependsOnReduction(Value value);
  bool takeOff();
  Value findRisingOperand(Operation *root);
  bool isTaken();
  Value emitExtremum();
  void emitFunction(Value extremum);

  ComputeOp op;
  RewriterBase &rewriter;
  const AlgebraOptions &options;
  /// The operand of the extremum, and the hoisted operations.
  Value inner;
  SmallVector<Operation *> taken;
  bool falls = false;
  /// What `dependsOnReduction` found out.
  DenseMap<Value, bool> known;
};
} // namespace

bool ExtremumHoister::dependsOnReduction(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  LoopSet reduced = ~((LoopSet(1) << op.getNumOutputLoops()) - 1), loops = 0;
  bool depends = false;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    unsigned operand = argument.getArgNumber();
    loops = getLoopsOf(op.getGuard(operand));
    for (AffineExpr index : op.getMap(operand).getResults())
      loops |= getLoopsOf(index);
  } else if (auto index = value.getDefiningOp<IndexOp>()) {
    loops = LoopSet(1) << index.getLoop();
  } else {
    depends = llvm::any_of(value.getDefiningOp()->getOperands(),
                           [&](Value v) { return dependsOnReduction(v); });
  }
  return known[value] = depends || (loops & reduced) != 0;
}

/// The operand in which `root` is monotonic; if decreasing, flips the
/// direction.
Value ExtremumHoister::findRisingOperand(Operation *root) {
  if (isa<arith::NegFOp>(root)) {
    falls = !falls;
    return root->getOperand(0);
  }
  if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::MaximumFOp,
           arith::MinimumFOp>(root))
    return {};
  bool left = dependsOnReduction(root->getOperand(0));
  if (left == dependsOnReduction(root->getOperand(1)))
    return {};
  Value other = root->getOperand(left ? 1 : 0);
  if (isa<arith::MulFOp>(root)) {
    std::optional<double> factor = getNumber(other);
    if (!factor || !std::isfinite(*factor) || *factor == 0)
      return {};
    falls ^= *factor < 0;
  }
  falls ^= isa<arith::SubFOp>(root) && !left;
  return root->getOperand(left ? 0 : 1);
}

bool ExtremumHoister::takeOff() {
  inner = op.getYielded();
  while (Operation *root = inner.getDefiningOp()) {
    Value next = findRisingOperand(root);
    if (!next)
      break;
    taken.push_back(root);
    inner = next;
  }
  return !taken.empty();
}

bool ExtremumHoister::isTaken() {
  double points = 1, elements = 1, operations = 0;
  for (auto [loop, extent] : llvm::enumerate(getCostedExtents(op)))
    (loop < op.getNumOutputLoops() ? elements : points) *= double(extent);
  points *= elements;
  for (Operation *off : taken)
    operations += getOperationCost(*off);
  AlgebraCost cost = options.cost;
  cost.elementBytes = getElementBytes(op.getType());
  double saved = cost.ofPoints(points, operations);
  double added = cost.start + cost.ofPoints(elements, operations) +
                 2 * cost.ofBytes(elements * cost.elementBytes);
  bool worth = isWorth(added, saved);
  if (options.explain)
    op.emitRemark(worth ? "the function of its extremum is taken afterwards: "
                        : "its function stays inside the extremum: ")
        << "taking it afterwards saves " << int64_t(saved)
        << " cycles and costs " << int64_t(added);
  return worth;
}

Value ExtremumHoister::emitExtremum() {
  ComputeSpec spec = getSpecWithoutBody(op);
  if (falls)
    spec.kind = op.getKind() == ReductionKind::max ? ReductionKind::min
                                                   : ReductionKind::max;
  SmallVector<int> loopOf =
      llvm::to_vector(llvm::seq<int>(0, op.getNumLoops()));
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    IRMapping values;
    values.map(op.getBodyBlock()->getArguments(), arguments);
    return cloneExpression(b, inner, values, loopOf);
  };
  spec.body = body;
  return ComputeOp::create(rewriter, op.getLoc(), spec);
}

/// Emits the hoisted operations on the extremum; their other operands are
/// invariant in the loops of the reduction.
void ExtremumHoister::emitFunction(Value extremum) {
  unsigned outputs = op.getNumOutputLoops();
  SmallVector<AffineExpr> dims;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    dims.push_back(loop < outputs ? rewriter.getAffineDimExpr(loop)
                                  : rewriter.getAffineConstantExpr(0));
  ComputeSpec spec;
  spec.type = op.getType();
  spec.loops = getLoopNames(op);
  spec.loops.resize(outputs);
  SmallVector<int> argument;
  for (auto [i, operand] : llvm::enumerate(getOperandSpecs(op))) {
    bool kept = !dependsOnReduction(op.getBodyBlock()->getArgument(i));
    argument.push_back(kept ? int(spec.operands.size()) : -1);
    if (!kept)
      continue;
    operand.map = operand.map.replaceDimsAndSymbols(dims, {}, outputs, 0);
    if (operand.isGuarded())
      operand.guard = operand.guard.replaceDimsAndSymbols(dims, {}, outputs, 0);
    spec.operands.push_back(operand);
  }
  spec.operands.push_back({extremum, rewriter.getMultiDimIdentityMap(outputs)});
  SmallVector<int> loopOf =
      llvm::to_vector(llvm::seq<int>(0, op.getNumLoops()));
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    IRMapping values;
    values.map(inner, arguments.back());
    for (auto [i, place] : llvm::enumerate(argument))
      if (place >= 0)
        values.map(op.getBodyBlock()->getArgument(i), arguments[place]);
    return cloneExpression(b, op.getYielded(), values, loopOf);
  };
  spec.body = body;
  rewriter.replaceOpWithNewOp<ComputeOp>(op, spec);
}

bool ExtremumHoister::run() {
  bool isExtremum =
      op.getKind() == ReductionKind::max || op.getKind() == ReductionKind::min;
  if (!isExtremum || op.getNumLoops() > 63 || op.getWhereSet() ||
      !op->getDiscardableAttrs().empty() ||
      llvm::is_contained(op.getExtents(), 0) || !takeOff() || !isTaken())
    return false;
  rewriter.setInsertionPoint(op);
  emitFunction(emitExtremum());
  return true;
}

bool neo::hoistFromExtremum(ComputeOp op, RewriterBase &rewriter,
                            const AlgebraOptions &options) {
  return ExtremumHoister(op, rewriter, options).run();
}
