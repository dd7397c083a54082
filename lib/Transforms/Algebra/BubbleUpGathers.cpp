//===- BubbleUpGathers.cpp - Gathers before pointwise operators -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A cross entropy picks one logarithm of a softmax from each row:
//
//     %L = neo.compute [i, j] %x[i, j], %m[i], %z[i]     x - m - z
//     %P = neo.gather [i] %L[i, %t[i]]
// -->
//     %G = neo.gather [i] %x[i, %t[i]]
//     %P = neo.compute [i] %G[i], %m[i], %z[i]           x - m - z
//
// An element of a pointwise operator is a function of elements of its operands.
// If the operator is read by the gather alone, none but the picked elements are
// computed, and L, which is as large as x, does not exist. This comes before
// differentiation, and so the derivatives too are those of the picked elements,
// sent to their places once: the gradient of the first form scatters into L and
// sums its rows.
//
// Operands that the integers do not index, m and z, are read as they were.
// Kept:
//   - gathers with more than a quarter of the operator's elements, as of a
//     table of functions that an embedding reads, or an eighth if others read
//     it too;
//   - where an index of an operand is computed of an integer, or a guard, or
//     the body, asks for one;
//   - where nothing would check some integer as before (R1): no operand would
//     be gathered by it, or only longer ones, of which the operator reads a
//     slice.
//
// The picked elements are computed by the same operations: nothing is rounded.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/IndexedAccess.h"
#include "Neo/Dialect/PassStatistic.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/ScheduleAttr.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/SmallBitVector.h"

namespace neo {
#define GEN_PASS_DEF_NEOBUBBLEUPGATHERS
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

static PassStatistic moved("neo-bubble-up-gathers",
                           "gathers moved before a pointwise operator");

namespace {
/// A gather, and the pointwise operator that it reads.
class Bubble {
public:
  Bubble(GatherOp gather, ComputeOp producer)
      : gather(gather), producer(producer), access(IndexedAccess::get(gather)) {
    AffineExpr zero = getAffineConstantExpr(0, gather.getContext());
    SmallVector<AffineExpr> none(access.index.getNumSymbols(), zero);
    places =
        access.index.replaceDimsAndSymbols({}, none, access.loops.size(), 0);
  }

  /// Decides what is read where; a failure, with the reason, if it is kept.
  LogicalResult plan(StringRef &reason);
  void build(PatternRewriter &rewriter);

private:
  bool isWorth();
  bool asksForInteger(AffineExpr expr) const;
  bool bodyAsksForInteger();
  bool checks(const IndexedAccess &own, unsigned k) const;
  LogicalResult planOperand(unsigned operand, StringRef &reason);
  LogicalResult planGather(unsigned operand, OperandSpec &read,
                           StringRef &reason);

  GatherOp gather;
  ComputeOp producer;
  IndexedAccess access;
  /// The index as a map over the loops alone, with 0 for integers.
  AffineMap places;
  SmallVector<OperandSpec> reads;
  /// Per operand, how it is gathered, if it is.
  std::vector<std::optional<IndexedAccess>> gathers;
};
} // namespace

/// Does `expr` of the producer's loops depend on one that an integer indexes?
bool Bubble::asksForInteger(AffineExpr expr) const {
  for (unsigned d = 0; d < access.index.getNumResults(); ++d)
    if (isa<AffineSymbolExpr>(access.index.getResult(d)) &&
        expr.isFunctionOfDim(d))
      return true;
  return false;
}

/// Does the body ask for a position that is no loop of the gather?
bool Bubble::bodyAsksForInteger() {
  return llvm::any_of(
      producer.getBodyBlock()->getOps<IndexOp>(), [&](IndexOp index) {
        return !isa<AffineDimExpr>(access.index.getResult(index.getLoop()));
      });
}

/// Are there far fewer elements to gather than the producer has? Each operand
/// that is gathered is a tensor of its own.
bool Bubble::isWorth() {
  constexpr int64_t alone = 4, besideOthers = 8;
  int64_t elements = 0;
  for (const std::optional<IndexedAccess> &each : gathers)
    elements += each ? gather.getType().getNumElements() : 0;
  int64_t times = producer.getResult().hasOneUse() ? alone : besideOthers;
  return elements <= producer.getType().getNumElements() / times;
}

/// The access of operand `operand` at the integers of the gather.
LogicalResult Bubble::planGather(unsigned operand, OperandSpec &read,
                                 StringRef &reason) {
  IndexedAccess own = access;
  own.type = producer.getOperandType(operand);
  own.positions.clear();
  own.maps.clear();
  SmallVector<AffineExpr> index(read.map.getResults());
  AffineMap before = producer.getMap(operand);
  for (auto [d, expr] : llvm::enumerate(before.getResults())) {
    if (!asksForInteger(expr))
      continue;
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim) {
      reason = "an operand's index is computed of an integer";
      return failure();
    }
    unsigned k = *access.getPositions(dim.getPosition());
    index[d] = getAffineSymbolExpr(own.positions.size(), gather.getContext());
    own.positions.push_back(access.positions[k]);
    own.maps.push_back(access.maps[k]);
  }
  own.index = AffineMap::get(access.loops.size(), own.positions.size(), index,
                             gather.getContext());
  read.map = AffineMap::getMultiDimIdentityMap(access.loops.size(),
                                               gather.getContext());
  gathers.back() = own;
  return success();
}

