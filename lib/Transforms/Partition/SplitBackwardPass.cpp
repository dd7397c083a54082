//===- SplitBackwardPass.cpp - Forward and backward as two functions ------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The joint function is cloned twice. The forward clone returns the results and
// what is saved, the backward clone takes what is saved as arguments, between
// the cotangents and the rest, and returns the gradients. What a clone does not
// need is dead code. SavedValues.h decides what is saved.
//
//===----------------------------------------------------------------------===//

#include "SavedValues.h"

#include "Neo/Dialect/DeadCode.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace neo {
#define GEN_PASS_DEF_NEOSPLITBACKWARD
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// Attribute of the backward function: the results of the forward function that
/// it takes.
constexpr llvm::StringLiteral savedAttrName = "neo.saved";
constexpr llvm::StringLiteral forwardSuffix = "_forward",
                              backwardSuffix = "_backward";

namespace {
/// A clone of the joint function, with a terminator to be set.
struct Clone {
  Clone(func::FuncOp joint, StringRef suffix) {
    OpBuilder builder(joint);
    function = cast<func::FuncOp>(builder.clone(*joint, mapping));
    function.setName((joint.getName() + suffix).str());
  }

  /// Returns the clones of `values`, and erases what only others need.
  void finish(ArrayRef<Value> values) {
    SmallVector<Value> returned;
    for (Value value : values)
      returned.push_back(mapping.lookup(value));
    function.front().getTerminator()->setOperands(returned);
    dropDeadCode(function.front());
  }
  /// Makes the type of the function that of its block and terminator.
  void setType() {
    function.setType(FunctionType::get(
        function.getContext(), function.front().getArgumentTypes(),
        function.front().getTerminator()->getOperandTypes()));
    function.setAllResultAttrs(
        ArrayRef<DictionaryAttr>(SmallVector<DictionaryAttr>(
            function.getNumResults(),
            DictionaryAttr::get(function.getContext()))));
  }

  IRMapping mapping;
  func::FuncOp function;
};

struct SplitBackward : neo::impl::NeoSplitBackwardBase<SplitBackward> {
  using NeoSplitBackwardBase::NeoSplitBackwardBase;

  void runOnOperation() override {
    auto joint = getOperation().lookupSymbol<func::FuncOp>(function);
    if (failed(verify(joint)) || failed(split(joint)))
      return signalPassFailure();
    joint.erase();
  }

private:
  LogicalResult verify(func::FuncOp joint);
  LogicalResult split(func::FuncOp joint);
  void explainSaved(Value value, bool isResult);
  void makeForward(func::FuncOp joint, ArrayRef<Value> returned);
  void makeBackward(func::FuncOp joint, ArrayRef<Value> gradients,
                    ArrayRef<Value> saved, ArrayRef<int64_t> numbers);
};
} // namespace

LogicalResult SplitBackward::verify(func::FuncOp joint) {
  if (!joint || joint.isExternal() || !joint.getBody().hasOneBlock())
    return getOperation().emitError("there is no function '@")
           << function.getValue()
           << "' of one block: name one by the option 'function'";
  unsigned behind = joint.getNumArguments() -
                    std::min<unsigned>(first, joint.getNumArguments());
  if (cotangents > behind)
    return joint.emitError("has ")
           << joint.getNumArguments() << " arguments, but "
           << cotangents.getValue() << " cotangents from argument #"
           << first.getValue()
           << " on are asked for: set the options 'first' and 'cotangents'";
  if (results > joint.getNumResults())
    return joint.emitError("has ")
           << joint.getNumResults() << " results, but " << results.getValue()
           << " of the forward function are asked for: set the option "
              "'results'";
  for (StringRef suffix : {forwardSuffix, backwardSuffix})
    if (getOperation().lookupSymbol((joint.getName() + suffix).str()))
      return joint.emitError("there is a function '@")
             << joint.getName() << suffix << "' already: rename one";
  if (!SymbolTable::symbolKnownUseEmpty(joint, getOperation()))
    return joint.emitError("is called, and would be gone: inline it first");
  return success();
}

/// The forward function has no cotangents, so it leaves out what reads them.
static LogicalResult verifyForward(func::FuncOp joint, unsigned results,
                                   const SavedValues &values) {
  for (Operation &op : joint.front().without_terminator())
    if (values.readsCotangent(&op) && !wouldOpBeTriviallyDead(&op))
      return op.emitError("reads a cotangent and may have effects, so the "
                          "forward function cannot leave it out");
  OperandRange all = joint.front().getTerminator()->getOperands();
  for (auto [number, value] : llvm::enumerate(all.take_front(results)))
    if (values.dependsOnCotangent(value))
      return joint.emitError("result #")
             << number << " depends on a cotangent, so the forward function "
             << "cannot return it: put gradients behind all results";
  return success();
}

LogicalResult SplitBackward::split(func::FuncOp joint) {
  if (failed(verifyMachine(joint)))
    return failure();
  AlgebraCost cost(MachineRates::of(joint));
  SavedValues values(joint, joint.getArguments().slice(first, cotangents),
                     results, cost);
  if (failed(verifyForward(joint, results, values)))
    return failure();
  SmallVector<Value> all(joint.front().getTerminator()->getOperands());
  SmallVector<Value> returned(ArrayRef(all).take_front(results));
  SmallVector<Value> gradients(ArrayRef(all).drop_front(results));
  llvm::SetVector<Value> saved = values.find(gradients);
  SmallVector<int64_t> numbers;
  for (Value value : saved) {
    explainSaved(value, values.isResult(value));
    if (!llvm::is_contained(returned, value))
      returned.push_back(value);
    numbers.push_back(llvm::find(returned, value) - returned.begin());
  }
  makeForward(joint, returned);
  makeBackward(joint, gradients, saved.getArrayRef(), numbers);
  return success();
}

void SplitBackward::explainSaved(Value value, bool isResult) {
  if (explain)
    value.getDefiningOp()->emitRemark("it is saved for the backward function: ")
        << (isResult ? "it is a result"
            : isa<ComputeOp>(value.getDefiningOp())
                ? "computing it again takes longer than memory"
                : "only sums and elementwise operations are run again");
}

void SplitBackward::makeForward(func::FuncOp joint, ArrayRef<Value> returned) {
  Clone clone(joint, forwardSuffix);
  clone.finish(returned);
  BitVector erased(joint.getNumArguments());
  erased.set(first, first + cotangents);
  (void)clone.function.eraseArguments(erased);
  clone.setType();
}

void SplitBackward::makeBackward(func::FuncOp joint, ArrayRef<Value> gradients,
                                 ArrayRef<Value> saved,
                                 ArrayRef<int64_t> numbers) {
  Clone clone(joint, backwardSuffix);
  unsigned place = first + cotangents;
  for (Value value : saved) {
    DictionaryAttr none = DictionaryAttr::get(joint.getContext());
    (void)clone.function.insertArgument(place, value.getType(), none,
                                        value.getLoc());
    Value cloned = clone.mapping.lookup(value);
    Value argument = clone.function.getArgument(place++);
    cloned.replaceAllUsesWith(argument);
    clone.mapping.map(value, argument);
  }
  clone.finish(gradients);
  clone.setType();
  clone.function->setAttr(savedAttrName,
                          DenseI64ArrayAttr::get(joint.getContext(), numbers));
}
