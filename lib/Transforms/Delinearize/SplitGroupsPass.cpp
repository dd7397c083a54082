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
// GPU nothing (Reshape.h). A loop is split by d if one operand, which has
// another output loop to itself, knows nothing of it but its quotient by d, and
// the others know more and have no such loop: with one, as heads of attention
// that share keys have, there are tiles already. Gradients are split alike.
//
// Statements that follow element by element are split along, so that they stay
// its epilogue. Where something else reads a result, too, as softmax reads its
// scores, all read the copy, so that they are one kernel still.
//
// Results of a function have groups, too, so this comes behind what reasons
// about whole functions, where neo-delinearize does not reach.
//
//===----------------------------------------------------------------------===//

#include "SplitTiedLoops.h"

#include "Neo/Dialect/GPUSchedule.h"
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

/// Has `operand` an output loop of several steps that `other` does not have?
static bool hasLoopAlone(ComputeOp op, unsigned operand, unsigned other,
                         unsigned but) {
  return llvm::any_of(llvm::seq<unsigned>(0, op.getNumOutputLoops()),
                      [&](unsigned loop) {
                        return loop != but && op.getExtents()[loop] > 1 &&
                               dependsOnLoop(op, operand, loop) &&
                               !dependsOnLoop(op, other, loop);
                      });
}

/// Steps of a group of `loop`, an output loop; 1 if it has none, or if groups
/// would not become products of matrices that they are not yet.
static int64_t findGroup(ComputeOp op, unsigned loop) {
  int64_t extent = op.getExtents()[loop];
  for (unsigned operand = 0; operand < op.getNumOperands(); ++operand) {
    std::optional<int64_t> group = getGroup(op, operand, loop);
    if (!group || *group <= 1 || *group >= extent || extent % *group != 0)
      continue;
    for (unsigned other = 0; other < op.getNumOperands(); ++other)
      if (dependsOnLoop(op, other, loop) && !getGroup(op, other, loop) &&
          hasLoopAlone(op, operand, other, loop) &&
          !hasLoopAlone(op, other, operand, loop))
        return *group;
  }
  return 1;
}

namespace {
/// One operator and those that follow it.
class GroupedOperator {
public:
  GroupedOperator(ComputeOp op, unsigned loop) : loop(loop) {
    members.insert(op);
    for (size_t i = 0; i < members.size(); ++i) {
      SmallVector<Operation *> users(members[i]->getUsers());
      if (llvm::all_of(users, [&](Operation *user) { return follows(user); }))
        members.insert(users.begin(), users.end());
    }
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
  if (!op || op->hasAttr(gpuScheduleAttrName) ||
      op->getBlock() != first->getBlock() || op.getNumReductionLoops() != 0 ||
      op.getType().getShape() != first.getType().getShape())
    return false;
  for (auto [number, operand] : llvm::enumerate(op.getOperands()))
    if (members.contains(operand.getDefiningOp()) &&
        !op.getMap(number).isIdentity())
      return false;
  return true;
}

/// Readers that are not members read a copy, whose shape stays. There are none
/// but those, or none.
void GroupedOperator::copyResult(IRRewriter &rewriter, ComputeOp op) {
  if (op->use_empty() || members.contains(*op->user_begin()))
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
  rewriter.replaceAllUsesExcept(op.getResult(), copy.getResult(), copy);
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
        if (op.getNumReductionLoops() > 0 && !op->hasAttr(gpuScheduleAttrName))
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
