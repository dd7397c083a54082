//===- StatementEmitter.cpp - A neo.compute in a kernel -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StatementEmitter.h"

#include "MatrixProduct.h"
#include "ReductionJoin.h"
#include "StagedLoop.h"
#include "TermSums.h"

#include "Neo/Conversion/RolledLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace neo;

StatementEmitter::StatementEmitter(KernelState &state, ComputeOp op,
                                   GPUScheduleAttr schedule)
    : state(state), op(op), schedule(schedule), space(op, schedule.getAxes()),
      values(state.b, state.loc, space.getSizes()),
      body(state, space, values, op, schedule),
      outputs(space.getPoints(
          [&](unsigned axis) { return !isReduced(op, space.getAxis(axis)); })) {
  bindThread(state, space, values);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

bool StatementEmitter::isStep(unsigned dim, bool reduced) {
  const AxisSpace::Dim &it = space.getDims()[dim];
  return it.unit == GPUUnit::step &&
         isReduced(op, space.getAxis(it.axis)) == reduced;
}

/// A loop over each step dimension from `dim` on, the innermost split inside.
void StatementEmitter::emitOutputSteps(unsigned dim, Body inner) {
  if (dim == space.getDims().size())
    return inner();
  // Dimensions of an axis go from the innermost split on: the last is outside.
  unsigned reversed = space.getDims().size() - 1 - dim;
  if (!isStep(reversed, false))
    return emitOutputSteps(dim + 1, inner);
  OpBuilder &b = state.b;
  auto loop = scf::ForOp::create(b, state.loc, state.constant(0),
                                 state.constant(space.getSizes()[reversed]),
                                 state.constant(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  values.openScope();
  values.bind(reversed, loop.getInductionVar());
  emitOutputSteps(dim + 1, inner);
  values.closeScope();
}

SmallVector<Value> StatementEmitter::emitReducedSteps(unsigned dim,
                                                      ValueRange initial,
                                                      Reduced inner) {
  if (dim == space.getDims().size())
    return inner(initial);
  unsigned reversed = space.getDims().size() - 1 - dim;
  if (!isStep(reversed, true))
    return emitReducedSteps(dim + 1, initial, inner);
  OpBuilder &b = state.b;
  auto loop = scf::ForOp::create(b, state.loc, state.constant(0),
                                 state.constant(space.getSizes()[reversed]),
                                 state.constant(1), initial);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  values.openScope();
  body.forget();
  values.bind(reversed, loop.getInductionVar());
  SmallVector<Value> sums =
      emitReducedSteps(dim + 1, loop.getRegionIterArgs(), inner);
  scf::YieldOp::create(b, state.loc, sums);
  if (llvm::is_contained(schedule.getRolled(),
                         int64_t(space.getDims()[reversed].axis)))
    keepRolled(loop);
  values.closeScope();
  body.forget();
  return SmallVector<Value>(loop.getResults());
}

//===----------------------------------------------------------------------===//
// Computing
//===----------------------------------------------------------------------===//

SmallVector<Value> StatementEmitter::emitSums(ValueRange initial) {
  TermSums terms(space, op, body, outputs, schedule.getOverlap());
  if (!hasWindows(schedule))
    return emitReducedSteps(
        0, initial, [&](ValueRange sums) { return terms.addAll(sums); });
  MatrixProduct product(state, space, values, op, schedule);
  StepCode &code = schedule.getMma() ? static_cast<StepCode &>(product) : terms;
  return emitStagedLoop(state, space, values, op, schedule, body, initial,
                        code);
}

SmallVector<Value> StatementEmitter::emitReduction() {
  SmallVector<Value> identity = body.identity(), initial;
  for (size_t i = 0; i < outputs.size(); ++i)
    llvm::append_range(initial, identity);
  SmallVector<Value> sums = emitSums(initial);
  SmallVector<Value> joined;
  size_t parts = identity.size();
  for (size_t i = 0; i < outputs.size(); ++i)
    llvm::append_range(
        joined, joinThreads(state, space, op, body,
                            ValueRange(sums).slice(i * parts, parts), 0));
  return joined;
}

/// What this block has joined, one buffer after the other.
void StatementEmitter::storeParts(ValueRange joined) {
  size_t parts = joined.size() / outputs.size();
  for (auto [part, buffer] : llvm::enumerate(state.parts)) {
    SmallVector<Value> stored;
    for (size_t i = 0; i < outputs.size(); ++i)
      stored.push_back(joined[i * parts + part]);
    ResultStore(state, space, values, op, schedule, buffer)
        .store(outputs, stored);
  }
}

/// The element of the result whose number among the outputs is `number`.
Value StatementEmitter::finish(ValueRange joined, size_t number) {
  size_t parts = joined.size() / outputs.size();
  return body.finish(joined.slice(number * parts, parts));
}

void StatementEmitter::emitTile() {
  body.forget();
  SmallVector<Value> results;
  // Without reduction loops there is one term, which `where` may leave out.
  if (op.getKind() != ReductionKind::none) {
    SmallVector<Value> joined = emitReduction();
    if (schedule.getJoin())
      return storeParts(joined);
    for (size_t i = 0; i < outputs.size(); ++i)
      results.push_back(finish(joined, i));
  } else {
    if (hasWindows(schedule))
      copyWindowsOnce(state, space, op, schedule);
    for (const Point &output : outputs)
      results.push_back(body.evaluate(output));
  }
  // Other statements of the kernel read results where this thread made them.
  for (auto [output, result] : llvm::zip_equal(outputs, results))
    state.registers[op.getResult()][getKey(output)] = result;
  if (std::optional<ResultStore> store = makeStore())
    store->store(outputs, results);
}

void StatementEmitter::emit() {
  emitOutputSteps(0, [&] { emitTile(); });
}

//===----------------------------------------------------------------------===//
// In pieces
//===----------------------------------------------------------------------===//

KernelState::Key StatementEmitter::getKey(const Point &output) const {
  ComputeOp compute = op;
  SmallVector<unsigned> axes;
  for (unsigned loop = 0; loop < compute.getNumOutputLoops(); ++loop)
    if (!llvm::is_contained(axes, space.getAxisOf(loop)))
      axes.push_back(space.getAxisOf(loop));
  return keyOf(space, axes, output);
}

Value StatementEmitter::getElement(const Point &output) {
  return state.getElement(op.getResult(), getKey(output));
}

std::optional<ResultStore> StatementEmitter::makeStore() {
  Value buffer = state.buffers.lookup(op.getResult());
  if (!buffer)
    return std::nullopt;
  return ResultStore(state, space, values, op, schedule, buffer);
}

void StatementEmitter::closeScope() {
  values.closeScope();
  body.forget();
  state.registers.erase(op.getResult());
}

void StatementEmitter::defer() {
  SmallVector<Value> joined;
  if (op.getKind() != ReductionKind::none)
    joined = emitReduction();
  std::map<KernelState::Key, size_t> numbers;
  for (auto [number, output] : llvm::enumerate(outputs))
    numbers[getKey(output)] = number;
  state.makers[op.getResult()] = [this, joined, numbers](const auto &key) {
    size_t number = numbers.at(key);
    return joined.empty() ? body.evaluate(outputs[number])
                          : finish(joined, number);
  };
}
