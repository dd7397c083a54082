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
  Reuse(ScanOp first, ScanOp second)
      : first(first), second(second), firstStep(getOwnStep(first)),
        secondStep(getOwnStep(second)) {}

  /// True if there were such values; both scans are other operations then.
  bool run();
  ScanOp first, second;

private:
  bool canBeEqual();
  void mapArguments();
  void findSums();
  unsigned getOutput(Value value);
  void rebuild(ArrayRef<unsigned> outputs);

  func::FuncOp firstStep, secondStep;
  std::optional<StepEquality> equal;
  /// Sums of the second step that the first one has.
  SmallVector<ComputeOp> known;
};
} // namespace

bool Reuse::canBeEqual() {
  return firstStep && secondStep && firstStep != secondStep &&
         first.getSteps() == second.getSteps() &&
         first->getBlock() == second->getBlock() &&
         first->isBeforeInBlock(second);
}

void Reuse::mapArguments() {
  StepArguments there(first), here(second);
  Operation *returned = firstStep.front().getTerminator();
  for (auto [i, stack] : llvm::enumerate(second.getOver())) {
    Value slice = secondStep.getArgument(here.states + i);
    auto result = dyn_cast<OpResult>(stack);
    auto shared = llvm::find(first.getOver(), stack);
    if (result && result.getOwner() == first &&
        result.getResultNumber() >= there.states)
      equal->add(slice, returned->getOperand(result.getResultNumber()));
    else if (unsigned at = shared - first.getOver().begin();
             at < first.getOver().size())
      equal->add(slice, firstStep.getArgument(there.states + at));
  }
  for (auto [i, constant] : llvm::enumerate(second.getConstants()))
    for (auto [j, other] : llvm::enumerate(first.getConstants()))
      if (constant == other)
        equal->add(secondStep.getArgument(here.firstConstant + i),
                   firstStep.getArgument(there.firstConstant + j));
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

/// The number of the first step's result that `value` is, of which it is made
/// one if need be.
unsigned Reuse::getOutput(Value value) {
  Operation *returned = firstStep.front().getTerminator();
  for (unsigned i = first.getCarry().size(); i < returned->getNumOperands();
       ++i)
    if (returned->getOperand(i) == value)
      return i;
  returned->insertOperands(returned->getNumOperands(), value);
  return returned->getNumOperands() - 1;
}

/// Builds both scans anew: the first with all that its step returns, the second
/// over `outputs` of the first besides.
void Reuse::rebuild(ArrayRef<unsigned> outputs) {
  OpBuilder builder(first);
  updateType(firstStep);
  SmallVector<Type> types(first.getResultTypes());
  for (Type type : firstStep.getResultTypes().drop_front(types.size())) {
    auto slice = cast<RankedTensorType>(type);
    SmallVector<int64_t> shape = {int64_t(first.getSteps())};
    llvm::append_range(shape, slice.getShape());
    types.push_back(RankedTensorType::get(shape, slice.getElementType()));
  }
  auto saving =
      ScanOp::create(builder, first.getLoc(), types, firstStep.getName(),
                     first.getSteps(), first.getReverse(), first.getCarry(),
                     first.getOver(), first.getConstants());
  first->replaceAllUsesWith(
      saving->getResults().take_front(first->getNumResults()));
  first->erase();
  first = saving;
  SmallVector<Value> over(second.getOver());
  for (unsigned output : outputs)
    over.push_back(first.getResult(output));
  builder.setInsertionPoint(second);
  auto reading = ScanOp::create(builder, second.getLoc(),
                                second.getResultTypes(), secondStep.getName(),
                                second.getSteps(), second.getReverse(),
                                second.getCarry(), over, second.getConstants());
  second->replaceAllUsesWith(reading);
  second->erase();
  second = reading;
}

bool Reuse::run() {
  if (!canBeEqual())
    return false;
  equal.emplace(firstStep, secondStep);
  mapArguments();
  findSums();
  if (known.empty())
    return false;
  SmallVector<unsigned> outputs;
  unsigned place = second.getCarry().size() + second.getOver().size();
  secondStep.removeArgAttrsAttr();
  for (ComputeOp op : known) {
    outputs.push_back(getOutput(equal->lookup(op.getResult())));
    Value slice =
        secondStep.front().insertArgument(place++, op.getType(), op.getLoc());
    op.getResult().replaceAllUsesWith(slice);
    op->erase();
  }
  updateType(secondStep);
  rebuild(outputs);
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
