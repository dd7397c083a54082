//===- RowStages.cpp - Software pipelining of sweeps ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Sweeps over a row are serialised by dependences: each needs the finished
// reduction of the one before. One of them is bound by loads, one by arithmetic
// latency and one by stores, while the other resources of the processor are
// idle. Software pipelining puts sweeps over *different* rows into one loop:
//
//     softmax     for row r, for j
//                   stage 2   y[r - 2, j] = e[j] / s
//                   stage 1   e[j] = exp(x[r - 1, j] - m), s' = sum e
//                   stage 0   m' = max x[r, j]
//
// A stage is a sweep over the inner loop and the scalar statements after it.
// Scalars of a row (m, s) are loop-carried to the step in which a later stage
// processes that row. An element of a scratch row can be overwritten once its
// last reader has loaded it, which is in the same step of j, so a row that only
// the next stage reads needs no double buffer. In the prologue and the epilogue
// of the pipeline some stages have no row, and the others run as separate
// loops.
//
// It does not pay for short rows, and the L1 cache has to hold the working set
// of all stages: layer norm with gradients of rows of 4096 numbers took 9.6 ms
// instead of 8.9. Two rows are processed together in each stage if L1 holds
// both. Rows that do not fit into L1 are read from L2 in any case; if results
// are written by streaming stores, the pipeline overlaps reads and writes of
// memory, as long as L2 holds the rows in work: batch norm, a row of which is a
// channel of 16 images of 56 x 56 pixels (200 KB), takes .45 ms instead of .63.
//
// Each step of j has its stores after all loads (4K aliasing): with rows of 512
// numbers and page-aligned tensors, y[r - 2, j] and x[r, j] have the same
// offset within a page, and a load after such a store waits for it.
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

/// Does `reader` load the element of the scratch row that `producer` writes in
/// the same iteration, so that it can be overwritten in place?
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

/// Part of the L1 cache that the working set of a pipeline may fill.
constexpr int64_t nearBytes = 32 << 10;

/// Computes the live range of each result, in stages.
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

/// The working set of the pipeline with `rows` rows together, in bytes:
/// operands from the first stage that reads them to the last, scratch rows and
/// partial sums.
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

/// Do all sweeps with loops have the same ones, with the same vector width?
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
  // Latency from memory is hidden better by two rows, which outweighs L1
  // misses.
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

/// The scalars of rows that later stages read, those of this step and of
/// earlier ones, or (`numbersOnly`) of this step only; and scratch rows that
/// alternate.
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

/// Rotates the carried values: those of this step become those of the previous
/// one.
void RowLoops::rotateCarriedValues() {
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

/// Emits all stages in one loop, the last stage first, so that it reads a
/// scratch row before earlier stages overwrite it.
void RowLoops::emitPipelined(const StageRange &range) {
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

/// Emits the stages that have a row as separate loops.
void RowLoops::emitSeparately(const StageRange &range) {
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
        emitPipelined(range);
        scf::YieldOp::create(b, loc, load(numbers));
      },
      [&](OpBuilder &, Location) {
        put(numbers, none);
        emitSeparately(range);
        scf::YieldOp::create(b, loc, load(numbers));
      });
  put(numbers, branch.getResults());
  rotateCarriedValues();
  if (!first.empty())
    scf::YieldOp::create(b, loc, load(carriedValues(/*numbersOnly=*/false)));
}
