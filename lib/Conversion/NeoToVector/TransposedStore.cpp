//===- TransposedStore.cpp - Strided lanes by transposition ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TransposedStore.h"

#include "RegisterTranspose.h"

#include "Neo/Schedule/LanePieces.h"

#include <map>

using namespace mlir;
using namespace neo;

/// The distance in the result from the origin to `offsets`.
static int64_t distance(const LinearForm &form, ArrayRef<int64_t> offsets) {
  int64_t distance = 0;
  for (auto [coefficient, offset] : llvm::zip(form.coefficients, offsets))
    distance += coefficient * offset;
  return distance;
}

SmallVector<SmallVector<FinishedVector>>
neo::findRuns(ArrayRef<FinishedVector> vectors, const LinearForm &output,
              int64_t most) {
  std::map<std::pair<int64_t, int64_t>, FinishedVector> sorted;
  for (const FinishedVector &vector : vectors)
    sorted.insert(
        {{distance(output, vector.point.offsets), vector.point.validLanes},
         vector});
  SmallVector<SmallVector<FinishedVector>> runs;
  int64_t last = 0;
  for (auto &[place, vector] : sorted) {
    bool follows = !runs.empty() && place.first == last + 1 &&
                   int64_t(runs.back().size()) < most &&
                   runs.back().front().point.validLanes == place.second;
    if (!follows)
      runs.emplace_back();
    runs.back().push_back(vector);
    last = place.first;
  }
  return runs;
}

static void storeRun(TileState &state, TileBody &body,
                     ArrayRef<FinishedVector> run, Value buffer,
                     Value blockStart) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  SmallVector<Value> rows;
  for (const FinishedVector &vector : run)
    rows.push_back(vector.value);
  const TilePoint &first = run.front().point;
  int64_t count = run.size();
  SmallVector<Value> columns = transposeRegisters(b, loc, std::move(rows));
  for (int64_t lane = 0; lane < first.validLanes; ++lane) {
    Value value = columns[lane];
    auto type = cast<VectorType>(value.getType());
    Value to = state.index(state.nest.output.expr,
                           state.laneOffsets(first.offsets, lane));
    Value mask = toVectorMask(state, {}, count);
    if (blockStart) {
      Value partial =
          mask ? vector::MaskedLoadOp::create(b, loc, type, buffer, to, mask,
                                              body.identityLike(type))
                     .getResult()
               : vector::LoadOp::create(b, loc, type, buffer, to).getResult();
      value = body.joinPartial(value, partial, blockStart);
    }
    if (mask)
      vector::MaskedStoreOp::create(b, loc, buffer, to, mask, value);
    else
      vector::StoreOp::create(b, loc, value, buffer, to);
  }
}

SmallVector<FinishedVector>
neo::storeTransposed(TileState &state, TileBody &body,
                     ArrayRef<FinishedVector> vectors, Value buffer,
                     Value blockStart) {
  if (vectors.empty())
    return {};
  const LinearForm &output = state.nest.output;
  auto type = dyn_cast<VectorType>(vectors.front().value.getType());
  if (!type || !isStridedInLanes(output, state.schedule) ||
      hasHoles(state.nest, state.schedule) ||
      !canTransposeRegisters(type.getElementType(), state.lanes))
    return llvm::to_vector(vectors);
  SmallVector<FinishedVector> rest;
  for (ArrayRef<FinishedVector> run : findRuns(vectors, output, state.lanes)) {
    if (run.size() < 3)
      llvm::append_range(rest, run);
    else
      storeRun(state, body, run, buffer, blockStart);
  }
  return rest;
}
