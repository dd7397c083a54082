//===- RowLoops.cpp - The sweeps over the rows of a kernel ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RowLoops.h"

#include "LanePosition.h"
#include "Scratch.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

RowLoops::RowLoops(OpBuilder &b, Location loc, const RowPlan &plan,
                   ValueRange buffers)
    : b(b), loc(loc), plan(plan),
      results(buffers.drop_front(plan.op->getNumOperands())) {
  for (auto [s, statement] : llvm::enumerate(plan.statements)) {
    SmallVector<Value> operands;
    for (Value operand : ComputeOp(statement.op).getOperands()) {
      auto argument = dyn_cast<BlockArgument>(operand);
      operands.push_back(argument ? buffers[argument.getArgNumber()] : Value());
    }
    writers.push_back(
        std::make_unique<Writer>(b, loc, statement, std::move(operands)));
    Writer &writer = *writers.back();
    writer.body.readFrom([this, s = s](unsigned operand, const TilePoint &p) {
      return supply(s, operand, p);
    });
    if (statement.reducesRows)
      writer.partial = results[statement.results.front()];
    writer.state.streams = streamsRows(plan, statement) ||
                           plan.sweeps[statement.sweep].peeled == s;
    allocateScratch(s);
  }
}

void RowLoops::allocateScratch(unsigned s) {
  const RowStatement &statement = plan.statements[s];
  if (!statement.needsScratch)
    return;
  Type element =
      storageType(ComputeOp(statement.op).getType().getElementType());
  int64_t padded = llvm::alignTo(statement.keptElements, 64);
  writers[s]->scratch.resize(statement.keptRows);
  for (auto &kept : writers[s]->scratch)
    for (int64_t row = 0; row < plan.rows; ++row)
      kept.push_back(neo::allocateScratch(b, loc, padded, element,
                                          statement.keptElements));
}

void RowLoops::setLoop(unsigned loop, Value value) {
  for (auto [s, statement, writer] : llvm::enumerate(plan.statements, writers))
    if (int own = statement.loops[loop];
        own >= 0 && stageOf(s) == entered.value_or(stageOf(s)))
      writer->state.origin[own] = writer->kept.origin[own] = value;
}

void RowLoops::setChunk(Value chunk) {
  for (auto [statement, writer] : llvm::zip_equal(plan.statements, writers))
    if (statement.reducesRows)
      writer->kept.origin.back() = chunk;
}

TilePoint RowLoops::withChunk(const TilePoint &point) const {
  TilePoint extended = point;
  extended.offsets.push_back(0);
  return extended;
}

TilePoint RowLoops::pointAt(unsigned s, int64_t row, int64_t vector,
                            int64_t validLanes) const {
  const RowStatement &statement = plan.statements[s];
  const RowSweep &sweep = plan.sweeps[statement.sweep];
  TilePoint point{SmallVector<int64_t>(statement.nest.loops.size(), 0),
                  validLanes};
  point.offsets[statement.loops[plan.rowLoop]] = row;
  if (!sweep.loops.empty())
    point.offsets[statement.loops[sweep.loops.back()]] = vector * sweep.lanes;
  return point;
}

Value RowLoops::broadcast(TileState &state, Value number) {
  return vector::BroadcastOp::create(b, loc, state.vectorOf(number.getType()),
                                     number);
}

/// The operand that another statement has produced for the row of `point`; null
/// if none has.
Value RowLoops::supply(unsigned s, unsigned operand, const TilePoint &point) {
  const RowStatement &statement = plan.statements[s];
  std::optional<unsigned> p = statement.producers[operand];
  if (!p)
    return {};
  const RowStatement &producer = plan.statements[*p];
  TileState &state = writers[s]->state;
  int64_t row = point.offsets[statement.loops[plan.rowLoop]];
  unsigned delay = stageOf(s) - stageOf(*p);
  if (!producer.hasInnerOutputs)
    return broadcast(state, delay ? writers[*p]->earlier[delay - 1][row]
                                  : writers[*p]->numbers[row]);
  if (statement.isFresh[operand])
    return writers[*p]->fresh;
  return readOperand(state, statement.nest.operands[operand],
                     writers[*p]->scratch[delay % producer.keptRows][row],
                     point);
}

/// Stores are deferred to the end of a step: a load after a store to an address
/// with the same low 12 bits waits for it (4K aliasing).
void RowLoops::store(TileState &state, Value value, Value buffer,
                     const TilePoint &point) {
  auto run = [&state, value, buffer, point] {
    storeResult(state, value, buffer, point);
  };
  if (waiting)
    waiting->push_back(run);
  else
    run();
}

/// Stores a finished element or vector to the scratch row and the results that
/// need it.
void RowLoops::deliver(unsigned s, int64_t row, Value value,
                       const TilePoint &point) {
  const RowStatement &statement = plan.statements[s];
  Writer &writer = *writers[s];
  for (unsigned result : statement.results)
    store(writer.state, value, results[result], point);
  if (statement.needsScratch)
    store(writer.kept, value, writer.scratch.front()[row], point);
  if (!statement.hasInnerOutputs) {
    if (isa<VectorType>(value.getType()))
      value = vector::ExtractOp::create(b, loc, value, 0);
    writer.numbers[row] = value;
    return;
  }
  writer.fresh = value;
}

