//===- TileShape.h - How a block shares a matrix product --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A block computes a tile of rows x columns, which is split among warps, lanes
// and registers:
//
//     rows 128 = lanes 4 x registers 8 x warps 4
//     columns 128 = lanes 8 x registers 8 x warps 2         256 threads
//
// The shape is the one of least cost in a model of one multiprocessor:
//
//     cycles per term = max(fma, shared, memory) + loads + what is not hidden
//     fma      threads * registers / (fma units)
//     shared   words that the warps read of both operands / (32 banks)
//     memory   bytes of both operands / (its part of the L2 cache's bandwidth)
//     loads    their instructions, and those that copy, / (issues per clock)
//     cost     cycles * terms * blocks of the busiest multiprocessor + join
//
// Blocks run in rounds of as many as a multiprocessor holds; a round takes
// longer than its blocks where there are too few warps to hide latency, as
// often in the last one. Blocks that run at once read the same rows and
// columns, so operands come from the L2 cache. Large tiles need fewer bytes per
// product, small ones make more blocks, and so do parts of the terms, which
// have to be joined (SplitTerms.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_GPU_TILESHAPE_H
#define NEO_LIB_SCHEDULE_GPU_TILESHAPE_H

#include "ProductLoops.h"

#include "Neo/Machine/GPUMachine.h"

namespace neo {

/// What one dimension of a tile is made of.
struct TileSide {
  int64_t lanes = 1, registers = 1, warps = 1;

  int64_t size() const { return lanes * registers * warps; }
};

struct TileShape {
  TileSide rows, columns;
  /// Terms per barrier, and stages of the software pipeline.
  int64_t terms = 16, stages = 3;
  /// Blocks that share the terms of a tile.
  int64_t parts = 1;
  /// Are the registers those of fragments of tensor cores?
  bool isFragments = false;

  int64_t threads() const { return rows.warps * columns.warps * warpLanes; }
};

/// A copy into shared memory: the elements that it moves, the bounds that are
/// checked before, and the divisions that find the indices of an element.
struct TiledCopy {
  int64_t width = 1, bounds = 0, divisions = 0;

  /// Itself and its address, and for each bound a comparison and what is
  /// compared. Fitted, as far as an estimate of what ptxas makes can be, to the
  /// forward kernels of 3x3 convolutions.
  int64_t countInstructions() const { return 2 + 2 * bounds + 4 * divisions; }
  /// Those of the address, and of what it and the comparisons are made of and
  /// does not depend on the step.
  int64_t countRegisters() const {
    return std::max<int64_t>({6, 4 + bounds, 6 + divisions});
  }
};

/// A product, as the model sees it.
struct TiledProduct {
  ProductLoops classes;
  /// Of an element that is staged.
  int64_t bytes = 4;
  TiledCopy rowCopy, columnCopy;
  /// Operands that are staged: two of rows for A[i, k] * B[i, k] * C[k, j].
  int64_t rowOperands = 1, columnOperands = 1;
  /// Do the windows of rows and of columns lie along the terms?
  bool rowsAlongTerms = true, columnsAlongTerms = true;
  /// Of an element of the result if it goes through shared memory, else 0.
  int64_t resultBytes = 0;
  /// Of what a thread holds of one element.
  int64_t sumBytes = 4;
  /// Launches that parts of the terms cost: that of the join, and that of an
  /// epilogue, which would run on the accumulators otherwise.
  int64_t joinLaunches = 1;
  /// Products per clock and multiprocessor.
  double perClock = 1;
  /// Is a term left out where a condition fails (`where`)?
  bool selectsTerms = false;
  /// The place in the order of costs of the shape to take: 0 is the cheapest.
  int64_t rank = 0;
};

/// What the tile costs in this model, in cycles; nothing if a multiprocessor
/// has no room for a block of it, in registers or in shared memory.
std::optional<double> getTileCost(const TileShape &shape,
                                  const TiledProduct &product,
                                  const GPUMachine &machine);

/// The cheapest of `shapes`, or that at the product's rank, each with as few
/// terms a step as the product has, but `leastTerms`; nothing if a
/// multiprocessor has room for none of them.
std::optional<TileShape> chooseCheapest(llvm::ArrayRef<TileShape> shapes,
                                        int64_t leastTerms,
                                        const TiledProduct &product,
                                        const GPUMachine &machine);

/// The shape for products that each thread makes.
std::optional<TileShape> chooseTileShape(const TiledProduct &product,
                                         const GPUMachine &machine);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_GPU_TILESHAPE_H
