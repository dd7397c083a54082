//===- TileShape.cpp - How a block shares a matrix product ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TileShape.h"

#include "SplitTerms.h"
#include "TensorCores.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace neo;

/// Warps of a multiprocessor that hide the latency of its shared memory: few,
/// as the products of a warp are independent of each other. Of tensor cores,
/// whose fragments are double-buffered, one per warp scheduler. Fitted, as
/// `exposed` is, to 120 tiles of seven products on an H100
/// (benchmarks/gpu_tiles.py): the logarithm of predicted over measured then
/// deviates by 0.04 to 0.10 within a product.
constexpr double enoughWarps = 5, enoughFragmentWarps = 4;

/// What a barrier of fma kernels costs where no other block computes meanwhile:
/// 4096 x 4096 take 3.06 to 3.20 ms in blocks of 128 x 128, of which there is
/// room for one, and 2.96 ms in blocks of 64 x 128, of which there is for
/// three.
constexpr double loneBlock = 1.05;

/// The part of the accesses' time that other warps do not hide.
constexpr double exposed = 0.3;

/// The least number of steps of a block, if others share the terms: the copies
/// of the pipeline's prologue are not hidden.
constexpr int64_t leastPartSteps = 8;

/// How much slower a tile may be that needs no memory for parts.
constexpr double partsMargin = 1.05;

/// Overhead instructions of a step: wait and barrier, the next stage,
/// addresses, the loop.
constexpr double stepInstructions = 16;

/// The narrowest asynchronous copy, and the instructions of a narrower one,
/// which goes through a register: address, load, select of element or pad,
/// store.
constexpr int64_t leastAsyncBytes = 4;
constexpr int64_t registerCopyInstructions = 6;

/// Registers of the address of an asynchronous copy of an element alone, which
/// is not that of another and a constant. Not counted, 25 of the benchmark's
/// kernels in tf32 with tiles of 8 x 16 registers a thread spilled on sm_80, 4
/// to 468 bytes; with it none does. A wide copy under a guard, with more bounds
/// than a window has edges, has such an address, too: a gradient of a 3-D
/// convolution of halves spilled 4 bytes.
constexpr int64_t addressRegisters = 2, mostEdges = 2;

namespace {
/// Copies of a thread for one step: their instructions, and the registers that
/// they keep; those of wide asynchronous copies to fragments differ by
/// constants.
struct CopyCosts {
  int64_t instructions = 0, registers = 0;
};
} // namespace

static CopyCosts countCopies(const TileShape &shape,
                             const TiledProduct &product) {
  CopyCosts costs;
  auto add = [&](const TileSide &side, const TiledCopy &copy,
                 int64_t operands) {
    int64_t copies = operands * llvm::divideCeil(side.size() * shape.terms,
                                                 copy.width * shape.threads());
    bool isAsync = copy.width * product.bytes >= leastAsyncBytes;
    costs.instructions +=
        copies * (copy.countInstructions() +
                  (isAsync ? 0 : registerCopyInstructions - 1));
    // One through a register is over before the next one begins.
    if (!shape.isFragments)
      costs.registers += copies * copy.countRegisters();
    else if (!isAsync)
      costs.registers += copies * TiledCopy().countRegisters();
    else if (copy.width == 1 || copy.bounds > mostEdges)
      costs.registers += copies * addressRegisters;
  };
  add(shape.rows, product.rowCopy, product.rowOperands);
  add(shape.columns, product.columnCopy, product.columnOperands);
  return costs;
}

/// Elements of `side` that a thread holds at once: one of each of its steps, or
/// as many as an access moves along the terms.
static int64_t countOperands(const TileSide &side, bool isAlongTerms,
                             int64_t bytes) {
  int64_t vector = isAlongTerms ? GPUMachine::maxAccessBytes / bytes : 1;
  return side.registers * vector;
}

/// Values that `operands` of one side are in a thread: themselves, and each but
/// the first its product with those before it, which all sums share.
static int64_t countFactors(int64_t operands) { return 2 * operands - 1; }

