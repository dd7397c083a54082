//===- PackOperands.cpp - Panels for the vectors of a contraction ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     C[i, j] = sum_k A[i, k] * B[j, k]
// -->
//     P[jo, k, ji] = B[64 * jo + ji, k]
//     C[i, j] = sum_k A[i, k] * P[j floordiv 64, k, j mod 64]
//
// A register tile wants neighbours of one operand in its vectors. Where no loop
// of the result is contiguous in any operand, or where the rows of one are
// whole pages apart, so that the rows of a panel fall on the same cache sets,
// the operand is copied once into panels: rows of up to 64, one after the other
// in the order in which the reduction uses them. The copy is indexed by the
// loops that the operand depends on, so a strided read becomes a dense one.
//
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Layout/Contraction.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace neo {
#define GEN_PASS_DEF_NEOPACK
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// Uses of an element from which on a packed copy pays.
constexpr double leastUses = 24;
/// A row pitch that is a multiple of this maps the rows of a panel to few cache
/// sets.
constexpr int64_t pitchBytes = 1024;

namespace {
/// How an operand is packed: the loop that fills its panels, the dimension it
/// indexes, and the width of a panel.
struct Packing {
  unsigned loop, dimension;
  int64_t width;
};

class OperandPacker {
public:
  explicit OperandPacker(ComputeOp op) : op(op), extents(op.getExtents()) {}

  /// How `operand` should be packed, if at all.
  std::optional<Packing> plan(unsigned operand, StringRef &reason);
  /// Reads `operand` from a packed copy.
  void pack(RewriterBase &rewriter, unsigned operand, Packing packing);

private:
  AffineExpr flatten(unsigned operand);
  int64_t strideOf(unsigned operand, unsigned loop);
  bool isDotProduct();
  bool isSomewhereContiguous();
  bool isPageApart(unsigned operand);
  bool isOnlyReader(unsigned operand, unsigned loop);
  std::optional<unsigned> panelLoop(unsigned operand);
  std::optional<unsigned> dimensionOf(unsigned operand, unsigned loop);

  ComputeOp op;
  SmallVector<int64_t> extents;
};
} // namespace

/// Position of the element that `operand` reads, in its row-major buffer.
AffineExpr OperandPacker::flatten(unsigned operand) {
  AffineExpr flat = getAffineConstantExpr(0, op.getContext());
  for (auto [index, size] :
       llvm::zip_equal(op.getMap(operand).getResults(),
                       op.getOperandType(operand).getShape()))
    flat = flat * size + index;
  return simplifyAffineExpr(flat, extents.size(), 0);
}

/// How far one step of `loop` moves in the buffer of `operand`; 0 if it does
/// not move, or not evenly.
int64_t OperandPacker::strideOf(unsigned operand, unsigned loop) {
  AffineExpr flat = flatten(operand);
  AffineExpr next = flat.replace(getAffineDimExpr(loop, op.getContext()),
                                 getAffineDimExpr(loop, op.getContext()) + 1);
  auto step = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(next - flat, extents.size(), 0));
  return step ? step.getValue() : 0;
}

/// Is there a long reduction loop along which every operand is contiguous, in a
/// reduction so long that summing up lanes at its end costs nothing?
bool OperandPacker::isDotProduct() {
  int64_t terms = 1;
  for (int64_t extent : op.getReductionExtents())
    terms *= extent;
  for (unsigned loop = op.getNumOutputLoops(); loop < extents.size(); ++loop) {
    bool contiguous = extents[loop] >= 32 && terms >= 2048;
    for (unsigned i = 0, e = op.getNumOperands(); i < e && contiguous; ++i)
      contiguous = strideOf(i, loop) == 1;
    if (contiguous)
      return true;
  }
  return false;
}

/// Can vectors be filled from the operands as they stand?
bool OperandPacker::isSomewhereContiguous() {
  if (isDotProduct())
    return true;
  for (unsigned loop = 0; loop < op.getNumOutputLoops(); ++loop)
    for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
      if (extents[loop] >= 8 && strideOf(i, loop) == 1)
        return true;
  return false;
}

bool OperandPacker::isOnlyReader(unsigned operand, unsigned loop) {
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    if (op.getMap(i).isFunctionOfDim(loop) != (i == operand))
      return false;
  return true;
}

/// Does a reduction loop step over whole pages of the operand?
bool OperandPacker::isPageApart(unsigned operand) {
  int64_t bytes =
      std::max(8u, op.getOperandType(operand).getElementTypeBitWidth()) / 8;
  for (unsigned loop = op.getNumOutputLoops(); loop < extents.size(); ++loop) {
    int64_t stride = strideOf(operand, loop) * bytes;
    if (extents[loop] >= 64 && stride != 0 && stride % pitchBytes == 0)
      return true;
  }
  return false;
}

