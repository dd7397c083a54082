//===- PlacedRead.cpp - Lanes read in shifted parts -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PlacedRead.h"

using namespace mlir;
using namespace neo;

/// The lanes that `shift` brings to their places.
static Value lanesWith(TileState &state, ArrayRef<int64_t> places,
                       int64_t shift) {
  SmallVector<bool> mine(state.lanes, false);
  for (auto [lane, place] : llvm::enumerate(places))
    mine[lane] = place - int64_t(lane) == shift;
  VectorType type = state.vectorOf(state.b.getI1Type());
  return arith::ConstantOp::create(state.b, state.loc,
                                   DenseElementsAttr::get(type, mine));
}

SmallVector<PlacedPart> neo::placedParts(TileState &state,
                                         const LinearForm &access,
                                         ArrayRef<int64_t> places, Value mask,
                                         const TilePoint &point) {
  AffineExpr rest = restOfPlaced(state.schedule, access);
  SmallVector<PlacedPart> parts;
  for (int64_t shift : shiftsOf(places)) {
    Value lanes = lanesWith(state, places, shift);
    if (mask)
      lanes = arith::AndIOp::create(state.b, state.loc, mask, lanes);
    parts.push_back({state.index(rest + shift, point.offsets), lanes});
  }
  return parts;
}
