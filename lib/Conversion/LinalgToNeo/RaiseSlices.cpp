//===- RaiseSlices.cpp - Slices, pads and concatenations as neo.compute ---===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Extracting a slice reads at offset + stride * loop. Inserting tensors into a
// larger one reads them under a guard:
//
//     tensor.pad %A low[1] high[2]        A[i - 1] if (i >= 1, i < 5) else c
//     tensor.insert_slice %A into %B      the same, and B[i] instead of c
//     tensor.concat dim(0) %A, %B         A[i] if (i < 4), B[i - 4] if (i >= 4)
//
// The body selects between operands by the guard's conditions. Adding guarded
// reads with pad 0 would turn -0.0 into 0.0.
//
//===----------------------------------------------------------------------===//

#include "Raising.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace neo;

namespace {
/// The placement of a source in a result: its element j is the result's element
/// offset + stride * j, in each dimension.
class Placement {
public:
  Placement(RankedTensorType result) : result(result) {}

  /// Dimension `d` of the result is dimension `sourceDim` of the source, or
  /// none of them if that is negative.
  void place(unsigned d, int64_t sourceDim, int64_t offset, int64_t size,
             int64_t stride);

  OperandSpec read(Value source) const;
  /// The points of the result that are in the source; null if all are.
  IntegerSet getInside() const;

private:
  RankedTensorType result;
  SmallVector<AffineExpr> conditions;
  SmallVector<bool> isEquality;
  SmallVector<std::pair<int64_t, AffineExpr>> indices;
};
} // namespace

void Placement::place(unsigned d, int64_t sourceDim, int64_t offset,
                      int64_t size, int64_t stride) {
  auto require = [&](AffineExpr condition, bool equal) {
    conditions.push_back(condition);
    isEquality.push_back(equal);
  };
  AffineExpr at = getAffineDimExpr(d, result.getContext()) - offset;
  int64_t reach = (size - 1) * stride;
  if (offset > 0)
    require(at, false);
  if (result.getDimSize(d) - 1 - offset - reach >= stride)
    require(-at + reach, false);
  if (stride > 1)
    require(at % stride, true);
  if (sourceDim >= 0)
    indices.push_back({sourceDim, at.floorDiv(stride)});
}

OperandSpec Placement::read(Value source) const {
  auto sorted = indices;
  llvm::sort(sorted, llvm::less_first());
  SmallVector<AffineExpr> exprs =
      llvm::map_to_vector(sorted, [](auto index) { return index.second; });
  OperandSpec spec{
      source, AffineMap::get(result.getRank(), 0, exprs, result.getContext())};
  spec.guard = getInside();
  if (spec.guard)
    spec.pad = cast<TypedAttr>(
        Builder(result.getContext()).getZeroAttr(result.getElementType()));
  return spec;
}

IntegerSet Placement::getInside() const {
  if (conditions.empty())
    return {};
  return IntegerSet::get(result.getRank(), 0, conditions, isEquality);
}

/// Selects the first operand whose guard holds at the point; each but the last
/// has a guard.
static RaisedValues buildChoice(Location loc, RankedTensorType type,
                                ArrayRef<OperandSpec> sources,
                                Raising &raising) {
  ComputeSpec spec;
  spec.operands = llvm::to_vector(sources);
  for (OperandSpec &operand : spec.operands)
    operand.value = raising.getReadable(operand.value);
  spec.type = type;
  auto body = [&](OpBuilder &b, Location, ValueRange elements) {
    Value chosen = elements.back();
    for (auto [element, source] : llvm::reverse(
             llvm::zip_equal(elements.drop_back(), sources.drop_back())))
      chosen = arith::SelectOp::create(b, loc, evaluate(b, loc, source.guard),
                                       element, chosen);
    return chosen;
  };
  spec.body = body;
  FailureOr<Value> result = raising.build(loc, spec);
  if (failed(result))
    return failure();
  return SmallVector<Value>{*result};
}

/// Constants of `values`, or a failure that names one that is not constant.
static FailureOr<SmallVector<int64_t>>
getConstants(ArrayRef<OpFoldResult> values, StringRef what, Raising &raising) {
  SmallVector<int64_t> constants;
  for (auto [d, value] : llvm::enumerate(values)) {
    std::optional<int64_t> constant = getConstantIntValue(value);
    if (!constant)
      return raising.refuse("the " + what + " of dimension " + Twine(d) +
                            " is computed at run time, but a neo.compute has "
                            "constant indices: make it a constant, or read "
                            "at data with a neo.gather");
    constants.push_back(*constant);
  }
  return constants;
}

