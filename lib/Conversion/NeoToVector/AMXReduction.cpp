//===- AMXReduction.cpp - A reduction in tile registers -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "AMXReduction.h"

#include "Scratch.h"

#include "Neo/Schedule/AMXProduct.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

namespace {
class AMXReduction {
public:
  AMXReduction(TileState &state, ValueRange buffers, const AMXProduct &product,
               ArrayRef<TilePoint> points)
      : state(state), b(state.b), loc(state.loc), buffers(buffers),
        product(product), points(points),
        height(std::min(tileRows, extentOf(product.rows))),
        width(std::min(tileWords, extentOf(product.columns))),
        words(std::min(tileWords, extentOf(product.depth))) {
    int64_t rows = state.steps[product.rows];
    for (int64_t row = 0; row < rows; row += tileRows)
      rowStarts.push_back(std::min(row, rows - height));
    columnStarts.resize(state.steps[product.columns]);
    for (const TilePoint &point : points)
      columnStarts[columnOf(point)] =
          point.offsets[product.columns] - (width - validOf(point));
    for (auto [loop, info] : llvm::enumerate(state.nest.loops))
      if (info.isReduction && loop != product.depth)
        loops.push_back(loop);
    loops.push_back(product.depth);
  }

  SmallVector<Value> emit(ArrayRef<Value> accumulators);

private:
  int64_t extentOf(unsigned loop) const {
    return state.nest.loops[loop].extent;
  }
  int64_t columnOf(const TilePoint &point) const {
    return point.offsets[product.columns] / state.lanes;
  }
  int64_t validOf(const TilePoint &point) const {
    return std::min(point.validLanes, width);
  }
  int64_t placeOf(const TilePoint &point) const;
  SmallVector<Value> emitLoops(unsigned level, SmallVector<Value> sums);
  SmallVector<Value> multiply(SmallVector<Value> sums);
  Value load(unsigned operand, unsigned loop, int64_t offset, unsigned rowLoop,
             int64_t rows, int64_t columns);
  Value multiplyAdd(Value sum, Value left, Value right);
  Value call(StringRef name, ArrayRef<Value> operands);
  void store(Value sum, Value to);
  Value pointer(Value buffer, Value position);
  Value count(int64_t number) {
    return arith::ConstantOp::create(b, loc, b.getI16IntegerAttr(number));
  }

  TileState &state;
  OpBuilder &b;
  Location loc;
  ValueRange buffers;
  const AMXProduct &product;
  ArrayRef<TilePoint> points;
  /// Rows and columns of every accumulator, and steps of the depth at a time.
  int64_t height, width, words;
  /// Where rows and columns of accumulators begin, from the tile's origin.
  SmallVector<int64_t> rowStarts, columnStarts;
  SmallVector<unsigned> loops; // of the reduction, the depth innermost
};
} // namespace

/// An intrinsic on registers; those that LLVM configures are `internal`.
Value AMXReduction::call(StringRef name, ArrayRef<Value> operands) {
  return LLVM::CallIntrinsicOp::create(
             b, loc, LLVM::LLVMX86AMXType::get(b.getContext()),
             b.getStringAttr("llvm.x86." + name + ".internal"), operands)
      .getResult(0);
}

void AMXReduction::store(Value sum, Value to) {
  Value stride =
      arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(tileRowBytes));
  LLVM::CallIntrinsicOp::create(
      b, loc, b.getStringAttr("llvm.x86.tilestored64.internal"),
      {count(height), count(width * wordBytes), to, stride, sum});
}

/// The address of the word at `position`.
Value AMXReduction::pointer(Value buffer, Value position) {
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(b, loc, buffer);
  Value bytes =
      arith::MulIOp::create(b, loc, position, state.constantIndex(wordBytes));
  Value address = arith::AddIOp::create(b, loc, base, bytes);
  Value number = arith::IndexCastOp::create(b, loc, b.getI64Type(), address);
  return LLVM::IntToPtrOp::create(
      b, loc, LLVM::LLVMPointerType::get(b.getContext()), number);
}

