//===- TileLoops.h - The loops of a kernel around its tiles -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Emits one step of the parallel range: the sequential loops over tiles, the
// reduction of each tile, and its stores. The remainder of a loop is an
// epilogue with a smaller tile, so that no element is computed twice and only
// the last vector of a loop is masked. Where unrolled reductions read padding,
// the first and the last tile are peeled, and leave out the terms that are
// padding. The number of items of a batch is dynamic: a loop over full tiles is
// followed by one over smaller tiles.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_TILELOOPS_H
#define NEO_CONVERSION_NEOTOVECTOR_TILELOOPS_H

#include "NextTile.h"
#include "PartialSums.h"
#include "StagedWriteBack.h"

#include "Neo/Schedule/StepGroups.h"
#include "Neo/Schedule/TileSections.h"

namespace neo {

/// Extent of a tile along one loop: steps, of which the last may be partial.
struct TileExtent {
  int64_t steps = 1;
  int64_t elements = 1;
};

/// The steps of a loop from one to another, not included.
struct LoopRange {
  mlir::Value from, to;
};

class TileLoops {
public:
  TileLoops(TileState &state, mlir::ValueRange buffers, mlir::Value blockStart)
      : state(state), nest(state.nest), schedule(state.schedule), b(state.b),
        loc(state.loc), buffers(buffers), body(state, buffers),
        extents(state.nest.loops.size()), panels(state, buffers),
        ahead(state, buffers), streams(state, buffers), blockStart(blockStart) {
    body.readFrom(panels);
    body.prefetchBy(streams);
    if (schedule.blocksInside())
      sums.emplace(state, body.accumulatorType());
    std::string reason;
    if (schedule.stagedLoop)
      if (auto panel = planResultPanel(nest, schedule, reason))
        rows.emplace(state, *panel, buffers.back());
    for (auto [loop, info] : llvm::enumerate(nest.loops))
      if (info.isReduction && !schedule.isUnrolled(loop))
        reductions.push_back(loop);
    llvm::append_range(reductions, schedule.unrolled);
  }

  /// Passes finished tiles of a reduction to `taker` instead of storing them.
  using Taker = std::function<void(llvm::ArrayRef<FinishedVector>)>;
  void giveResults(Taker taker) { take = std::move(taker); }

