//===- AMXCost.cpp - Cycles of tiles in tile registers --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ScheduleCost.h"

#include "Neo/Schedule/AMXProduct.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Cycles of an instruction on whole registers, each after the one before: a
/// product, a store, and loads from L1 and from L2 (Intel 64 and IA-32
/// Architectures Optimization Reference Manual, chapter on AMX).
constexpr double productCycles = 16, storeCycles = 16, loadFromL1 = 8,
                 loadFromL2 = 16;
/// One of two operands comes from L2.
constexpr double loadCycles = (loadFromL1 + loadFromL2) / 2;

double ScheduleCost::amxCycles(const Schedule &schedule) const {
  std::string reason;
  AMXProduct product = *planAMXProduct(nest, schedule, reason);
  double tiles = 1, steps = 1;
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    int64_t step = loop == product.depth ? tileWords : schedule.step(loop);
    (info.isReduction ? steps : tiles) *=
        double(llvm::divideCeil(std::max<int64_t>(info.extent, 1), step));
  }
  double left = double(llvm::divideCeil(schedule.tile[product.rows], tileRows));
  double right = double(schedule.tile[product.columns]);
  double loads = loadCycles * (left + right);
  double step = std::max(productCycles * left * right, loads);
  // Vectors are read from the stack and stored.
  double finish = storeCycles * left * right +
                  double(schedule.vectors()) * (1 + storeCost(schedule));
  return tiles * (steps * (step + 0.25 * loads) + finish);
}
