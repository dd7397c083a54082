//===- DelinearizePass.cpp - Splitting linearised loops -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A reshape linearises dimensions, and accesses through it have divisions:
//
//     y[k, n] = sum m: w[k, m floordiv 9, (m floordiv 3) mod 3, m mod 3]
//                    * x[m floordiv 9, n floordiv 28 + (m floordiv 3) mod 3,
//                    ..]
//
// is a convolution, written as a matrix product by im2col. With m split into
// three loops and n into two, differentiation and schedules see a convolution
// again. A loop is split by a divisor that occurs in its indices, together with
// all loops tied to it (TiedLoops.h), if that leaves fewer divisions: of
// several such divisors the one that leaves fewest is chosen.
//
// This comes before differentiation, so that gradients are derived from the
// windows and not from the im2col matrix.
//
//===----------------------------------------------------------------------===//

#include "SplitTiedLoops.h"

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace neo {
#define GEN_PASS_DEF_NEODELINEARIZE
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// The divisors of `loop` in indices of `op` that divide its extent.
static SmallVector<int64_t> findDivisors(ComputeOp op, unsigned loop) {
  llvm::SmallSetVector<int64_t, 4> divisors;
  int64_t extent = op.getExtents()[loop];
  auto look = [&](AffineExpr part) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(part);
    if (!binary || (part.getKind() != AffineExprKind::FloorDiv &&
                    part.getKind() != AffineExprKind::Mod))
      return;
    auto dim = dyn_cast<AffineDimExpr>(binary.getLHS());
    auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (dim && divisor && dim.getPosition() == loop && divisor.getValue() > 1 &&
        divisor.getValue() < extent && extent % divisor.getValue() == 0)
      divisors.insert(divisor.getValue());
  };
  for (Attribute map : op.getMaps())
    for (AffineExpr expr : cast<AffineMapAttr>(map).getValue().getResults())
      expr.walk(look);
  return divisors.takeVector();
}

namespace {
/// Splits the loops of one block.
class Delinearizer {
public:
  Delinearizer(Block &block, bool explain)
      : block(block), explain(explain), batch(getBatch(block.getParentOp())) {}
  void run();

private:
  bool splitOne(ComputeOp op);
  bool trySplit(ComputeOp op, unsigned loop);
  bool isBatch(int64_t extent) const { return batch && extent == *batch; }
  void apply(ComputeOp op, unsigned loop, const SplitTiedLoops &plan,
             int64_t inner);

  Block &block;
  bool explain;
  std::optional<int64_t> batch;
  SmallVector<ComputeOp> todo;
};
} // namespace

void Delinearizer::apply(ComputeOp op, unsigned loop,
                         const SplitTiedLoops &plan, int64_t inner) {
  if (explain)
    op.emitRemark("its loop '")
        << getLoopNames(op)[loop] << "' is split into loops of "
        << op.getExtents()[loop] / inner << " and " << inner << ", which saves "
        << plan.getSavedDivisions() << " divisions";
  IRRewriter rewriter(op->getContext());
  plan.apply(rewriter, [&](ComputeOp before, ComputeOp after) {
    llvm::replace(todo, before, after);
  });
}

bool Delinearizer::trySplit(ComputeOp op, unsigned loop) {
  SmallVector<int64_t> divisors = findDivisors(op, loop);
  int64_t extent = op.getExtents()[loop];
  if (divisors.empty() || isBatch(extent))
    return false;
  TiedLoops tied(op, loop);
  if (tied.empty())
    return false;
  std::optional<SplitTiedLoops> best;
  int64_t by = 0;
  for (int64_t inner : divisors) {
    if (isBatch(inner) || isBatch(extent / inner))
      continue;
    SplitTiedLoops plan(tied, inner);
    int64_t least = best ? best->getSavedDivisions() : 0;
    if (!plan.isValid() || plan.getSavedDivisions() <= least)
      continue;
    best.emplace(std::move(plan));
    by = inner;
  }
  if (best)
    apply(op, loop, *best, by);
  return best.has_value();
}

bool Delinearizer::splitOne(ComputeOp op) {
  for (unsigned loop = 0, e = op.getNumLoops(); loop < e; ++loop)
    if (trySplit(op, loop))
      return true;
  return false;
}

void Delinearizer::run() {
  for (auto op : block.getOps<ComputeOp>())
    todo.push_back(op);
  // By index, as operators are rebuilt. Each split leaves fewer divisions, so
  // this terminates.
  for (unsigned i = 0; i < todo.size(); ++i)
    while (splitOne(todo[i])) {
    }
}

namespace {
struct DelinearizePass : neo::impl::NeoDelinearizeBase<DelinearizePass> {
  using NeoDelinearizeBase::NeoDelinearizeBase;

  void runOnOperation() override {
    for (Block &block : getOperation().getBody())
      Delinearizer(block, explain).run();
  }
};
} // namespace