void RowLoops::emitRows(int64_t count) {
  rows = count;
  for (auto &writer : writers)
    writer->numbers.assign(rows, Value());
  for (const RowSweep &sweep : plan.sweeps)
    emitSweep(sweep);
}

void RowLoops::emitSweep(const RowSweep &sweep) {
  for (unsigned s : sweep.statements)
    writers[s]->accumulators.clear();
  emitLevel(sweep, 0);
}

void RowLoops::emitLevel(const RowSweep &sweep, unsigned level) {
  if (level == sweep.loops.size())
    return emitVectors(sweep, 1, 1);
  for (unsigned s : sweep.statements)
    if (plan.statements[s].firstReduced == level && !plan.statements[s].twin)
      for (int64_t i = 0; i < rows * sweep.vectors; ++i)
        llvm::append_range(writers[s]->accumulators,
                           writers[s]->body.identity());
  unsigned loop = sweep.loops[level];
  if (sweep.peeled)
    emitPeeledSweep(sweep);
  else if (level + 1 == sweep.loops.size())
    emitVectors(sweep);
  else
    emitLoop(sweep, loop, plan.loops[loop].extent, 1,
             [&] { emitLevel(sweep, level + 1); });
  auto ends = [&](unsigned s) {
    return plan.statements[s].firstReduced == level;
  };
  for (unsigned s : sweep.statements)
    if (ends(s))
      finishReduction(s);
  for (unsigned s : sweep.statements)
    if (ends(s))
      writers[s]->accumulators.clear();
}

/// A loop from 0 that carries the accumulators of the sweep.
void RowLoops::emitLoop(const RowSweep &sweep, unsigned loop, int64_t to,
                        int64_t step, llvm::function_ref<void()> emitInside) {
  SmallVector<Value> carried;
  for (unsigned s : sweep.statements)
    llvm::append_range(carried, writers[s]->accumulators);
  auto spread = [&](ValueRange values) {
    for (unsigned s : sweep.statements)
      for (Value &accumulator : writers[s]->accumulators) {
        accumulator = values.front();
        values = values.drop_front();
      }
  };
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value end = arith::ConstantIndexOp::create(b, loc, to);
  Value by = arith::ConstantIndexOp::create(b, loc, step);
  auto forOp = scf::ForOp::create(b, loc, zero, end, by, carried);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(forOp.getBody());
    setLoop(loop, forOp.getInductionVar());
    spread(forOp.getRegionIterArgs());
    emitInside();
    SmallVector<Value> next;
    for (unsigned s : sweep.statements)
      llvm::append_range(next, writers[s]->accumulators);
    if (!next.empty())
      scf::YieldOp::create(b, loc, next);
  }
  spread(forOp.getResults());
}

/// The innermost loop of a sweep.
void RowLoops::emitVectors(const RowSweep &sweep) {
  unsigned loop = sweep.loops.back();
  int64_t extent = plan.loops[loop].extent;
  int64_t step = sweep.lanes * sweep.vectors, whole = extent / step * step;
  if (whole > 0)
    emitLoop(sweep, loop, whole, step,
             [&] { emitVectors(sweep, sweep.vectors, sweep.lanes); });
  if (whole == extent)
    return;
  setLoop(loop, arith::ConstantIndexOp::create(b, loc, whole));
  int64_t count = llvm::divideCeil(extent - whole, sweep.lanes);
  emitVectors(sweep, count, extent - whole - (count - 1) * sweep.lanes);
}

/// `count` vectors of every row, of which the last has `validLanes` lanes.
/// Vectors of one row are emitted one after the other, so that stores to a line
/// are adjacent and combine.
void RowLoops::emitVectors(const RowSweep &sweep, int64_t count,
                           int64_t validLanes) {
  std::vector<std::function<void()>> stores;
  waiting = plan.stages > 1 ? &stores : nullptr;
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t vector = 0; vector < count; ++vector) {
      int64_t valid = vector + 1 == count ? validLanes : sweep.lanes;
      emitVector(sweep, row, vector, valid);
    }
  waiting = nullptr;
  if (!stores.empty())
    writers.front()->state.emitLoadBarrier();
  for (auto &store : stores)
    store();
}

void RowLoops::emitVector(const RowSweep &sweep, int64_t row, int64_t vector,
                          int64_t validLanes) {
  emitPrefetches(sweep, row, vector);
  for (unsigned s : sweep.statements) {
    writers[s]->body.startStep();
    emitStatement(s, row, vector, pointAt(s, row, vector, validLanes));
  }
}

