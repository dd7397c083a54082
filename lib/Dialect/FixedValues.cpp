//===- FixedValues.cpp - What is the same in every run --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/FixedValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace neo;

namespace {
/// How often a value may change, the least first.
enum class Change { never, byProgram, byRun };

class ChangeFinder {
public:
  Change of(Value value);

private:
  Change ofArgument(BlockArgument argument);
  Change ofOperation(Operation *op);

  /// Many may read one value.
  llvm::DenseMap<Operation *, Change> known;
};
} // namespace

Change ChangeFinder::ofArgument(BlockArgument argument) {
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  bool isMarked =
      function && function.getArgAttr(argument.getArgNumber(), fixedAttrName);
  return isMarked ? Change::byProgram : Change::byRun;
}

Change ChangeFinder::ofOperation(Operation *op) {
  if (isa<arith::ConstantOp>(op))
    return Change::never;
  // A scan's launches lie in a loop, and a wait says when.
  if (!isa_and_nonnull<NeoDialect>(op->getDialect()) || isa<ScanOp, WaitOp>(op))
    return Change::byRun;
  Change most = Change::never;
  for (Value operand : op->getOperands()) {
    most = std::max(most, of(operand));
    if (most == Change::byRun)
      break;
  }
  return most;
}

Change ChangeFinder::of(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return ofArgument(argument);
  Operation *op = value.getDefiningOp();
  if (auto found = known.find(op); found != known.end())
    return found->second;
  Change change = ofOperation(op);
  known[op] = change;
  return change;
}

/// Does an argument of the function around `value` have the attribute? In most
/// programs none has, and asking of every value of a long chain what it depends
/// on would take quadratic time.
static bool hasFixedArguments(Value value) {
  auto function =
      value.getParentRegion()->getParentOfType<FunctionOpInterface>();
  ArrayAttr all = function ? function.getArgAttrsAttr() : ArrayAttr();
  return all && llvm::any_of(all.getAsRange<DictionaryAttr>(),
                             [](DictionaryAttr each) {
                               return each.contains(fixedAttrName);
                             });
}

bool neo::isFixed(Value value) {
  return hasFixedArguments(value) &&
         ChangeFinder().of(value) == Change::byProgram;
}
