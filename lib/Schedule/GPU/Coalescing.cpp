//===- Coalescing.cpp - Sectors that the lanes of a warp touch ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Coalescing.h"

#include "Neo/Machine/GPUMachine.h"
#include "Neo/Schedule/GPU/AccessPlan.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// The value of `expr`, which divides by constants only, at `point`.
static int64_t evaluate(AffineExpr expr, ArrayRef<int64_t> point) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return point[dim.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t left = evaluate(binary.getLHS(), point);
  int64_t right = evaluate(binary.getRHS(), point);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return left + right;
  case AffineExprKind::Mul:
    return left * right;
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(left, right);
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(left, right);
  case AffineExprKind::Mod:
    return llvm::mod(left, right);
  default:
    llvm_unreachable("no other expression has operands");
  }
}

/// Calls `visit` with every point of the dimensions of `unit`, others being 0.
static void forEachPoint(const AxisSpace &space, GPUUnit unit,
                         llvm::function_ref<void(ArrayRef<int64_t>)> visit) {
  int64_t points = 1;
  for (const AxisSpace::Dim &dim : space.getDims())
    points *= dim.unit == unit ? dim.size : 1;
  SmallVector<int64_t> point(space.getDims().size(), 0);
  for (int64_t number = 0; number < points; ++number) {
    int64_t rest = number;
    for (auto [index, dim] : llvm::enumerate(space.getDims())) {
      if (dim.unit != unit)
        continue;
      point[index] = rest % dim.size;
      rest /= dim.size;
    }
    visit(point);
  }
}

/// Bytes from the first element of a warp to the first of each lane, with the
/// element of a vector that is at `first`.
static SmallVector<int64_t> getAddresses(const AxisSpace &space,
                                         AffineExpr address,
                                         ArrayRef<int64_t> first,
                                         int64_t bytes) {
  SmallVector<int64_t> addresses;
  forEachPoint(space, GPUUnit::lane, [&](ArrayRef<int64_t> lane) {
    SmallVector<int64_t> point(lane);
    for (auto [index, value] : llvm::enumerate(first))
      point[index] += value;
    addresses.push_back(evaluate(address, point) * bytes);
  });
  return addresses;
}

int64_t neo::countSectors(const AxisSpace &space, AffineExpr address,
                          GPUAccessAttr access) {
  int64_t width = access.getVector(), bytes = access.getAlign() / width;
  int64_t sectors = 0;
  forEachPoint(space, GPUUnit::vector_, [&](ArrayRef<int64_t> element) {
    auto inner = space.getInnermost(access.getAlong());
    if (width > 1 && element[*inner] % width != 0)
      return; // The access of another begins before it.
    llvm::SmallSet<int64_t, warpLanes> touched;
    for (int64_t first : getAddresses(space, address, element, bytes))
      for (int64_t byte = 0; byte < width * bytes; byte += bytes)
        touched.insert(
            llvm::divideFloorSigned(first + byte, GPUMachine::sectorBytes));
    sectors += touched.size();
  });
  return sectors;
}

int64_t neo::countSectors(const AxisSpace &space, ComputeOp op, bool writes) {
  int64_t sectors = 0;
  for (unsigned operand = 0; operand < op.getNumOperands(); ++operand)
    sectors += countSectors(
        space, space.getAddress(op.getMap(operand), op.getOperandType(operand)),
        planRead(space, op, operand));
  if (!writes)
    return sectors;
  AffineMap identity = AffineMap::getMultiDimIdentityMap(op.getNumOutputLoops(),
                                                         op.getContext());
  return sectors + countSectors(space, space.getAddress(identity, op.getType()),
                                planWrite(space, op));
}
