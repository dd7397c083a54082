//===- RowStages.cpp - Sweeps over different rows in one loop -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Sweeps over a row follow one another since each needs a number that the one
// before has to finish. One of them waits for memory, one for a polynomial and
// one for its stores, while everything else of the processor stands still. So
// sweeps over *different* rows share one loop:
//
//     softmax     for row r, for j
//                   stage 2   y[r - 2, j] = e[j] / s
//                   stage 1   e[j] = exp(x[r - 1, j] - m), s' = sum e
//                   stage 0   m' = max x[r, j]
//
// A stage is a sweep over the inner loop and what has no loop after it. Numbers
// of a row (m, s) are carried to the step in which a later stage comes to that
// row. A scratch row is free for the next one where its last reader has passed,
// which is the same step of j, so that a row that the next stage reads needs no
// second copy. In the first and the last steps some stages have no row, and the
// others run one by one.
//
// Short rows are done before it pays, and of long ones the first-level cache
// has to hold what several stages read: layer norm with gradients of rows of
// 4096 numbers took 9.6 ms for 8.9. Two rows go through each stage at once
// where it holds both. Rows of which nothing is left there wait for the second
// level in any case; if results are streaming stores, stages write and read
// memory at the same time, as long as the second level holds what they read:
// batch norm, a row of which is a channel of 16 pictures of 56 x 56 pixels
// (200 KB), takes .45 ms for .63.
//
// Each step of j stores last what it stores. Rows of 512 numbers and results
// that begin a page put y[r - 2, j] where x[r, j] is, but for whole pages, and
// a load behind such a store waits for it.
//
//===----------------------------------------------------------------------===//

#include "RowLoops.h"

#include "Neo/Dialect/ElementBytes.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace neo;

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

/// Does a reader find what `producer` keeps at the place where the step of the
/// loops that it is in puts the next?
static bool readsSamePlace(const RowPlan &plan, const RowStatement &reader,
                           unsigned operand, const RowStatement &producer) {
  const NestOperand &read = reader.nest.operands[operand];
  const LinearForm &kept = producer.kept.output;
  if (!read.guard.empty() || read.access.irregular.any() ||
      kept.irregular.any() || read.access.constant() != kept.constant())
    return false;
  auto coefficient = [](const LinearForm &form, int own) {
    return own < 0 ? 0 : form.coefficients[own];
  };
  for (unsigned loop = plan.sharedLoops; loop < plan.loops.size(); ++loop)
    if (coefficient(read.access, reader.loops[loop]) !=
        coefficient(kept, producer.loops[loop]))
      return false;
  return true;
}

/// Part of the first-level cache that rows in work may fill.
constexpr int64_t nearBytes = 32 << 10;

/// How long results are kept.
static void chooseDelays(RowPlan &plan) {
  for (RowStatement &reader : plan.statements)
    for (auto [i, p] : llvm::enumerate(reader.producers)) {
      if (!p)
        continue;
      RowStatement &producer = plan.statements[*p];
      unsigned delay =
          plan.sweeps[reader.sweep].stage - plan.sweeps[producer.sweep].stage;
      bool reuses = readsSamePlace(plan, reader, i, producer);
      producer.delay = std::max(producer.delay, delay);
      producer.keptRows = std::max(producer.keptRows, delay + !reuses);
    }
}

/// What stages come to again if `rows` rows go together, in bytes: operands
/// from the first stage that reads them to the last, scratch rows and sums.
static int64_t bytesInWork(const RowPlan &plan, int64_t rows) {
  struct Span {
    int64_t row, rows;
    unsigned first, last;
  };
  llvm::MapVector<Value, Span> spans;
  int64_t bytes = 0;
  for (const RowStatement &statement : plan.statements) {
    unsigned stage = plan.sweeps[statement.sweep].stage;
    for (auto [i, read] : llvm::enumerate(statement.nest.operands)) {
      if (statement.producers[i])
        continue;
      bool moves = read.dependsOn(statement.loops[plan.rowLoop]);
      Span &span = spans
                       .try_emplace(ComputeOp(statement.op).getOperand(i),
                                    Span{bytesOfRow(plan, statement, read),
                                         moves ? rows : 0, stage, stage})
                       .first->second;
      span.first = std::min(span.first, stage);
      span.last = std::max(span.last, stage);
    }
    int64_t kept = statement.keptElements *
                   getElementBytes(ComputeOp(statement.op).getType());
    if (statement.needsScratch)
      bytes += rows * statement.keptRows * kept;
    else if (statement.reducesRows)
      bytes += kept;
  }
  for (auto &[operand, span] : spans)
    bytes += span.row *
             std::max<int64_t>(1, span.rows * (span.last - span.first + 1));
  return bytes;
}

