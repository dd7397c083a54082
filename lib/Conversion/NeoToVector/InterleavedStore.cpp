//===- InterleavedStore.cpp - Interleaved results stored together ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "InterleavedStore.h"

using namespace mlir;
using namespace neo;

/// Elements [part * lanes, part * lanes + lanes) of the interleaved `vectors`:
/// lane by lane, one element of each.
static Value interleavedPart(TileState &state, ArrayRef<FinishedVector> vectors,
                             int64_t part) {
  int64_t lanes = state.lanes, count = vectors.size();
  Value result = vectors.front().value;
  for (int64_t next = 1; next < count; ++next) {
    SmallVector<int64_t> mask;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      int64_t element = part * lanes + lane, from = element % count;
      // The first shuffle takes elements of the first vector from their
      // original lanes; later ones find them in place.
      int64_t before = next == 1 && from == 0 ? element / count : lane;
      mask.push_back(from == next ? lanes + element / count : before);
    }
    result = vector::ShuffleOp::create(state.b, state.loc, result,
                                       vectors[next].value, mask);
  }
  return result;
}

static void storeParts(TileState &state, ArrayRef<FinishedVector> vectors,
                       Value buffer) {
  OpBuilder &b = state.b;
  const TilePoint &first = vectors.front().point;
  int64_t count = vectors.size(), elements = first.validLanes * count;
  Value base = state.position(state.nest.output, first.offsets);
  for (int64_t part = 0; part * state.lanes < elements; ++part) {
    Value value = interleavedPart(state, vectors, part);
    Value to = arith::AddIOp::create(b, state.loc, base,
                                     state.constantIndex(part * state.lanes));
    int64_t left = std::min(elements - part * state.lanes, state.lanes);
    Value mask = toVectorMask(state, {}, left);
    if (mask)
      vector::MaskedStoreOp::create(b, state.loc, buffer, to, mask, value);
    else
      vector::StoreOp::create(b, state.loc, value, buffer, to);
  }
}

SmallVector<FinishedVector>
neo::storeInterleaved(TileState &state, ArrayRef<FinishedVector> vectors,
                      Value buffer) {
  const LinearForm &output = state.nest.output;
  auto type = dyn_cast<VectorType>(vectors.front().value.getType());
  int64_t stride;
  if (!type || type.getElementType().isInteger(1) || output.irregular.any() ||
      classifyLanes(output, state.schedule, stride) != LaneAccess::strided)
    return llvm::to_vector(vectors);
  SmallVector<FinishedVector> rest;
  for (ArrayRef<FinishedVector> run : findRuns(vectors, output, stride)) {
    if (int64_t(run.size()) == stride)
      storeParts(state, run, buffer);
    else
      llvm::append_range(rest, run);
  }
  return rest;
}
