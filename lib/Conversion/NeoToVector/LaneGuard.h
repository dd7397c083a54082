//===- LaneGuard.h - Guards as masks of vector loads ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Where the guard of an operand fails, its value is the pad and its buffer is
// not accessed. So every load needs the guard as a mask, however lanes are
// read. The guard is evaluated here, once per vector, and converted to the mask
// that one load takes:
//
//     lanes, part  the lanes of a vector, or of one run of it
//     among        the lanes that one load fills
//     any          whether any lane is wanted, as for a broadcast
//     common       the part that is uniform over lanes
//     elements     one i1 per element of a range that is read whole
//                  (StridedRead.h), of which lane l picks phase + stride * l
//
//     T[i] = A[2 * i] if i mod 5 < 3 else 1                4 lanes, stride 2
//
//     lanes         1   1   1   0                          i = 0, 1, 2, 3
//     elements      1 0 1 0 | 1 0 0 0                      A[0] to A[7]
//
// A condition that is linear in the lanes is evaluated on the elements
// themselves: with lane x at element e = s * x, a * x + c >= 0 is a * e + s * c
// >= 0. That is one comparison, which also decides whether elements between
// lanes may be read. A condition with a division has no meaning between lanes;
// there the mask of the lanes is spread over the elements by a shuffle.
//
// The result is a ReadMask, which only this class can construct, and every load
// from an operand takes one (GuardedBuffer.h), so that no load can omit the
// guard.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_LANEGUARD_H
#define NEO_CONVERSION_NEOTOVECTOR_LANEGUARD_H

#include "TileState.h"

#include "Neo/Schedule/AccessPlan.h"

namespace neo {

struct StridedRange;

/// Mask of one load: an i1 for each element that may be read.
class ReadMask {
public:
  /// Null: all of them.
  mlir::Value value() const { return on; }

private:
  friend class LaneGuard;
  explicit ReadMask(mlir::Value on) : on(on) {}
  mlir::Value on;
};

/// Does the guard of `operand` hold in `lane` of the point in every tile? None
/// if that is not known statically.
std::optional<bool> guardHolds(const TileState &state,
                               const NestOperand &operand,
                               const TilePoint &point, int64_t lane);

class LaneGuard {
public:
  /// `conditions` in the lanes of `point`, both of which outlive this.
  LaneGuard(TileState &state, llvm::ArrayRef<NestCondition> conditions,
            const TilePoint &point);

  /// What is statically known of the guard in all lanes and tiles.
  GuardState known() const;
  /// One i1 per lane, off in holes and past the point's end.
  ReadMask lanes() const {
    return ReadMask(toVectorMask(state, mask, point.validLanes));
  }
  /// The mask of `count` lanes from `first` on.
  ReadMask part(int64_t first, int64_t count) const;
  /// The mask of the selected `lanes`.
  ReadMask among(llvm::ArrayRef<bool> lanes) const;
  /// The same, restricted to the conditions that are uniform over lanes.
  ReadMask commonAmong(llvm::ArrayRef<bool> lanes) const;
  /// `count` elements, all of them lanes in which the guard is known to hold.
  ReadMask first(int64_t count) const {
    return ReadMask(toVectorMask(state, {}, count));
  }
  /// Which elements of `range`, of a vector's length from `first` on, may be
  /// read.
  ReadMask elements(const StridedRange &range, int64_t first) const;
  /// The part that is uniform over lanes, as one i1.
  ReadMask common() const { return ReadMask(mask.shared); }
  /// The part that varies by lane.
  ReadMask own() const { return ReadMask(mask.lanes); }
  /// One i1: does the guard hold in any lane?
  ReadMask any() const;

private:
  mlir::Value elementsWhere(const NestCondition &condition,
                            const StridedRange &range, int64_t first) const;
  mlir::Value compareElements(const NestCondition &condition,
                              const StridedRange &range, int64_t first) const;
  mlir::Value spread(mlir::Value lanes, const StridedRange &range,
                     int64_t first) const;

  TileState &state;
  llvm::ArrayRef<NestCondition> conditions;
  const TilePoint &point;
  LaneMask mask;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_LANEGUARD_H