/// Do all sweeps that have loops walk the same ones, in the same vectors?
static bool walkSameLoops(const RowPlan &plan) {
  const RowSweep *first = nullptr;
  return llvm::all_of(plan.sweeps, [&](const RowSweep &sweep) {
    if (sweep.loops.empty())
      return true;
    if (!first)
      first = &sweep;
    return sweep.loops == first->loops && sweep.lanes == first->lanes;
  });
}

/// Is a result written by streaming stores?
static bool hasStreamingStores(const RowPlan &plan) {
  return llvm::any_of(plan.statements, [&](const RowStatement &statement) {
    return streamsRows(plan, statement);
  });
}

unsigned RowPlan::possibleStages() const {
  unsigned begun = 0;
  for (const RowSweep &sweep : sweeps)
    begun += !sweep.loops.empty();
  return std::max(begun, 1u);
}

std::optional<RowPlan> neo::putInStages(const RowPlan &plan) {
  // What comes from memory gains more by pairs than it loses by crowding.
  const int64_t pairBytes = readsMemory(plan) ? nearBytes : 24 << 10;
  RowPlan staged = plan;
  unsigned begun = 0;
  for (RowSweep &sweep : staged.sweeps) {
    begun += !sweep.loops.empty();
    sweep.stage = std::max(begun, 1u) - 1;
  }
  if (begun < 2 || !walkSameLoops(plan))
    return std::nullopt;
  staged.stages = begun;
  chooseDelays(staged);
  staged.vectors = bytesInWork(staged, 1) <= nearBytes ? 2 : 4;
  bool hasPairs = plan.loops[plan.rowLoop].extent % 2 == 0;
  staged.rows = hasPairs && bytesInWork(staged, 2) <= pairBytes ? 2 : 1;
  return staged;
}

bool neo::gainsByStages(const RowPlan &staged, const TargetModel &target) {
  constexpr int64_t leastSteps = 128;
  for (const RowSweep &sweep : staged.sweeps)
    if (!sweep.loops.empty() &&
        staged.loops[sweep.loops.back()].extent < leastSteps)
      return false;
  int64_t bytes = bytesInWork(staged, 1);
  return bytes <= nearBytes ||
         (double(bytes) <= target.cacheBytes && hasStreamingStores(staged));
}

//===----------------------------------------------------------------------===//
// The code
//===----------------------------------------------------------------------===//

/// The numbers of rows that later stages read, those of this step as well as
/// earlier ones, or of this step only; and scratch rows that alternate.
SmallVector<Value *> RowLoops::carriedValues(bool numbersOnly) {
  SmallVector<Value *> carried;
  auto add = [&](SmallVector<Value> &values) {
    for (Value &value : values)
      carried.push_back(&value);
  };
  for (auto [statement, writer] : llvm::zip_equal(plan.statements, writers)) {
    if (!statement.hasInnerOutputs && statement.delay > 0) {
      if (numbersOnly)
        add(writer->numbers);
      else
        llvm::for_each(writer->earlier, add);
    }
    if (!numbersOnly && writer->scratch.size() > 1)
      llvm::for_each(writer->scratch, add);
  }
  return carried;
}

/// What is of this step now is of the step before when the next one begins.
void RowLoops::ageCarriedValues() {
  for (auto &writer : writers) {
    if (!writer->earlier.empty()) {
      writer->earlier.pop_back();
      writer->earlier.insert(writer->earlier.begin(), writer->numbers);
    }
    if (writer->scratch.size() > 1)
      std::rotate(writer->scratch.begin(), writer->scratch.end() - 1,
                  writer->scratch.end());
  }
}

static SmallVector<Value> load(ArrayRef<Value *> places) {
  return llvm::map_to_vector(places, [](Value *place) { return *place; });
}

static void put(ArrayRef<Value *> places, ValueRange values) {
  for (auto [place, value] : llvm::zip_equal(places, values))
    *place = value;
}

