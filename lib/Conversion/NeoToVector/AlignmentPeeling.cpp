//===- AlignmentPeeling.cpp - Stores of rows at cache lines ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "AlignmentPeeling.h"

#include "Streaming.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Machine/CacheLine.h"
#include "Neo/Schedule/PrefetchPlan.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Shorter rows, in lines, are written as before: two vectors more are too
/// many.
constexpr int64_t fewestLines = 16;

/// Do the accesses that depend on the lanes' loop mean the same wherever a
/// vector begins?
static bool isFreeToShift(const LoopNest &nest, unsigned loop) {
  auto isPlain = [&](const LinearForm &form) {
    return !form.irregular[loop] && !form.perItem;
  };
  auto isUnguarded = [&](ArrayRef<NestCondition> conditions) {
    return llvm::none_of(conditions, [&](const NestCondition &condition) {
      return condition.form.dependsOn(loop);
    });
  };
  return isPlain(nest.output) && isUnguarded(nest.where) &&
         isUnguarded(nest.nonzero) &&
         llvm::all_of(nest.operands, [&](const NestOperand &read) {
           int64_t stride = read.access.coefficients[loop];
           return isPlain(read.access) && (stride == 0 || stride == 1) &&
                  isUnguarded(read.guard);
         });
}

/// The loop whose vectors are lines of the result, if it is free to shift.
std::optional<unsigned> neo::findPeelableLoop(const LoopNest &nest,
                                              const Schedule &schedule) {
  ComputeOp op = nest.op;
  int64_t each = getElementBytes(op.getType());
  if (op.getKind() != ReductionKind::none || nest.hasReduction() ||
      nest.hasBatch() || schedule.vector.size() != 1 ||
      schedule.lanes() * each != cacheLineBytes)
    return std::nullopt;
  unsigned loop = schedule.vector.front().loop;
  bool isRow = nest.output.coefficients[loop] == 1 &&
               nest.loops[loop].extent >= fewestLines * schedule.lanes();
  return isRow && isFreeToShift(nest, loop) ? std::optional(loop)
                                            : std::nullopt;
}

/// Do rows begin inside a line, and those of one tile all at the same place?
bool neo::beginInLines(const LoopNest &nest, const Schedule &schedule,
                       unsigned row) {
  bool begins = false;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (loop != row && nest.output.coefficients[loop] % schedule.lanes() != 0) {
      if (schedule.tile[loop] != 1)
        return false;
      begins = true;
    }
  return begins;
}

bool neo::peelsRows(Value value, const LoopNest &nest, const Schedule &schedule,
                    Operation *kernel) {
  std::optional<unsigned> row = findPeelableLoop(nest, schedule);
  return row && schedule.order.back() == *row &&
         schedule.order.size() > schedule.parallelLoops &&
         beginInLines(nest, schedule, *row) && isLarge(value, kernel);
}

static int64_t bytesOfElement(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getElementTypeBitWidth() / 8;
}

/// Prefetches the line at the end of a row: of this one, or of one that is as
/// far ahead as streams are prefetched. Without it, rows of 1001 plus another
/// row took 0.28 ns an element, with it 0.22; twice as far was as fast.
static void prefetchEnd(OpBuilder &b, Location loc, const LineRow &row) {
  int64_t ahead = streamAheadBytes / bytesOfElement(row.buffer);
  Value end = arith::AddIOp::create(
      b, loc, row.begin,
      arith::ConstantIndexOp::create(b, loc, llvm::alignTo(ahead, row.extent)));
  memref::PrefetchOp::create(b, loc, row.buffer, ValueRange(end),
                             /*isWrite=*/true, /*localityHint=*/3,
                             /*isDataCache=*/true);
}

/// The place of an element of `buffer` in memory, counted in elements.
static Value placeOf(OpBuilder &b, Location loc, Value buffer, Value position) {
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(b, loc, buffer);
  Value first = arith::DivUIOp::create(
      b, loc, base,
      arith::ConstantIndexOp::create(b, loc, bytesOfElement(buffer)));
  return arith::AddIOp::create(b, loc, first, position);
}

void neo::emitPeeled(OpBuilder &b, Location loc, const LineRow &row,
                     int64_t step,
                     llvm::function_ref<void(Value from, int64_t count,
                                             std::optional<StoredPart> part)>
                         emitInside) {
  auto [buffer, begin, extent, lanes] = row;
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  auto type = VectorType::get({lanes}, b.getI1Type());
  auto firstLanes = [&](Value count) -> Value {
    return vector::CreateMaskOp::create(b, loc, type, ValueRange(count));
  };
  auto walk = [&](Value from, Value to, int64_t by) {
    auto forOp = scf::ForOp::create(b, loc, from, to, constant(by));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(forOp.getBody());
    emitInside(forOp.getInductionVar(), by, std::nullopt);
  };
  prefetchEnd(b, loc, row);
  Value before = arith::SubIOp::create(b, loc, constant(0),
                                       placeOf(b, loc, buffer, begin));
  Value head = arith::AndIOp::create(b, loc, before, constant(lanes - 1));
  emitInside(constant(0), lanes, StoredPart{{}, firstLanes(head)});
  Value end = constant(extent);
  Value all = arith::SubIOp::create(b, loc, end, head);
  Value rest = arith::RemUIOp::create(b, loc, all, constant(step));
  Value tail = arith::AndIOp::create(b, loc, rest, constant(lanes - 1));
  Value tiles = arith::SubIOp::create(b, loc, end, rest);
  walk(head, tiles, step);
  if (step > lanes)
    walk(tiles, arith::SubIOp::create(b, loc, end, tail), lanes);
  Value done = arith::SubIOp::create(b, loc, constant(lanes), tail);
  emitInside(constant(extent - lanes), lanes,
             StoredPart{done, firstLanes(tail)});
}
