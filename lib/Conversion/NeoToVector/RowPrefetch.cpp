//===- RowPrefetch.cpp - Prefetching the next rows ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The first sweep over a row is bound by memory latency, the others by
// arithmetic; and the hardware prefetcher stops at the end of a page. So a
// later sweep that reads an operand prefetches the same elements of the next
// rows, a cache line with every vector:
//
//     softmax     sweep 0   m = max x            from the cache now
//                 sweep 1   e = exp(x - m), s    prefetches x of the next rows
//                 sweep 2   y = e / s            waits for its stores
//
// The last sweep without stores to memory is chosen, or else the last one. A
// prefetch beyond the end of the tensor has no effect.
//
// Rows so long that the next ones would evict each other from L2 are not
// prefetched.
//
// Lines are prefetched into L2. A prefetch from memory into L1 occupies one of
// its few line fill buffers until the line arrives. Where there are enough of
// them (InstructionSet::nearStreams) lines are prefetched into L1: rows of 768
// numbers gain 1 to 4 % forward, and their gradients 5 to 50, although pipeline
// stages read a row again later.
//
//===----------------------------------------------------------------------===//

#include "RowLoops.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Schedule/LastLevelCache.h"

using namespace mlir;
using namespace neo;

/// Bytes of `read` in the rows that are processed together.
static double bytesInWork(const RowPlan &plan, const RowStatement &statement,
                          const NestOperand &read) {
  double bytes = double(plan.rows * getElementBytes(read.type));
  for (unsigned loop = plan.sharedLoops; loop < plan.loops.size(); ++loop)
    if (int own = statement.loops[loop];
        own >= 0 && read.access.coefficients[own] != 0)
      bytes *= double(plan.loops[loop].extent);
  return bytes;
}

/// Is the operand far enough away for prefetches to pay? In long rows the
/// hardware prefetcher hides the latency of the last-level cache, and a
/// software prefetch only costs: group norm of 4 MB takes 8 to 20 % longer with
/// it.
static bool isDistant(const RowPlan &plan, Value operand,
                      const TargetModel &target) {
  auto type = cast<RankedTensorType>(operand.getType());
  if (isLongRow(plan, target))
    return isBeyondCaches(type);
  return double(type.getNumElements()) * getElementBytes(type) >
         target.cacheBytes;
}

/// Is the operand contiguous along the lanes and dependent on the row loop, and
/// is there room for its next rows in the cache?
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

/// Does the sweep write rows of results? It is bound by these stores already.
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
            (wanted || isDistant(plan, op.getOperand(i), target)) &&
            prefetched.insert(op.getOperand(i)).second)
          sweep.prefetches.push_back({s, i});
    }
  };
  // In a software pipeline, the first stage that reads an operand prefetches
  // it.
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