/// Registers of a thread: sums, operands, what selects terms, addresses. A
/// fragment of 16 x 16 halves, or of 16 x 8 words, has four registers, and
/// fragments are double-buffered.
static int64_t countRegisters(const TileShape &shape,
                              const TiledProduct &product) {
  int64_t rows = shape.rows.registers, columns = shape.columns.registers;
  int64_t copies = countCopies(shape, product).registers;
  if (shape.isFragments)
    return rows * columns + 2 * (2 * rows + columns) + 32 + copies;
  int64_t words = product.bytes > 4 ? 2 : 1;
  int64_t operands =
      countFactors(product.rowOperands) *
          countOperands(shape.rows, product.rowsAlongTerms, product.bytes) +
      countFactors(product.columnOperands) *
          countOperands(shape.columns, product.columnsAlongTerms,
                        product.bytes);
  int64_t addresses = 8 + 8 * (product.rowOperands + product.columnOperands);
  int64_t selects = product.selectsTerms ? 3 * (rows + columns) : 0;
  return words * (rows * columns + operands) + selects + addresses + copies;
}

/// Instructions of a warp for each term that bring operands to registers: four
/// registers are a fragment of rows, or two of columns.
static double countLoads(const TileShape &shape, const TiledProduct &product) {
  int64_t rows = shape.rows.registers, columns = shape.columns.registers;
  int64_t ofRows = countFragmentLoads(product.bytes, product.rowsAlongTerms);
  int64_t ofColumns =
      countFragmentLoads(product.bytes, product.columnsAlongTerms);
  double ofStep =
      stepInstructions + double(countCopies(shape, product).instructions);
  if (shape.isFragments)
    return ofStep / double(shape.terms) +
           (double(rows) / 2 * double(ofRows) +
            double(columns) / 4 * double(ofColumns)) /
               double(GPUMachine::getMmaTerms(product.bytes));
  return ofStep / double(shape.terms) + double(rows + columns) *
                                            double(product.bytes) /
                                            double(GPUMachine::maxAccessBytes);
}

/// Elements of the window of an operand; where threads multiply an upper bound,
/// as either rows or columns are padded.
static int64_t countElements(const TileShape &shape, int64_t side,
                             int64_t bytes, bool isAlongTerms) {
  if (shape.isFragments && !isAlongTerms)
    return (side + getFragmentPad(bytes, isAlongTerms)) * shape.terms;
  return side * (shape.terms + GPUMachine::maxAccessBytes / bytes);
}

/// The windows of operands, or that of the result, which reuses their memory.
static int64_t countSharedBytes(const TileShape &shape,
                                const TiledProduct &product) {
  int64_t rows = shape.rows.size(), columns = shape.columns.size();
  int64_t bytes = product.bytes;
  int64_t elements =
      countElements(shape, rows, bytes, product.rowsAlongTerms) +
      countElements(shape, columns, bytes, product.columnsAlongTerms);
  return std::max(elements * bytes * shape.stages,
                  rows * (columns + 8) * product.resultBytes);
}

/// Blocks that a multiprocessor runs at once; 0 if it has no room for one.
static int64_t countResident(const TileShape &shape,
                             const TiledProduct &product,
                             const GPUMachine &machine) {
  int64_t registers = countRegisters(shape, product);
  int64_t shared = countSharedBytes(shape, product);
  if (registers > machine.maxThreadRegisters || shared > machine.maxBlockShared)
    return 0;
  return std::min({machine.maxWarps * warpLanes / shape.threads(),
                   machine.registers / (registers * shape.threads()),
                   machine.maxShared / shared});
}

/// Rounds of blocks after which multiprocessors are taken to be no longer in
/// step, so that the last round is not waited for by all; not measured.
constexpr int64_t roundsInStep = 8;

/// The time of the busiest multiprocessor, in units of a block's where there
/// are enough warps: rounds of as many blocks as it holds at once, and the
/// rest, of which the warps may be too few to hide latency.
static double countBlockTimes(const TileShape &shape, int64_t blocks,
                              int64_t room, const GPUMachine &machine) {
  double enough = shape.isFragments ? enoughFragmentWarps : enoughWarps;
  double alone = shape.isFragments || room > 1 ? 1 : loneBlock;
  auto ofResident = [&](int64_t resident) {
    return std::max(double(resident) * alone,
                    enough * warpLanes / double(shape.threads()));
  };
  int64_t all = llvm::divideCeil(blocks, machine.multiprocessors);
  if (all > roundsInStep * room)
    return double(blocks) / machine.multiprocessors * ofResident(room) / room;
  double rounds = double(all / room) * ofResident(room);
  return all % room == 0 ? rounds : rounds + ofResident(all % room);
}