/// The longest loop of the result that is the operand's alone and fills whole
/// vectors; of equal ones the innermost.
std::optional<unsigned> OperandPacker::panelLoop(unsigned operand) {
  std::optional<unsigned> best;
  for (unsigned loop = 0; loop < op.getNumOutputLoops(); ++loop)
    if (extents[loop] % 16 == 0 && extents[loop] > 0 &&
        isOnlyReader(operand, loop) && dimensionOf(operand, loop) &&
        (!best || extents[loop] >= extents[*best]))
      best = loop;
  return best;
}

/// The dimension that `loop` alone indexes, if it runs through all of it.
std::optional<unsigned> OperandPacker::dimensionOf(unsigned operand,
                                                   unsigned loop) {
  AffineExpr dim = getAffineDimExpr(loop, op.getContext());
  std::optional<unsigned> position = op.getMap(operand).getResultPosition(dim);
  if (!position ||
      op.getOperandType(operand).getDimSize(*position) != extents[loop])
    return std::nullopt;
  for (auto [d, index] : llvm::enumerate(op.getMap(operand).getResults()))
    if (d != *position && index.isFunctionOfDim(loop))
      return std::nullopt;
  return position;
}

std::optional<Packing> OperandPacker::plan(unsigned operand,
                                           StringRef &reason) {
  auto refuse = [&](StringRef why) {
    reason = why;
    return std::nullopt;
  };
  if (op.getGuard(operand) || op.getWhereSet())
    return refuse("it is read under a guard");
  std::optional<unsigned> loop = panelLoop(operand);
  if (!loop)
    return refuse("no loop of the result is this operand's alone and fills "
                  "vectors");
  double elements = op.getOperandType(operand).getNumElements();
  if (usesPerElement(op, elements) < leastUses)
    return refuse("its elements are used too seldom");
  bool across = !isSomewhereContiguous();
  bool apart = strideOf(operand, *loop) == 1 && isPageApart(operand);
  if (!across && !apart)
    return refuse("it is contiguous where it stands");
  for (int64_t width : {64, 48, 32, 16})
    if (extents[*loop] % width == 0)
      return Packing{*loop, *dimensionOf(operand, *loop), width};
  return refuse("no panel width divides its loop");
}

void OperandPacker::pack(RewriterBase &rewriter, unsigned operand,
                         Packing packing) {
  RankedTensorType type = op.getOperandType(operand);
  AffineMap map = op.getMap(operand);
  int64_t width = packing.width;
  // Panels first, then the other dimensions in their order, then the width.
  SmallVector<int64_t> shape = {type.getDimSize(packing.dimension) / width};
  AffineExpr index = map.getResult(packing.dimension);
  SmallVector<AffineExpr> source(type.getRank());
  SmallVector<AffineExpr> target = {index.floorDiv(width)};
  for (unsigned d = 0; d < type.getRank(); ++d) {
    if (d == packing.dimension)
      continue;
    source[d] = rewriter.getAffineDimExpr(shape.size());
    target.push_back(map.getResult(d));
    shape.push_back(type.getDimSize(d));
  }
  source[packing.dimension] = rewriter.getAffineDimExpr(0) * width +
                              rewriter.getAffineDimExpr(shape.size());
  shape.push_back(width);
  target.push_back(index % width);

  ComputeSpec spec;
  spec.operands.push_back(
      {op.getOperand(operand),
       AffineMap::get(shape.size(), 0, source, op.getContext())});
  spec.type =
      RankedTensorType::get(shape, op.getOperandType(operand).getElementType());
  auto body = [](OpBuilder &, Location, ValueRange v) -> Value { return v[0]; };
  spec.body = body;
  rewriter.setInsertionPoint(op);
  Value packed = ComputeOp::create(rewriter, op.getLoc(), spec).getResult();
  rewriter.modifyOpInPlace(op, [&] {
    op->setOperand(operand, packed);
    SmallVector<Attribute> maps(op.getMaps().begin(), op.getMaps().end());
    maps[operand] = AffineMapAttr::get(
        AffineMap::get(extents.size(), 0, target, op.getContext()));
    op.setMapsAttr(rewriter.getArrayAttr(maps));
  });
}

namespace {
struct PackPass : neo::impl::NeoPackBase<PackPass> {
  void runOnOperation() override {
    SmallVector<ComputeOp> computes;
    getOperation().walk([&](ComputeOp op) { computes.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (ComputeOp op : computes) {
      if (!isContraction(op))
        continue;
      for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i) {
        OperandPacker packer(op);
        StringRef reason;
        if (std::optional<Packing> packing = packer.plan(i, reason))
          packer.pack(rewriter, i, *packing);
        else
          (void)rewriter.notifyMatchFailure(op, reason);
      }
    }
  }
};
} // namespace
