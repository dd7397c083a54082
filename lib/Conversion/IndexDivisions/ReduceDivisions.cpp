//===- ReduceDivisions.cpp - Indices divided by multiplication ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Bodies say where conditions and values follow from indices,
//
//     %q = arith.floordivsi %i, %c5 : index
//
// and their loops bound those (SmallDivision.h). A remainder is written by a
// quotient already. Loops over a batch of any size have no bound.
//
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/Passes.h"
#include "Neo/Conversion/SmallDivision.h"
#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/IndexExpression.h"
#include "Neo/Dialect/NeoDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace neo {
#define GEN_PASS_DEF_NEOREDUCEDIVISIONS
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// The values of `index` over `extents`; none if it is no index expression.
static std::optional<AffineInterval> getRange(IndexReader &reader, Value index,
                                              ArrayRef<int64_t> extents) {
  std::optional<AffineInterval> all;
  for (const Case &one : reader.read(index)) {
    std::optional<AffineInterval> range = getInterval(one.value, extents);
    if (!range)
      return std::nullopt;
    if (!all)
      all = range;
    all = AffineInterval{std::min(all->low, range->low),
                         std::max(all->high, range->high)};
  }
  return all;
}

/// Replaces `op`, of which `range` is that of the dividend, if it is small.
static void reduce(arith::FloorDivSIOp op, AffineInterval range) {
  APInt divisor;
  if (!matchPattern(op.getRhs(), m_ConstantInt(&divisor)))
    return;
  OpBuilder b(op);
  Value quotient =
      divideSmall(b, op.getLoc(), op.getLhs(), range, divisor.getSExtValue());
  if (!quotient)
    return;
  op.replaceAllUsesWith(quotient);
  op.erase();
}

static void reduceDivisions(ComputeOp op) {
  Block *body = op.getBodyBlock();
  SmallVector<int64_t> extents = op.getExtents();
  if (body->getOps<arith::FloorDivSIOp>().empty())
    return;
  llvm::DenseMap<Value, unsigned> loops;
  for (auto index : body->getOps<IndexOp>())
    if (extents[index.getLoop()] != getBatch(op))
      loops[index] = index.getLoop();
  LoopRegion region(extents);
  IndexReader reader(loops, region);
  // All ranges are read before a division goes.
  SmallVector<std::pair<arith::FloorDivSIOp, AffineInterval>> divisions;
  for (auto division : body->getOps<arith::FloorDivSIOp>())
    if (auto range = getRange(reader, division.getLhs(), region.getExtents()))
      divisions.emplace_back(division, *range);
  for (auto [division, range] : divisions)
    reduce(division, range);
}

namespace {
struct ReduceDivisions : neo::impl::NeoReduceDivisionsBase<ReduceDivisions> {
  void runOnOperation() override { getOperation().walk(reduceDivisions); }
};
} // namespace
