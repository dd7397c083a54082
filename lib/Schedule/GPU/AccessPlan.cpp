//===- AccessPlan.cpp - How wide an access of a thread may be -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/GPU/AccessPlan.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Machine/GPUMachine.h"

using namespace mlir;
using namespace neo;

/// `expr` where dimension `dim` is `value + width * q`: the element `value` of
/// access q of the vectors along `dim`.
static AffineExpr atElement(const AxisSpace &space, AffineExpr expr,
                            unsigned dim, int64_t width, int64_t value) {
  MLIRContext *context = expr.getContext();
  AffineExpr self = getAffineDimExpr(dim, context);
  SmallVector<int64_t> sizes(space.getSizes());
  sizes[dim] = std::max<int64_t>(sizes[dim] / width, 1);
  expr = expr.replace(self, self * width + value);
  expr = simplifyInBox(simplifyAffineExpr(expr, sizes.size(), 0), sizes);
  return simplifyAffineExpr(expr, sizes.size(), 0);
}

/// Has `expr`, over the dimensions of `space`, the same value for all `width`
/// elements of an access along dimension `dim`?
static bool isUniform(const AxisSpace &space, AffineExpr expr, unsigned dim,
                      int64_t width) {
  AffineExpr first = atElement(space, expr, dim, width, 0);
  for (int64_t value = 1; value < width; ++value)
    if (atElement(space, expr, dim, width, value) != first)
      return false;
  return true;
}

static bool isContiguous(const AxisSpace &space, AffineExpr address,
                         unsigned dim, int64_t width) {
  AffineExpr first = atElement(space, address, dim, width, 0);
  if (first.getLargestKnownDivisor() % width != 0)
    return false;
  for (int64_t value = 1; value < width; ++value) {
    AffineExpr step =
        simplifyAffineExpr(atElement(space, address, dim, width, value) - first,
                           space.getSizes().size(), 0);
    if (step != getAffineConstantExpr(value, address.getContext()))
      return false;
  }
  return true;
}

int64_t neo::getContiguousWidth(const AxisSpace &space, AffineExpr address,
                                unsigned axis, int64_t limit) {
  std::optional<unsigned> dim = space.getInnermost(axis);
  if (!dim)
    return 1;
  for (int64_t width = limit; width > 1; width /= 2)
    if (space.getSizes()[*dim] % width == 0 &&
        space.getExtent(axis) % width == 0 &&
        isContiguous(space, address, *dim, width))
      return width;
  return 1;
}

static SmallVector<int64_t>
getEdges(const AxisSpace &space, llvm::function_ref<bool(unsigned)> counts) {
  SmallVector<int64_t> edges;
  for (unsigned axis = 0; axis < space.getNumAxes(); ++axis)
    if (space.hasEdge(axis) && counts(axis))
      edges.push_back(axis);
  return edges;
}

SmallVector<int64_t> neo::getOpenConstraints(const AxisSpace &space,
                                             IntegerSet set) {
  SmallVector<int64_t> open;
  for (unsigned i = 0; set && i < set.getNumConstraints(); ++i) {
    auto range =
        getInterval(space.toDims(set.getConstraint(i)), space.getSizes());
    if (!range || range->low < 0 || (set.isEq(i) && range->high > 0))
      open.push_back(i);
  }
  return open;
}

bool neo::holdsAlike(const AxisSpace &space, IntegerSet set, unsigned number,
                     unsigned dim, int64_t width) {
  AffineExpr expr = space.toDims(set.getConstraint(number));
  // x >= 0 is floor(x / width) >= 0: of 4 * d1 + d0 - 8 that is d1 - 2.
  return isUniform(space, set.isEq(number) ? expr : expr.floorDiv(width), dim,
                   width);
}

bool neo::allHoldAlike(const AxisSpace &space, IntegerSet set, unsigned dim,
                       int64_t width) {
  for (unsigned i = 0; set && i < set.getNumConstraints(); ++i)
    if (!holdsAlike(space, set, i, dim, width))
      return false;
  return true;
}

GPUAccessAttr neo::planRead(const AxisSpace &space, ComputeOp op,
                            unsigned operand) {
  RankedTensorType type = op.getOperandType(operand);
  AffineExpr address = space.getAddress(op.getMap(operand), type);
  IntegerSet guard = op.getGuard(operand);
  int64_t width = 1, along = 0;
  for (unsigned axis = 0; axis < space.getNumAxes(); ++axis) {
    int64_t candidate =
        getContiguousWidth(space, address, axis,
                           GPUMachine::maxAccessBytes / getElementBytes(type));
    while (candidate > 1) {
      unsigned dim = *space.getInnermost(axis);
      if (allHoldAlike(space, guard, dim, candidate) &&
          (!needsWhere(op, operand) ||
           allHoldAlike(space, op.getWhereSet(), dim, candidate)))
        break;
      candidate /= 2;
    }
    if (candidate > width) {
      width = candidate;
      along = axis;
    }
  }
  // An edge matters to accesses along its axis, and to the conditions that keep
  // an index in bounds: they prove nothing about steps beyond the last.
  SmallVector<AffineExpr> asked(op.getMap(operand).getResults());
  if (guard)
    llvm::append_range(asked, guard.getConstraints());
  if (needsWhere(op, operand))
    llvm::append_range(asked, op.getWhereSet().getConstraints());
  auto counts = [&](unsigned axis) {
    return llvm::any_of(
        asked, [&](AffineExpr expr) { return space.dependsOn(expr, axis); });
  };
  return GPUAccessAttr::get(op.getContext(), GPUSpace::global, width, along,
                            width * getElementBytes(type),
                            getOpenConstraints(space, guard),
                            getEdges(space, counts), GPUWindowAttr());
}

GPUAccessAttr neo::planWrite(const AxisSpace &space, ComputeOp op) {
  return planWrite(space, op, getElementBytes(op.getType()));
}

GPUAccessAttr neo::planWrite(const AxisSpace &space, ComputeOp op,
                             int64_t bytes) {
  RankedTensorType type = op.getType();
  AffineMap identity = AffineMap::getMultiDimIdentityMap(op.getNumOutputLoops(),
                                                         op.getContext());
  AffineExpr address = space.getAddress(identity, type);
  int64_t width = 1, along = 0;
  auto isOutput = [&](unsigned axis) {
    return !isReduced(op, space.getAxis(axis));
  };
  for (unsigned axis = 0; axis < space.getNumAxes(); ++axis) {
    int64_t candidate =
        isOutput(axis) ? getContiguousWidth(space, address, axis,
                                            GPUMachine::maxAccessBytes / bytes)
                       : 1;
    if (candidate > width) {
      width = candidate;
      along = axis;
    }
  }
  return GPUAccessAttr::get(op.getContext(), GPUSpace::global, width, along,
                            width * bytes, {}, getEdges(space, isOutput),
                            GPUWindowAttr());
}
