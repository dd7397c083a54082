//===- AxisSpace.cpp - Index expressions over the splits of axes ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/GPU/AxisSpace.h"

#include "Neo/Dialect/AffineRange.h"

using namespace mlir;
using namespace neo;

AffineExpr neo::linearize(AffineMap map, RankedTensorType type) {
  return linearize(map.getResults(), type.getShape(), map.getContext());
}

std::optional<unsigned> neo::findInnermostLoop(ComputeOp op, unsigned first,
                                               unsigned last) {
  SmallVector<int64_t> extents = op.getExtents();
  for (unsigned loop = last; loop > first; --loop)
    if (extents[loop - 1] > 1)
      return loop - 1;
  return std::nullopt;
}

AxisSpace::AxisSpace(ComputeOp op, ArrayRef<GPUAxisAttr> all)
    : op(op), loops(op.getNumLoops()), axisOf(op.getNumLoops(), 0) {
  for (GPUAxisAttr axis : all)
    addAxis(axis);
  for (unsigned axis = 0; axis < axes.size(); ++axis)
    addLoops(axis);
}

void AxisSpace::addAxis(GPUAxisAttr axis) {
  MLIRContext *context = op.getContext();
  AffineExpr step = getAffineConstantExpr(0, context);
  int64_t stride = 1;
  for (auto [number, split] : llvm::enumerate(axis.getSplits())) {
    // A split of one step is 0, and says nothing against a wide access.
    if (split.getSize() != 1)
      step = step + getAffineDimExpr(dims.size(), context) * stride;
    dims.push_back({unsigned(axes.size()), unsigned(number), split.getUnit(),
                    split.getSize(), stride});
    sizes.push_back(split.getSize());
    stride *= split.getSize();
  }
  steps.push_back(step);
  extents.push_back(neo::getExtent(op, axis));
  axes.push_back(axis);
}

/// The last loop is the rest of a division by its extent, the one before it
/// that of what remains; the first one is all that is left. Written with one
/// division per loop, so that sums of the parts find back to the axis.
void AxisSpace::addLoops(unsigned axis) {
  SmallVector<int64_t> extents = op.getExtents();
  AffineExpr rest = steps[axis];
  ArrayRef<int64_t> all = axes[axis].getLoops();
  for (size_t i = all.size(); i-- > 0;) {
    axisOf[all[i]] = axis;
    if (i == 0) {
      loops[all[i]] = rest;
      break;
    }
    int64_t extent = std::max<int64_t>(extents[all[i]], 1);
    loops[all[i]] = rest % extent;
    rest = rest.floorDiv(extent);
  }
}

bool AxisSpace::hasEdge(unsigned axis) const {
  int64_t steps = 1;
  for (GPUSplitAttr split : axes[axis].getSplits())
    steps *= split.getSize();
  return steps > extents[axis];
}

AffineExpr AxisSpace::toDims(AffineExpr overLoops) const {
  AffineExpr expr = overLoops.replaceDims(loops);
  expr = simplifyAffineExpr(expr, dims.size(), 0);
  return simplifyInBox(expr, sizes);
}

AffineExpr AxisSpace::getAddress(AffineMap map, RankedTensorType type) const {
  return toDims(linearize(map, type));
}

bool AxisSpace::dependsOn(AffineExpr overLoops, unsigned axis) const {
  return llvm::any_of(axes[axis].getLoops(), [&](int64_t loop) {
    return overLoops.isFunctionOfDim(loop);
  });
}

std::optional<unsigned> AxisSpace::getInnermost(unsigned axis) const {
  for (auto [number, dim] : llvm::enumerate(dims))
    if (dim.axis == axis && dim.split == 0 && dim.isUnrolled())
      return number;
  return std::nullopt;
}

AffineExpr AxisSpace::at(AffineExpr expr, ArrayRef<int64_t> point) const {
  MLIRContext *context = expr.getContext();
  SmallVector<AffineExpr> values;
  for (auto [number, dim] : llvm::enumerate(dims))
    values.push_back(dim.isUnrolled()
                         ? getAffineConstantExpr(point[number], context)
                         : getAffineDimExpr(number, context));
  AffineExpr placed = expr.replaceDims(values);
  if (isa<AffineConstantExpr>(placed))
    return placed;
  placed = simplifyAffineExpr(placed, dims.size(), 0);
  return simplifyInBox(placed, sizes);
}

SmallVector<SmallVector<int64_t>>
AxisSpace::getPoints(llvm::function_ref<bool(unsigned)> has) const {
  SmallVector<SmallVector<int64_t>> points = {
      SmallVector<int64_t>(dims.size(), 0)};
  // Splits of an axis from the outermost on.
  for (unsigned axis = 0; axis < axes.size(); ++axis)
    for (unsigned number = dims.size(); number-- > 0;) {
      const Dim &dim = dims[number];
      if (dim.axis != axis || !dim.isUnrolled() || !has(axis))
        continue;
      SmallVector<SmallVector<int64_t>> longer;
      for (const SmallVector<int64_t> &point : points)
        for (int64_t value = 0; value < dim.size; ++value) {
          longer.push_back(point);
          longer.back()[number] = value;
        }
      points = std::move(longer);
    }
  return points;
}
