//===- RowKernel.cpp - Statements that share rows, on a GPU ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The statements of a neo.kernel whose shared loops are rows become one kernel
// of a GPU if a row fits into the registers of the threads that make it:
//
//     neo.kernel [i: 4096]            rows      axis [i] = warp 8, block 512
//       m[i]    max [j] x[i, j]       columns   axis [j] = vector 4, lane 32,
//       e[i, j] exp(x - m)                                 register 6
//       s[i]    sum [j] e[i, j]
//       y[i, j] e / s                 a warp takes a row, 24 elements a thread
//
// All statements split their columns alike, so a value is produced and consumed
// in the registers of the same thread; sums and maxima of a row are joined
// over its lanes, and warps, and then are in all of them. A statement without
// columns is done by all threads of the row: its axis of columns has lanes but
// no loops.
//
// Where no statement has sums, a thread has one access of each tensor, and
// several blocks may share a row.
//
// Softmax then reads and writes the tensor once each, instead of five accesses
// with one kernel per statement.
//
//===----------------------------------------------------------------------===//

#include "AxisBuilder.h"
#include "RowRegisters.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Schedule/GPU/AccessPlan.h"
#include "Neo/Schedule/GPU/ChooseSchedule.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace neo;

/// Warps of a block whose rows need no more.
constexpr int64_t blockWarps = 8;

namespace {
class RowKernel {
public:
  RowKernel(KernelOp op, const GPUMachine &machine, std::string &reason)
      : op(op), machine(machine), reason(reason) {}

  bool match();
  bool chooseSplits();
  void write();

private:
  bool refuse(const Twine &why) {
    reason = why.str();
    return false;
  }
  bool addStatement(ComputeOp statement);
  bool checkReads(const GPURowStatement &statement);
  const GPURowStatement *findMaker(Value value);
  GPUAxisAttr makeRows(const GPURowStatement &statement);
  GPUAxisAttr makeColumns(const GPURowStatement &statement);
  GPUOverlapAttr getOverlap();
  GPUScheduleAttr makeSchedule(const GPURowStatement &statement);
  GPUAccessAttr planInner(ComputeOp statement, unsigned operand);
  bool fits(int64_t held, int64_t vectors, int64_t bytes, int64_t others);

  KernelOp op;
  const GPUMachine &machine;
  std::string &reason;
  SmallVector<GPURowStatement> statements;
  /// Extents of the columns, of all statements that have some.
  SmallVector<int64_t> columnExtents;
  int64_t rowCount = 1, columnCount = 1;
  bool hasSums = false;
  int64_t vector = 1, lanes = 1, warps = 1, registers = 1, rowWarps = 1;
  /// Blocks that share a row.
  int64_t rowBlocks = 1;
};
} // namespace

//===----------------------------------------------------------------------===//
// Which kernels
//===----------------------------------------------------------------------===//

/// The loops that `statement` does not share; gives the extents of the columns.
static SmallVector<int64_t> addOwnLoops(GPURowStatement &statement) {
  int64_t outputs = statement.op.getNumOutputLoops();
  SmallVector<int64_t> extents;
  for (auto [loop, extent] : llvm::enumerate(statement.op.getExtents())) {
    if (llvm::is_contained(statement.rows, int64_t(loop)))
      continue;
    bool isUnit = extent == 1 && int64_t(loop) < outputs;
    (isUnit ? statement.units : statement.columns).push_back(int64_t(loop));
    if (!isUnit)
      extents.push_back(extent);
  }
  return extents;
}

bool RowKernel::addStatement(ComputeOp compute) {
  GPURowStatement statement{compute, {}, {}, {}};
  SmallVector<std::string> names = neo::getLoopNames(compute);
  for (const std::string &shared : op.getLoopNames()) {
    auto found = llvm::find(names, shared);
    int64_t loop = found - names.begin();
    if (loop >= int64_t(compute.getNumOutputLoops()))
      return refuse("loop '" + shared + "' is reduced by a statement");
    statement.rows.push_back(loop);
  }
  SmallVector<int64_t> own = addOwnLoops(statement);
  bool reduces = llvm::any_of(statement.columns, [&](int64_t loop) {
    return loop >= int64_t(compute.getNumOutputLoops());
  });
  if (reduces &&
      statement.columns.front() < int64_t(compute.getNumOutputLoops()))
    return refuse("a statement reduces a part of its columns");
  hasSums |= reduces;
  if (!own.empty() && columnExtents.empty())
    columnExtents = own;
  if (!own.empty() && own != columnExtents)
    return refuse("statements have different columns");
  statements.push_back(statement);
  return true;
}

