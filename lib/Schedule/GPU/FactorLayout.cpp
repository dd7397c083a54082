//===- FactorLayout.cpp - Layouts that tensor cores are fed from ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/GPU/FactorLayout.h"

#include "ContractionSchedule.h"
#include "InnermostLoops.h"
#include "ProductLoops.h"
#include "SplitTerms.h"
#include "TensorCores.h"

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Role.h"
#include "Neo/Dialect/Strict.h"
#include "Neo/Dialect/Ties.h"

using namespace mlir;
using namespace neo;

using Order = SmallVector<unsigned>;

/// The part of the time that copies have to save: the model is no closer.
constexpr double leastGain = 0.1;

/// `order` with `last` behind all others.
static Order moveLast(Order order, unsigned last) {
  llvm::erase(order, last);
  order.push_back(last);
  return order;
}

static Order getIdentity(unsigned size) {
  return llvm::to_vector(llvm::seq(size));
}

/// The copy of `tensor` by `map`, all of it, that there is before `place`.
static ComputeOp findCopy(Value tensor, AffineMap map, RankedTensorType type,
                          Operation *place) {
  for (Operation *user : tensor.getUsers()) {
    auto copy = dyn_cast<ComputeOp>(user);
    if (copy && copy.getType() == type && copy.getNumOperands() == 1 &&
        copy.getNumReductionLoops() == 0 && copy.getMap(0) == map &&
        !copy.getGuard(0) && !copy.getWhereSet() &&
        copy.getYielded() == copy.getBodyBlock()->getArgument(0) &&
        copy->getBlock() == place->getBlock() && copy->isBeforeInBlock(place))
      return copy;
  }
  return {};
}

namespace {
class FactorLayout {
public:
  FactorLayout(ComputeOp op, const GPUMachine &machine, RewriterBase &rewriter)
      : op(op), machine(machine), rewriter(rewriter), extents(op.getExtents()) {
  }

  bool run();

private:
  Order orderLoops();
  Value permute(Value tensor, ArrayRef<unsigned> order);
  ComputeOp rebuild();
  Value restore(Value result);
  double countCopyCycles() const;
  std::optional<double> predict();
  void eraseMade();

  ComputeOp op;
  const GPUMachine &machine;
  RewriterBase &rewriter;
  SmallVector<int64_t> extents;
  /// That of the product that is made.
  InnermostLoops layout;
  /// The loops of that product, by those of the old one.
  Order loops;
  /// All operators that are made.
  SmallVector<Operation *> made;
};
} // namespace

/// The loops of the product, with those innermost that copies are for.
Order FactorLayout::orderLoops() {
  unsigned outputs = op.getNumOutputLoops();
  Order first = getIdentity(outputs), terms;
  llvm::append_range(terms, llvm::seq<unsigned>(outputs, extents.size()));
  if (layout.term)
    terms = moveLast(terms, *layout.term);
  for (unsigned operand : {0u, 1u})
    if (!layout.term && layout.copies(operand))
      first = moveLast(first, *layout.loops[operand]);
  llvm::append_range(first, terms);
  return first;
}

/// `tensor` with dimension `order[d]` as dimension d.
Value FactorLayout::permute(Value tensor, ArrayRef<unsigned> order) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<AffineExpr> index(order.size());
  SmallVector<int64_t> shape;
  for (auto [d, from] : llvm::enumerate(order)) {
    index[from] = rewriter.getAffineDimExpr(d);
    shape.push_back(type.getDimSize(from));
  }
  auto map = AffineMap::get(order.size(), 0, index, op.getContext());
  ComputeSpec spec;
  spec.operands.push_back({tensor, map});
  spec.type = RankedTensorType::get(shape, type.getElementType());
  if (ComputeOp copy = findCopy(tensor, map, spec.type, op))
    return copy.getResult();
  spec.body = [](OpBuilder &, Location, ValueRange values) {
    return values.front();
  };
  auto copy =
      ComputeOp::create(rewriter, withRole(op.getLoc(), reorderedRole), spec);
  made.push_back(copy);
  return copy.getResult();
}

