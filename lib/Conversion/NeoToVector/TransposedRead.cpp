//===- TransposedRead.cpp - Strided lanes by transposition ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Lanes are strided in a buffer, and an unrolled loop is contiguous:
//
//     lane 0:  a0 a1 a2 a3            step 0:  a0 b0 c0 d0
//     lane 1:  b0 b1 b2 b3     -->    step 1:  a1 b1 c1 d1
//     lane 2:  c0 c1 c2 c3            step 2:  a2 b2 c2 d2
//     lane 3:  d0 d1 d2 d3            step 3:  a3 b3 c3 d3
//
// Interleaving lane l with lane l + half, log2(lanes) times, gives one long
// vector in which the steps are consecutive: log2(lanes) shuffles for each
// vector instead of a load for each element. Longer runs, and odd ones, are
// transposed by RegisterTranspose.h.
//
//===----------------------------------------------------------------------===//

#include "OperandAccess.h"

#include "RegisterTranspose.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

SmallVector<Value> neo::readTransposed(TileState &state,
                                       const NestOperand &operand, Value buffer,
                                       const TilePoint &point, unsigned run) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  int64_t steps = state.steps[run];
  Type element = operand.type.getElementType();
  // Runs of 4 and 8 take short loads; others fill registers by masked loads.
  bool masked = !isInterleaved(element, steps, state.lanes);
  auto runType = VectorType::get({masked ? state.lanes : steps}, element);
  Value mask = masked ? toVectorMask(state, {}, steps) : Value();
  SmallVector<int64_t> offsets = getLaneOffsets(operand.access, state.schedule);
  Value base = state.position(operand.access, point.offsets);
  SmallVector<Value> rows;
  for (int64_t offset : offsets) {
    Value from =
        arith::AddIOp::create(b, loc, base, state.constantIndex(offset));
    rows.push_back(
        mask ? vector::MaskedLoadOp::create(
                   b, loc, runType, buffer, from, mask,
                   state.splat(cast<TypedAttr>(b.getZeroAttr(element))))
                   .getResult()
             : vector::LoadOp::create(b, loc, runType, buffer, from)
                   .getResult());
  }
  if (masked) {
    SmallVector<Value> columns = transposeRegisters(b, loc, std::move(rows));
    columns.truncate(steps);
    return columns;
  }
  while (rows.size() > 1) {
    size_t half = rows.size() / 2;
    for (size_t lane = 0; lane < half; ++lane)
      rows[lane] =
          vector::InterleaveOp::create(b, loc, rows[lane], rows[lane + half]);
    rows.truncate(half);
  }
  SmallVector<Value> vectors;
  for (int64_t step = 0; step < steps; ++step)
    vectors.push_back(vector::ExtractStridedSliceOp::create(
        b, loc, rows.front(), ArrayRef<int64_t>(step * state.lanes),
        ArrayRef(state.lanes), ArrayRef<int64_t>(1)));
  return vectors;
}
