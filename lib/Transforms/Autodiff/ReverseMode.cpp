//===- ReverseMode.cpp - The derivative of a whole function ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/ReverseMode.h"

#include "Cotangents.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace neo;

static bool isFloat(Value value) {
  return isa<FloatType>(getElementTypeOrSelf(value.getType()));
}

FunctionType neo::getVjpType(func::FuncOp f) {
  FunctionType type = f.getFunctionType();
  SmallVector<Type> inputs(type.getInputs()), results;
  llvm::append_range(inputs, type.getResults());
  llvm::copy_if(type.getInputs(), std::back_inserter(results), [](Type input) {
    return isa<FloatType>(getElementTypeOrSelf(input));
  });
  return FunctionType::get(f.getContext(), inputs, results);
}

namespace {
class VjpBuilder {
public:
  VjpBuilder(func::FuncOp f, func::FuncOp vjp, const DerivativeRules &rules,
             const AdjointOptions &options, DefineFunction define)
      : f(f), vjp(vjp), rules(rules), options(options), define(define),
        builder(OpBuilder::atBlockEnd(vjp.addEntryBlock())),
        cotangents(builder) {}

  LogicalResult build();

private:
  LogicalResult checkArguments();
  LogicalResult replayFunction(func::FuncOp callee, ValueRange arguments,
                               SmallVectorImpl<Value> &results);
  LogicalResult replayCall(func::CallOp call, IRMapping &mapping);
  void replay(Operation &op, IRMapping &mapping);
  LogicalResult walkBack(Operation *op);
  LogicalResult walkBack(ComputeOp op, Value cotangent);
  void returnGradients();
  void dropDeadCode();

  bool isActive(Value value) const { return active.contains(value); }

  func::FuncOp f, vjp;
  const DerivativeRules &rules;
  AdjointOptions options;
  DefineFunction define;
  OpBuilder builder;
  Cotangents cotangents;
  /// Replayed values that depend on a floating-point argument, and the
  /// operations that define them, in program order.
  llvm::DenseSet<Value> active;
  SmallVector<Operation *> tape;
  /// Functions being replayed, to find recursion.
  SmallVector<func::FuncOp> callStack;
};
} // namespace

LogicalResult VjpBuilder::checkArguments() {
  for (auto [i, type] : llvm::enumerate(f.getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!isa<FloatType>(getElementTypeOrSelf(type)) ||
        (tensor && tensor.hasStaticShape()))
      continue;
    return f.emitError("cannot differentiate with respect to argument #")
           << i << " of type " << type
           << ": pass a ranked tensor of static shape";
  }
  return success();
}

LogicalResult VjpBuilder::replayFunction(func::FuncOp callee,
                                         ValueRange arguments,
                                         SmallVectorImpl<Value> &results) {
  if (llvm::is_contained(callStack, callee))
    return callee.emitError("cannot differentiate the recursive function '@")
           << callee.getName() << "': unroll it first";
  if (failed(define(callee)))
    return failure();
  if (!callee.getBody().hasOneBlock())
    return callee.emitError("cannot differentiate '@")
           << callee.getName() << "', which has branches: keep one block";
  callStack.push_back(callee);
  IRMapping mapping;
  mapping.map(callee.getArguments(), arguments);
  for (Operation &op : callee.front().without_terminator()) {
    auto call = dyn_cast<func::CallOp>(op);
    if (!call)
      replay(op, mapping);
    else if (failed(replayCall(call, mapping)))
      return failure();
  }
  for (Value result : callee.front().getTerminator()->getOperands())
    results.push_back(mapping.lookup(result));
  callStack.pop_back();
  return success();
}

LogicalResult VjpBuilder::replayCall(func::CallOp call, IRMapping &mapping) {
  SmallVector<Value> arguments, results;
  for (Value operand : call.getOperands())
    arguments.push_back(mapping.lookup(operand));
  if (llvm::none_of(arguments, [&](Value v) { return isActive(v); })) {
    builder.clone(*call, mapping);
    return success();
  }
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (failed(replayFunction(callee, arguments, results)))
    return failure();
  mapping.map(call.getResults(), results);
  return success();
}

void VjpBuilder::replay(Operation &op, IRMapping &mapping) {
  Operation *clone = builder.clone(op, mapping);
  if (llvm::none_of(clone->getOperands(), [&](Value v) { return isActive(v); }))
    return;
  for (Value result : clone->getResults())
    if (isFloat(result))
      active.insert(result);
  tape.push_back(clone);
}

LogicalResult VjpBuilder::walkBack(ComputeOp op, Value cotangent) {
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

LogicalResult VjpBuilder::walkBack(Operation *op) {
  for (Value result : op->getResults()) {
    Value cotangent = cotangents.take(result);
    if (!cotangent)
      continue;
    auto compute = dyn_cast<ComputeOp>(op);
    if (!compute)
      return op->emitError("cannot differentiate through '")
             << op->getName() << "': write it as a neo.compute";
    if (failed(walkBack(compute, cotangent)))
      return failure();
  }
  return success();
}

void VjpBuilder::returnGradients() {
  SmallVector<Value> gradients;
  for (unsigned i = 0, e = f.getNumArguments(); i < e; ++i) {
    BlockArgument argument = vjp.getArgument(i);
    if (!isFloat(argument))
      continue;
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

void VjpBuilder::dropDeadCode() {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(vjp.front())))
    if (isOpTriviallyDead(&op))
      op.erase();
}

LogicalResult VjpBuilder::build() {
  if (failed(checkArguments()))
    return failure();
  unsigned inputs = f.getNumArguments();
  ValueRange arguments = vjp.getArguments().take_front(inputs);
  for (Value argument : arguments)
    if (isFloat(argument))
      active.insert(argument);
  SmallVector<Value> results;
  if (failed(replayFunction(f, arguments, results)))
    return failure();
  for (auto [i, result] : llvm::enumerate(results))
    if (isActive(result))
      cotangents.add(result, vjp.getArgument(inputs + i));
  for (Operation *op : llvm::reverse(tape))
    if (failed(walkBack(op)))
      return failure();
  returnGradients();
  dropDeadCode();
  return success();
}

LogicalResult neo::buildVjp(func::FuncOp f, func::FuncOp vjp,
                            const DerivativeRules &rules,
                            const AdjointOptions &options,
                            DefineFunction define) {
  return VjpBuilder(f, vjp, rules, options, define).build();
}
