//===- TileShape.cpp - How a block shares a matrix product ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TileShape.h"

#include "llvm/Support/MathExtras.h"

using namespace neo;

/// Warps of a multiprocessor that hide the latency of its shared memory.
constexpr double enoughWarps = 12;

/// Warp schedulers of a multiprocessor, each of which issues one instruction.
constexpr double issuesPerClock = 4;

/// The part of the accesses' time that other warps do not hide.
constexpr double exposed = 0.3;

/// Registers of a thread with tensor cores: sums, a pair of halves for each
/// element of a side and two terms, addresses.
static int64_t countFragmentRegisters(const TileShape &shape) {
  int64_t rows = shape.rows.registers, columns = shape.columns.registers;
  return rows * columns + 2 * rows + columns + 48;
}

/// Registers of a thread: sums, what is read for one step of both sides, twice
/// as the next is under way, and addresses.
static int64_t countRegisters(const TileShape &shape, int64_t bytes) {
  if (shape.isFragments)
    return countFragmentRegisters(shape);
  int64_t words = bytes > 4 ? 2 : 1;
  int64_t sides = shape.rows.registers + shape.columns.registers;
  return words * (shape.rows.registers * shape.columns.registers + 4 * sides) +
         40;
}

static int64_t countSharedBytes(const TileShape &shape, int64_t bytes) {
  return (shape.rows.size() + shape.columns.size()) * (shape.terms + 4) *
         bytes * shape.stages;
}

/// Blocks that a multiprocessor runs at once; 0 if it has no room for one.
static int64_t countResident(const TileShape &shape, int64_t bytes,
                             const GPUMachine &machine) {
  int64_t registers = countRegisters(shape, bytes);
  int64_t shared = countSharedBytes(shape, bytes);
  if (registers > machine.maxThreadRegisters || shared > machine.maxBlockShared)
    return 0;
  return std::min({machine.maxWarps * warpLanes / shape.threads(),
                   machine.registers / (registers * shape.threads()),
                   machine.maxShared / shared});
}

std::optional<double> neo::getTileCost(const TileShape &shape,
                                       const LoopClasses &classes,
                                       int64_t bytes, double perClock,
                                       const GPUMachine &machine) {
  int64_t room = countResident(shape, bytes, machine);
  if (room == 0)
    return std::nullopt;
  const TileSide &rows = shape.rows, &columns = shape.columns;
  int64_t blocks = llvm::divideCeil(classes.rowCount, rows.size()) *
                   llvm::divideCeil(classes.columnCount, columns.size()) *
                   classes.batchSize;
  double fma = double(rows.size() * columns.size()) / perClock;
  double words =
      double(rows.warps * columns.warps) *
      (rows.lanes * rows.registers + columns.lanes * columns.registers) *
      bytes / GPUMachine::bankBytes;
  // Clocks of some 1.5 GHz: only the ratio to the others counts.
  double clockBytes = machine.bandwidth / 1.5 / machine.multiprocessors;
  double memory = double(rows.size() + columns.size()) * bytes / clockBytes;
  double loads = double(rows.warps * columns.warps) *
                 (rows.registers + columns.registers) * bytes /
                 GPUMachine::maxAccessBytes / issuesPerClock;
  double shared = words / GPUMachine::sharedBanks;
  // The largest bounds the throughput; the others are never hidden altogether.
  double cycles =
      std::max({fma, shared, memory}) + loads + exposed * (shared + memory);
  int64_t perMultiprocessor = llvm::divideCeil(blocks, machine.multiprocessors);
  int64_t resident = std::min(perMultiprocessor, room);
  double warps = double(resident) * rows.warps * columns.warps;
  return cycles * perMultiprocessor * std::max(1.0, enoughWarps / warps);
}

/// Calls `use` for every shape that a thread block can have.
template <typename Use> static void forAllShapes(Use use) {
  for (int64_t lanes : {2, 4, 8, 16})
    for (int64_t rowWarps : {1, 2, 4, 8})
      for (int64_t columnWarps : {1, 2, 4, 8})
        for (int64_t rowRegisters : {1, 2, 4, 8})
          for (int64_t columnRegisters : {1, 2, 4, 8})
            if (rowWarps * columnWarps >= 2 && rowWarps * columnWarps <= 8)
              use(TileShape{{lanes, rowRegisters, rowWarps},
                            {warpLanes / lanes, columnRegisters, columnWarps}});
}

TileShape neo::chooseTileShape(const LoopClasses &classes, int64_t bytes,
                               const GPUMachine &machine) {
  TileShape best;
  double bestCost = -1;
  double perClock = double(machine.fmaPerClock) / (bytes > 4 ? 2 : 1);
  forAllShapes([&](TileShape shape) {
    while (shape.terms > 4 && shape.terms / 2 >= classes.termCount)
      shape.terms /= 2;
    auto cost = getTileCost(shape, classes, bytes, perClock, machine);
    if (!cost || (bestCost >= 0 && *cost >= bestCost))
      return;
    best = shape;
    bestCost = *cost;
  });
  return best;
}
