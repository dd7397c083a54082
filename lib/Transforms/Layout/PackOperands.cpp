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
constexpr double leastUses = 48;
/// A copy may be this much larger than the operand.
constexpr double mostGrowth = 1.25;
/// A row pitch of whole pages maps the rows of a panel to few cache sets.
constexpr int64_t pageBytes = 4096;

namespace {
/// An operand to pack: the loop that fills its panels, and their width.
struct Packing {
  unsigned loop;
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
  bool isSomewhereContiguous();
  bool isPageApart(unsigned operand);
  bool isOnlyReader(unsigned operand, unsigned loop);
  std::optional<unsigned> panelLoop(unsigned operand);
  double copiedElements(unsigned operand);

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

/// Is some loop of the result contiguous in an operand as it stands?
bool OperandPacker::isSomewhereContiguous() {
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
    if (extents[loop] >= 64 && stride != 0 && stride % pageBytes == 0)
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
        isOnlyReader(operand, loop) &&
        (!best || extents[loop] >= extents[*best]))
      best = loop;
  return best;
}

/// Elements of a copy that is indexed by the loops of the operand.
double OperandPacker::copiedElements(unsigned operand) {
  double elements = 1;
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    if (op.getMap(operand).isFunctionOfDim(loop))
      elements *= extents[loop];
  return elements;
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
  double elements = copiedElements(operand);
  if (elements > mostGrowth * op.getOperandType(operand).getNumElements())
    return refuse("its elements are read at several places");
  if (usesPerElement(op, elements) < leastUses)
    return refuse("its elements are used too seldom");
  bool across = !isSomewhereContiguous();
  bool apart = strideOf(operand, *loop) == 1 && isPageApart(operand);
  if (!across && !apart)
    return refuse("it is contiguous where it stands");
  for (int64_t width : {64, 48, 32, 16})
    if (extents[*loop] % width == 0)
      return Packing{*loop, width};
  return refuse("no panel width divides its loop");
}

void OperandPacker::pack(RewriterBase &rewriter, unsigned operand,
                         Packing packing) {
  auto [panels, width] = packing;
  AffineMap map = op.getMap(operand);
  AffineExpr panelLoop = rewriter.getAffineDimExpr(panels);
  // Panels first, then the operand's other loops in their order, then the
  // width.
  SmallVector<int64_t> shape = {extents[panels] / width};
  SmallVector<AffineExpr> target = {panelLoop.floorDiv(width)};
  SmallVector<AffineExpr> loops(extents.size(),
                                rewriter.getAffineConstantExpr(0));
  for (unsigned loop = 0; loop < extents.size(); ++loop) {
    if (loop == panels || !map.isFunctionOfDim(loop))
      continue;
    loops[loop] = rewriter.getAffineDimExpr(shape.size());
    target.push_back(rewriter.getAffineDimExpr(loop));
    shape.push_back(extents[loop]);
  }
  loops[panels] = rewriter.getAffineDimExpr(0) * width +
                  rewriter.getAffineDimExpr(shape.size());
  shape.push_back(width);
  target.push_back(panelLoop % width);

  ComputeSpec spec;
  spec.operands.push_back(
      {op.getOperand(operand),
       map.replaceDimsAndSymbols(loops, {}, shape.size(), 0)});
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
