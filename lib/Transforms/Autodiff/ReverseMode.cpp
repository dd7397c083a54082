//===- ReverseMode.cpp - The derivative of a whole function ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/ReverseMode.h"

#include "Cotangents.h"
#include "RunningProducts.h"

#include "Neo/Dialect/DeadCode.h"
#include "Neo/Dialect/Identities.h"
#include "Neo/Transforms/Autodiff/IndexedDerivatives.h"
#include "Neo/Transforms/Autodiff/ScanDerivatives.h"

using namespace mlir;
using namespace neo;

FunctionType neo::getVjpType(func::FuncOp f) {
  FunctionType type = f.getFunctionType();
  SmallVector<Type> inputs(type.getInputs()), results;
  llvm::append_range(inputs, type.getResults());
  for (auto [i, input] : llvm::enumerate(type.getInputs()))
    if (isDifferentiated(f, i))
      results.push_back(input);
  return FunctionType::get(f.getContext(), inputs, results);
}

namespace {
/// One entry of the tape: an operator, a call that is recomputed, or a loop
/// with the step to differentiate.
struct Step {
  Operation *op = nullptr;
  func::FuncOp callee = {};
  SmallVector<Value> arguments = {}, results = {};
};
using Tape = std::vector<Step>;

class VjpBuilder : FunctionReplay {
public:
  VjpBuilder(func::FuncOp f, func::FuncOp vjp, const DerivativeRules &rules,
             const AdjointOptions &options, ModuleFunctions &functions)
      : FunctionReplay(OpBuilder::atBlockEnd(vjp.addEntryBlock()), functions),
        f(f), vjp(vjp), rules(rules), options(options), cotangents(builder) {}

  LogicalResult build();

private:
  bool isActive(Value value) override { return active.contains(value); }
  bool isReached(OpResult result);
  LogicalResult visit(Operation *clone) override;
  LogicalResult expandCall(func::FuncOp callee, ValueRange arguments,
                           SmallVectorImpl<Value> &results) override;
  LogicalResult expandScan(ScanOp op, ValueRange operands,
                           SmallVectorImpl<Value> &results) override;
  LogicalResult walkBack(const Tape &steps);
  LogicalResult walkBack(const Step &step);
  LogicalResult walkBackLoop(ScanOp saving, func::FuncOp step);
  LogicalResult walkBack(Operation *op);
  LogicalResult walkBack(Operation *op, OpResult result, Value cotangent);
  LogicalResult walkBack(ComputeOp op, Value cotangent);
  SmallVector<Value> takeCotangents(const Step &call);
  LogicalResult recomputeAndWalkBack(const Step &call);
  void returnGradients();

  func::FuncOp f, vjp;
  const DerivativeRules &rules;
  AdjointOptions options;
  Cotangents cotangents;
  /// Replayed values that depend on a floating-point argument, and the
  /// operations that define them, in program order.
  llvm::DenseSet<Value> active;
  Tape tape;
};
} // namespace

/// Does this result of an operator with an active operand depend on it?
bool VjpBuilder::isReached(OpResult result) {
  if (auto wait = dyn_cast<WaitOp>(result.getOwner()))
    return isActive(wait.getInputs()[result.getResultNumber()]);
  return isFloat(result);
}

LogicalResult VjpBuilder::visit(Operation *clone) {
  if (isa<StopGradientOp>(clone))
    return success();
  for (OpResult result : clone->getResults())
    if (isReached(result))
      active.insert(result);
  tape.push_back({clone});
  return success();
}

/// A checkpointed call is replayed without recording its operators on the tape.
LogicalResult VjpBuilder::expandCall(func::FuncOp callee, ValueRange arguments,
                                     SmallVectorImpl<Value> &results) {
  if (!callee->hasAttr(checkpointAttrName))
    return replay(callee, arguments, results);
  size_t before = tape.size();
  if (failed(replay(callee, arguments, results)))
    return failure();
  tape.resize(before);
  tape.push_back(
      {nullptr, callee, llvm::to_vector(arguments), llvm::to_vector(results)});
  return success();
}

/// The forward loop saves the states for the reverse loop.
LogicalResult VjpBuilder::expandScan(ScanOp op, ValueRange operands,
                                     SmallVectorImpl<Value> &results) {
  auto active = [&](Value value) { return isActive(value); };
  func::FuncOp step = prepareStep(op, operands, active, functions);
  ScanOp saving = buildSavingScan(builder, op, operands, functions);
  llvm::append_range(results,
                     saving.getResults().take_front(op.getNumResults()));
  for (Value result : results)
    if (isFloat(result))
      this->active.insert(result);
  tape.push_back({saving, step});
  return success();
}

LogicalResult VjpBuilder::walkBackLoop(ScanOp saving, func::FuncOp step) {
  SmallVector<Value> taken;
  for (Value result : saving.getResults().drop_back(saving.getCarry().size()))
    taken.push_back(isActive(result) ? cotangents.take(result) : Value());
  if (llvm::none_of(taken, [](Value v) { return v; }))
    return success();
  FailureOr<SmallVector<Value>> gradients =
      buildScanAdjoint(builder, saving, step, taken, functions);
  if (failed(gradients))
    return failure();
  for (auto [operand, gradient] :
       llvm::zip_equal(saving.getOperands(), *gradients))
    if (gradient && isActive(operand))
      cotangents.add(operand, gradient);
  return success();
}

