//===- LaneSums.cpp - Horizontal sums of several vectors ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "LaneSums.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Shuffle mask that combines two vectors of `lanes`, each with `sums`
/// interleaved sums per block, into one with twice as many: the source lanes of
/// the first addend. Those of the second are half a block further.
static SmallVector<int64_t> interleave(int64_t lanes, int64_t block,
                                       int64_t sums) {
  SmallVector<int64_t> from;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    int64_t inside = lane % block;
    from.push_back(inside / sums % 2 * lanes + lane - inside + inside % sums +
                   inside / (2 * sums) * sums);
  }
  return from;
}

/// The same where sums fill blocks: of every `2 * unit` lanes the first half;
/// the second lies a unit further.
static SmallVector<int64_t> firstHalves(int64_t lanes, int64_t unit) {
  SmallVector<int64_t> from;
  for (int64_t lane = 0; lane < lanes; ++lane)
    from.push_back(lane / unit * 2 * unit + lane % unit);
  return from;
}

/// The elements of two vectors at `from` plus those `apart` further.
static Value addApart(OpBuilder &b, Location loc, Value first, Value second,
                      ArrayRef<int64_t> from, int64_t apart) {
  SmallVector<int64_t> further;
  for (int64_t place : from)
    further.push_back(place + apart);
  return arith::AddFOp::create(
      b, loc, vector::ShuffleOp::create(b, loc, first, second, from),
      vector::ShuffleOp::create(b, loc, first, second, further));
}

/// Pairs of vectors, of which each holds `sums` sums, as one vector each.
static SmallVector<Value> joinPairs(OpBuilder &b, Location loc,
                                    ArrayRef<Value> vectors, int64_t block,
                                    int64_t sums) {
  int64_t lanes = cast<VectorType>(vectors.front().getType()).getNumElements();
  bool inside = sums < block;
  int64_t unit = inside ? block / 2 : lanes * block / (2 * sums);
  SmallVector<int64_t> from =
      inside ? interleave(lanes, block, sums) : firstHalves(lanes, unit);
  SmallVector<Value> joined;
  for (size_t i = 0; i < vectors.size(); i += 2)
    joined.push_back(addApart(b, loc, vectors[i], vectors[i + 1], from, unit));
  return joined;
}

/// Adds what blocks hold of `sums` sums, which fill no block: lane by lane what
/// lies half of it further, so that all lanes hold the result.
static Value foldBlocks(OpBuilder &b, Location loc, Value all, int64_t block,
                        int64_t sums) {
  int64_t lanes = cast<VectorType>(all.getType()).getNumElements();
  for (int64_t apart = block / 2; apart >= sums; apart /= 2) {
    SmallVector<int64_t> from;
    for (int64_t lane = 0; lane < lanes; ++lane)
      from.push_back(lane ^ apart);
    all = arith::AddFOp::create(
        b, loc, all, vector::ShuffleOp::create(b, loc, all, all, from));
  }
  return all;
}

Value neo::sumLanes(OpBuilder &b, Location loc, SmallVector<Value> vectors) {
  auto type = cast<VectorType>(vectors.front().getType());
  int64_t lanes = type.getNumElements(), sums = 1;
  // Shuffles within 128 bits have the lowest latency.
  int64_t block = std::min<int64_t>(lanes, 128 / type.getElementTypeBitWidth());
  for (; vectors.size() > 1; sums *= 2)
    vectors = joinPairs(b, loc, vectors, block, sums);
  Value all = foldBlocks(b, loc, vectors.front(), block, sums);
  int64_t unit = lanes * block / (2 * std::max(sums, block));
  for (; unit >= block; unit /= 2, lanes /= 2)
    all = addApart(b, loc, all, all, firstHalves(lanes / 2, unit), unit);
  if (lanes == sums)
    return all;
  return vector::ShuffleOp::create(b, loc, all, all,
                                   llvm::to_vector(llvm::seq<int64_t>(sums)));
}

size_t neo::countSummedTogether(const TileState &state,
                                ArrayRef<TilePoint> points) {
  const LinearForm &output = state.nest.output;
  auto place = [&](const TilePoint &point) {
    int64_t place = 0;
    for (auto [loop, coefficient] : llvm::enumerate(output.coefficients))
      place += coefficient * point.offsets[loop];
    return place;
  };
  size_t run = 1;
  while (output.irregular.none() && run < points.size() &&
         run < size_t(state.lanes) &&
         place(points[run]) == place(points[run - 1]) + 1)
    ++run;
  return llvm::bit_floor(run);
}
