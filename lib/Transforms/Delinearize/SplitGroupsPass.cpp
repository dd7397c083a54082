//===- SplitGroupsPass.cpp - Groups as loops of their own -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A convolution in groups may be written with one loop over all channels,
//
//     y[k, p] = sum c, r: x[32 * (k floordiv 64) + c, p + r] * w[k, c, r]
//
// Then both operands depend on k, and no tile of k would use an element of x
// again: to a schedule it is a batch of k matrix-vector products. Over two
// loops, k = 64 * g + k1, it is a batch of g matrix products,
//
//     y'[g, k1, p] = sum c, r: x[32 * g + c, p + r] * w[64 * g + k1, c, r]
//
// y is y' in another shape, the same elements in the same order, which costs a
// GPU nothing (ConvertNeoToGPU.cpp). A loop is split by d if an operand knows
// nothing of it but its quotient by d, and another one more: attention whose
// heads share keys, and the gradients of such operators, are split alike.
// Statements that follow element by element are split along, so that they stay
// its epilogue.
//
// Results of a function have groups, too, so this comes behind what reasons
// about whole functions, where neo-delinearize does not reach.
//
//===----------------------------------------------------------------------===//

#include "SplitTiedLoops.h"

#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace neo {
#define GEN_PASS_DEF_NEOSPLITGROUPS
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// Index and guard of an operand.
static SmallVector<AffineExpr> getExpressions(ComputeOp op, unsigned operand) {
  SmallVector<AffineExpr> all(op.getMap(operand).getResults());
  if (IntegerSet guard = op.getGuard(operand))
    llvm::append_range(all, guard.getConstraints());
  return all;
}

/// The steps of `loop` for which operand `operand` has the same elements, if it
/// depends on nothing but its quotient by them.
static std::optional<int64_t> getGroup(ComputeOp op, unsigned operand,
                                       unsigned loop) {
  AffineExpr self = getAffineDimExpr(loop, op.getContext());
  std::optional<int64_t> group;
  for (AffineExpr expr : getExpressions(op, operand))
    expr.walk([&](AffineExpr part) {
      auto binary = dyn_cast<AffineBinaryOpExpr>(part);
      if (binary && part.getKind() == AffineExprKind::FloorDiv &&
          binary.getLHS() == self && isa<AffineConstantExpr>(binary.getRHS()))
        group = cast<AffineConstantExpr>(binary.getRHS()).getValue();
    });
  if (!group)
    return std::nullopt;
  AffineExpr quotient = self.floorDiv(*group);
  AffineExpr zero = getAffineConstantExpr(0, op.getContext());
  bool knowsMore =
      llvm::any_of(getExpressions(op, operand), [&](AffineExpr expr) {
        return expr.replace(quotient, zero).isFunctionOfDim(loop);
      });
  return knowsMore ? std::nullopt : group;
}

/// Steps of a group of `loop`, an output loop; 1 if it has none.
static int64_t findGroup(ComputeOp op, unsigned loop) {
  int64_t extent = op.getExtents()[loop], found = 1;
  bool othersKnowMore = false;
  for (unsigned operand = 0; operand < op.getNumOperands(); ++operand) {
    std::optional<int64_t> group = getGroup(op, operand, loop);
    if (group && *group > 1 && *group < extent && extent % *group == 0)
      found = *group;
    else
      othersKnowMore |=
          llvm::any_of(getExpressions(op, operand), [&](AffineExpr expr) {
            return expr.isFunctionOfDim(loop);
          });
  }
  return othersKnowMore ? found : 1;
}

namespace {
/// One operator and those that follow it.
class GroupedOperator {
public:
  GroupedOperator(ComputeOp op, unsigned loop) : loop(loop) {
    members.insert(op);
    for (size_t i = 0; i < members.size(); ++i)
      for (Operation *user : members[i]->getUsers())
        if (follows(user))
          members.insert(user);
  }
  void split(int64_t inner);

private:
  bool follows(Operation *user) const;
  void copyResult(IRRewriter &rewriter, ComputeOp op);

  unsigned loop;
  llvm::SetVector<Operation *> members;
};
} // namespace

/// Does it read members at its own loops alone, and sums nothing?
bool GroupedOperator::follows(Operation *user) const {
  auto op = dyn_cast<ComputeOp>(user);
  ComputeOp first = cast<ComputeOp>(members.front());
  if (!op || op->getBlock() != first->getBlock() ||
      op.getNumReductionLoops() != 0 ||
      op.getType().getShape() != first.getType().getShape())
    return false;
  for (auto [number, operand] : llvm::enumerate(op.getOperands()))
    if (members.contains(operand.getDefiningOp()) &&
        !op.getMap(number).isIdentity())
      return false;
  return true;
}

/// Readers that are not members read a copy, whose shape stays.
void GroupedOperator::copyResult(IRRewriter &rewriter, ComputeOp op) {
  auto isOutside = [&](OpOperand &use) {
    return !members.contains(use.getOwner());
  };
  if (llvm::none_of(op->getUses(), isOutside))
    return;
  rewriter.setInsertionPointAfter(op);
  ComputeSpec spec;
  OperandSpec read;
  read.value = op.getResult();
  read.map = AffineMap::getMultiDimIdentityMap(op.getNumOutputLoops(),
                                               op.getContext());
  spec.operands.push_back(read);
  spec.type = op.getType();
  spec.loops = getLoopNames(op);
  spec.loops.resize(op.getNumOutputLoops());
  spec.body = [](OpBuilder &, Location, ValueRange values) {
    return values.front();
  };
  auto copy = ComputeOp::create(rewriter, op.getLoc(), spec);
  rewriter.replaceUsesWithIf(
      op.getResult(), copy.getResult(),
      [&](OpOperand &use) { return isOutside(use) && use.getOwner() != copy; });
}

void GroupedOperator::split(int64_t inner) {
  IRRewriter rewriter(members.front()->getContext());
  for (Operation *member : members)
    copyResult(rewriter, cast<ComputeOp>(member));
  TiedLoops tied(cast<ComputeOp>(members.front()), loop,
                 [&](ComputeOp op) { return members.contains(op); });
  SplitTiedLoops plan(tied, inner);
  if (plan.isValid())
    plan.apply(rewriter, [](ComputeOp, ComputeOp) {});
}

namespace {
struct SplitGroupsPass : neo::impl::NeoSplitGroupsBase<SplitGroupsPass> {
  void runOnOperation() override {
    SmallVector<ComputeOp> sums;
    for (Block &block : getOperation().getBody())
      for (auto op : block.getOps<ComputeOp>())
        if (op.getNumReductionLoops() > 0)
          sums.push_back(op);
    for (ComputeOp op : sums)
      for (unsigned loop = 0; loop < op.getNumOutputLoops(); ++loop)
        if (int64_t group = findGroup(op, loop); group > 1) {
          GroupedOperator(op, loop).split(group);
          break; // The operator is another one now.
        }
  }
};
} // namespace