RaisedValues neo::raiseOp(tensor::PadOp op, Raising &raising) {
  if (failed(raising.checkTensor(op.getSourceType(), "operand #0")) ||
      failed(raising.checkTensor(op.getResultType(), "result #0")))
    return failure();
  auto low = getConstants(op.getMixedLowPad(), "padding", raising);
  if (failed(low))
    return failure();
  TypedAttr pad = getConstant(op.getConstantPaddingValue());
  if (!pad)
    return raising.refuse("it pads with a value that is no constant: pad with "
                          "a constant, or insert into a tensor of that value");
  RankedTensorType type = op.getResultType();
  Placement placement(type);
  for (unsigned d = 0; d < type.getRank(); ++d)
    placement.place(d, d, (*low)[d], op.getSourceType().getDimSize(d), 1);
  OperandSpec source = placement.read(op.getSource());
  if (source.isGuarded())
    source.pad = pad;
  return raising.buildReindexing(op.getLoc(), type, source);
}

namespace {
struct Slice {
  SmallVector<int64_t> offsets, strides;
};
} // namespace

/// The slice that `op` extracts or inserts, if it can be expressed by an index.
template <typename Op>
static FailureOr<Slice> getSlice(Op op, Raising &raising) {
  if (failed(raising.checkTensor(op.getSourceType(), "operand #0")) ||
      failed(raising.checkTensor(op.getType(), "result #0")))
    return failure();
  auto offsets = getConstants(op.getMixedOffsets(), "offset", raising);
  auto strides = getConstants(op.getMixedStrides(), "stride", raising);
  if (failed(offsets) || failed(strides))
    return failure();
  if (llvm::any_of(*strides, [](int64_t stride) { return stride < 1; }))
    return raising.refuse("it has a stride below 1: slice forwards and reverse "
                          "the result");
  return Slice{*offsets, *strides};
}

RaisedValues neo::raiseOp(tensor::ExtractSliceOp op, Raising &raising) {
  FailureOr<Slice> slice = getSlice(op, raising);
  if (failed(slice))
    return failure();
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<AffineExpr> indices;
  unsigned loop = 0;
  for (auto [d, offset] : llvm::enumerate(slice->offsets)) {
    AffineExpr index = getAffineConstantExpr(offset, op.getContext());
    if (!dropped[d])
      index =
          index + getAffineDimExpr(loop++, op.getContext()) * slice->strides[d];
    indices.push_back(index);
  }
  auto map = AffineMap::get(loop, 0, indices, op.getContext());
  return raising.buildReindexing(op.getLoc(), op.getType(),
                                 {op.getSource(), map});
}

RaisedValues neo::raiseOp(tensor::InsertSliceOp op, Raising &raising) {
  FailureOr<Slice> slice = getSlice(op, raising);
  if (failed(slice))
    return failure();
  llvm::SmallBitVector dropped = op.getDroppedDims();
  Placement placement(op.getType());
  int64_t sourceDim = 0;
  for (auto [d, offset] : llvm::enumerate(slice->offsets)) {
    int64_t from = dropped[d] ? -1 : sourceDim++;
    int64_t size = from < 0 ? 1 : op.getSourceType().getDimSize(from);
    placement.place(d, from, offset, size, slice->strides[d]);
  }
  OperandSpec source = placement.read(op.getSource());
  TypedAttr around = getSplat(op.getDest());
  if (!source.isGuarded() || around) {
    if (source.isGuarded())
      source.pad = around;
    return raising.buildReindexing(op.getLoc(), op.getType(), source);
  }
  auto identity = AffineMap::getMultiDimIdentityMap(op.getType().getRank(),
                                                    op.getContext());
  return buildChoice(op.getLoc(), op.getType(),
                     {source, {op.getDest(), identity}}, raising);
}

RaisedValues neo::raiseOp(tensor::ConcatOp op, Raising &raising) {
  if (failed(raising.checkTypes(op)))
    return failure();
  auto type = cast<RankedTensorType>(op.getResult().getType());
  SmallVector<OperandSpec> sources;
  int64_t offset = 0;
  for (Value input : op.getInputs()) {
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(input.getType()).getShape();
    Placement placement(type);
    for (unsigned d = 0; d < type.getRank(); ++d)
      placement.place(d, d, d == op.getDim() ? offset : 0, shape[d], 1);
    offset += shape[op.getDim()];
    // Sources after one that covers everything are unused.
    sources.push_back(placement.read(input));
    if (!sources.back().isGuarded())
      return raising.buildReindexing(op.getLoc(), type, sources.back());
  }
  return buildChoice(op.getLoc(), type, sources, raising);
}