void RowLoops::emitStatement(unsigned s, int64_t row, int64_t vector,
                             const TilePoint &point) {
  const RowStatement &statement = plan.statements[s];
  Writer &writer = *writers[s];
  const RowSweep &sweep = plan.sweeps[statement.sweep];
  if (statement.twin)
    return;
  if (statement.firstReduced < sweep.loops.size()) {
    size_t each = writer.accumulators.size() / (rows * sweep.vectors);
    size_t at = (row * sweep.vectors + vector) * each;
    SmallVector<Value> joined = writer.body.accumulate(
        ArrayRef(writer.accumulators).slice(at, each), point);
    llvm::copy(joined, writer.accumulators.begin() + at);
    return;
  }
  if (statement.reducesRows)
    return addToColumn(s, row, vector, point);
  ComputeOp op = statement.op;
  if (op.getKind() == ReductionKind::none)
    return deliver(s, row, writer.body.evaluate(point), point);
  SmallVector<Value> term =
      writer.body.accumulate(writer.body.identity(), point);
  deliver(s, row, writer.body.finish(term), point);
}

Value RowLoops::readPartial(unsigned s, const TilePoint &point) {
  Writer &writer = *writers[s];
  Type element = writer.body.accumulatorType();
  NestOperand partial{RankedTensorType::get({1}, element),
                      plan.statements[s].kept.output,
                      {},
                      {}};
  return readOperand(writer.kept, partial, writer.partial, withChunk(point));
}

/// Sums the rows of a vector before it is added to the partial row.
void RowLoops::addToColumn(unsigned s, int64_t row, int64_t vector,
                           const TilePoint &point) {
  Writer &writer = *writers[s];
  if (row == 0) {
    writer.columns.resize(vector + 1);
    writer.columns[vector] = readPartial(s, point);
  }
  Value &column = writer.columns[vector];
  column = writer.body.accumulate(column, point).front();
  if (row == rows - 1)
    store(writer.kept, column, writer.partial, withChunk(point));
}

/// The accumulators of a row, combined over its vectors.
SmallVector<Value> RowLoops::joinVectors(unsigned s, int64_t row) {
  Writer &writer = *writers[s];
  int64_t vectors = plan.sweeps[plan.statements[s].sweep].vectors;
  size_t each = writer.accumulators.size() / (rows * vectors);
  SmallVector<Value> joined(
      ArrayRef(writer.accumulators).slice(row * vectors * each, each));
  ComputeOp op = plan.statements[s].op;
  bool max = op.getKind() == ReductionKind::argmax;
  for (int64_t vector = 1; vector < vectors; ++vector) {
    auto next = ArrayRef(writer.accumulators)
                    .slice((row * vectors + vector) * each, each);
    if (writer.body.findsPosition())
      joined = joinFirst(b, loc, max, joined, next);
    else
      joined.front() = writer.body.join(joined.front(), next.front());
  }
  return joined;
}

/// Finishes a reduction after the loops that the statement reduces.
void RowLoops::finishReduction(unsigned s) {
  const RowStatement &statement = plan.statements[s];
  Writer &writer = *writers[s];
  for (int64_t row = 0; row < rows; ++row) {
    SmallVector<Value> joined = joinVectors(statement.twin.value_or(s), row);
    if (statement.twin)
      joined.truncate(1);
    Value value = writer.body.finish(joined);
    TilePoint point = pointAt(s, row, 0, 1);
    if (!statement.reducesRows) {
      deliver(s, row, value, point);
      continue;
    }
    if (isa<VectorType>(value.getType()))
      value = vector::ExtractOp::create(b, loc, value, 0);
    if (value.getType() != writer.body.accumulatorType())
      value =
          arith::ExtFOp::create(b, loc, writer.body.accumulatorType(), value);
    Value before = readPartial(s, point);
    before = vector::ExtractOp::create(b, loc, before, 0);
    storeScalar(writer.kept, writer.body.join(before, value), writer.partial,
                withChunk(point));
  }
}

/// Stores `value` at every element of the partial row, from inner loop `level`
/// of the sweep on.
void RowLoops::fillPartial(unsigned s, Value value, unsigned level) {
  const RowStatement &statement = plan.statements[s];
  const RowSweep &sweep = plan.sweeps[statement.sweep];
  Writer &writer = *writers[s];
  if (level == sweep.loops.size())
    return storeScalar(writer.kept, value, writer.partial,
                       withChunk(pointAt(s, 0, 0, 1)));
  int own = statement.loops[sweep.loops[level]];
  if (statement.nest.loops[own].isReduction)
    return fillPartial(s, value, level + 1);
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Value end =
      arith::ConstantIndexOp::create(b, loc, statement.nest.loops[own].extent);
  auto forOp = scf::ForOp::create(b, loc, zero, end, one);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(forOp.getBody());
  writer.kept.origin[own] = forOp.getInductionVar();
  fillPartial(s, value, level + 1);
}

void RowLoops::clearPartials() {
  for (unsigned s = 0; s < writers.size(); ++s) {
    if (!plan.statements[s].reducesRows)
      continue;
    Value identity = writers[s]->body.identity().front();
    fillPartial(s, vector::ExtractOp::create(b, loc, identity, 0), 0);
  }
}
