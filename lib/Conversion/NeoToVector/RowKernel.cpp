//===- RowKernel.cpp - One kernel for several statements ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RowKernel.h"

#include "Neo/Dialect/Halves.h"

#include "RowLoops.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Sums and products of 16-bit floats are accumulated in f32; an extremum is
/// exact in its own type.
static Type partialElement(ReductionKind kind, Type type) {
  bool adds = kind == ReductionKind::sum || kind == ReductionKind::prod;
  return adds ? getSumElement(type) : type;
}

SmallVector<Type> neo::getLaunchTypes(const RowPlan &plan) {
  KernelOp op = plan.op;
  SmallVector<Type> types(op.getResultTypes());
  for (const RowStatement &statement : plan.statements) {
    if (!statement.reducesRows)
      continue;
    auto type = cast<RankedTensorType>(types[statement.results.front()]);
    SmallVector<int64_t> shape{plan.chunks};
    llvm::append_range(shape, type.getShape());
    types[statement.results.front()] = RankedTensorType::get(
        shape, partialElement(ComputeOp(statement.op).getKind(),
                              type.getElementType()));
  }
  return types;
}

namespace {
/// Emits the loops around the rows.
class RowKernelWriter {
public:
  RowKernelWriter(OpBuilder &b, Location loc, const RowPlan &plan,
                  RowLoops &loops)
      : b(b), loc(loc), plan(plan), loops(loops) {}

  /// The trip count of the parallel range.
  int64_t extent() const;
  /// Emits step `step`.
  void emit(Value step);
  /// Emits steps [from, to).
  void emit(Value from, Value to);

private:
  int64_t rowExtent() const { return plan.loops[plan.rowLoop].extent; }
  /// Steps along the row loop: chunks, or groups of rows.
  int64_t rowSteps() const {
    return plan.chunks ? plan.chunks : llvm::divideCeil(rowExtent(), plan.rows);
  }
  SmallVector<unsigned> otherLoops() const;
  Value enterOthers(Value step);
  void emitGroup(Value group);
  void emitChunk(Value chunk);
  void emitRange(Value from, Value to, int64_t rows);
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }

  OpBuilder &b;
  Location loc;
  const RowPlan &plan;
  RowLoops &loops;
};
} // namespace

/// The shared loops besides the row loop.
SmallVector<unsigned> RowKernelWriter::otherLoops() const {
  SmallVector<unsigned> others;
  for (unsigned loop = 0; loop < plan.sharedLoops; ++loop)
    if (loop != plan.rowLoop)
      others.push_back(loop);
  return others;
}

int64_t RowKernelWriter::extent() const {
  int64_t extent = rowSteps();
  for (unsigned loop : otherLoops())
    extent *= plan.loops[loop].extent;
  return extent;
}

/// Delinearises a step into the other shared loops; returns the step of the row
/// loop. Rows that are adjacent in memory are consecutive.
Value RowKernelWriter::enterOthers(Value step) {
  SmallVector<unsigned> others = otherLoops();
  if (others.empty())
    return step;
  SmallVector<unsigned> order(others);
  order.insert(plan.chunks ? order.begin() : order.end(), plan.rowLoop);
  Value rowStep;
  for (unsigned loop : llvm::reverse(order)) {
    bool isRow = loop == plan.rowLoop;
    Value value = step;
    if (loop != order.front()) {
      Value extent = constant(isRow ? rowSteps() : plan.loops[loop].extent);
      value = arith::RemUIOp::create(b, loc, step, extent);
      step = arith::DivUIOp::create(b, loc, step, extent);
    }
    if (isRow)
      rowStep = value;
    else
      loops.setLoop(loop, value);
  }
  return rowStep;
}

/// Rows [from, to), `rows` at a time.
void RowKernelWriter::emitRange(Value from, Value to, int64_t rows) {
  auto forOp = scf::ForOp::create(b, loc, from, to, constant(rows));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(forOp.getBody());
  loops.setLoop(plan.rowLoop, forOp.getInductionVar());
  loops.emitRows(rows);
}

void RowKernelWriter::emitGroup(Value group) {
  Value from = arith::MulIOp::create(b, loc, group, constant(plan.rows));
  int64_t extent = rowExtent();
  if (extent % plan.rows == 0) {
    loops.setLoop(plan.rowLoop, from);
    return loops.emitRows(plan.rows);
  }
  Value to = arith::AddIOp::create(b, loc, from, constant(plan.rows));
  Value isWhole = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ule, to,
                                        constant(extent));
  auto branch = scf::IfOp::create(b, loc, isWhole, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  loops.setLoop(plan.rowLoop, from);
  loops.emitRows(plan.rows);
  b.setInsertionPointToStart(branch.elseBlock());
  emitRange(from, constant(extent), 1);
}

