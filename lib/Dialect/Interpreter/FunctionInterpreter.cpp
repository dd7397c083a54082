//===- FunctionInterpreter.cpp - What a function of tensors computes ------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/DeclaredDerivatives.h"
#include "Neo/Dialect/Identities.h"
#include "Neo/Dialect/Interpreter/Interpreter.h"
#include "Neo/Dialect/Interpreter/TensorText.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

std::optional<ElementKind>
neo::getInterpretedKind(Type type, const InterpreterOptions &options) {
  std::optional<ElementKind> kind = getElementKind(type);
  if (kind && isFloat(*kind) && options.doublePrecision)
    return ElementKind::f64;
  return kind;
}

FailureOr<Tensor> neo::allocateTensor(Operation *op, ElementKind kind,
                                      ArrayRef<int64_t> shape) {
  constexpr int64_t mostBytes = int64_t(1) << 32;
  int64_t bytes = getByteWidth(kind);
  bool overflows = false;
  if (!llvm::is_contained(shape, 0))
    for (int64_t extent : shape)
      overflows |= llvm::MulOverflow(bytes, extent, bytes);
  if (overflows || bytes > mostBytes)
    return op->emitError("a tensor of this operation takes more than ")
           << mostBytes << " bytes, the most that the interpreter allocates";
  return Tensor(kind, shape);
}

namespace {
/// One call of one function.
class FunctionRun {
public:
  FunctionRun(func::FuncOp function, const InterpreterOptions &options)
      : function(function), options(options) {}

  FailureOr<SmallVector<Tensor>> run(ArrayRef<Tensor> inputs);

private:
  LogicalResult bindInputs(ArrayRef<Tensor> inputs);
  LogicalResult bindInput(unsigned i, const Tensor &input);
  LogicalResult execute(Operation &op);
  LogicalResult executeConstant(arith::ConstantOp op);
  LogicalResult executeCall(func::CallOp op);
  LogicalResult executeScan(ScanOp op);
  LogicalResult executeKernel(KernelOp op);
  void executeIdentity(Operation &op);
  SmallVector<const Tensor *> lookup(ValueRange range);
  std::optional<ElementKind> getKind(RankedTensorType type) {
    return getInterpretedKind(type.getElementType(), options);
  }

  func::FuncOp function;
  InterpreterOptions options;
  DenseMap<Value, Tensor> values;
};
} // namespace

/// Does a tensor have the kind and shape of `type`?
static bool fits(const Tensor &tensor, RankedTensorType type) {
  return tensor.getShape() == type.getShape() &&
         getElementKind(type.getElementType()) == tensor.getKind();
}

LogicalResult FunctionRun::bindInput(unsigned i, const Tensor &input) {
  BlockArgument argument = function.getArgument(i);
  auto type = dyn_cast<RankedTensorType>(argument.getType());
  if (!type || !type.hasStaticShape() || !getKind(type))
    return function.emitError("argument #")
           << i << " of '" << function.getSymName() << "' is "
           << argument.getType()
           << "; the interpreter takes tensors of static shape";
  bool isWide = options.doublePrecision && *getKind(type) == input.getKind() &&
                input.getShape() == type.getShape();
  if (!isWide && !fits(input, type))
    return function.emitError("argument #")
           << i << " of '" << function.getSymName() << "' is " << type
           << ", the input given is " << getTypeName(input);
  values[argument] = castTensor(input, *getKind(type));
  return success();
}

LogicalResult FunctionRun::bindInputs(ArrayRef<Tensor> inputs) {
  if (function.isExternal())
    return function.emitError(explainMissingBody(function));
  if (!function.getBody().hasOneBlock())
    return function.emitError("'")
           << function.getSymName() << "' has more than one block; the "
           << "interpreter runs straight-line functions";
  if (inputs.size() != function.getNumArguments())
    return function.emitError("'")
           << function.getSymName() << "' takes " << function.getNumArguments()
           << " tensors, " << inputs.size() << " given";
  for (auto [i, input] : llvm::enumerate(inputs))
    if (failed(bindInput(i, input)))
      return failure();
  return success();
}

SmallVector<const Tensor *> FunctionRun::lookup(ValueRange range) {
  SmallVector<const Tensor *> tensors;
  for (Value value : range)
    tensors.push_back(&values.find(value)->second);
  return tensors;
}

