//===- TileState.h - Values of loops while a tile is emitted ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// While a kernel is emitted, every loop of the nest has a value: the origin of
// the current tile or the current step of a reduction. Unrolled copies of a
// tile differ from the origin by constants, and so do lanes; both are folded
// into the index expression, so that an address is one base and a displacement.
//
// The possible values of each loop are known as an interval: a single one in a
// peeled first or last tile, all others in the tiles between. A condition that
// these intervals decide is folded.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_TILESTATE_H
#define NEO_CONVERSION_NEOTOVECTOR_TILESTATE_H

#include "Neo/Conversion/Passes.h"
#include "Neo/Dialect/AffineRange.h"
#include "Neo/Schedule/AccessPlan.h"

namespace neo {

class PlacedLines;

/// One vector of a tile: its offset from the tile's origin, and how many of its
/// lanes, without holes (LanePieces.h), are inside the loops; the others are
/// computed and dropped.
struct TilePoint {
  llvm::SmallVector<int64_t> offsets; // one per loop
  int64_t validLanes;
  /// Iterations of a vectorised reduction that it is shifted by, see
  /// ShiftedTerms.h.
  int64_t shift = 0;
};

/// The part of a vector that is stored: the first lanes, as `mask` says, of
/// those from `from` on (null: 0).
struct StoredPart {
  mlir::Value from, mask;
};

class TileState {
public:
  TileState(mlir::OpBuilder &b, mlir::Location loc, const LoopNest &nest,
            const Schedule &schedule);

  mlir::OpBuilder &b;
  mlir::Location loc;
  const LoopNest &nest;
  const Schedule &schedule;
  int64_t lanes;
  llvm::SmallVector<mlir::Value> origin;    // value of every loop
  llvm::SmallVector<int64_t> steps;         // of every loop in the current tile
  llvm::SmallVector<AffineInterval> ranges; // of the origin of every loop
  /// Forms that are at least 0 at all points of the tile, in the steps of a
  /// reduction that are being emitted.
  llvm::SmallVector<mlir::AffineExpr> known;
  /// The number of items of a batch; null if the nest has none.
  mlir::Value items;
  /// The part of the parallel range that this call of the kernel computes.
  mlir::Value sharedBegin, sharedEnd;
  /// Loads of operands in whole cache lines; null if there are none.
  PlacedLines *lines = nullptr;
  /// Whole cache lines of the result are written by streaming stores.
  bool streams = false;
  /// The loop over rows is peeled for alignment (AlignmentPeeling.h); the part
  /// of the current vector that is stored, if not all is.
  bool peelsRows = false;
  std::optional<StoredPart> part;

  mlir::Value constantIndex(int64_t value);
  /// `value` plus `times` times `factor`.
  mlir::Value plus(mlir::Value value, mlir::Value factor, int64_t times);
  /// A loop from 0 to `extent`, or just 0 if one step covers it.
  void forEach(int64_t extent, int64_t step,
               llvm::function_ref<void(mlir::Value)> emitInside);
  /// `expr` at the origin plus `offsets`, as an index.
  mlir::Value index(mlir::AffineExpr expr, llvm::ArrayRef<int64_t> offsets);
  /// Buffer position: `form` at the origin plus `offsets`.
  mlir::Value position(const LinearForm &form, llvm::ArrayRef<int64_t> offsets);
  /// How many tiles of `loops`, nested in this order, come before this one.
  mlir::Value tileNumber(llvm::ArrayRef<unsigned> loops);
  /// The number of tiles of `loops`.
  int64_t countTiles(llvm::ArrayRef<unsigned> loops) const;
  /// The offsets of lane `lane` of the vector at `offsets`.
  llvm::SmallVector<int64_t> laneOffsets(llvm::ArrayRef<int64_t> offsets,
                                         int64_t lane) const;
  /// One value per lane: `form` as a vector of index.
  mlir::Value indexVector(const LinearForm &form,
                          llvm::ArrayRef<int64_t> offsets);
  mlir::VectorType vectorOf(mlir::Type element) const {
    return mlir::VectorType::get({lanes}, element);
  }
  mlir::Value splat(mlir::TypedAttr value);
  mlir::Value constantMask(llvm::ArrayRef<bool> lanes);
  /// Is `lane` of the point inside the loops? Are all lanes?
  bool isInside(const TilePoint &point, int64_t lane) const;
  bool isWhole(const TilePoint &point) const;
  /// A loop in vectors over `extent` elements; the remainder is peeled, with
  /// `count` valid lanes.
  void forEachVector(
      int64_t extent,
      llvm::function_ref<void(mlir::Value first, int64_t count)> emitInside);
  /// Elements of `loop` that a tile covers, without those past its end.
  int64_t elementsInside(unsigned loop) const;
  /// `value`, made opaque to LLVM: loads whose address depends on it are
  /// neither merged with other loads nor hoisted above this.
  mlir::Value opaque(int64_t value);
  /// Emits a compiler barrier: loads after this are not hoisted above it.
  void emitLoadBarrier();
  /// The same, and keeps the computation of `done`, if that is a vector
  /// register, above the barrier; returns the value to use instead. Otherwise
  /// only loads are ordered, and arithmetic that sinks keeps its operands live
  /// beside those of the next points.
  mlir::Value emitLoadBarrier(mlir::Value done);

  /// Positions of the first `validLanes` lanes of `form`, without restOfPlaced;
  /// see placeLanes.
  std::optional<llvm::SmallVector<int64_t>>
  places(const LinearForm &form, llvm::ArrayRef<int64_t> offsets,
         int64_t validLanes) const;

  /// What is known statically of the vector at `offsets`: the step of each
  /// unrolled loop.
  VectorStep stepAt(llvm::ArrayRef<int64_t> offsets, int64_t validLanes) const;

  /// Interval of `form` at `offsets`, over the first `validLanes` lanes; none
  /// if it is not known.
  std::optional<AffineInterval> interval(const LinearForm &form,
                                         llvm::ArrayRef<int64_t> offsets,
                                         int64_t validLanes) const;

private:
  int64_t reachOfLanes(unsigned loop, int64_t validLanes) const;
  void widenByTiles(AffineInterval &all, const LinearForm &form,
                    llvm::ArrayRef<int64_t> offsets) const;
};

/// Conditions of a guard at one point: a uniform part and a part that varies by
/// lane. Null parts are true.
struct LaneMask {
  mlir::Value shared; // i1
  mlir::Value lanes;  // vector of i1

  bool always() const { return !shared && !lanes; }
};

LaneMask evaluateGuard(TileState &state,
                       llvm::ArrayRef<NestCondition> conditions,
                       const TilePoint &point);

/// Does `condition` hold in all lanes of the point, in every tile?
bool holdsAlways(const TileState &state, const NestCondition &condition,
                 const TilePoint &point);

/// Does one of `conditions` fail in all lanes of the point, in every tile?
bool failsAlways(const TileState &state,
                 llvm::ArrayRef<NestCondition> conditions,
                 const TilePoint &point);

/// Both `a` and `b`, of which a null one is always true.
mlir::Value conjoin(TileState &state, mlir::Value a, mlir::Value b);

/// The mask as one vector; null if it is always true.
mlir::Value toVectorMask(TileState &state, LaneMask mask);

/// The same, with holes and lanes from `validLanes` on off.
mlir::Value toVectorMask(TileState &state, LaneMask mask, int64_t validLanes);

/// Buffers hold i1 as bytes.
mlir::Type storageType(mlir::Type element);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_TILESTATE_H