static Value isWithin(OpBuilder &b, Location loc, Value step, Value from,
                      Value to) {
  return arith::AndIOp::create(
      b, loc,
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::uge, step, from),
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, step, to));
}

void RowLoops::enterStage(const StageRange &range, unsigned stage) {
  Value back = arith::ConstantIndexOp::create(b, loc, stage * range.by);
  entered = stage;
  range.enter(arith::SubIOp::create(b, loc, range.step, back));
  entered.reset();
}

/// All stages, the last of which reads before the others overwrite.
void RowLoops::emitTogether(const StageRange &range) {
  RowSweep together;
  bool begun = false;
  for (unsigned stage = plan.stages; stage-- > 0;)
    enterStage(range, stage);
  for (const RowSweep &sweep : llvm::reverse(plan.sweeps)) {
    if (sweep.loops.empty())
      continue;
    llvm::append_range(together.statements, sweep.statements);
    llvm::append_range(together.prefetches, sweep.prefetches);
    together.loops = sweep.loops;
    together.lanes = sweep.lanes;
    together.vectors = sweep.vectors;
  }
  for (const RowSweep &sweep : plan.sweeps) {
    if (sweep.loops.empty())
      emitSweep(sweep);
    else if (!std::exchange(begun, true))
      emitSweep(together);
  }
}

/// The stages that have a row, one by one.
void RowLoops::emitApart(const StageRange &range) {
  for (unsigned stage = plan.stages; stage-- > 0;) {
    Value back = arith::ConstantIndexOp::create(b, loc, stage * range.by);
    Value from = arith::AddIOp::create(b, loc, range.from, back);
    Value to = arith::AddIOp::create(b, loc, range.to, back);
    Value isIn = isWithin(b, loc, range.step, from, to);
    SmallVector<Value *> numbers = carriedValues(/*numbersOnly=*/true);
    SmallVector<Value> before = load(numbers);
    auto branch = scf::IfOp::create(
        b, loc, isIn,
        [&](OpBuilder &, Location) {
          enterStage(range, stage);
          for (const RowSweep &sweep : plan.sweeps)
            if (sweep.stage == stage)
              emitSweep(sweep);
          scf::YieldOp::create(b, loc, load(numbers));
        },
        [&](OpBuilder &, Location) { scf::YieldOp::create(b, loc, before); });
    put(numbers, branch.getResults());
  }
}

void RowLoops::emitStages(Value from, Value to, int64_t by,
                          llvm::function_ref<void(Value)> enter) {
  rows = plan.rows;
  for (auto [statement, writer] : llvm::zip_equal(plan.statements, writers)) {
    Type element = ComputeOp(statement.op).getType().getElementType();
    writer->numbers.assign(rows, Value());
    if (statement.hasInnerOutputs || statement.delay == 0)
      continue;
    Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(element));
    writer->numbers.assign(rows, zero);
    writer->earlier.assign(statement.delay, writer->numbers);
  }
  SmallVector<Value *> carried = carriedValues(/*numbersOnly=*/false);
  Value reach = arith::ConstantIndexOp::create(b, loc, (plan.stages - 1) * by);
  Value whole = arith::AddIOp::create(b, loc, from, reach);
  Value end = arith::AddIOp::create(b, loc, to, reach);
  Value step = arith::ConstantIndexOp::create(b, loc, by);
  SmallVector<Value> first = load(carried);
  auto forOp = scf::ForOp::create(b, loc, from, end, step, first);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(forOp.getBody());
  put(carried, forOp.getRegionIterArgs());
  StageRange range{from, to, forOp.getInductionVar(), by, enter};
  Value isWhole = isWithin(b, loc, range.step, whole, to);
  SmallVector<Value *> numbers = carriedValues(/*numbersOnly=*/true);
  SmallVector<Value> none = load(numbers);
  auto branch = scf::IfOp::create(
      b, loc, isWhole,
      [&](OpBuilder &, Location) {
        emitTogether(range);
        scf::YieldOp::create(b, loc, load(numbers));
      },
      [&](OpBuilder &, Location) {
        put(numbers, none);
        emitApart(range);
        scf::YieldOp::create(b, loc, load(numbers));
      });
  put(numbers, branch.getResults());
  ageCarriedValues();
  if (!first.empty())
    scf::YieldOp::create(b, loc, load(carriedValues(/*numbersOnly=*/false)));
}
