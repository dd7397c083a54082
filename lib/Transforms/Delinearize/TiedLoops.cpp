//===- TiedLoops.cpp - Loops over one dimension ---------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TiedLoops.h"

using namespace mlir;
using namespace neo;

/// Can the result of `op` be reshaped? Only if it has no readers but
/// neo.compute.
static bool isIntermediate(ComputeOp op) {
  return !op->use_empty() && llvm::all_of(op->getUsers(), [&](Operation *user) {
    return isa<ComputeOp>(user) && user->getBlock() == op->getBlock() &&
           !user->hasAttr(nonzeroAttrName);
  });
}

/// May `loop` be split?
static bool isOpen(ComputeOp op, unsigned loop) {
  return !op->hasAttr(nonzeroAttrName) &&
         (loop >= op.getNumOutputLoops() || isIntermediate(op));
}

/// The loop that is the whole index of `dimension` in the access of `op` to
/// operand `operand`, if the index is a single loop.
static std::optional<unsigned> wholeIndex(ComputeOp op, unsigned operand,
                                          unsigned dimension) {
  auto loop = dyn_cast<AffineDimExpr>(op.getMap(operand).getResult(dimension));
  return loop ? std::optional<unsigned>(loop.getPosition()) : std::nullopt;
}

TiedLoops::TiedLoops(ComputeOp op, unsigned loop, Filter may)
    : extent(op.getExtents()[loop]) {
  add(op, loop, may);
  while (!todo.empty()) {
    auto [tied, which] = todo.pop_back_val();
    addProducers(tied, which, may);
    if (which < tied.getNumOutputLoops())
      addReaders(tied, which, may);
  }
}

void TiedLoops::add(ComputeOp op, unsigned loop, Filter may) {
  if (!may(op) || op.getExtents()[loop] != extent || !isOpen(op, loop) ||
      llvm::is_contained(loops.lookup(op), loop))
    return;
  loops[op].push_back(loop);
  todo.push_back({op, loop});
}

void TiedLoops::addReaders(ComputeOp op, unsigned dimension, Filter may) {
  for (OpOperand &use : op->getUses()) {
    auto reader = cast<ComputeOp>(use.getOwner());
    readers.insert(reader);
    if (auto loop = wholeIndex(reader, use.getOperandNumber(), dimension))
      add(reader, *loop, may);
  }
}

void TiedLoops::addProducers(ComputeOp op, unsigned loop, Filter may) {
  for (auto [i, operand] : llvm::enumerate(op.getOperands())) {
    auto producer = operand.getDefiningOp<ComputeOp>();
    if (!producer || producer->getBlock() != op->getBlock())
      continue;
    for (unsigned d = 0, e = producer.getNumOutputLoops(); d < e; ++d)
      if (wholeIndex(op, i, d) == loop)
        add(producer, d, may);
  }
}

ArrayRef<unsigned> TiedLoops::getLoops(ComputeOp op) const {
  auto found = loops.find(op);
  return found == loops.end() ? ArrayRef<unsigned>() : found->second;
}

SmallVector<unsigned> TiedLoops::getDimensions(Value tensor) const {
  SmallVector<unsigned> dimensions;
  if (auto op = tensor.getDefiningOp<ComputeOp>())
    llvm::copy_if(getLoops(op), std::back_inserter(dimensions),
                  [&](unsigned loop) { return loop < op.getNumOutputLoops(); });
  return dimensions;
}

SmallVector<ComputeOp> TiedLoops::getOperators() const {
  llvm::SetVector<Operation *> all = readers;
  for (const auto &member : loops)
    all.insert(member.first);
  SmallVector<ComputeOp> operators;
  for (Operation *op : all)
    operators.push_back(cast<ComputeOp>(op));
  llvm::sort(operators,
             [](ComputeOp a, ComputeOp b) { return a->isBeforeInBlock(b); });
  return operators;
}
