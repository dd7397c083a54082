//===- ScalarProgram.cpp - The body of a neo.compute, decoded -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Interpreter/ScalarProgram.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace neo;

FailureOr<ScalarProgram>
ScalarProgram::decode(ComputeOp op, const InterpreterOptions &options) {
  ScalarProgram program;
  for (BlockArgument argument : op.getBodyBlock()->getArguments())
    program.addSlot(argument, options);
  for (Operation &inner : op.getBodyBlock()->without_terminator())
    if (failed(program.addOperation(inner, options)))
      return failure();
  program.resultSlot = program.slotOf.lookup(op.getYielded());
  return program;
}

unsigned ScalarProgram::addSlot(Value value,
                                const InterpreterOptions &options) {
  std::optional<ElementKind> kind =
      getInterpretedKind(value.getType(), options);
  assert(kind && "a body works on types that the interpreter knows (C7)");
  unsigned slot = slots.size();
  slots.push_back(makeInteger(0));
  kinds.push_back(*kind);
  slotOf[value] = slot;
  return slot;
}

LogicalResult ScalarProgram::addOperation(Operation &op,
                                          const InterpreterOptions &options) {
  if (op.getNumResults() != 1)
    return op.emitError("the interpreter has no rule for this operation");
  unsigned slot = addSlot(op.getResult(0), options);
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    slots[slot] = makeCanonical(kinds[slot], getConstant(constant.getValue()));
    return success();
  }
  if (auto index = dyn_cast<IndexOp>(op)) {
    loopReads.push_back({slot, unsigned(index.getLoop())});
    return success();
  }
  return addInstruction(op, slot);
}

static int64_t getPredicate(Operation &op) {
  return TypeSwitch<Operation *, int64_t>(&op)
      .Case<arith::CmpFOp, arith::CmpIOp>(
          [](auto compare) { return int64_t(compare.getPredicate()); })
      .Default([](Operation *) { return 0; });
}

LogicalResult ScalarProgram::addInstruction(Operation &op, unsigned result) {
  const ScalarFunction *function =
      findScalarFunction(op.getName().getStringRef());
  if (!function)
    return op.emitError("the interpreter has no rule for this operation");
  Instruction instruction{function,        {}, result, {}, kinds[result],
                          getPredicate(op)};
  for (Value operand : op.getOperands())
    instruction.operands.push_back(slotOf.lookup(operand));
  instruction.from = kinds[instruction.operands.back()];
  if (auto cast = dyn_cast<arith::BitcastOp>(op)) {
    // Bits are those of the types that are written, at every precision.
    instruction.from = *getElementKind(cast.getIn().getType());
    instruction.to = *getElementKind(cast.getType());
  }
  instructions.push_back(std::move(instruction));
  return success();
}

Scalar ScalarProgram::run(const int64_t *loops) {
  for (LoopRead read : loopReads)
    slots[read.slot] = makeInteger(loops[read.loop]);
  for (const Instruction &instruction : instructions) {
    Scalar operands[3];
    for (auto [i, slot] : llvm::enumerate(instruction.operands))
      operands[i] = slots[slot];
    ScalarCall call{operands, instruction.from, instruction.to,
                    instruction.predicate};
    slots[instruction.result] =
        makeCanonical(instruction.to, (*instruction.function)(call));
  }
  return slots[resultSlot];
}
