//===- NarrowPositions.cpp - Loop positions in 32 bits --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/NarrowPositions.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

bool neo::countsIn32Bits(const LoopNest &nest) {
  int64_t positions = 1;
  for (const NestLoop &loop : nest.loops)
    if (loop.isReduction &&
        (llvm::MulOverflow(positions, loop.extent, positions) ||
         !llvm::isInt<32>(positions)))
      return false;
  return !nest.hasBatch(); // The number of items is unbounded.
}

std::optional<PositionTest> PositionTest::match(Operation *op,
                                                const LoopNest &nest) {
  auto test = dyn_cast<arith::CmpIOp>(op);
  if (!test || nest.hasBatch())
    return std::nullopt;
  bool isEqual = test.getPredicate() == arith::CmpIPredicate::eq;
  if (!isEqual && test.getPredicate() != arith::CmpIPredicate::ne)
    return std::nullopt;
  Value number = test.getLhs(), position = test.getRhs();
  if (number.getDefiningOp<arith::IndexCastOp>())
    std::swap(number, position);
  auto cast = position.getDefiningOp<arith::IndexCastOp>();
  auto index = cast ? cast.getIn().getDefiningOp<IndexOp>() : IndexOp();
  ComputeOp compute = nest.op;
  if (!index ||
      (!number.getType().isInteger(64) && !number.getType().isInteger(32)) ||
      !llvm::isInt<32>(compute.getExtents()[index.getLoop()]))
    return std::nullopt;
  return PositionTest{number, index, isEqual};
}
