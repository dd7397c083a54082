//===- SliceOperands.cpp - Slices at constant positions -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The steps of a loop that was unrolled before it came to Neo, as Python's are,
// read slices of one tensor and compute the same of each:
//
//     %1 = neo.compute [i: 32, j: 64] sum [k: 64] %x[0, i, k], %W[k, j]
//     %2 = neo.compute [i: 32, j: 64] sum [k: 64] %x[1, i, k], %W[k, j]
// -->
//     %x0 = tensor.extract_slice %x[0, 0, 0] [1, 32, 64] [1, 1, 1]
//     %1 = neo.compute [i: 32, j: 64] sum [k: 64] %x0[i, k], %W[k, j]
//     %x1 = tensor.extract_slice %x[1, 0, 0] [1, 32, 64] [1, 1, 1]
//     %2 = neo.compute [i: 32, j: 64] sum [k: 64] %x1[i, k], %W[k, j]
//
// Operators that differ only in the tensors they read share a kernel: forty
// steps take the time of one to compile. A slice is an address in the plan, and
// costs nothing when it runs.
//
// Read whole:
//   - tensors of which the operator reads other elements than of the slice;
//   - slices that do not begin at lines of the cache, as kernels are chosen for
//     tensors that do;
//   - tensors with a batch, whose slices have no constant size, and what is the
//     same in every run (FixedValues.h), which the plan computes first.
//
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/Passes.h"
#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/FixedValues.h"
#include "Neo/Machine/CacheLine.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace neo {
#define GEN_PASS_DEF_NEOSLICEOPERANDS
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
/// The reads of one tensor by an operator, or by statements of a neo.kernel.
using Reads = SmallVector<OpOperand *>;

/// Positions along the outermost dimensions.
using Positions = SmallVector<int64_t>;
} // namespace

static AffineMap mapOf(OpOperand &read) {
  return cast<ComputeOp>(read.getOwner()).getMap(read.getOperandNumber());
}

/// The constant positions that all of `reads` begin with.
static Positions commonPositions(const Reads &reads) {
  Positions common;
  for (auto [d, first] : llvm::enumerate(mapOf(*reads.front()).getResults())) {
    auto position = dyn_cast<AffineConstantExpr>(first);
    if (!position || llvm::any_of(reads, [&, d = d](OpOperand *read) {
          return mapOf(*read).getResult(d) != position;
        }))
      break;
    common.push_back(position.getValue());
  }
  return common;
}

/// Are `positions` inside of `type`, and do slices there begin at cache lines?
static bool areAtLines(RankedTensorType type, ArrayRef<int64_t> positions) {
  int64_t rest = getElementBytes(type);
  for (int64_t extent : type.getShape().drop_front(positions.size()))
    rest *= extent;
  return rest > 0 && rest % cacheLineBytes == 0 &&
         llvm::all_of_zip(type.getShape().take_front(positions.size()),
                          positions, [](int64_t extent, int64_t position) {
                            return 0 <= position && position < extent;
                          });
}

/// Reads `slice` instead, whose dimensions are all but the outermost ones.
static void readSlice(const Reads &reads, unsigned outermost) {
  for (OpOperand *read : reads) {
    auto op = cast<ComputeOp>(read->getOwner());
    AffineMap map = mapOf(*read);
    auto maps = llvm::to_vector(op.getMaps().getAsValueRange<AffineMapAttr>());
    maps[read->getOperandNumber()] = AffineMap::get(
        map.getNumDims(), 0, map.getResults().drop_front(outermost),
        map.getContext());
    op.setMapsAttr(OpBuilder(op).getAffineMapArrayAttr(maps));
  }
}

static Value makeSlice(OpBuilder &b, Location loc, Value tensor,
                       ArrayRef<int64_t> positions) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> offsets, sizes,
      strides(type.getRank(), b.getIndexAttr(1));
  for (auto [d, extent] : llvm::enumerate(type.getShape())) {
    bool isOutermost = d < positions.size();
    offsets.push_back(b.getIndexAttr(isOutermost ? positions[d] : 0));
    sizes.push_back(b.getIndexAttr(isOutermost ? 1 : extent));
  }
  auto rest = RankedTensorType::get(
      type.getShape().drop_front(positions.size()), type.getElementType());
  return tensor::ExtractSliceOp::create(b, loc, rest, tensor, offsets, sizes,
                                        strides);
}

namespace {
struct SliceOperands : neo::impl::NeoSliceOperandsBase<SliceOperands> {
  void runOnOperation() override {
    batch = getBatch(getOperation());
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<ComputeOp, KernelOp>(op)) {
        sliceOperands(op);
        return WalkResult::skip();
      }
      return WalkResult::advance();
    });
  }

private:
  /// The reads of operand `operand` of `op`. A statement's are those of the
  /// argument of the neo.kernel; none if it is used otherwise.
  static Reads readsOf(Operation *op, OpOperand &operand) {
    auto kernel = dyn_cast<KernelOp>(op);
    if (!kernel)
      return {&operand};
    Reads reads;
    Value inside =
        kernel.getBodyBlock()->getArgument(operand.getOperandNumber());
    for (OpOperand &use : inside.getUses()) {
      if (!isa<ComputeOp>(use.getOwner()))
        return {};
      reads.push_back(&use);
    }
    return reads;
  }

  void sliceOperands(Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (llvm::count(op->getOperands(), operand.get()) == 1)
        sliceOperand(op, operand);
  }

  void sliceOperand(Operation *op, OpOperand &operand) {
    Value tensor = operand.get();
    auto type = dyn_cast<RankedTensorType>(tensor.getType());
    Reads reads = readsOf(op, operand);
    if (!type || reads.empty() || isBatched(type, batch) ||
        tensor.getDefiningOp<arith::ConstantOp>())
      return;
    Positions positions = commonPositions(reads);
    if (positions.empty() || !areAtLines(type, positions) || isFixed(tensor))
      return;
    OpBuilder b(op);
    Value slice = makeSlice(b, op->getLoc(), tensor, positions);
    readSlice(reads, positions.size());
    operand.set(slice);
    if (auto kernel = dyn_cast<KernelOp>(op))
      kernel.getBodyBlock()
          ->getArgument(operand.getOperandNumber())
          .setType(slice.getType());
  }

  std::optional<int64_t> batch;
};
} // namespace
