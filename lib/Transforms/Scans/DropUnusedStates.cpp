//===- DropUnusedStates.cpp - What a loop computes for nobody -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Dead code elimination through loops. The derivative of a scan carries the
// gradient of each constant, also of those that nobody asks for: a number that
// the function has captured costs a sum over the state in every step.
//
//     step(%h, %dw, %x, %w)  returns h(%h, %x, %w), %dw + sum ..., y(%h)
//     the results used are   #2
//
// A state is used if its last value is, or if the step makes of it something
// that is used: an output, or a used state. Here %h is, by y, and %dw is not,
// as it makes nothing but itself. So liveness is a fixed point, from what is
// used after the loop backwards through the step, until no state is added.
//
// After neo-merge-scans, which compares whole loops.
//
//===----------------------------------------------------------------------===//

#include "StepOf.h"

#include "Neo/Dialect/DeadCode.h"
#include "Neo/Transforms/Passes.h"

#include "llvm/ADT/BitVector.h"

namespace neo {
#define GEN_PASS_DEF_NEODROPUNUSEDSTATES
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// Adds `values`, of a step, and all that they are made of, to `slice`.
static void addSlice(ValueRange values, llvm::SmallDenseSet<Value> &slice) {
  SmallVector<Value> open(values);
  while (!open.empty()) {
    Value next = open.pop_back_val();
    Operation *made = next.getDefiningOp();
    if (slice.insert(next).second && made)
      made->walk(
          [&](Operation *op) { llvm::append_range(open, op->getOperands()); });
  }
}

/// Which results of `scan` are used, in the end: of states also by the steps.
static llvm::BitVector findUsed(ScanOp scan, func::FuncOp step) {
  StepShape shape(scan);
  Operation *returned = step.front().getTerminator();
  llvm::BitVector used(scan->getNumResults());
  llvm::SmallDenseSet<Value> slice;
  for (Operation &op : step.front().without_terminator())
    if (!wouldOpBeTriviallyDead(&op)) // A call, which stays.
      addSlice(op.getOperands(), slice);
  auto use = [&](unsigned result) {
    used.set(result);
    addSlice(returned->getOperand(result), slice);
  };
  for (OpResult result : scan->getResults())
    if (!result.use_empty())
      use(result.getResultNumber());
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned state = 0; state < shape.carried; ++state)
      if (!used[state] && slice.contains(step.getArgument(state))) {
        use(state);
        changed = true;
      }
  }
  return used;
}

/// Builds `scan` without the results that are not `used`, and what only they
/// read.
static void drop(ScanOp scan, func::FuncOp step, const llvm::BitVector &used) {
  StepShape shape(scan);
  llvm::BitVector unused = used;
  step.front().getTerminator()->eraseOperands(unused.flip());
  (void)step.eraseResults(unused);
  dropDeadCode(step.front());
  SmallVector<Value> over(scan.getOver()), constants(scan.getConstants()),
      carry;
  dropUnread(step, shape.firstConstant(), constants);
  dropUnread(step, shape.carried, over);
  for (unsigned state = 0; state < shape.carried; ++state)
    if (used[state])
      carry.push_back(scan.getCarry()[state]);
    else
      (void)step.eraseArgument(carry.size());
  ScanOp rebuilt = rebuildScan(scan, carry, over, constants);
  unsigned next = 0;
  for (unsigned result : used.set_bits())
    scan->getResult(result).replaceAllUsesWith(rebuilt->getResult(next++));
  scan->erase();
}

namespace {
struct DropUnusedStates : neo::impl::NeoDropUnusedStatesBase<DropUnusedStates> {
  void runOnOperation() override {
    seen.clear();
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isPrivate())
        dropIn(function);
  }

  /// From outside in: what a loop does not use any more may be what one in its
  /// step gives, or that loop itself.
  void dropIn(func::FuncOp function) {
    if (!seen.insert(function).second)
      return;
    SmallVector<ScanOp> scans;
    function.walk([&](ScanOp scan) { scans.push_back(scan); });
    for (ScanOp scan : scans)
      if (func::FuncOp step = getOwnStep(scan)) {
        if (llvm::BitVector used = findUsed(scan, step); !used.all())
          drop(scan, step, used);
        dropIn(step);
      }
  }

  llvm::SmallDenseSet<Operation *> seen;
};
} // namespace