/// A register with the rows of an operand along `rowLoop`, `offset` steps of
/// `loop` from the origin.
Value AMXReduction::load(unsigned operand, unsigned loop, int64_t offset,
                         unsigned rowLoop, int64_t rows, int64_t columns) {
  const LinearForm &access = state.nest.operands[operand].access;
  SmallVector<int64_t> offsets(state.nest.loops.size(), 0);
  offsets[loop] = offset;
  Value from = pointer(buffers[operand], state.position(access, offsets));
  Value stride = arith::ConstantOp::create(
      b, loc, b.getI64IntegerAttr(access.coefficients[rowLoop] * wordBytes));
  return call("tileloadd64",
              {count(rows), count(columns * wordBytes), from, stride});
}

Value AMXReduction::multiplyAdd(Value sum, Value left, Value right) {
  bool isBytes = product.parts == WordParts::bytes;
  StringRef ofBytes = product.leftIsFirst ? "tdpbusd" : "tdpbsud";
  return call(isBytes ? ofBytes : "tdpbf16ps",
              {count(height), count(width * wordBytes),
               count(words * wordBytes), sum, left, right});
}

/// Adds the products of the next `words` steps of the depth.
SmallVector<Value> AMXReduction::multiply(SmallVector<Value> sums) {
  // Registers that were loaded before a loop would be kept in it.
  state.emitLoadBarrier();
  SmallVector<Value> right;
  for (int64_t start : columnStarts)
    right.push_back(load(product.right, product.columns, start, product.depth,
                         words, width));
  Value *sum = sums.begin();
  for (int64_t start : rowStarts) {
    Value left =
        load(product.left, product.rows, start, product.rows, height, words);
    for (Value each : right) {
      *sum = multiplyAdd(*sum, left, each);
      ++sum;
    }
  }
  return sums;
}

/// The loops around the depth, and that; all carry the sums.
SmallVector<Value> AMXReduction::emitLoops(unsigned level,
                                           SmallVector<Value> sums) {
  if (level == loops.size())
    return multiply(std::move(sums));
  unsigned loop = loops[level];
  auto forOp = scf::ForOp::create(
      b, loc, state.constantIndex(0), state.constantIndex(extentOf(loop)),
      state.constantIndex(loop == product.depth ? words : 1), sums);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(forOp.getBody());
  state.origin[loop] = forOp.getInductionVar();
  SmallVector<Value> next = emitLoops(
      level + 1, llvm::to_vector_of<Value>(forOp.getRegionIterArgs()));
  scf::YieldOp::create(b, loc, next);
  return llvm::to_vector_of<Value>(forOp.getResults());
}

/// Where the vector of `point` begins in the accumulators on the stack.
int64_t AMXReduction::placeOf(const TilePoint &point) const {
  int64_t row = point.offsets[product.rows], column = columnOf(point);
  int64_t tile = row / tileRows * int64_t(columnStarts.size()) + column;
  return (tile * tileRows + row - rowStarts[row / tileRows]) * tileWords +
         point.offsets[product.columns] - columnStarts[column];
}

SmallVector<Value> AMXReduction::emit(ArrayRef<Value> accumulators) {
  SmallVector<Value> sums;
  for (size_t i = 0; i < rowStarts.size() * columnStarts.size(); ++i)
    sums.push_back(call("tilezero", {count(height), count(width * wordBytes)}));
  sums = emitLoops(0, std::move(sums));
  auto vector = cast<VectorType>(accumulators.front().getType());
  constexpr int64_t each = tileRows * tileWords;
  // A vector whose lanes begin inside a row ends in the next one.
  Value scratch = allocateScratch(
      b, loc, each * int64_t(sums.size()) + tileWords, vector.getElementType());
  for (auto [i, sum] : llvm::enumerate(sums))
    store(sum, pointer(scratch, state.constantIndex(each * int64_t(i))));
  SmallVector<Value> totals;
  for (auto [point, before] : llvm::zip_equal(points, accumulators)) {
    Value from = state.constantIndex(placeOf(point));
    Value sum = vector::LoadOp::create(b, loc, vector, scratch, from);
    totals.push_back(
        isa<FloatType>(vector.getElementType())
            ? arith::AddFOp::create(b, loc, before, sum).getResult()
            : arith::AddIOp::create(b, loc, before, sum).getResult());
  }
  return totals;
}

SmallVector<Value> neo::emitAMXReduction(TileState &state, ValueRange buffers,
                                         ArrayRef<TilePoint> points,
                                         ArrayRef<Value> accumulators) {
  std::string reason;
  std::optional<AMXProduct> product =
      planAMXProduct(state.nest, state.schedule, reason);
  assert(product && "checked with the schedule");
  return AMXReduction(state, buffers, *product, points).emit(accumulators);
}