const GPURowStatement *RowKernel::findMaker(Value value) {
  for (const GPURowStatement &statement : statements)
    if (ComputeOp(statement.op).getResult() == value)
      return &statement;
  return nullptr;
}

/// Results of other statements are read at the same row and column.
bool RowKernel::checkReads(const GPURowStatement &reader) {
  ComputeOp compute = reader.op;
  for (unsigned operand = 0; operand < compute.getNumOperands(); ++operand) {
    const GPURowStatement *producer = findMaker(compute.getOperand(operand));
    if (!producer)
      continue;
    if (compute.getGuard(operand))
      return refuse("a statement reads another one under a guard");
    AffineMap map = compute.getMap(operand);
    auto reads = [&](ArrayRef<int64_t> made, ArrayRef<int64_t> read) {
      for (auto [i, loop] : llvm::enumerate(made)) {
        if (i >= read.size())
          return false;
        auto dim = dyn_cast<AffineDimExpr>(map.getResult(loop));
        if (!dim || int64_t(dim.getPosition()) != read[i])
          return false;
      }
      return true;
    };
    // A producer that reduces its columns has a result of rows only.
    SmallVector<int64_t> columns;
    for (int64_t loop : producer->columns)
      if (loop < int64_t(map.getNumResults()))
        columns.push_back(loop);
    if (!reads(producer->rows, reader.rows) || !reads(columns, reader.columns))
      return refuse("a statement reads another one elsewhere in the row");
  }
  return true;
}

bool RowKernel::match() {
  for (ComputeOp statement : op.getStatements())
    if (!addStatement(statement))
      return false;
  if (columnExtents.empty())
    return refuse("no statement has columns");
  for (int64_t extent : op.getExtents())
    rowCount *= extent;
  for (int64_t extent : columnExtents)
    columnCount *= extent;
  if (rowCount == 0 || columnCount == 0)
    return refuse("it has no elements");
  return llvm::all_of(statements, [&](const GPURowStatement &statement) {
    return checkReads(statement);
  });
}

//===----------------------------------------------------------------------===//
// How they run
//===----------------------------------------------------------------------===//

/// Do the registers of `warps` hold a row, with no more than `held` elements in
/// a thread, `bytes` for each, beside `others`?
bool RowKernel::fits(int64_t held, int64_t vectors, int64_t bytes,
                     int64_t others) {
  int64_t elements = llvm::divideCeil(vectors, lanes * warps) * vector;
  int64_t room = std::min(machine.maxThreadRegisters,
                          machine.registers / (warps * warpLanes));
  int64_t needed = llvm::divideCeil(elements * bytes, 4) + others;
  return elements <= held && needed <= room &&
         elements * countGuardedReads(statements) <=
             GPUMachine::mostLoadsInFlight;
}

/// The least number of warps whose registers hold a row. Without sums nothing
/// is held: a thread has an access of each tensor, and blocks share rows.
bool RowKernel::chooseSplits() {
  vector = GPUMachine::maxAccessBytes / getWidestBytes(statements);
  while (vector > 1 &&
         (columnCount % vector != 0 || columnCount < vector * warpLanes))
    vector /= 2;
  int64_t vectors = llvm::divideCeil(columnCount, vector);
  lanes = std::min<int64_t>(warpLanes, llvm::PowerOf2Ceil(uint64_t(vectors)));
  if (!hasSums) {
    warps = std::min<int64_t>(
        blockWarps, llvm::PowerOf2Ceil(llvm::divideCeil(vectors, lanes)));
    rowWarps = blockWarps / warps;
    rowBlocks = llvm::divideCeil(vectors, lanes * warps);
    return true;
  }
  auto find = [&](int64_t held, int64_t bytes, int64_t others) {
    for (warps = 1; warps * warpLanes <= GPUMachine::maxBlockThreads;
         warps *= 2)
      if (fits(held, vectors, bytes, others))
        return true;
    return false;
  };
  // Many threads have few registers each. Fewer threads may hold what they
  // cannot; then each half is taken to have a register.
  OtherRegisters others = countOtherRegisters(statements);
  if (!find(countHeldElements(int64_t(statements.size())),
            countHeldBytes(statements, /*least=*/0), others.usual) &&
      !find(countHeldElements(1), countHeldBytes(statements, /*least=*/4),
            others.ofMany))
    return refuse("a row of " + Twine(columnCount) +
                  " elements does not fit into the registers of a block");
  registers = llvm::divideCeil(vectors, lanes * warps);
  rowWarps = std::max<int64_t>(1, blockWarps / warps);
  return true;
}

