//===- LaneGuard.h - Which lanes of a vector want an element ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Where the guard of an operand fails, the operand is its pad and its buffer is
// not touched. So the guard is part of every access, whichever way its lanes
// are read. It is evaluated here, once for a vector, and each way asks for it
// in its own terms, those of one load:
//
//     lanes, part  the lanes of a vector, or of one run of it
//     among        those of the lanes that a load brings to their places
//     lane, any    one lane read by itself, or for all
//     common       what does not depend on the lane
//     elements     one i1 per element of a range that is read whole
//                  (StridedRead.h), of which lane l picks phase + stride * l
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
// The answer is a ReadMask, which nothing else can make, and every load from an
// operand takes one (GuardedBuffer.h): none can forget the guard.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_LANEGUARD_H
#define NEO_CONVERSION_NEOTOVECTOR_LANEGUARD_H

#include "TileState.h"

#include "Neo/Schedule/AccessPlan.h"

namespace neo {

struct StridedRange;

/// Which elements of one load may be read, an i1 for each.
class ReadMask {
public:
  /// Null: all of them.
  mlir::Value value() const { return on; }

private:
  friend class LaneGuard;
  explicit ReadMask(mlir::Value on) : on(on) {}
  mlir::Value on;
};

/// Does the guard of `operand` hold in `lane` of the point, wherever the tile
/// is? Nothing if that depends.
std::optional<bool> guardHolds(const TileState &state,
                               const NestOperand &operand,
                               const TilePoint &point, int64_t lane);

class LaneGuard {
public:
  /// `conditions` in the lanes of `point`, both of which outlive this.
  LaneGuard(TileState &state, llvm::ArrayRef<NestCondition> conditions,
            const TilePoint &point);

  /// What is known of it in all lanes, wherever the tile is.
  GuardState known() const;
  /// One i1 per lane, off in holes and past the point's end.
  ReadMask lanes() const {
    return ReadMask(toVectorMask(state, mask, point.validLanes));
  }
  /// Those of `count` lanes from `first` on.
  ReadMask part(int64_t first, int64_t count) const;
  /// Those of `lanes`.
  ReadMask among(llvm::ArrayRef<bool> lanes) const;
  /// The same, as far as all lanes have it in common.
  ReadMask commonAmong(llvm::ArrayRef<bool> lanes) const;
  /// `count` elements, all of which are lanes that it is known to hold in.
  ReadMask first(int64_t count) const {
    return ReadMask(toVectorMask(state, {}, count));
  }
  /// Which elements of `range`, of a vector's length from `first` on, may be
  /// read.
  ReadMask elements(const StridedRange &range, int64_t first) const;
  /// The part that all lanes have in common, as one i1.
  ReadMask common() const { return ReadMask(mask.shared); }
  /// The part that is each lane's own.
  ReadMask own() const { return ReadMask(mask.lanes); }
  /// Whether it holds in `lane`, and whether it does in any.
  ReadMask lane(int64_t lane) const;
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
