//===- SetConflicts.cpp - Rows that conflict in cache sets ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Rows of 1024 numbers have a stride of a page, so the same columns of all of
// them map to one set of the L1 cache, which has 8 or 12 ways:
//
//     y = A x, dA = d x, dx = A d     4 rows of A and of dA, x, dx: ten lines
//
// Two rows at a time with four vectors of each have as many independent
// operations and need half of the ways. Operands from memory are bound by its
// latency in any case, and more streams are better there (StreamBandwidth.h).
//
//===----------------------------------------------------------------------===//

#include "RowPlan.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Machine/Page.h"
#include "Neo/Schedule/PrefetchPlan.h"

using namespace mlir;
using namespace neo;

bool neo::rowsConflict(const RowPlan &plan, const TargetModel &target) {
  return llvm::any_of(plan.statements, [&](const RowStatement &statement) {
    int own = statement.loops[plan.rowLoop];
    return llvm::any_of(statement.nest.operands, [&](const NestOperand &read) {
      int64_t each = getElementBytes(read.type);
      int64_t stride = own < 0 ? 0 : read.access.coefficients[own] * each;
      double bytes = double(read.type.getNumElements() * each);
      return stride != 0 && stride % pageBytes == 0 &&
             bytes > target.cacheBytes && !isBetterInPlace(bytes, 1);
    });
  });
}
