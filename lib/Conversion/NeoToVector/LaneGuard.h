//===- LaneGuard.h - Which lanes of a vector want an element ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Where the guard of an operand fails, the operand is its pad and its buffer is
// not touched. So the guard is part of every access, whichever way its lanes
// are read. It is evaluated here, once for a vector, and each way asks for it
// in its own terms:
//
//     shared      one i1 for all lanes: what does not depend on the lane
//     lanes       one i1 per lane, for neighbours and for lanes read one by one
//     known       the same as constants, where the tile's place decides nothing
//     elements    one i1 per element of a range that is read whole
//                 (StridedRead.h), of which lane l picks phase + stride * l
//
//     T[i] = A[2 * i] if i mod 5 < 3 else 1                4 lanes, stride 2
//
//     lanes         1   1   1   0                          i = 0, 1, 2, 3
//     elements      1 0 1 0 | 1 0 0 0                      A[0] to A[7]
//
// A condition that is linear in the lanes is asked of the elements themselves:
// with lane x at element e = s * x, a * x + c >= 0 is a * e + s * c >= 0. That
// is one comparison, and says of the elements between lanes that they may be
// read. A condition that divides says nothing about places between lanes; there
// the mask of the lanes is spread over the elements by a shuffle.
//
// Ways of reading take a LaneGuard and never the conditions: none can forget
// one of them.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_LANEGUARD_H
#define NEO_CONVERSION_NEOTOVECTOR_LANEGUARD_H

#include "TileState.h"

namespace neo {

struct StridedRange;

class LaneGuard {
public:
  /// `conditions` in the lanes of `point`, both of which outlive this.
  LaneGuard(TileState &state, llvm::ArrayRef<NestCondition> conditions,
            const TilePoint &point);

  /// Does it hold in all lanes, wherever the tile is?
  bool always() const { return mask.always(); }
  /// Does it fail in all lanes, wherever the tile is?
  bool never() const { return failsAlways(state, conditions, point); }
  /// The part that all lanes have in common; null: it holds.
  mlir::Value shared() const { return mask.shared; }
  /// The part that is each lane's own; null: it holds in all.
  mlir::Value own() const { return mask.lanes; }
  /// One i1 per lane, off in holes and past the point's end; null: all are on.
  mlir::Value lanes() const {
    return toVectorMask(state, mask, point.validLanes);
  }
  /// Whether it holds in `lane`, as an i1; null: it does.
  mlir::Value lane(int64_t lane) const;
  /// The lanes in which it holds; nothing if that depends on where the tile is.
  std::optional<llvm::SmallVector<bool>> known() const {
    return state.lanesWhere(conditions, point.offsets, point.validLanes);
  }
  /// Which elements of `range`, of a vector's length from `first` on, may be
  /// read; null: all.
  mlir::Value elements(const StridedRange &range, int64_t first) const;

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
