//===- Schedule.h - How a loop nest is executed -----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A schedule is data about a LoopNest. A kernel keeps a *tile* of output
// elements in registers and runs the reduction once per tile:
//
//     for tile (outer order; the first loops are shared among threads)
//       accumulators = identity
//       for reduction loops
//         for every element of the tile (unrolled): accumulate
//       store the tile
//
// Reduction loops that are `unrolled` are fully unrolled. Tiles at an edge are
// peeled, and their code omits the terms that are padding one by one: 14 pixels
// under 3 taps are 40 products at either end of a row and 42 in between.
//
// A long reduction may be blocked outside the tile loops (`block`): then a tile
// adds to the partial sum in the result. If `order` contains the blocked loop,
// blocks run at that level, and the partial sums of the tiles inside are kept
// in a scratch buffer. Parts of operands may be packed there (OperandPanel.h),
// and the write-back of results may be staged (ResultPanel.h).
//
// `vector` lists the vectorised loops, innermost last: j by 16, or k by 2 and j
// by 8. The lanes may be output loops, or reduction loops (then a tile ends
// with a horizontal reduction). `tile` is, for every loop, the number of
// unrolled steps, where a step covers the loop's lanes. For
//
//     C[i, j] = sum_k A[i, k] * B[k, j]     vector j: 16, tile i: 8, j: 2
//
// a tile is 8 x 32 elements in 16 accumulators, fed by 8 broadcasts of A and
// two vectors of B per step of k. A convolution, its two gradients and a
// capsule convolution are the same structure with other maps.
//
// A general tiling language is not needed: measured over all operators that Neo
// is made for (docs/PerformanceOperators.md), output tiles reach the limit;
// operators differ only in which loops are vectorised and which are unrolled.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_SCHEDULE_H
#define NEO_SCHEDULE_SCHEDULE_H

#include "Neo/Dialect/InstructionSet.h"
#include "Neo/Schedule/LoopNest.h"

namespace neo {

struct VectorPart {
  unsigned loop;
  int64_t lanes;
};

struct Schedule {
  llvm::SmallVector<VectorPart> vector; // empty: scalar code
  llvm::SmallVector<int64_t> tile;      // steps unrolled, one per loop
  /// Output loops, outermost first; also the blocked loop, if it is not outside
  /// all of them.
  llvm::SmallVector<unsigned> order;
  unsigned parallelLoops =
      0; // number of parallel loops, the first ones of `order`
  /// A reduction loop that is blocked around the tiles: partial sums are kept
  /// in the result while operands of one block stay in cache.
  std::optional<unsigned> blockedLoop;
  int64_t block = 0;

  llvm::SmallVector<unsigned> unrolled; // fully unrolled reduction loops
  /// Unrolled steps do not share loads: accumulators leave no registers for
  /// shared elements.
  bool stepsApart = false;

  /// A reduction loop that is unrolled by `group` steps (StepGroups.h).
  std::optional<unsigned> groupedLoop;
  int64_t group = 1;

  /// Operands that are packed into panels (OperandPanel.h).
  llvm::SmallVector<unsigned> packed;
  /// Tiles are products of tile registers (AMXProduct.h).
  bool matrix = false;
  /// A loop of the result with staged write-back, so many steps of it at a time
  /// (ResultPanel.h).
  std::optional<unsigned> stagedLoop;
  int64_t staged = 0;

