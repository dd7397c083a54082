//===- LibraryLanes.cpp - Lanes that the C library computes ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "LibraryLanes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace neo;

/// `value` as a vector of one dimension; scalars as they are.
static Value flatten(OpBuilder &b, Location loc, Value value) {
  auto type = dyn_cast<VectorType>(value.getType());
  if (!type || type.getRank() == 1)
    return value;
  auto flat = VectorType::get(type.getNumElements(), type.getElementType());
  return vector::ShapeCastOp::create(b, loc, flat, value);
}

/// Does it hold in any lane?
static Value holdsAnywhere(OpBuilder &b, Location loc, Value truth) {
  if (!isa<VectorType>(truth.getType()))
    return truth;
  return vector::ReductionOp::create(b, loc, vector::CombiningKind::OR,
                                     flatten(b, loc, truth));
}

static Value callOnce(OpBuilder &b, Operation *op, ArrayRef<Value> numbers) {
  OperationState call(op->getLoc(), op->getName().getStringRef());
  call.addOperands(numbers);
  call.addTypes(numbers.front().getType());
  call.addAttribute(libraryCall, b.getUnitAttr());
  return b.create(call)->getResult(0);
}

static Value callForEachLane(OpBuilder &b, Operation *op,
                             ArrayRef<Value> operands) {
  Location loc = op->getLoc();
  Type type = operands.front().getType();
  if (!isa<VectorType>(type))
    return callOnce(b, op, operands);
  auto flat = llvm::map_to_vector(
      operands, [&](Value operand) { return flatten(b, loc, operand); });
  auto body = [&](OpBuilder &b, Location loc, Value lane, ValueRange state) {
    auto numbers = llvm::map_to_vector(flat, [&](Value operand) -> Value {
      return vector::ExtractOp::create(b, loc, operand, lane);
    });
    Value result = callOnce(b, op, numbers);
    Value next = vector::InsertOp::create(b, loc, result, state[0], lane);
    scf::YieldOp::create(b, loc, next);
  };
  auto index = [&](int64_t n) {
    return arith::ConstantIndexOp::create(b, loc, n);
  };
  int64_t lanes = cast<VectorType>(type).getNumElements();
  auto loop = scf::ForOp::create(b, loc, index(0), index(lanes), index(1),
                                 ValueRange{flat.front()}, body);
  return vector::ShapeCastOp::create(b, loc, type, loop.getResult(0));
}

Float neo::correctByLibrary(OpBuilder &b, Operation *op, Truth outside,
                            ArrayRef<Float> operands, Float result) {
  Location loc = op->getLoc();
  SmallVector<Value> values(operands.begin(), operands.end());
  auto correct = [&](OpBuilder &b, Location loc) {
    Value exact = callForEachLane(b, op, values);
    Value chosen =
        arith::SelectOp::create(b, loc, Value(outside), exact, Value(result));
    scf::YieldOp::create(b, loc, chosen);
  };
  auto keep = [&](OpBuilder &b, Location loc) {
    scf::YieldOp::create(b, loc, Value(result));
  };
  Value anywhere = holdsAnywhere(b, loc, outside);
  auto branch = scf::IfOp::create(b, loc, anywhere, correct, keep);
  return Float(b, loc, branch.getResult(0));
}