std::optional<double> neo::getTileCost(const TileShape &shape,
                                       const TiledProduct &product,
                                       const GPUMachine &machine) {
  const ProductLoops &classes = product.classes;
  int64_t bytes = product.bytes;
  int64_t room = countResident(shape, product, machine);
  if (room == 0)
    return std::nullopt;
  const TileSide &rows = shape.rows, &columns = shape.columns;
  int64_t blocks = llvm::divideCeil(classes.rowCount, rows.size()) *
                   llvm::divideCeil(classes.columnCount, columns.size()) *
                   classes.batchSize * shape.parts;
  double fma = double(rows.size() * columns.size()) / product.perClock;
  double words =
      double(rows.warps * columns.warps) *
      (rows.lanes * rows.registers + columns.lanes * columns.registers) *
      bytes / GPUMachine::bankBytes;
  double memory = double(rows.size() + columns.size()) * bytes *
                  machine.multiprocessors / machine.cacheBytes;
  double loads = double(rows.warps * columns.warps) *
                 countLoads(shape, product) / GPUMachine::warpSchedulers;
  double shared = words / GPUMachine::sharedBanks;
  // The largest bounds the throughput; the others are not hidden completely.
  double cycles =
      std::max({fma, shared, memory}) + loads + exposed * (shared + memory);
  // Whole steps, of the part that has most.
  int64_t steps = llvm::divideCeil(classes.termCount, shape.terms);
  double terms = double(llvm::divideCeil(steps, shape.parts) * shape.terms);
  int64_t elements = classes.rowCount * classes.columnCount * classes.batchSize;
  return cycles * terms * countBlockTimes(shape, blocks, room, machine) +
         product.joinLaunches *
             getJoinCycles(shape.parts, elements, product.sumBytes, machine);
}

std::optional<TileShape> neo::chooseCheapest(ArrayRef<TileShape> shapes,
                                             int64_t leastTerms,
                                             const TiledProduct &product,
                                             const GPUMachine &machine) {
  SmallVector<TileShape> known;
  // By cost; of equal ones the first counts.
  SmallVector<std::pair<double, size_t>> order;
  for (TileShape shape : shapes) {
    while (shape.terms > leastTerms &&
           shape.terms / 2 >= product.classes.termCount)
      shape.terms /= 2;
    int64_t steps = llvm::divideCeil(product.classes.termCount, shape.terms);
    for (; shape.parts * leastPartSteps <= std::max(steps, leastPartSteps);
         shape.parts *= 2) {
      auto cost = getTileCost(shape, product, machine);
      if (!cost)
        break;
      double margin = shape.parts > 1 ? partsMargin : 1;
      order.push_back({*cost * margin, known.size()});
      known.push_back(shape);
    }
  }
  if (order.empty())
    return std::nullopt;
  llvm::sort(order);
  size_t rank = std::min(size_t(product.rank), order.size() - 1);
  return known[order[rank].second];
}

/// Every shape that a thread block can have.
static SmallVector<TileShape> listShapes() {
  SmallVector<TileShape> shapes;
  for (int64_t lanes : {2, 4, 8, 16})
    for (int64_t rowWarps : {1, 2, 4, 8})
      for (int64_t columnWarps : {1, 2, 4, 8})
        for (int64_t rowRegisters : {1, 2, 4, 8})
          for (int64_t columnRegisters : {1, 2, 4, 8})
            if (rowWarps * columnWarps >= 2 && rowWarps * columnWarps <= 8)
              shapes.push_back(
                  {{lanes, rowRegisters, rowWarps},
                   {warpLanes / lanes, columnRegisters, columnWarps}});
  return shapes;
}

std::optional<TileShape> neo::chooseTileShape(const TiledProduct &product,
                                              const GPUMachine &machine) {
  return chooseCheapest(listShapes(), /*leastTerms=*/4, product, machine);
}
