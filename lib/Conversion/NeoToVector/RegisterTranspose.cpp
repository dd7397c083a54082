//===- RegisterTranspose.cpp - Transposition in registers -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RegisterTranspose.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

constexpr int64_t blockBits = 128;

/// Interleaves the units of the low (or high) halves of every group of `group`
/// elements of `first` and `second`.
static Value interleave(OpBuilder &b, Location loc, Value first, Value second,
                        int64_t unit, int64_t group, bool high) {
  int64_t lanes = cast<VectorType>(first.getType()).getDimSize(0);
  SmallVector<int64_t> mask;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    int64_t inGroup = lane % group, pair = inGroup / (2 * unit);
    bool fromSecond = inGroup / unit % 2;
    int64_t from =
        lane - inGroup + (high ? group / 2 : 0) + pair * unit + lane % unit;
    mask.push_back(from + (fromSecond ? lanes : 0));
  }
  return vector::ShuffleOp::create(b, loc, first, second, mask);
}

/// Every other block of `first`, then of `second`, from the first or from the
/// second block on.
static Value everyOtherBlock(OpBuilder &b, Location loc, Value first,
                             Value second, int64_t block, bool odd) {
  int64_t lanes = cast<VectorType>(first.getType()).getDimSize(0);
  SmallVector<int64_t> mask;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    int64_t from = (2 * (lane / block) + (odd ? 1 : 0)) * block + lane % block;
    mask.push_back(from);
  }
  return vector::ShuffleOp::create(b, loc, first, second, mask);
}

/// Transposes within 128-bit blocks: afterwards register `block * g + c` holds,
/// in its block i, one column of the rows from `block * g` on.
static SmallVector<Value> transposeInBlocks(OpBuilder &b, Location loc,
                                            SmallVector<Value> rows,
                                            int64_t block) {
  for (int64_t unit = 1; unit < block; unit *= 2) {
    SmallVector<Value> next(rows.size());
    for (size_t low = 0; low < rows.size(); ++low) {
      if (low & unit)
        continue;
      Value first = rows[low], second = rows[low + unit];
      next[low] = interleave(b, loc, first, second, unit, block, false);
      next[low + unit] = interleave(b, loc, first, second, unit, block, true);
    }
    rows = std::move(next);
  }
  return rows;
}

/// Gathers block i of all `parts` in register i. Every round joins pairs and
/// sorts their blocks by one more bit of their number.
static SmallVector<Value> gatherBlocks(OpBuilder &b, Location loc,
                                       ArrayRef<Value> parts, int64_t block) {
  SmallVector<SmallVector<Value>> sorted = {llvm::to_vector(parts)};
  while (sorted.front().size() > 1) {
    SmallVector<SmallVector<Value>> next;
    for (bool odd : {false, true})
      for (ArrayRef<Value> list : sorted) {
        SmallVector<Value> &merged = next.emplace_back();
        for (size_t i = 0; i + 1 < list.size(); i += 2)
          merged.push_back(
              everyOtherBlock(b, loc, list[i], list[i + 1], block, odd));
      }
    sorted = std::move(next);
  }
  SmallVector<Value> gathered;
  for (ArrayRef<Value> list : sorted)
    gathered.push_back(list.front());
  return gathered;
}

/// `place` with its bits below `block` reversed: interleaving sorts columns by
/// their lowest bit first.
static int64_t columnAt(int64_t place, int64_t block) {
  int64_t column = 0;
  for (int64_t bit = 1; bit < block; bit *= 2)
    column = 2 * column + ((place & bit) ? 1 : 0);
  return column;
}

SmallVector<Value> neo::transposeRegisters(OpBuilder &b, Location loc,
                                           SmallVector<Value> rows) {
  auto type = cast<VectorType>(rows.front().getType());
  int64_t lanes = type.getDimSize(0);
  int64_t block = blockBits / type.getElementTypeBitWidth();
  while (int64_t(rows.size()) < lanes)
    rows.push_back(LLVM::PoisonOp::create(b, loc, type));
  rows = transposeInBlocks(b, loc, std::move(rows), block);
  SmallVector<Value> columns(lanes);
  for (int64_t place = 0; place < block; ++place) {
    SmallVector<Value> parts;
    for (int64_t group = 0; group < lanes / block; ++group)
      parts.push_back(rows[group * block + place]);
    for (auto [i, column] : llvm::enumerate(gatherBlocks(b, loc, parts, block)))
      columns[i * block + columnAt(place, block)] = column;
  }
  return columns;
}
