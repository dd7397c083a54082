//===- InlineProducer.cpp - Substitution of producers in readers ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Algebra/InlineProducer.h"

#include "Neo/Dialect/RebuildCompute.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace neo;

/// The producer's operands, read from the consumer's loops; a failure if
/// composed indices overflow 64 bits.
static FailureOr<SmallVector<OperandSpec>>
getProducerOperands(ComputeOp consumer, unsigned operand, ComputeOp producer) {
  AffineMap map = consumer.getMap(operand);
  SmallVector<int64_t> extents = consumer.getExtents();
  SmallVector<OperandSpec> operands = getOperandSpecs(producer);
  for (OperandSpec &spec : operands) {
    FailureOr<OperandSpec> read = readAt(spec, map, extents);
    if (failed(read))
      return failure();
    spec = *read;
  }
  return operands;
}

bool neo::canInlineProducer(ComputeOp consumer, unsigned operand,
                            StringRef &reason) {
  auto producer = consumer.getOperand(operand).getDefiningOp<ComputeOp>();
  if (!producer) {
    reason = "the operand is not the result of a neo.compute";
    return false;
  }
  if (producer.getKind() != ReductionKind::none) {
    reason = "the producer reduces: its value is not one expression";
    return false;
  }
  if (consumer.getGuard(operand)) {
    reason = "the read is padded: the pad is not a value of the producer";
    return false;
  }
  if (failed(getProducerOperands(consumer, operand, producer))) {
    reason = "the composed indices leave 64 bits";
    return false;
  }
  return true;
}

ComputeOp neo::inlineProducer(RewriterBase &rewriter, ComputeOp consumer,
                              unsigned operand) {
  auto producer = consumer.getOperand(operand).getDefiningOp<ComputeOp>();
  AffineMap map = consumer.getMap(operand);
  ComputeSpec spec = getSpecWithoutBody(consumer);
  spec.operands.erase(spec.operands.begin() + operand);
  unsigned kept = spec.operands.size();
  llvm::append_range(spec.operands,
                     *getProducerOperands(consumer, operand, producer));
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    IRMapping values;
    Value produced = cloneBodyAt(b, producer, arguments.drop_front(kept), map);
    unsigned next = 0;
    for (auto [i, argument] :
         llvm::enumerate(consumer.getBodyBlock()->getArguments()))
      values.map(argument, i == operand ? produced : arguments[next++]);
    return cloneBody(b, consumer, values);
  };
  spec.body = body;
  return replaceWith(rewriter, consumer, spec);
}
