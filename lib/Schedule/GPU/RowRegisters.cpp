//===- RowRegisters.cpp - What rows take of a thread's registers ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RowRegisters.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/GPUSchedule.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace neo;

int64_t neo::getWidestBytes(ArrayRef<GPURowStatement> statements) {
  int64_t bytes = 2;
  for (const GPURowStatement &statement : statements) {
    ComputeOp compute = statement.op;
    bytes = std::max(bytes, getElementBytes(compute.getType()));
    for (Type type : compute->getOperandTypes())
      bytes = std::max(bytes, getElementBytes(cast<RankedTensorType>(type)));
  }
  return bytes;
}

/// Is `tensor` read column by column by `reader`?
static bool readsColumns(const GPURowStatement &reader, Value tensor) {
  ComputeOp compute = reader.op;
  for (unsigned operand = 0; operand < compute.getNumOperands(); ++operand)
    if (compute.getOperand(operand) == tensor &&
        dependsOnAnyLoop(compute, operand, reader.columns))
      return true;
  return false;
}

int64_t neo::countHeldBytes(ArrayRef<GPURowStatement> statements,
                            int64_t least) {
  struct Lifetime {
    size_t first, last;
  };
  llvm::MapVector<Value, Lifetime> lifetimes;
  for (auto [number, statement] : llvm::enumerate(statements)) {
    for (Value operand : ComputeOp(statement.op)->getOperands())
      if (readsColumns(statement, operand))
        lifetimes.insert({operand, {number, number}}).first->second.last =
            number;
    if (!statement.columns.empty())
      lifetimes.insert({ComputeOp(statement.op).getResult(), {number, number}});
  }
  int64_t most = 0;
  for (size_t behind = 1; behind < statements.size(); ++behind) {
    int64_t bytes = 0;
    for (auto &[tensor, lifetime] : lifetimes)
      if (lifetime.first < behind && behind <= lifetime.last)
        bytes += std::max(
            least, getElementBytes(cast<RankedTensorType>(tensor.getType())));
    most = std::max(most, bytes);
  }
  return most;
}

int64_t neo::countGuardedReads(ArrayRef<GPURowStatement> statements) {
  int64_t most = 0;
  for (const GPURowStatement &statement : statements) {
    ComputeOp compute = statement.op;
    int64_t guarded = 0;
    for (unsigned operand = 0; operand < compute.getNumOperands(); ++operand)
      guarded += compute.getGuard(operand) && !statement.columns.empty();
    most = std::max(most, guarded);
  }
  return most;
}

/// Is an argument of any size reduced by multiples of pi?
static bool reducesArguments(ArrayRef<GPURowStatement> statements) {
  return llvm::any_of(statements, [](const GPURowStatement &statement) {
    ComputeOp compute = statement.op;
    return compute
        ->walk([](Operation *inner) {
          return isa<math::SinOp, math::CosOp, math::TanOp>(inner)
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  });
}

/// Addresses, sums and temporary values, which of f64 are pairs. Fitted to what
/// ptxas spills of norms and softmax in rows of 8192 and more, and with sines
/// of the first column.
OtherRegisters neo::countOtherRegisters(ArrayRef<GPURowStatement> statements) {
  constexpr OtherRegisters ofWords = {32, 40}, ofPairs = {40, 64};
  constexpr int64_t ofReduction = 32;
  OtherRegisters others = getWidestBytes(statements) > 4 ? ofPairs : ofWords;
  if (reducesArguments(statements)) {
    others.usual += ofReduction;
    others.ofMany = std::max(others.ofMany, others.usual);
  }
  return others;
}
