//===- ReuseFromScans.cpp - Values that an earlier loop has computed ------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The derivative of a scan computes the inside of each step again, from the
// states that the first loop has stacked:
//
//     neo.scan @step_saving   %g = h W ...      gives the stack %hs of h
//     neo.scan @step_back     %g = h W ...      over %hs, with %W
//
// Common subexpression elimination across the two loops: where the operands of
// an operation are slices of what the first one stacked or ran over, or
// constants of both, and the first has the same operation on the same values,
// the result can be an output of the first. That is done for sums of many
// terms, which take longer than writing and reading the result; functions of
// single elements are computed again, as in neo-split-backward.
//
// What a user has said to compute again (neo.checkpoint) lies behind a
// neo.wait, which has no equal.
//
//===----------------------------------------------------------------------===//

#include "StepEquality.h"

#include "Neo/Dialect/Contraction.h"
#include "Neo/Transforms/Passes.h"

namespace neo {
#define GEN_PASS_DEF_NEOREUSEFROMSCANS
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// The least terms of a sum that takes longer to compute than to keep.
constexpr int64_t fewestTerms = 8;

namespace {
/// Two scans, of which the second computes values of the first.
class Reuse {
public:
  Reuse(ScanOp first, ScanOp second) : first(first), second(second) {}

  /// True if there were such values; both scans are other operations then.
  bool run();
  ScanOp first, second;

private:
  bool areRelated();
  void mapArguments();
  void findSums();

  func::FuncOp firstStep, secondStep;
  std::optional<StepEquality> equal;
  /// Sums of the second step that the first one has.
  SmallVector<ComputeOp> known;
};
} // namespace

/// Does the second scan run over what the first one does, or has stacked?
bool Reuse::areRelated() {
  return first.getSteps() == second.getSteps() &&
         first->getBlock() == second->getBlock() &&
         first->isBeforeInBlock(second) &&
         llvm::any_of(second.getOver(), [&](Value stack) {
           return stack.getDefiningOp() == first ||
                  llvm::is_contained(first.getOver(), stack);
         });
}

void Reuse::mapArguments() {
  StepShape there(first), here(second);
  Operation *returned = firstStep.front().getTerminator();
  for (auto [i, stack] : llvm::enumerate(second.getOver())) {
    Value slice = secondStep.getArgument(here.carried + i);
    auto result = dyn_cast<OpResult>(stack);
    auto shared = llvm::find(first.getOver(), stack);
    if (result && result.getOwner() == first &&
        result.getResultNumber() >= there.carried)
      equal->add(slice, returned->getOperand(result.getResultNumber()));
    else if (unsigned at = shared - first.getOver().begin();
             at < first.getOver().size())
      equal->add(slice, firstStep.getArgument(there.carried + at));
  }
  for (auto [i, constant] : llvm::enumerate(second.getConstants()))
    for (auto [j, other] : llvm::enumerate(first.getConstants()))
      if (constant == other)
        equal->add(secondStep.getArgument(here.firstConstant() + i),
                   firstStep.getArgument(there.firstConstant() + j));
}

void Reuse::findSums() {
  for (Operation *op : equal->findOperations()) {
    auto compute = dyn_cast<ComputeOp>(op);
    if (!compute || !isContraction(compute))
      continue;
    int64_t terms = 1;
    for (int64_t extent : compute.getReductionExtents())
      terms *= extent;
    if (terms >= fewestTerms)
      known.push_back(compute);
  }
}

bool Reuse::run() {
  if (!areRelated())
    return false;
  firstStep = getOwnStep(first);
  secondStep = getOwnStep(second);
  if (!firstStep || !secondStep)
    return false;
  equal.emplace(firstStep, secondStep);
  mapArguments();
  findSums();
  if (known.empty())
    return false;
  SmallVector<unsigned> outputs;
  unsigned place = StepShape(second).firstConstant();
  for (ComputeOp op : known) {
    outputs.push_back(getOutput(first, equal->lookup(op.getResult())));
    (void)secondStep.insertArgument(place, op.getType(), {}, op.getLoc());
    op.getResult().replaceAllUsesWith(secondStep.getArgument(place++));
    op->erase();
  }
  first = replaceScan(first, first.getOver(), first.getConstants());
  SmallVector<Value> over(second.getOver());
  for (unsigned output : outputs)
    over.push_back(first.getResult(output));
  second = replaceScan(second, over, second.getConstants());
  return true;
}

namespace {
struct ReuseFromScans : neo::impl::NeoReuseFromScansBase<ReuseFromScans> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      reuse(function);
  }

  void reuse(func::FuncOp function) {
    SmallVector<ScanOp> scans;
    function.walk([&](ScanOp scan) { scans.push_back(scan); });
    for (unsigned i = 0; i < scans.size(); ++i)
      for (unsigned j = i + 1; j < scans.size(); ++j) {
        Reuse both(scans[i], scans[j]);
        if (both.run()) {
          scans[i] = both.first;
          scans[j] = both.second;
        }
      }
  }
};
} // namespace