LogicalResult Bubble::planOperand(unsigned operand, StringRef &reason) {
  OperandSpec before = getSpecWithoutBody(producer).operands[operand];
  FailureOr<OperandSpec> read = readAt(before, places, access.extents);
  if (failed(read)) {
    reason = "an index leaves 64 bits";
    return failure();
  }
  auto asks = [&](AffineExpr expr) { return asksForInteger(expr); };
  bool isGathered = llvm::any_of(before.map.getResults(), asks);
  if (before.isGuarded() &&
      (isGathered || llvm::any_of(before.guard.getConstraints(), asks))) {
    reason = "an operand that the integers index is read under a guard";
    return failure();
  }
  gathers.emplace_back();
  if (isGathered && failed(planGather(operand, *read, reason)))
    return failure();
  reads.push_back(*read);
  return success();
}

/// Does the gather of an operand check the integers of positions[k] as before?
/// Not where the operator reads a slice, and the operand has more elements.
bool Bubble::checks(const IndexedAccess &own, unsigned k) const {
  for (unsigned each = 0; each < own.positions.size(); ++each)
    if (own.positions[each] == access.positions[k] &&
        own.type.getDimSize(own.getDimension(each)) ==
            access.type.getDimSize(access.getDimension(k)))
      return true;
  return false;
}

LogicalResult Bubble::plan(StringRef &reason) {
  reason = "what it reads is not one expression of elements";
  if (producer.getKind() != ReductionKind::none || producer.getWhereSet() ||
      producer->hasAttr(scheduleAttrName) ||
      producer->getBlock() != gather->getBlock())
    return failure();
  reason = "it is guarded, or has no elements";
  if (access.isGuarded() || llvm::is_contained(access.extents, 0))
    return failure();
  reason = "the expression asks for an integer";
  if (bodyAsksForInteger())
    return failure();
  llvm::SmallBitVector checked(access.positions.size());
  for (unsigned operand = 0; operand < producer.getNumOperands(); ++operand)
    if (failed(planOperand(operand, reason)))
      return failure();
  for (const std::optional<IndexedAccess> &each : gathers)
    for (unsigned k = 0; each && k < checked.size(); ++k)
      if (checks(*each, k))
        checked.set(k);
  reason = "some integers would not be checked as they are";
  if (!checked.all())
    return failure();
  reason = "it has more than a few elements of what it reads";
  return success(isWorth());
}

void Bubble::build(PatternRewriter &rewriter) {
  for (unsigned operand = 0; operand < reads.size(); ++operand) {
    if (!gathers[operand])
      continue;
    auto type = RankedTensorType::get(
        access.extents, producer.getOperandType(operand).getElementType());
    auto made = GatherOp::create(rewriter, gather.getLoc(), type,
                                 reads[operand].value, *gathers[operand]);
    if (gathers[operand]->positions == access.positions)
      if (Attribute described = gather->getAttr(describedAttrName))
        made->setAttr(describedAttrName, described);
    reads[operand].value = made.getResult();
  }
  ComputeSpec spec;
  spec.type = gather.getType();
  spec.operands = reads;
  spec.loops = access.loops;
  spec.body = [&](OpBuilder &b, Location, ValueRange arguments) {
    return cloneBodyAt(b, producer, arguments, places);
  };
  rewriter.replaceOp(gather,
                     ComputeOp::create(rewriter, producer.getLoc(), spec));
}

namespace {
struct BubbleUp : OpRewritePattern<GatherOp> {
  BubbleUp(MLIRContext *context, bool explain)
      : OpRewritePattern(context), explain(explain) {}

  LogicalResult matchAndRewrite(GatherOp op,
                                PatternRewriter &rewriter) const override {
    auto producer = op.getSource().getDefiningOp<ComputeOp>();
    if (!producer)
      return rewriter.notifyMatchFailure(op, "it reads no neo.compute");
    Bubble bubble(op, producer);
    StringRef reason;
    if (failed(bubble.plan(reason)))
      return rewriter.notifyMatchFailure(op, reason);
    if (explain)
      op.emitRemark("reads the operands of a pointwise operator, of which "
                    "other elements are not needed here");
    ++moved;
    bubble.build(rewriter);
    return success();
  }

  bool explain;
};

struct BubbleUpGathers : neo::impl::NeoBubbleUpGathersBase<BubbleUpGathers> {
  using NeoBubbleUpGathersBase::NeoBubbleUpGathersBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<BubbleUp>(&getContext(), explain);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
