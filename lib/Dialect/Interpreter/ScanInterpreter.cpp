//===- ScanInterpreter.cpp - What a neo.scan computes ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     state = carry
//     for t in steps (from the last to the first if reverse)
//       state, outputs = step(state, slice t of every stack, constants)
//       slice t of every stacked result = outputs
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Interpreter/Interpreter.h"

#include <cstring>

using namespace mlir;
using namespace neo;

namespace {
class ScanRun {
public:
  ScanRun(ScanOp op, ArrayRef<const Tensor *> operands,
          const InterpreterOptions &options)
      : op(op), operands(operands), options(options) {}

  FailureOr<SmallVector<Tensor>> run();

private:
  LogicalResult allocateStacks();
  SmallVector<Tensor> gatherInputs(int64_t slice);
  LogicalResult takeStep(func::FuncOp step, int64_t slice);

  ScanOp op;
  ArrayRef<const Tensor *> operands;
  InterpreterOptions options;
  SmallVector<Tensor> state, stacks;
};
} // namespace

LogicalResult ScanRun::allocateStacks() {
  for (Value stack : op.getStacks()) {
    auto type = cast<RankedTensorType>(stack.getType());
    FailureOr<Tensor> tensor =
        allocateTensor(op, *getInterpretedKind(type.getElementType(), options),
                       type.getShape());
    if (failed(tensor))
      return failure();
    stacks.push_back(std::move(*tensor));
  }
  return success();
}

SmallVector<Tensor> ScanRun::gatherInputs(int64_t slice) {
  unsigned carried = op.getCarry().size(), over = op.getOver().size();
  SmallVector<Tensor> inputs(state);
  for (const Tensor *stack : operands.slice(carried, over)) {
    Tensor tensor(stack->getKind(), stack->getShape().drop_front());
    size_t bytes = tensor.getNumBytes();
    std::memcpy(tensor.getData(), stack->getData() + slice * bytes, bytes);
    inputs.push_back(std::move(tensor));
  }
  for (const Tensor *constant : operands.drop_front(carried + over))
    inputs.push_back(*constant);
  return inputs;
}

LogicalResult ScanRun::takeStep(func::FuncOp step, int64_t slice) {
  FailureOr<SmallVector<Tensor>> results =
      interpret(step, gatherInputs(slice), options);
  if (failed(results))
    return failure();
  for (auto [i, tensor] : llvm::enumerate(*results)) {
    if (i < state.size()) {
      state[i] = std::move(tensor);
      continue;
    }
    size_t bytes = tensor.getNumBytes();
    std::memcpy(stacks[i - state.size()].getData() + slice * bytes,
                tensor.getData(), bytes);
  }
  return success();
}

FailureOr<SmallVector<Tensor>> ScanRun::run() {
  func::FuncOp step = op.lookupStep();
  if (options.maxCallDepth == 0)
    return op.emitError("scans are nested too deep for the interpreter; inline "
                        "them, and end recursion, which has no end here");
  --options.maxCallDepth;
  for (const Tensor *initial : operands.take_front(op.getCarry().size()))
    state.push_back(*initial);
  if (failed(allocateStacks()))
    return failure();
  int64_t steps = op.getSteps();
  for (int64_t t = 0; t < steps; ++t)
    if (failed(takeStep(step, op.getReverse() ? steps - 1 - t : t)))
      return failure();
  llvm::append_range(state, stacks);
  return std::move(state);
}

FailureOr<SmallVector<Tensor>>
neo::interpretScan(ScanOp op, ArrayRef<const Tensor *> operands,
                   const InterpreterOptions &options) {
  return ScanRun(op, operands, options).run();
}
