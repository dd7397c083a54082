//===- ShiftWeights.cpp - Powers of e^M in tensors ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ShiftWeights.h"

#include "BodyWeights.h"

using namespace mlir;
using namespace neo;

/// How many operators the search for exponentials looks through.
constexpr unsigned mostShiftDepth = 8;

static SmallVector<AffineExpr> getDims(unsigned count, MLIRContext *context) {
  SmallVector<AffineExpr> dims;
  for (unsigned d = 0; d < count; ++d)
    dims.push_back(getAffineDimExpr(d, context));
  return dims;
}

ShiftWeights::ShiftWeights(ComputeOp sum, ArrayRef<Value> maxima)
    : sum(sum), maxima(maxima) {
  unsigned rank = sum.getNumOutputLoops();
  MLIRContext *context = sum.getContext();
  scaled[sum.getResult()] = {
      1, AffineMap::get(rank, 0, getDims(rank, context), context)};
}

std::optional<AffineMap> ShiftWeights::findIndex(ComputeOp op) {
  AffineMap index;
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i) {
    auto found = scaled.find(op.getOperand(i));
    if (found == scaled.end())
      continue;
    AffineMap here = found->second.index.compose(op.getMap(i));
    if (op.getGuard(i) || (index && index != here))
      return std::nullopt;
    index = here;
  }
  return index;
}

AffineMap ShiftWeights::getIndexOf(ComputeOp op, unsigned operand,
                                   AffineMap index) {
  auto found = scaled.find(op.getOperand(operand));
  if (found != scaled.end())
    return found->second.index;
  if (op.getGuard(operand))
    return {};
  AffineMap map = op.getMap(operand);
  SmallVector<AffineExpr> results;
  for (AffineExpr result : index.getResults()) {
    if (!isa<AffineConstantExpr>(result)) {
      const auto *place = llvm::find(map.getResults(), result);
      if (!isa<AffineDimExpr>(result) || place == map.getResults().end())
        return {};
      unsigned dimension = place - map.getResults().begin();
      result = getAffineDimExpr(dimension, op.getContext());
    }
    results.push_back(result);
  }
  return AffineMap::get(map.getNumResults(), 0, results, op.getContext());
}

/// Is `index` in bounds of the sum at all elements of a tensor?
bool ShiftWeights::fits(AffineMap index, RankedTensorType type) {
  for (auto [result, extent] :
       llvm::zip(index.getResults(), sum.getType().getShape()))
    if (auto dim = dyn_cast<AffineDimExpr>(result);
        dim && type.getDimSize(dim.getPosition()) > extent)
      return false;
  return true;
}

WeightSet ShiftWeights::ofTensor(Value tensor, AffineMap index) {
  auto found = scaled.find(tensor);
  if (found != scaled.end())
    return found->second.index == index ? found->second.weights : WeightSet();
  auto op = tensor.getDefiningOp<ComputeOp>();
  if (!op || op->getBlock() != sum->getBlock() || read.contains(tensor) ||
      depth == mostShiftDepth || !fits(index, op.getType()))
    return 0;
  auto known = others.find({tensor, index});
  if (known != others.end())
    return known->second;
  ++depth;
  WeightSet weights =
      ofResult(op, AffineMap::get(op.getNumLoops(), 0, index.getResults(),
                                  op.getContext()));
  --depth;
  others[{tensor, index}] = weights;
  return weights;
}

/// The scale of the terms of a sum has to be invariant in its loops.
WeightSet ShiftWeights::ofResult(ComputeOp op, AffineMap index) {
  bool isFactor =
      op.getKind() == ReductionKind::none || op.getKind() == ReductionKind::sum;
  for (unsigned loop = op.getNumOutputLoops(); loop < op.getNumLoops(); ++loop)
    isFactor &= !index.isFunctionOfDim(loop);
  WeightSet weights = BodyWeights(*this, op, index).of(op.getYielded());
  return isFactor ? weights : weights.both(0);
}

bool ShiftWeights::visit(Operation &user) {
  auto op = dyn_cast<ComputeOp>(user);
  std::optional<AffineMap> index = op ? findIndex(op) : std::nullopt;
  if (!index)
    return false;
  WeightSet weights = ofResult(op, *index);
  if (weights.contains(0)) {
    readers.push_back(op);
    read.insert(op.getResult());
  } else {
    scaled[op.getResult()] = {weights, AffineMap::get(op.getNumOutputLoops(), 0,
                                                      index->getResults(),
                                                      op.getContext())};
  }
  return !weights.isEmpty();
}

bool ShiftWeights::findReaders() {
  for (Operation *op = sum->getNextNode(); op; op = op->getNextNode()) {
    bool reads = llvm::any_of(op->getOperands(),
                              [&](Value value) { return isScaled(value); });
    if (reads && !visit(*op))
      return false;
  }
  return !readers.empty();
}