  /// Emits the tiles of step `step` of the parallel range.
  void emitShared(mlir::Value step);

private:
  int64_t fullTiles(unsigned loop) const {
    return nest.loops[loop].extent / stepOf(schedule, loop);
  }
  int64_t remainder(unsigned loop) const {
    return nest.loops[loop].extent % stepOf(schedule, loop);
  }
  bool isBatch(unsigned loop) const { return nest.loops[loop].isBatch; }
  mlir::Value countTiles(unsigned loop);
  void setExtent(unsigned loop, int64_t elements);
  void emitItems(unsigned loop, mlir::Value from, mlir::Value to, int64_t step,
                 llvm::function_ref<void()> emitInside);
  void emitSharedItems(unsigned level, llvm::ArrayRef<mlir::Value> tiles);
  static int64_t smallerTile(int64_t step) { return step > 4 ? 4 : 1; }
  void emitAllItems(unsigned loop, mlir::Value from, mlir::Value to,
                    int64_t step, llvm::function_ref<void()> emitInside);
  void enterSection(unsigned loop, const TileSection &section);
  void emitSharedLoop(unsigned level, llvm::ArrayRef<mlir::Value> tiles);
  void emitSharedSections(unsigned level, llvm::ArrayRef<mlir::Value> tiles,
                          llvm::ArrayRef<TileSection> sections);
  void emitLoop(unsigned level);
  void emitPeeledRow(unsigned level);
  void emitBlocks(unsigned level);
  void emitStaged(unsigned level);
  void emitTile();
  bool loadsAccumulators() const;
  bool storesPointwise() const;
  void emitPoints(llvm::ArrayRef<TilePoint> points);
  size_t countAlternating() const;
  bool storesPointByPoint(llvm::ArrayRef<TilePoint> points) const;
  void emitPointByPoint(llvm::ArrayRef<TilePoint> points);
  mlir::Value emitTaps(const TilePoint &point, bool shifted);
  mlir::Value shiftIn(llvm::ArrayRef<FinishedVector> sums,
                      const TilePoint &point);
  void emitPoint(const TilePoint &point);
  bool slides(unsigned level) const;
  void emitSliding(unsigned loop, const TileSection &section);
  void emitSliding(unsigned loop, const TileSection &section,
                   llvm::ArrayRef<TilePoint> points);
  llvm::SmallVector<TilePoint> tilePoints() const;
  llvm::SmallVector<mlir::Value>
  emitReduction(unsigned level, llvm::ArrayRef<TilePoint> points,
                llvm::SmallVector<mlir::Value> accumulators);
  void forEachSection(unsigned loop,
                      llvm::function_ref<void(const TileSection &)> emitInside);
  int64_t countChains(unsigned level, llvm::ArrayRef<TilePoint> points) const;
  llvm::SmallVector<mlir::Value>
  emitChains(unsigned level, llvm::ArrayRef<TilePoint> points,
             llvm::ArrayRef<mlir::Value> accumulators, int64_t chains);
  void emitLeft(unsigned loop, llvm::ArrayRef<TilePoint> points,
                llvm::MutableArrayRef<mlir::Value> carried,
                const TileSection &section, int64_t chains);
  llvm::SmallVector<mlir::Value>
  emitRounds(unsigned loop, llvm::ArrayRef<TilePoint> points,
             llvm::SmallVector<mlir::Value> carried, const TileSection &section,
             int64_t chains);
  llvm::SmallVector<mlir::Value>
  emitUnrolled(unsigned level, llvm::ArrayRef<TilePoint> points,
               llvm::SmallVector<mlir::Value> accumulators);
  llvm::SmallVector<mlir::Value>
  emitSections(unsigned level, llvm::ArrayRef<TilePoint> points,
               llvm::SmallVector<mlir::Value> accumulators);
  void prefetchPanels(unsigned loop);
  void prefetchBy(unsigned level);
  LoopRange reductionBounds(unsigned level, int64_t from, int64_t to);
  std::optional<mlir::AffineExpr>
  boundOn(unsigned level, const NestCondition &condition, bool everywhere);
  LoopRange findMiddle(unsigned level, LoopRange range,
                       llvm::SmallVectorImpl<mlir::AffineExpr> &holding);
  llvm::SmallVector<mlir::Value>
  emitSteps(unsigned level, llvm::ArrayRef<TilePoint> points,
            llvm::SmallVector<mlir::Value> accumulators, LoopRange range);
  llvm::SmallVector<mlir::Value>
  emitSplit(unsigned level, llvm::ArrayRef<TilePoint> points,
            llvm::SmallVector<mlir::Value> accumulators, LoopRange range);
  llvm::SmallVector<unsigned>
  pointOrder(llvm::ArrayRef<TilePoint> points) const;
  void enterPoint(const TilePoint *last, const TilePoint &next);
  std::optional<TilePoint> takePoint(const TilePoint &point);
  bool isLast(unsigned loop, const TileSection &section) const;
  unsigned longestLoop() const;
  bool isCrowded(llvm::ArrayRef<TilePoint> points) const;
  llvm::SmallVector<mlir::Value>
  emitStep(llvm::ArrayRef<TilePoint> points,
           llvm::SmallVector<mlir::Value> accumulators);
  llvm::SmallVector<mlir::Value>
  emitPoints(llvm::ArrayRef<TilePoint> points,
             llvm::ArrayRef<mlir::Value> accumulators);
  bool storeSums(llvm::ArrayRef<TilePoint> points,
                 llvm::ArrayRef<mlir::Value> accumulators);
  void finishTile(llvm::ArrayRef<TilePoint> points,
                  llvm::ArrayRef<mlir::Value> accumulators);
  void storeTile(llvm::ArrayRef<FinishedVector> finished);

  TileState &state;
  const LoopNest &nest;
  const Schedule &schedule;
  mlir::OpBuilder &b;
  mlir::Location loc;
  mlir::ValueRange buffers;
  TileBody body;
  llvm::SmallVector<TileExtent> extents;
  llvm::SmallVector<unsigned> reductions;
  Taker take;
  OperandPanels panels;
  NextTile ahead;
  StreamPrefetch streams;
  /// Current value of the blocked reduction loop, if there is one: outside all
  /// other loops, or inside.
  mlir::Value blockStart, insideStart;
  std::optional<PartialSums> sums; // of a blocked loop inside
  /// The taps of the sum that is emitted: those that are shifted by a lane, or
  /// the others; null: all. See SharedTaps.h.
  std::optional<bool> sumsShifted;
  std::optional<StagedWriteBack> rows;
  mlir::Value rowsStart; // of the staged loop
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_TILELOOPS_H
