//===- StepFunctions.cpp - Wrappers of scan steps -------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StepFunctions.h"

#include "Cotangents.h"

#include "Neo/Dialect/Identities.h"
#include "Neo/Transforms/Autodiff/FunctionReplay.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace neo;

static bool isFloatType(Type type) {
  return isa<FloatType>(getElementTypeOrSelf(type));
}

namespace {
/// A function under construction, whose arguments are taken one by one.
class StepBuilder {
public:
  StepBuilder(ModuleFunctions &functions, func::FuncOp f, StringRef suffix,
              ArrayRef<Type> inputs, ArrayRef<Type> results)
      : function(
            functions.add(f.getLoc(), (f.getName() + suffix).str(),
                          FunctionType::get(f.getContext(), inputs, results))),
        builder(OpBuilder::atBlockBegin(function.addEntryBlock())) {}

  Value take() { return function.getArgument(next++); }
  SmallVector<Value> take(unsigned count) {
    SmallVector<Value> values;
    while (count-- > 0)
      values.push_back(take());
    return values;
  }
  SmallVector<Value> call(func::FuncOp callee, ValueRange arguments) {
    auto call =
        func::CallOp::create(builder, callee.getLoc(), callee, arguments);
    return SmallVector<Value>(call.getResults());
  }
  func::FuncOp finish(ValueRange results) {
    func::ReturnOp::create(builder, function.getLoc(), results);
    return function;
  }

  func::FuncOp function;
  OpBuilder builder;

private:
  unsigned next = 0;
};
} // namespace

func::FuncOp neo::buildMarkedStep(func::FuncOp f,
                                  const llvm::SmallBitVector &active,
                                  ModuleFunctions &functions) {
  StepBuilder step(functions, f, "_marked", f.getArgumentTypes(),
                   f.getResultTypes());
  for (unsigned i = 0, e = f.getNumArguments(); i < e; ++i)
    if (!active[i])
      step.function.setArgAttr(i, constantAttrName, step.builder.getUnitAttr());
  return step.finish(step.call(f, step.take(f.getNumArguments())));
}

func::FuncOp neo::buildSavingStep(func::FuncOp f, unsigned carried,
                                  ModuleFunctions &functions) {
  SmallVector<Type> results(f.getResultTypes());
  llvm::append_range(results, f.getArgumentTypes().take_front(carried));
  StepBuilder step(functions, f, "_saving", f.getArgumentTypes(), results);
  SmallVector<Value> arguments = step.take(f.getNumArguments());
  SmallVector<Value> returned = step.call(f, arguments);
  llvm::append_range(returned, ArrayRef(arguments).take_front(carried));
  return step.finish(returned);
}

/// The types of a reverse step's arguments and results.
static void collectReverseTypes(func::FuncOp f, const StepShape &shape,
                                SmallVectorImpl<Type> &inputs,
                                SmallVectorImpl<Type> &results) {
  ArrayRef<Type> arguments = f.getArgumentTypes();
  ArrayRef<Type> outputs = f.getResultTypes().drop_front(shape.carried);
  unsigned firstConstant = shape.firstConstant();
  llvm::copy_if(arguments.take_front(shape.carried), std::back_inserter(inputs),
                isFloatType);
  for (unsigned i = firstConstant; i < shape.arguments(); ++i)
    if (isDifferentiated(f, i))
      inputs.push_back(sumTypeOf(arguments[i]));
  llvm::append_range(results, inputs);
  llvm::append_range(inputs, arguments.slice(shape.carried, shape.over));
  llvm::append_range(inputs, arguments.take_front(shape.carried));
  llvm::copy_if(outputs, std::back_inserter(inputs), isFloatType);
  llvm::append_range(inputs, arguments.drop_front(firstConstant));
  for (unsigned i = shape.carried; i < firstConstant; ++i)
    if (isDifferentiated(f, i))
      results.push_back(arguments[i]);
}

static unsigned countFloats(ArrayRef<Type> types) {
  return llvm::count_if(types, isFloatType);
}

namespace {
class ReverseStep {
public:
  ReverseStep(func::FuncOp f, func::FuncOp vjp, const StepShape &shape,
              StepBuilder step)
      : f(f), vjp(vjp), shape(shape), step(step), adder(this->step.builder) {}

  func::FuncOp build();

private:
  void takeArguments();
  SmallVector<Value> callDerivative();
  Value addToSum(Value gradient);

  func::FuncOp f, vjp;
  StepShape shape;
  StepBuilder step;
  Cotangents adder;
  /// Of f's results; sums of gradients so far; f's arguments.
  SmallVector<Value> cotangents, sums, arguments;
};
} // namespace

void ReverseStep::takeArguments() {
  ArrayRef<Type> results = f.getResultTypes();
  cotangents = step.take(countFloats(results.take_front(shape.carried)));
  for (unsigned i = shape.firstConstant(); i < shape.arguments(); ++i)
    if (isDifferentiated(f, i))
      sums.push_back(step.take());
  SmallVector<Value> slices = step.take(shape.over);
  arguments = step.take(shape.carried);
  llvm::append_range(arguments, slices);
  llvm::append_range(cotangents,
                     step.take(countFloats(results.drop_front(shape.carried))));
  llvm::append_range(arguments, step.take(shape.constants));
}