GPUAxisAttr RowKernel::makeRows(const GPURowStatement &statement) {
  SmallVector<int64_t> loops(statement.rows);
  llvm::append_range(loops, statement.units);
  AxisBuilder axis(statement.op, loops);
  axis.split(GPUUnit::lane, warpLanes / lanes);
  axis.split(GPUUnit::warp, rowWarps);
  axis.splitRest(GPUUnit::block);
  return axis.get();
}

/// Of a statement without columns: threads that do what others do.
GPUAxisAttr RowKernel::makeColumns(const GPURowStatement &statement) {
  AxisBuilder axis(statement.op, statement.columns);
  if (!statement.columns.empty())
    axis.split(GPUUnit::vector_, vector);
  axis.split(GPUUnit::lane, lanes);
  axis.split(GPUUnit::warp, warps);
  if (!statement.columns.empty())
    axis.split(GPUUnit::register_, registers);
  axis.split(GPUUnit::block, rowBlocks);
  return axis.get();
}

GPUAccessAttr RowKernel::planInner(ComputeOp statement, unsigned operand) {
  return GPUAccessAttr::get(statement.getContext(), GPUSpace::registers, 1, 0,
                            getElementBytes(statement.getOperandType(operand)),
                            {}, {}, GPUWindowAttr());
}

/// An eighth of a thread's registers for an operand that is read ahead: threads
/// of large blocks have few, and need few, since there are many.
GPUOverlapAttr RowKernel::getOverlap() {
  int64_t room = machine.registers / (rowWarps * warps * warpLanes);
  int64_t ofVector =
      std::max<int64_t>(vector * getWidestBytes(statements) / 4, 1);
  return GPUOverlapAttr::get(
      op.getContext(), /*copies=*/1, /*fragments=*/1,
      std::clamp<int64_t>(room / 8 / ofVector, 1, mostVectorsAhead));
}

GPUScheduleAttr RowKernel::makeSchedule(const GPURowStatement &statement) {
  ComputeOp compute = statement.op;
  GPUAxisAttr axes[] = {makeRows(statement), makeColumns(statement)};
  AxisSpace space(compute, axes);
  SmallVector<GPUAccessAttr> reads;
  for (unsigned operand = 0; operand < compute.getNumOperands(); ++operand)
    reads.push_back(findMaker(compute.getOperand(operand))
                        ? planInner(compute, operand)
                        : planRead(space, compute, operand));
  int64_t threads = rowWarps * warps * warpLanes;
  // Partial sums of warps, with their positions.
  int64_t shared = hasSums && warps > 1 ? threads * 16 : 0;
  return GPUScheduleAttr::get(op.getContext(), machine.chip,
                              getSize(axes[0], {GPUUnit::block}) * rowBlocks,
                              threads, shared, axes, reads,
                              planWrite(space, compute),
                              /*mma=*/0, getOverlap(),
                              /*rolled=*/{}, /*join=*/{});
}

void RowKernel::write() {
  for (const GPURowStatement &statement : statements)
    ComputeOp(statement.op)
        ->setAttr(gpuScheduleAttrName, makeSchedule(statement));
}

bool neo::scheduleRowKernel(KernelOp op, const GPUMachine &machine,
                            std::string &reason) {
  RowKernel kernel(op, machine, reason);
  if (!kernel.match() || !kernel.chooseSplits())
    return false;
  kernel.write();
  return true;
}
