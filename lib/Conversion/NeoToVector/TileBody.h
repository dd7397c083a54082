//===- TileBody.h - The scalar body over the lanes of a vector --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The body of a neo.compute, cloned with vectors for scalars, and the way its
// value joins an accumulator. Operand vectors that several points of a tile
// share are read once.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_TILEBODY_H
#define NEO_CONVERSION_NEOTOVECTOR_TILEBODY_H

#include "OperandAccess.h"
#include "OperandPanels.h"
#include "PlacedColumns.h"
#include "StreamPrefetch.h"

#include "Neo/Schedule/NarrowPositions.h"

#include <functional>
#include <map>

namespace neo {

/// Has `type` so few bits that its sums are kept in f32?
inline bool isHalf(mlir::Type type) { return type.isF16() || type.isBF16(); }

class TileBody {
public:
  TileBody(TileState &state, mlir::ValueRange buffers)
      : state(state), buffers(buffers), columns(state, buffers) {}

  /// Values that do not come from a buffer: called before an operand is read,
  /// it gives the vector, or null if the buffer has it.
  using Supply = std::function<mlir::Value(unsigned, const TilePoint &)>;
  void takeFrom(Supply source) { supply = std::move(source); }

  /// Where packed operands are read.
  void takeFrom(OperandPanels &filled) { panels = &filled; }

  /// Whoever is prefetched what lies behind a vector that is read.
  void prefetchBy(StreamPrefetch &prefetch) { streams = &prefetch; }

  /// Forgets the operands read so far; call it when loops move on.
  void startStep() {
    loaded.clear();
    columns.startStep();
  }
  /// Is a vector that is stored at once read with less?
  bool sharesColumns() const { return columns.any(); }
  PlacedColumns &placed() { return columns; }

  /// What the body yields at `point`.
  mlir::Value evaluate(const TilePoint &point);

  /// Accumulators of one point before the first term.
  llvm::SmallVector<mlir::Value> identity();

  /// `accumulators` joined with the term at `point`.
  llvm::SmallVector<mlir::Value> accumulate(mlir::ValueRange accumulators,
                                            const TilePoint &point);

  /// The element of the result that the accumulators amount to.
  mlir::Value finish(mlir::ValueRange accumulators);

  /// `value` joined with what earlier blocks of the reduction left in the
  /// result; in the first block, which starts at 0, that is nothing.
  mlir::Value addPartial(mlir::Value value, mlir::Value blockStart,
                         mlir::Value buffer, const TilePoint &point);

  /// `value` joined with `partial`, which counts from the second block on.
  mlir::Value joinPartial(mlir::Value value, mlir::Value partial,
                          mlir::Value blockStart);

  /// The neutral element as a scalar or a vector, like `type`.
  mlir::Value identityLike(mlir::Type type);

  bool findsPosition() const;
  /// What positions are counted in.
  mlir::Type positionType() const;
  /// What terms are added up in.
  mlir::Type accumulatorType() const;
  mlir::Value join(mlir::Value accumulator, mlir::Value term);

private:
  std::pair<unsigned, std::vector<int64_t>>
  readKey(unsigned operand, const TilePoint &point) const;
  bool readRuns(unsigned operand, const TilePoint &point);
  mlir::Value read(unsigned operand, const TilePoint &point);
  mlir::Value evaluateIndex(IndexOp op, const TilePoint &point);
  mlir::Value evaluateTest(const PositionTest &test, mlir::Value number,
                           const TilePoint &point);
  void evaluateInto(mlir::IRMapping &values, const TilePoint &point);
  mlir::Value lanesWithTerm(const TilePoint &point);
  mlir::Value maskTerm(mlir::Value term, const TilePoint &point);
  bool readsZeros(mlir::Value factor, const TilePoint &point) const;
  mlir::Value zeroPastEnd(mlir::Value factor, mlir::IRMapping &values,
                          const TilePoint &point);
  mlir::Value tryFusedMultiplyAdd(mlir::Value accumulator,
                                  mlir::IRMapping &values,
                                  const TilePoint &point);
  llvm::SmallVector<mlir::Value> joinPosition(mlir::ValueRange accumulators,
                                              mlir::Value term,
                                              const TilePoint &point);
  ComputeOp op() const { return state.nest.op; }

  TileState &state;
  mlir::ValueRange buffers;
  Supply supply;
  OperandPanels *panels = nullptr;
  StreamPrefetch *streams = nullptr;
  PlacedColumns columns;
  std::map<std::pair<unsigned, std::vector<int64_t>>, mlir::Value> loaded;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_TILEBODY_H