/// One cotangent per result; integers, which have none, get zeros.
SmallVector<Value> ReverseStep::callDerivative() {
  OpBuilder &b = step.builder;
  SmallVector<Value> given(arguments);
  ArrayRef<Value> next = cotangents;
  for (Type type : f.getResultTypes()) {
    if (isFloatType(type)) {
      given.push_back(next.front());
      next = next.drop_front();
      continue;
    }
    given.push_back(arith::ConstantOp::create(
        b, f.getLoc(), cast<TypedAttr>(b.getZeroAttr(type))));
  }
  return step.call(vjp, given);
}

Value ReverseStep::addToSum(Value gradient) {
  Value sum = sums.front();
  sums.erase(sums.begin());
  if (sum.getType() != gradient.getType())
    return addWidened(step.builder, sum, gradient);
  adder.add(sum, sum);
  adder.add(sum, gradient);
  return adder.take(sum);
}

func::FuncOp ReverseStep::build() {
  takeArguments();
  SmallVector<Value> gradients = callDerivative();
  SmallVector<Value> states, constants, slices;
  for (unsigned i = 0, next = 0; i < shape.arguments(); ++i) {
    Value gradient = isDifferentiated(f, i) ? gradients[next++] : Value();
    if (shape.isCarried(i) && isFloatType(f.getArgumentTypes()[i]))
      states.push_back(gradient ? gradient : adder.zeros(arguments[i]));
    else if (gradient && shape.isOver(i))
      slices.push_back(gradient);
    else if (gradient)
      constants.push_back(addToSum(gradient));
  }
  llvm::append_range(states, constants);
  llvm::append_range(states, slices);
  return step.finish(states);
}

func::FuncOp neo::buildReverseStep(func::FuncOp f, func::FuncOp vjp,
                                   const StepShape &shape,
                                   ModuleFunctions &functions) {
  SmallVector<Type> inputs, results;
  collectReverseTypes(f, shape, inputs, results);
  StepBuilder step(functions, f, "_back", inputs, results);
  return ReverseStep(f, vjp, shape, step).build();
}

namespace {
class TangentStep {
public:
  TangentStep(func::FuncOp f, func::FuncOp jvp, const StepShape &shape)
      : f(f), jvp(jvp), shape(shape) {}

  func::FuncOp build(ModuleFunctions &functions);

private:
  SmallVector<Type> inputTypes();
  SmallVector<Type> resultTypes();
  SmallVector<Value> takeArguments(StepBuilder &step);
  /// Visits the arguments in the order of a neo.scan: of state, slices and
  /// constants each, all of them and then those that have a tangent.
  void forEach(llvm::function_ref<void(unsigned, bool isTangent)> visit);

  func::FuncOp f, jvp;
  StepShape shape;
  unsigned ends[3] = {shape.carried, shape.firstConstant(), shape.arguments()};
};
} // namespace

void TangentStep::forEach(
    llvm::function_ref<void(unsigned, bool isTangent)> visit) {
  unsigned begin = 0;
  for (unsigned end : ends) {
    for (unsigned i = begin; i < end; ++i)
      visit(i, false);
    for (unsigned i = begin; i < end; ++i)
      if (isDifferentiated(f, i))
        visit(i, true);
    begin = end;
  }
}

SmallVector<Type> TangentStep::inputTypes() {
  SmallVector<Type> types;
  forEach([&](unsigned i, bool) { types.push_back(f.getArgumentTypes()[i]); });
  return types;
}

SmallVector<Type> TangentStep::resultTypes() {
  SmallVector<Type> types;
  ArrayRef<Type> all = f.getResultTypes();
  for (ArrayRef<Type> part :
       {all.take_front(shape.carried), all.drop_front(shape.carried)}) {
    llvm::append_range(types, part);
    llvm::copy_if(part, std::back_inserter(types), isFloatType);
  }
  return types;
}

/// In the order of the derivative: all arguments, then all tangents.
SmallVector<Value> TangentStep::takeArguments(StepBuilder &step) {
  SmallVector<Value> values, tangents;
  forEach([&](unsigned, bool isTangent) {
    (isTangent ? tangents : values).push_back(step.take());
  });
  llvm::append_range(values, tangents);
  return values;
}

func::FuncOp TangentStep::build(ModuleFunctions &functions) {
  StepBuilder step(functions, f, "_forward", inputTypes(), resultTypes());
  SmallVector<Value> returned = step.call(jvp, takeArguments(step));
  ArrayRef<Type> types = f.getResultTypes();
  ArrayRef<Value> values = ArrayRef(returned).take_front(types.size());
  ArrayRef<Value> tangents = ArrayRef(returned).drop_front(types.size());
  unsigned states = countFloats(types.take_front(shape.carried));
  SmallVector<Value> ordered(values.take_front(shape.carried));
  llvm::append_range(ordered, tangents.take_front(states));
  llvm::append_range(ordered, values.drop_front(shape.carried));
  llvm::append_range(ordered, tangents.drop_front(states));
  return step.finish(ordered);
}

func::FuncOp neo::buildTangentStep(func::FuncOp f, func::FuncOp jvp,
                                   const StepShape &shape,
                                   ModuleFunctions &functions) {
  return TangentStep(f, jvp, shape).build(functions);
}