LogicalResult VjpBuilder::walkBack(ComputeOp op, Value cotangent) {
  if (std::optional<RunningProduct> running = findRunningProduct(builder, op))
    return walkBack(running->factors,
                    buildRunningAdjoint(builder, *running, cotangent));
  ComputeAdjoint adjoint(builder, op, cotangent, rules, options);
  for (ArrayRef<unsigned> slots : adjoint.groupSlots()) {
    Value operand = op.getOperand(slots.front());
    if (!isActive(operand))
      continue;
    FailureOr<Value> gradient = adjoint.differentiate(slots);
    if (failed(gradient))
      return failure();
    if (*gradient)
      cotangents.add(operand, *gradient);
  }
  return success();
}

LogicalResult VjpBuilder::walkBack(Operation *op, OpResult result,
                                   Value cotangent) {
  if (auto compute = dyn_cast<ComputeOp>(op))
    return walkBack(compute, cotangent);
  if (isIndexed(op)) {
    if (isActive(op->getOperand(0)))
      cotangents.add(op->getOperand(0),
                     buildIndexedAdjoint(builder, op, cotangent));
    return success();
  }
  if (auto wait = dyn_cast<WaitOp>(op)) {
    cotangents.add(wait.getInputs()[result.getResultNumber()], cotangent);
    return success();
  }
  return op->emitError("cannot differentiate through '")
         << op->getName() << "': write it as a neo.compute";
}

LogicalResult VjpBuilder::walkBack(Operation *op) {
  for (OpResult result : op->getResults())
    if (isActive(result))
      if (Value cotangent = cotangents.take(result))
        if (failed(walkBack(op, result, cotangent)))
          return failure();
  return success();
}

/// One cotangent per result; null where none is propagated through the call, as
/// for a returned argument and for a value returned twice.
SmallVector<Value> VjpBuilder::takeCotangents(const Step &call) {
  SmallVector<Value> taken;
  for (auto [i, result] : llvm::enumerate(call.results)) {
    ArrayRef<Value> earlier = ArrayRef<Value>(call.results).take_front(i);
    bool isOwn = isActive(result) && !llvm::is_contained(earlier, result) &&
                 !llvm::is_contained(call.arguments, result);
    taken.push_back(isOwn ? cotangents.take(result) : Value());
  }
  return taken;
}

/// Recomputes the body of a call, from inputs that wait for the cotangents, and
/// walks back through it.
LogicalResult VjpBuilder::recomputeAndWalkBack(const Step &call) {
  SmallVector<Value> taken = takeCotangents(call), known, results;
  llvm::copy_if(taken, std::back_inserter(known), [](Value v) { return v; });
  if (known.empty())
    return success();
  func::FuncOp callee = call.callee;
  auto inputs = WaitOp::create(builder, callee.getLoc(), call.arguments, known);
  for (auto [before, after] : llvm::zip(call.arguments, inputs.getResults()))
    if (isActive(before))
      active.insert(after);
  Tape outside = std::exchange(tape, {});
  if (failed(replay(callee, inputs.getResults(), results)))
    return failure();
  Tape inside = std::exchange(tape, std::move(outside));
  for (auto [result, cotangent] : llvm::zip(results, taken))
    if (cotangent)
      cotangents.add(result, cotangent);
  if (failed(walkBack(inside)))
    return failure();
  for (auto [before, after] : llvm::zip(call.arguments, inputs.getResults()))
    if (isActive(after))
      if (Value cotangent = cotangents.take(after))
        cotangents.add(before, cotangent);
  return success();
}

LogicalResult VjpBuilder::walkBack(const Step &step) {
  if (auto saving = dyn_cast_or_null<ScanOp>(step.op))
    return walkBackLoop(saving, step.callee);
  return step.op ? walkBack(step.op) : recomputeAndWalkBack(step);
}

LogicalResult VjpBuilder::walkBack(const Tape &steps) {
  for (const Step &step : llvm::reverse(steps))
    if (failed(walkBack(step)))
      return failure();
  return success();
}

void VjpBuilder::returnGradients() {
  SmallVector<Value> gradients;
  for (unsigned i = 0, e = f.getNumArguments(); i < e; ++i) {
    if (!isDifferentiated(f, i))
      continue;
    BlockArgument argument = vjp.getArgument(i);
    Value gradient = cotangents.take(argument);
    if (!gradient) {
      f.emitWarning("the gradient of argument #")
          << i << " of '@" << f.getName() << "' is identically zero";
      gradient = cotangents.zeros(argument);
    }
    gradients.push_back(gradient);
  }
  func::ReturnOp::create(builder, f.getLoc(), gradients);
}

LogicalResult VjpBuilder::build() {
  if (failed(checkArguments(f)))
    return failure();
  unsigned inputs = f.getNumArguments();
  for (unsigned i = 0; i < inputs; ++i)
    if (isDifferentiated(f, i))
      active.insert(vjp.getArgument(i));
  SmallVector<Value> results;
  if (failed(replay(f, vjp.getArguments().take_front(inputs), results)))
    return failure();
  for (auto [i, result] : llvm::enumerate(results))
    if (isActive(result))
      cotangents.add(result, vjp.getArgument(inputs + i));
  Tape steps = std::move(tape);
  tape.clear();
  if (failed(walkBack(steps)))
    return failure();
  returnGradients();
  dropDeadCode(vjp.front());
  return success();
}

LogicalResult neo::buildVjp(func::FuncOp f, func::FuncOp vjp,
                            const DerivativeRules &rules,
                            const AdjointOptions &options,
                            ModuleFunctions &functions) {
  return VjpBuilder(f, vjp, rules, options, functions).build();
}
