//===- RowPrefetch.cpp - The next rows, while these are in work -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The first sweep over a row waits for memory, the others compute; and what the
// hardware reads ahead ends with the page. So a later sweep that reads an
// operand prefetches the same elements of the rows that come next, a cache line
// with every vector:
//
//     softmax     sweep 0   m = max x            from the cache now
//                 sweep 1   e = exp(x - m), s    prefetches x of the next rows
//                 sweep 2   y = e / s            waits for its stores
//
// The last sweep that stores nothing to memory is taken, or else the last.
// Beyond the end of the tensor nothing is read and nothing fails.
//
// Rows so long that the next ones would put each other out of the second-level
// cache are not prefetched.
//
// Lines are prefetched into the second-level cache. The first-level cache has
// room for a few misses at a time, which a line from memory holds for as long
// as it takes. Where it has room for more misses (InstructionSet::nearStreams)
// they are prefetched there: rows of 768 numbers gain 1 to 4 % forward, and
// their gradients 5 to 50, although stages come to a row again.
//
//===----------------------------------------------------------------------===//

#include "RowLoops.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Schedule/LastLevelCache.h"

using namespace mlir;
using namespace neo;

/// Bytes of `read` in the rows that are in work together.
static double bytesInWork(const RowPlan &plan, const RowStatement &statement,
                          const NestOperand &read) {
  double bytes = double(plan.rows * getElementBytes(read.type));
  for (unsigned loop = plan.sharedLoops; loop < plan.loops.size(); ++loop)
    if (int own = statement.loops[loop];
        own >= 0 && read.access.coefficients[own] != 0)
      bytes *= double(plan.loops[loop].extent);
  return bytes;
}

/// Of long rows, hardware brings what the last-level cache holds in time, and
/// a prefetch costs: group norm of 4 MB takes 8 to 20 % longer with it.
static bool comesFromAfar(const RowPlan &plan, Value operand,
                          const TargetModel &target) {
  auto type = cast<RankedTensorType>(operand.getType());
  if (isLongRow(plan, target))
    return isBeyondCaches(type);
  return double(type.getNumElements()) * getElementBytes(type) >
         target.cacheBytes;
}

/// Does the operand lie along the lanes, move with the rows and leave room for
/// the next ones?
static bool isStream(const RowPlan &plan, const RowStatement &statement,
                     unsigned operand, const TargetModel &target) {
  const NestOperand &read = statement.nest.operands[operand];
  int own = statement.loops[plan.rowLoop];
  AccessPlan access(statement.nest, statement.schedule, read);
  return !statement.producers[operand] && !access.isGuarded() && own >= 0 &&
         !read.access.irregular.any() && read.access.coefficients[own] != 0 &&
         statement.schedule.lanes() > 1 && access.isContiguous() &&
         bytesInWork(plan, statement, read) <= target.cacheBytes / 2;
}

/// Stores that bypass the caches are enough to wait for.
static bool storesRows(const RowPlan &plan, const RowSweep &sweep) {
  return llvm::any_of(sweep.statements, [&](unsigned s) {
    const RowStatement &statement = plan.statements[s];
    return statement.hasInnerOutputs && !statement.results.empty() &&
           !statement.reducesRows;
  });
}

void neo::choosePrefetches(RowPlan &plan, const TargetModel &target,
                           bool wanted) {
  plan.prefetchesNear = target.nearStreams;
  llvm::DenseSet<Value> prefetched;
  auto visit = [&](RowSweep &sweep) {
    for (unsigned s : sweep.statements) {
      ComputeOp op = plan.statements[s].op;
      for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
        if (isStream(plan, plan.statements[s], i, target) &&
            (wanted || comesFromAfar(plan, op.getOperand(i), target)) &&
            prefetched.insert(op.getOperand(i)).second)
          sweep.prefetches.push_back({s, i});
    }
  };
  // Where stages are interleaved, the first that reads a row prefetches it.
  if (plan.stages > 1) {
    llvm::for_each(plan.sweeps, visit);
    return;
  }
  for (bool storing : {false, true})
    for (RowSweep &sweep : llvm::reverse(plan.sweeps))
      if (storesRows(plan, sweep) == storing)
        visit(sweep);
}

void RowLoops::emitPrefetches(const RowSweep &sweep, int64_t row,
                              int64_t vector) {
  for (auto [s, operand] : sweep.prefetches) {
    const RowStatement &statement = plan.statements[s];
    TilePoint point = pointAt(s, row + rows, vector, sweep.lanes);
    Value place = writers[s]->state.position(
        statement.nest.operands[operand].access, point.offsets);
    memref::PrefetchOp::create(b, loc, writers[s]->operands[operand],
                               ValueRange(place), /*isWrite=*/false,
                               /*localityHint=*/plan.prefetchesNear ? 3 : 2,
                               /*isDataCache=*/true);
  }
}