  int64_t lanes() const;
  /// Lanes of `loop` (1 if it is not vectorised).
  int64_t lanesOf(unsigned loop) const;
  /// Vectors of the result that a tile computes.
  int64_t vectors() const;
  /// Steps of a tile that read different elements of `operand`.
  int64_t copiesOf(const NestOperand &operand) const;
  /// Elements of `loop` that one tile covers.
  int64_t step(unsigned loop) const { return tile[loop] * lanesOf(loop); }
  bool reducesLanes(const LoopNest &nest) const;
  /// Is a tile one vector, and no more?
  bool isOneVector() const;
  /// First step of the last block of the reduction, which may be shorter.
  int64_t lastBlock(const LoopNest &nest) const {
    return (nest.loops[*blockedLoop].extent - 1) / block * block;
  }
  /// Is the blocked reduction loop inside loops of `order`?
  bool blocksInside() const {
    return blockedLoop && llvm::is_contained(order, *blockedLoop);
  }
  /// Does the result, or its panel, keep partial sums, so that an epilogue
  /// finds none in registers?
  bool keepsPartialSums() const {
    return stagedLoop || (blockedLoop && !blocksInside());
  }
  /// Unroll factor of reduction `loop`, if it is not fully unrolled.
  int64_t groupOf(unsigned loop) const {
    return groupedLoop == loop ? group : 1;
  }
  bool isPacked(unsigned operand) const {
    return llvm::is_contained(packed, operand);
  }
  bool isUnrolled(unsigned loop) const {
    return llvm::is_contained(unrolled, loop);
  }

  /// Prints it: `vector [j: 16] tile [i: 8, j: 2] order [j, i]`.
  std::string str(const LoopNest &nest) const;
};

/// The machine as far as the choice of a schedule depends on it.
struct TargetModel {
  int64_t vectorBytes = 64;
  int64_t vectorRegisters = 32;
  /// Part of the second-level cache that a kernel may count on.
  double cacheBytes = 704 * 1024;
  /// Bytes of one way of that cache: 1 MiB in 16 ways. A way of 8 is a
  /// multiple.
  int64_t wayBytes = 64 * 1024;
  /// Bandwidth from beyond L2, per cycle of one core.
  double bytesPerCycle = 14;
  /// See InstructionSet.
  bool nearStreams = false, tileProducts = false;

  /// The model of a processor with these instructions.
  static TargetModel of(const InstructionSet &instructions);

  /// All parameters as text, as a key for remembered schedules.
  std::string description() const;
};

/// Lanes in one vector of the widest element in `nest`.
int64_t countNativeLanes(const LoopNest &nest, const TargetModel &target);

/// The schedule with the least predicted time. The cost of every legal choice
/// of lanes and tile is predicted, see DefaultSchedule.cpp. `cycles` receives
/// the prediction. Without `stagesResult`, staged write-back is not considered.
Schedule chooseSchedule(const LoopNest &nest, const TargetModel &target,
                        double *cycles = nullptr, bool stagesResult = true);

/// Cycles that the cost model predicts for `nest` by any legal `schedule`
/// (docs/CostModel.md).
double predictCycles(const LoopNest &nest, const Schedule &schedule,
                     const TargetModel &target);

/// The largest stride at which the range of a strided access is loaded whole.
constexpr int64_t widestStride = 8;

/// Layout of the lanes of a vector in a buffer.
enum class LaneAccess {
  broadcast,  // one element for all lanes
  contiguous, // stride 1
  strided,    // stride s
  chunked,    // contiguous runs
  scattered   // irregular, element by element
};

/// The position of every lane relative to lane 0; empty if it depends on more
/// than the lane (a floordiv or mod over a vector loop).
llvm::SmallVector<int64_t> getLaneOffsets(const LinearForm &form,
                                          const Schedule &schedule);

/// Classifies `form`; `chunk` receives the length of a run, or the stride.
LaneAccess classifyLanes(const LinearForm &form, const Schedule &schedule,
                         int64_t &chunk);

/// Are the lanes of `form` not contiguous, at known positions?
bool isStridedInLanes(const LinearForm &form, const Schedule &schedule);

/// How many steps of one tile are contiguous in `form`: the length of the runs
/// in which unrolled loops access a buffer.
int64_t getStoreRun(const LinearForm &form, const Schedule &schedule);

/// A loop that is unrolled by 4, 8, 16 or more than 4 up to the lanes, and
/// along which a scattered access is contiguous. The runs of all lanes are
/// loaded whole and transposed in registers.
std::optional<unsigned> findRunLoop(const LinearForm &form,
                                    const Schedule &schedule);

} // namespace neo

#endif // NEO_SCHEDULE_SCHEDULE_H