void RowKernelWriter::emitChunk(Value chunk) {
  loops.setChunk(chunk);
  loops.clearPartials();
  Value size = constant(plan.chunkRows);
  Value from = arith::MulIOp::create(b, loc, chunk, size);
  Value to = arith::AddIOp::create(b, loc, from, size);
  int64_t extent = rowExtent();
  if (extent % plan.chunkRows != 0)
    to = arith::MinUIOp::create(b, loc, to, constant(extent));
  if (plan.stages > 1)
    return loops.emitStages(from, to, plan.rows, [&](Value row) {
      loops.setLoop(plan.rowLoop, row);
    });
  if (extent % plan.rows == 0)
    return emitRange(from, to, plan.rows);
  Value count = arith::SubIOp::create(b, loc, to, from);
  Value rest = arith::RemUIOp::create(b, loc, count, constant(plan.rows));
  Value whole = arith::SubIOp::create(b, loc, to, rest);
  emitRange(from, whole, plan.rows);
  emitRange(whole, to, 1);
}

void RowKernelWriter::emit(Value step) {
  Value row = enterOthers(step);
  if (plan.chunks)
    emitChunk(row);
  else
    emitGroup(row);
}

void RowKernelWriter::emit(Value from, Value to) {
  if (plan.stages > 1 && !plan.chunks)
    return loops.emitStages(from, to, 1, [&](Value step) {
      Value group = enterOthers(step);
      loops.setLoop(plan.rowLoop,
                    arith::MulIOp::create(b, loc, group, constant(plan.rows)));
    });
  emit(walkRange(b, loc, from, to));
}

static int64_t countPoints(const RowPlan &plan) {
  int64_t points = 0;
  for (const RowStatement &statement : plan.statements)
    points += statement.nest.points();
  return points;
}

Kernel neo::emitRowKernel(ModuleOp module, StringRef name,
                          const RowPlan &plan) {
  KernelOp op = plan.op;
  func::FuncOp function = createKernelFunction(
      module, name, op->getLoc(), op->getOperandTypes(), getLaunchTypes(plan));
  Block *entry = &function.getBody().front();
  OpBuilder b = enterKernel(function);
  Location loc = op.getLoc();
  unsigned buffers = entry->getNumArguments() - 2;
  RowLoops loops(b, loc, plan, entry->getArguments().take_front(buffers));
  RowKernelWriter writer(b, loc, plan, loops);
  writer.emit(entry->getArgument(buffers), entry->getArgument(buffers + 1));
  int64_t extent = writer.extent();
  return {function, extent, chooseGrain(countPoints(plan), extent)};
}

/// `[outs] kind [chunk] partial[chunk, outs]` in the elements of `partial`.
static ComputeOp reduceChunks(OpBuilder &b, Location loc, ReductionKind kind,
                              Value partial) {
  auto type = cast<RankedTensorType>(partial.getType());
  unsigned rank = type.getRank();
  SmallVector<AffineExpr> index{b.getAffineDimExpr(rank - 1)};
  for (unsigned d = 0; d + 1 < rank; ++d)
    index.push_back(b.getAffineDimExpr(d));
  ComputeSpec spec;
  spec.operands.push_back(
      {partial, AffineMap::get(rank, 0, index, b.getContext())});
  spec.type = RankedTensorType::get(type.getShape().drop_front(),
                                    type.getElementType());
  spec.kind = kind;
  spec.reductionExtents = {type.getDimSize(0)};
  auto body = [](OpBuilder &, Location, ValueRange arguments) -> Value {
    return arguments.front();
  };
  spec.body = body;
  return ComputeOp::create(b, loc, spec);
}

/// Rounds every element of `value` to the elements of `type`.
static ComputeOp roundTo(OpBuilder &b, Location loc, RankedTensorType type,
                         Value value) {
  ComputeSpec spec;
  spec.operands.push_back({value, b.getMultiDimIdentityMap(type.getRank())});
  spec.type = type;
  auto body = [&](OpBuilder &b, Location loc, ValueRange arguments) -> Value {
    return arith::TruncFOp::create(b, loc, type.getElementType(),
                                   arguments.front());
  };
  spec.body = body;
  return ComputeOp::create(b, loc, spec);
}

Value neo::sumPartials(OpBuilder &b, KernelOp op, unsigned result,
                       Value partial) {
  auto type = cast<RankedTensorType>(op.getResult(result).getType());
  auto statement = op.getGiven()[result].getDefiningOp<ComputeOp>();
  Location loc = op.getLoc();
  Value sum = reduceChunks(b, loc, statement.getKind(), partial);
  return sum.getType() == type ? sum : Value(roundTo(b, loc, type, sum));
}
