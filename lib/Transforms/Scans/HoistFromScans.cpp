//===- HoistFromScans.cpp - Loop-invariant code motion over scans ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What a step computes of the constants of its scan alone is computed once,
// before the loop, and becomes a constant itself:
//
//     func.func private @step(%h, %x, %w {neo.fixed}) {
//       %p = neo.compute ... %w                      // packed weights
//       %y = neo.compute ... %h, %p
//       ...
//     neo.scan @step steps 50 carry(%h) over(%x) with(%w)
//
//     %p = neo.compute ... %w
//     neo.scan @step steps 50 carry(%h) over(%x) with(%p)
//
// A constant that nothing reads any more is dropped. Scans within a step come
// first: what leaves them may leave the outer loop, too. Afterwards no argument
// of a step is fixed: a plan runs what depends on such once for all runs, where
// a step's constants are those of one.
//
//===----------------------------------------------------------------------===//

#include "StepOf.h"

#include "Neo/Dialect/FixedValues.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace neo {
#define GEN_PASS_DEF_NEOHOISTFROMSCANS
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
/// Moves the invariant operations of one step before its loop.
class Hoisting {
public:
  Hoisting(ScanOp scan, func::FuncOp step)
      : scan(scan), step(step), shape(scan), builder(scan),
        constants(scan.getConstants()) {}

  void run();

private:
  void hoist(Operation *op);
  void addConstant(Value inside);

  ScanOp scan;
  func::FuncOp step;
  StepShape shape;
  OpBuilder builder;
  /// From values of the step that are the same in each to those outside.
  IRMapping outside;
  SmallVector<Value> constants;
};
} // namespace

void Hoisting::hoist(Operation *op) {
  builder.clone(*op, outside);
  for (Value result : op->getResults())
    if (!result.use_empty())
      addConstant(result);
}

/// Makes `inside`, a value of the step, an argument of it.
void Hoisting::addConstant(Value inside) {
  Value known = outside.lookup(inside);
  unsigned place = step.getNumArguments();
  (void)step.insertArgument(place, inside.getType(), {}, inside.getLoc());
  BlockArgument argument = step.getArgument(place);
  inside.replaceAllUsesWith(argument);
  outside.map(argument, known);
  constants.push_back(known);
}

void Hoisting::run() {
  for (auto [i, constant] : llvm::enumerate(constants))
    outside.map(step.getArgument(shape.firstConstant() + i), constant);
  // In program order, so that operands are moved before their readers.
  SmallVector<Operation *> moved;
  for (Operation &op :
       llvm::make_early_inc_range(step.front().without_terminator())) {
    auto isInvariant = [&](Value value) { return outside.contains(value); };
    if (isa<WaitOp>(op) || !isPure(&op) || op.getNumOperands() == 0 ||
        !llvm::all_of(op.getOperands(), isInvariant))
      continue;
    hoist(&op);
    moved.push_back(&op);
  }
  for (Operation *op : llvm::reverse(moved))
    op->erase();
  if (moved.empty())
    return;
  dropUnread(step, shape.firstConstant(), constants);
  replaceScan(scan, scan.getOver(), constants);
}

namespace {
struct HoistFromScans : neo::impl::NeoHoistFromScansBase<HoistFromScans> {
  void runOnOperation() override {
    for (ScanOp scan : findScans(getOperation())) {
      func::FuncOp step = scan.lookupStep();
      if (!step || !step.isPrivate())
        continue;
      if (getOwnStep(scan) && scan.getSteps() > 0)
        Hoisting(scan, step).run();
      for (unsigned i = 0, e = step.getNumArguments(); i < e; ++i)
        step.removeArgAttr(i, fixedAttrName);
    }
  }
};
} // namespace
