//===- IndexedCanonicalization.cpp - Gathers that need none ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/IndexedAccess.h"
#include "Neo/Dialect/RebuildCompute.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace neo;

/// The integer that every element of the tensor is, if it is inside.
static std::optional<int64_t> getSplat(Value positions, int64_t extent) {
  DenseElementsAttr value;
  if (!matchPattern(positions, m_Constant(&value)) || !value.isSplat())
    return std::nullopt;
  int64_t index = value.getSplatValue<APInt>().getSExtValue();
  if (index < 0 || index >= extent)
    return std::nullopt;
  return index;
}

namespace {
/// `%A[%I[i], j]` where I holds nothing but 3 is `%A[3, j]`.
struct ReadConstantIndices : OpRewritePattern<GatherOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GatherOp op,
                                PatternRewriter &rewriter) const override {
    IndexedAccess access = IndexedAccess::get(op), fewer = access;
    SmallVector<AffineExpr> index, symbols;
    fewer.positions.clear();
    fewer.maps.clear();
    for (auto [k, positions] : llvm::enumerate(access.positions)) {
      int64_t extent = access.type.getDimSize(access.getDimension(k));
      if (std::optional<int64_t> value = getSplat(positions, extent)) {
        symbols.push_back(rewriter.getAffineConstantExpr(*value));
        continue;
      }
      symbols.push_back(rewriter.getAffineSymbolExpr(fewer.positions.size()));
      fewer.positions.push_back(positions);
      fewer.maps.push_back(access.maps[k]);
    }
    if (fewer.positions.size() == access.positions.size())
      return failure();
    fewer.index = access.index.replaceDimsAndSymbols(
        {}, symbols, access.index.getNumDims(), fewer.positions.size());
    // Names for positions that are gone would name others.
    rewriter.replaceOpWithNewOp<GatherOp>(op, op.getType(), op.getSource(),
                                          fewer);
    return success();
  }
};

/// Without data among its indices it is a read, of which all else is known.
struct ReadWithoutData : OpRewritePattern<GatherOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GatherOp op,
                                PatternRewriter &rewriter) const override {
    IndexedAccess access = IndexedAccess::get(op);
    if (!access.positions.empty())
      return failure();
    TypedAttr pad;
    if (access.isGuarded())
      pad = rewriter.getZeroAttr(op.getType().getElementType());
    OperandSpec read{op.getSource(), access.index, access.where, pad};
    rewriter.replaceOp(op, createRead(rewriter, op.getLoc(), read, op.getType(),
                                      access.loops));
    return success();
  }
};
} // namespace

void GatherOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<ReadConstantIndices, ReadWithoutData>(context);
}
