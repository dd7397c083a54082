//===- Schedule.h - How a loop nest is executed -----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A schedule is data about a LoopNest. A kernel keeps a *tile* of output
// elements in registers and walks the reduction once per tile:
//
//     for tile (outer order; the first loops are shared among threads)
//       accumulators = identity
//       for reduction loops
//         for every element of the tile (unrolled): accumulate
//       store the tile
//
// Reduction loops that are `unrolled` have all their steps written out. Where a
// tile stands at an edge, its code knows which of their terms are padding and
// leaves them out one by one: 14 pixels under 3 taps are 40 products at either
// end of a row and 42 in between.
//
// A long reduction may be cut into blocks outside the tile loops (`block`):
// then a tile adds to what the result holds from the block before. If `order`
// names the blocked loop, the blocks run where it stands, and the sums of the
// tiles inside wait in a scratch buffer. Parts of operands may be packed there
// (OperandPanel.h), and results may wait to be stored together (ResultPanel.h).
//
// `vector` says which loops fill the lanes of a vector, innermost last: j by
// 16, or k by 2 and j by 8. The lanes may be output loops, or reduction loops
// (then a tile ends with a horizontal reduction). `tile` says, for every loop,
// how many steps of it are unrolled, a step being the loop's lanes. For
//
//     C[i, j] = sum_k A[i, k] * B[k, j]     vector j: 16, tile i: 8, j: 2
//
// a tile is 8 x 32 elements in 16 accumulators, fed by 8 broadcasts of A and
// two vectors of B per step of k. A convolution, its two gradients and a
// capsule convolution are the same structure with other maps.
//
// Why tiles of output and no general tiling language: measured over all
// operators Neo is for (docs/PerformanceOperators.md), this form reaches the
// limit; what differs is only which loops are lanes and which are unrolled.
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
  /// Output loops, outermost first; the blocked loop, where it is no more
  /// outside all of them.
  llvm::SmallVector<unsigned> order;
  unsigned parallelLoops = 0; // how many of `order` threads share
  /// A reduction loop walked in blocks around the tiles: partial sums wait in
  /// the result while operands of one block stay in cache.
  std::optional<unsigned> blockedLoop;
  int64_t block = 0;

  llvm::SmallVector<unsigned> unrolled; // reduction loops written out
  /// Each unrolled step reads for itself: accumulators leave no registers for
  /// what steps have in common.
  bool stepsApart = false;

  /// A reduction loop of which `group` steps are written out together
  /// (StepGroups.h).
  std::optional<unsigned> groupedLoop;
  int64_t group = 1;

  /// Operands that are copied into panels (OperandPanel.h).
  llvm::SmallVector<unsigned> packed;
  /// A loop of the result whose tiles are stored together, so many steps of it
  /// at a time (ResultPanel.h).
  std::optional<unsigned> stagedLoop;
  int64_t staged = 0;

  int64_t lanes() const;
  /// Lanes that `loop` fills (1 if it fills none).
  int64_t lanesOf(unsigned loop) const;
  /// Vectors of the result that a tile computes.
  int64_t vectors() const;
  /// Steps of a tile that read `operand` elsewhere.
  int64_t copiesOf(const NestOperand &operand) const;
  /// Elements of `loop` that one tile covers.
  int64_t step(unsigned loop) const { return tile[loop] * lanesOf(loop); }
  bool reducesLanes(const LoopNest &nest) const;
  /// Is a tile one vector, and no more?
  bool isOneVector() const;
  /// Where the last block of the reduction begins; it may be shorter.
  int64_t lastBlock(const LoopNest &nest) const {
    return (nest.loops[*blockedLoop].extent - 1) / block * block;
  }
  /// Do blocks of the reduction run inside loops of `order`?
  bool blocksInside() const {
    return blockedLoop && llvm::is_contained(order, *blockedLoop);
  }
  /// Steps of reduction `loop` that are written out together, if not all are.
  int64_t groupOf(unsigned loop) const {
    return groupedLoop == loop ? group : 1;
  }
  bool isPacked(unsigned operand) const {
    return llvm::is_contained(packed, operand);
  }
  bool isUnrolled(unsigned loop) const {
    return llvm::is_contained(unrolled, loop);
  }

  /// Says it as text: `vector [j: 16] tile [i: 8, j: 2] order [j, i]`.
  std::string str(const LoopNest &nest) const;
};

/// The machine as far as the choice of a schedule depends on it.
struct TargetModel {
  int64_t vectorBytes = 64;
  int64_t vectorRegisters = 32;
  /// Part of the second-level cache that a kernel may count on.
  double cacheBytes = 704 * 1024;
  /// From beyond it, per cycle of one core.
  double bytesPerCycle = 14;
  /// See InstructionSet.
  bool nearStreams = false;

  /// What a processor with these instructions offers.
  static TargetModel of(const InstructionSet &instructions);

  /// Every number above, as text: schedules are functions of it.
  std::string description() const;
};

/// Lanes of the widest element that `nest` touches, in one vector.
int64_t countNativeLanes(const LoopNest &nest, const TargetModel &target);

/// The schedule with the least predicted time, from the expression's structure
/// alone. Every legal choice of lanes and tile is costed; see DefaultSchedule.
/// `cycles` receives the prediction. Without `stagesResult`, tiles are not kept
/// to be stored together.
Schedule chooseSchedule(const LoopNest &nest, const TargetModel &target,
                        double *cycles = nullptr, bool stagesResult = true);

/// Cycles that the cost model predicts for `nest` by `schedule`, whoever wrote
/// it (docs/CostModel.md).
double predictCycles(const LoopNest &nest, const Schedule &schedule,
                     const TargetModel &target);

/// Lanes further apart are no range that is read whole.
constexpr int64_t widestStride = 8;

/// How the lanes of a vector lie in a buffer.
enum class LaneAccess {
  broadcast,  // one element for all lanes
  contiguous, // neighbours
  strided,    // every s-th of a range of neighbours
  chunked,    // runs of neighbours
  scattered   // element by element
};

/// The position of every lane relative to lane 0; empty if it depends on more
/// than the lane (a floordiv or mod over a vector loop).
llvm::SmallVector<int64_t> getLaneOffsets(const LinearForm &form,
                                          const Schedule &schedule);

/// Classifies `form`; `chunk` receives the length of a run, or the stride.
LaneAccess classifyLanes(const LinearForm &form, const Schedule &schedule,
                         int64_t &chunk);

/// Do the lanes of `form` lie apart, at places that are known?
bool liesAcross(const LinearForm &form, const Schedule &schedule);

/// How many steps of one tile are neighbours of each other along `form`: the
/// length of the runs in which unrolled loops go through a buffer.
int64_t getStoreRun(const LinearForm &form, const Schedule &schedule);

/// A loop that is unrolled by 4, 8, 16 or more than 4 up to the lanes, and
/// steps through neighbours of a scattered access. The runs of all lanes are
/// read whole and transposed in registers.
std::optional<unsigned> findRunLoop(const LinearForm &form,
                                    const Schedule &schedule);

} // namespace neo

#endif // NEO_SCHEDULE_SCHEDULE_H