ComputeOp FactorLayout::rebuild() {
  unsigned outputs = op.getNumOutputLoops(), count = extents.size();
  loops = orderLoops();
  SmallVector<AffineExpr> of(count);
  for (auto [position, loop] : llvm::enumerate(loops))
    of[loop] = rewriter.getAffineDimExpr(position);
  ComputeSpec old = getSpecWithoutBody(op), spec = old;
  spec.reductionExtents.clear();
  SmallVector<int64_t> shape;
  for (auto [position, loop] : llvm::enumerate(loops)) {
    spec.loops[position] = old.loops[loop];
    (position < outputs ? shape : spec.reductionExtents)
        .push_back(extents[loop]);
  }
  spec.type = RankedTensorType::get(shape, op.getType().getElementType());
  auto replace = [&](auto it) {
    return it ? it.replaceDimsAndSymbols(of, {}, count, 0) : it;
  };
  for (auto [number, operand] : llvm::enumerate(spec.operands)) {
    operand.map = replace(operand.map);
    if (operand.isGuarded())
      operand.guard = replace(operand.guard);
    if (!layout.copies(number))
      continue;
    Order order = moveLast(getIdentity(operand.map.getNumResults()),
                           *layout.dims[number]);
    operand.value = permute(operand.value, order);
    operand.map = operand.map.getSubMap(order);
  }
  spec.where = replace(spec.where);
  AffineMap inverse = AffineMap::get(count, 0, of, op.getContext());
  auto body = [&](OpBuilder &b, Location, ValueRange values) {
    return cloneBodyAt(b, op, values, inverse);
  };
  spec.body = body;
  auto product = ComputeOp::create(rewriter, op.getLoc(), spec);
  keepAttributes(op, product);
  made.push_back(product);
  return product;
}

/// The result in the order that it had.
Value FactorLayout::restore(Value result) {
  unsigned outputs = op.getNumOutputLoops();
  ArrayRef<unsigned> order = ArrayRef(loops).take_front(outputs);
  if (order == ArrayRef<unsigned>(getIdentity(outputs)))
    return result;
  Order inverse(outputs);
  for (auto [position, loop] : llvm::enumerate(order))
    inverse[loop] = position;
  return permute(result, inverse);
}

/// What the copies take: all that is made but the product.
double FactorLayout::countCopyCycles() const {
  double cycles = 0;
  for (Operation *copy : made) {
    auto compute = cast<ComputeOp>(copy);
    if (compute.getNumReductionLoops() > 0)
      continue;
    RankedTensorType type = compute.getType();
    double bytes = double(type.getNumElements()) * getElementBytes(type);
    cycles += machine.getLaunchCycles() +
              2 * bytes / (getClockBytes(machine) * machine.multiprocessors);
  }
  return cycles;
}

void FactorLayout::eraseMade() {
  for (Operation *unused : llvm::reverse(made))
    rewriter.eraseOp(unused);
  made.clear();
}

/// The cycles of the product in `layout`.
std::optional<double> FactorLayout::predict() {
  ComputeOp product = rebuild();
  restore(product.getResult());
  std::optional<double> cycles = predictContraction(product, machine);
  if (cycles)
    *cycles += countCopyCycles();
  eraseMade();
  return cycles;
}

bool FactorLayout::run() {
  if (!isTensorCoreProduct(op, ProductLoops::get(op)))
    return false;
  std::optional<double> least = predictContraction(op, machine);
  if (!least)
    return false;
  *least *= 1 - leastGain;
  rewriter.setInsertionPoint(op);
  std::optional<InnermostLoops> best;
  for (const InnermostLoops &candidate : listInnermostLoops(op)) {
    layout = candidate;
    std::optional<double> cycles = predict();
    if (!cycles || *cycles >= *least)
      continue;
    least = cycles;
    best = candidate;
  }
  if (!best)
    return false;
  layout = *best;
  rewriter.replaceOp(op, restore(rebuild().getResult()));
  return true;
}

bool neo::layOutFactors(ComputeOp op, const GPUMachine &machine,
                        RewriterBase &rewriter) {
  // A batch of any size stays the outermost dimension; points that are not zero
  // are said by the loops as they are.
  return op.getNumOperands() == 2 && !getBatch(op) && !isStrict(op) &&
         !op->hasAttr(nonzeroAttrName) &&
         FactorLayout(op, machine, rewriter).run();
}
