//===- RowBytes.cpp - Working sets of rows --------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// How many rows are processed together is limited by reuse between sweeps:
// their working set has to stay in a cache. Batch norm of 16 images of 56 x 56
// pixels and 64 channels:
//
//     a row      one channel                      16 x 56 x 56 x 4 = 200 KB
//     sweep 0     sum x, sum x^2                   from memory
//     sweep 1     y = (x - m) r g + h              from L2
//
// Four rows together would be 800 KB, so that sweep 1 would miss L2.
//
//===----------------------------------------------------------------------===//

#include "RowPlan.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Schedule/LastLevelCache.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace neo;

int64_t neo::bytesOfRow(const RowPlan &plan, const RowStatement &statement,
                        const NestOperand &read) {
  int64_t bytes = read.type.getNumElements() * getElementBytes(read.type);
  for (unsigned loop = 0; loop < plan.sharedLoops; ++loop)
    if (int own = statement.loops[loop]; own >= 0 && read.dependsOn(own))
      bytes /= plan.loops[loop].extent;
  return bytes;
}

bool neo::movesWithRows(const RowPlan &plan, const RowStatement &statement,
                        const NestOperand &read) {
  int own = statement.loops[plan.rowLoop];
  return own >= 0 && read.dependsOn(own);
}

int64_t neo::bytesReadAgain(const RowPlan &plan) {
  struct Span {
    int64_t bytes;
    unsigned first, last;
  };
  llvm::MapVector<Value, Span> spans;
  int64_t bytes = 0;
  for (const RowStatement &statement : plan.statements) {
    if (statement.needsScratch)
      bytes += statement.keptElements *
               getElementBytes(ComputeOp(statement.op).getType());
    for (auto [i, read] : llvm::enumerate(statement.nest.operands)) {
      if (statement.producers[i] || !movesWithRows(plan, statement, read))
        continue;
      Span &span = spans
                       .try_emplace(ComputeOp(statement.op).getOperand(i),
                                    Span{bytesOfRow(plan, statement, read),
                                         statement.sweep, statement.sweep})
                       .first->second;
      span.first = std::min(span.first, statement.sweep);
      span.last = std::max(span.last, statement.sweep);
    }
  }
  for (auto &[operand, span] : spans)
    bytes += span.first < span.last ? span.bytes : 0;
  return bytes;
}

bool neo::isLongRow(const RowPlan &plan, const TargetModel &target) {
  return 4.0 * bytesReadAgain(plan) > target.cacheBytes / 8;
}

bool neo::readsMemory(const RowPlan &plan) {
  return llvm::any_of(plan.statements, [&](const RowStatement &statement) {
    return llvm::any_of(statement.nest.operands, [&](const NestOperand &read) {
      return movesWithRows(plan, statement, read) && isBeyondCaches(read.type);
    });
  });
}
