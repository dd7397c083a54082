//===- ForwardMode.cpp - Tangents of a whole function ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/ForwardMode.h"

#include "Cotangents.h"
#include "RunningProducts.h"

#include "Neo/Dialect/DeadCode.h"
#include "Neo/Dialect/Identities.h"
#include "Neo/Transforms/Autodiff/IndexedDerivatives.h"
#include "Neo/Transforms/Autodiff/ScanDerivatives.h"
#include "Neo/Transforms/Autodiff/TangentCompute.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace neo;

FunctionType neo::getJvpType(func::FuncOp f) {
  FunctionType type = f.getFunctionType();
  SmallVector<Type> inputs(type.getInputs()), results(type.getResults());
  for (auto [i, input] : llvm::enumerate(type.getInputs()))
    if (isDifferentiated(f, i))
      inputs.push_back(input);
  for (Type result : type.getResults())
    if (isa<FloatType>(getElementTypeOrSelf(result)))
      results.push_back(result);
  return FunctionType::get(f.getContext(), inputs, results);
}

namespace {
class JvpBuilder : FunctionReplay {
public:
  JvpBuilder(func::FuncOp f, func::FuncOp jvp, const DerivativeRules &rules,
             ModuleFunctions &functions)
      : FunctionReplay(OpBuilder::atBlockEnd(jvp.addEntryBlock()), functions),
        f(f), jvp(jvp), rules(rules) {}

  LogicalResult build();

private:
  bool isActive(Value value) override { return tangents.contains(value); }
  LogicalResult visit(Operation *clone) override;
  LogicalResult expandScan(ScanOp op, ValueRange operands,
                           SmallVectorImpl<Value> &results) override;
  LogicalResult visitCompute(ComputeOp op);
  void bindTangents();
  void returnTangents(ArrayRef<Value> results);

  func::FuncOp f, jvp;
  const DerivativeRules &rules;
  /// Tangents of the active values: those that depend on a differentiated
  /// argument.
  llvm::DenseMap<Value, Value> tangents;
};
} // namespace

LogicalResult JvpBuilder::visitCompute(ComputeOp op) {
  SmallVector<Value> given;
  for (Value operand : op.getOperands())
    given.push_back(tangents.lookup(operand));
  std::optional<RunningProduct> running = findRunningProduct(builder, op);
  FailureOr<Value> tangent =
      buildTangent(builder, running ? running->factors : op, given, rules);
  if (running && succeeded(tangent) && *tangent)
    tangent = buildRunningTangent(builder, *running, *tangent);
  if (failed(tangent))
    return failure();
  if (*tangent)
    tangents[op.getResult()] = *tangent;
  return success();
}

LogicalResult JvpBuilder::visit(Operation *clone) {
  if (llvm::none_of(clone->getResults(), [](Value v) { return isFloat(v); }) ||
      isa<StopGradientOp>(clone))
    return success();
  if (auto compute = dyn_cast<ComputeOp>(clone))
    return visitCompute(compute);
  if (isIndexed(clone)) {
    if (Value tangent = tangents.lookup(clone->getOperand(0)))
      tangents[clone->getResult(0)] =
          buildIndexedTangent(builder, clone, tangent);
    return success();
  }
  auto wait = dyn_cast<WaitOp>(clone);
  if (!wait)
    return clone->emitError("cannot differentiate through '")
           << clone->getName() << "': write it as a neo.compute";
  for (auto [input, result] : llvm::zip(wait.getInputs(), wait.getResults()))
    if (Value tangent = tangents.lookup(input))
      tangents[result] = tangent;
  return success();
}

LogicalResult JvpBuilder::expandScan(ScanOp op, ValueRange operands,
                                     SmallVectorImpl<Value> &results) {
  SmallVector<Value> given;
  for (Value operand : operands)
    given.push_back(tangents.lookup(operand));
  FailureOr<SmallVector<Value>> found =
      buildScanTangent(builder, op, operands, given, functions);
  if (failed(found))
    return failure();
  unsigned count = op.getNumResults();
  llvm::append_range(results, ArrayRef(*found).take_front(count));
  for (auto [value, tangent] :
       llvm::zip(results, ArrayRef(*found).drop_front(count)))
    if (tangent)
      tangents[value] = tangent;
  return success();
}

void JvpBuilder::bindTangents() {
  unsigned next = f.getNumArguments();
  for (unsigned i = 0, e = f.getNumArguments(); i < e; ++i)
    if (isDifferentiated(f, i))
      tangents[jvp.getArgument(i)] = jvp.getArgument(next++);
}

void JvpBuilder::returnTangents(ArrayRef<Value> results) {
  SmallVector<Value> returned(results);
  for (auto [i, result] : llvm::enumerate(results)) {
    if (!isFloat(result))
      continue;
    Value tangent = tangents.lookup(result);
    if (!tangent) {
      f.emitWarning("the tangent of result #")
          << i << " of '@" << f.getName() << "' is identically zero";
      tangent = Cotangents(builder).zeros(result);
    }
    returned.push_back(tangent);
  }
  func::ReturnOp::create(builder, f.getLoc(), returned);
}

LogicalResult JvpBuilder::build() {
  if (failed(checkArguments(f)))
    return failure();
  bindTangents();
  SmallVector<Value> results;
  ValueRange arguments = jvp.getArguments().take_front(f.getNumArguments());
  if (failed(replay(f, arguments, results)))
    return failure();
  returnTangents(results);
  dropDeadCode(jvp.front());
  return success();
}

LogicalResult neo::buildJvp(func::FuncOp f, func::FuncOp jvp,
                            const DerivativeRules &rules,
                            ModuleFunctions &functions) {
  return JvpBuilder(f, jvp, rules, functions).build();
}