LogicalResult FunctionRun::executeConstant(arith::ConstantOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!type || !elements || !getKind(type))
    return op.emitError("the interpreter takes dense constants of tensors");
  FailureOr<Tensor> tensor =
      allocateTensor(op, *getKind(type), type.getShape());
  if (failed(tensor))
    return failure();
  for (auto [i, value] : llvm::enumerate(elements.getValues<Attribute>()))
    tensor->store(i, getConstant(value));
  values[op.getResult()] = std::move(*tensor);
  return success();
}

LogicalResult FunctionRun::executeCall(func::CallOp op) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, op.getCalleeAttr());
  assert(callee && "the verifier of func.call has looked it up");
  if (options.maxCallDepth == 0)
    return op.emitError("calls are nested too deep for the interpreter; inline "
                        "them, and end recursion, which has no end here");
  InterpreterOptions nested = options;
  --nested.maxCallDepth;
  SmallVector<Tensor> inputs;
  for (const Tensor *tensor : lookup(op.getOperands()))
    inputs.push_back(*tensor);
  FailureOr<SmallVector<Tensor>> results =
      FunctionRun(callee, nested).run(inputs);
  if (failed(results))
    return failure();
  for (auto [value, tensor] : llvm::zip_equal(op.getResults(), *results))
    values[value] = std::move(tensor);
  return success();
}

LogicalResult FunctionRun::executeScan(ScanOp op) {
  FailureOr<SmallVector<Tensor>> results =
      interpretScan(op, lookup(op.getOperands()), options);
  if (failed(results))
    return failure();
  for (auto [value, tensor] : llvm::zip_equal(op.getResults(), *results))
    values[value] = std::move(tensor);
  return success();
}

/// The statements one after another, as if there were no kernel around them.
LogicalResult FunctionRun::executeKernel(KernelOp op) {
  for (auto [argument, operand] :
       llvm::zip_equal(op.getBodyBlock()->getArguments(), op.getOperands())) {
    Tensor tensor = values.find(operand)->second;
    values[argument] = std::move(tensor);
  }
  for (ComputeOp statement : op.getStatements())
    if (failed(execute(*statement)))
      return failure();
  for (auto [given, result] : llvm::zip_equal(op.getGiven(), op.getResults())) {
    Tensor tensor = values.find(given)->second;
    values[result] = std::move(tensor);
  }
  return success();
}

/// The results are the first operands.
void FunctionRun::executeIdentity(Operation &op) {
  for (auto [operand, result] : llvm::zip(op.getOperands(), op.getResults())) {
    Tensor tensor = values.find(operand)->second;
    values[result] = std::move(tensor);
  }
}

static FailureOr<Tensor> interpretOperator(Operation &op,
                                           ArrayRef<const Tensor *> operands,
                                           const InterpreterOptions &options) {
  if (auto compute = dyn_cast<ComputeOp>(op))
    return interpretCompute(compute, operands, options);
  if (auto gather = dyn_cast<GatherOp>(op))
    return interpretGather(gather, operands, options);
  if (auto scatter = dyn_cast<ScatterAddOp>(op))
    return interpretScatterAdd(scatter, operands, options);
  return op.emitError("the interpreter has no rule for this operation; it "
                      "runs neo.compute, arith.constant and func.call");
}

LogicalResult FunctionRun::execute(Operation &op) {
  if (isIdentity(&op)) {
    executeIdentity(op);
    return success();
  }
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return executeConstant(constant);
  if (auto call = dyn_cast<func::CallOp>(op))
    return executeCall(call);
  if (auto scan = dyn_cast<ScanOp>(op))
    return executeScan(scan);
  if (auto kernel = dyn_cast<KernelOp>(op))
    return executeKernel(kernel);
  FailureOr<Tensor> result =
      interpretOperator(op, lookup(op.getOperands()), options);
  if (failed(result))
    return failure();
  values[op.getResult(0)] = std::move(*result);
  return success();
}

FailureOr<SmallVector<Tensor>> FunctionRun::run(ArrayRef<Tensor> inputs) {
  if (failed(bindInputs(inputs)))
    return failure();
  Block &block = function.getBody().front();
  for (Operation &op : block.without_terminator())
    if (failed(execute(op)))
      return failure();
  SmallVector<Tensor> results;
  for (const Tensor *tensor : lookup(block.getTerminator()->getOperands()))
    results.push_back(*tensor);
  return results;
}

FailureOr<SmallVector<Tensor>>
neo::interpret(func::FuncOp function, ArrayRef<Tensor> inputs,
               const InterpreterOptions &options) {
  return FunctionRun(function, options).run(inputs);
}
