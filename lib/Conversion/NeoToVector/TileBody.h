//===- TileBody.h - The vectorised body of an operator ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Emits the body of a neo.compute, vectorised, and the accumulation of its
// value. Operand vectors that several points of a tile share are loaded once.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_TILEBODY_H
#define NEO_CONVERSION_NEOTOVECTOR_TILEBODY_H

#include "OperandAccess.h"
#include "OperandPanels.h"
#include "PlacedColumns.h"
#include "StreamPrefetch.h"

#include "Neo/Dialect/Halves.h"
#include "Neo/Schedule/NarrowPositions.h"

#include <functional>
#include <map>

namespace neo {

class TileBody {
public:
  TileBody(TileState &state, mlir::ValueRange buffers)
      : state(state), buffers(buffers), columns(state, buffers) {}

  /// Supplies operands that are not in a buffer: called before an operand is
  /// loaded; returns its vector, or null to load it from the buffer.
  using Supply = std::function<mlir::Value(unsigned, const TilePoint &)>;
  void readFrom(Supply source) { supply = std::move(source); }

  /// Reads packed operands from their panels.
  void readFrom(OperandPanels &filled) { panels = &filled; }

  /// Emits a stream prefetch with every vector that is loaded.
  void prefetchBy(StreamPrefetch &prefetch) { streams = &prefetch; }

  /// Drops the operands loaded so far; to be called when a loop advances.
  void startStep() {
    loaded.clear();
    columns.startStep();
  }
  /// Do points share columns, so that storing each at once saves loads?
  bool sharesColumns() const { return columns.any(); }
  PlacedColumns &placed() { return columns; }

  /// Emits the body at `point`; returns the yielded value.
  mlir::Value evaluate(const TilePoint &point);

  /// Initial accumulators of one point: the identity.
  llvm::SmallVector<mlir::Value> identity();

  /// `accumulators` joined with the term at `point`.
  llvm::SmallVector<mlir::Value> accumulate(mlir::ValueRange accumulators,
                                            const TilePoint &point);

  /// The result element of the final accumulators.
  mlir::Value finish(mlir::ValueRange accumulators);

  /// `value` combined with the partial sum that earlier blocks of the reduction
  /// left in the result; `value` alone in the first block, which starts at 0.
  mlir::Value addPartial(mlir::Value value, mlir::Value blockStart,
                         mlir::Value buffer, const TilePoint &point);

  /// `value` combined with `partial` from the second block on.
  mlir::Value joinPartial(mlir::Value value, mlir::Value partial,
                          mlir::Value blockStart);

  /// The neutral element as a scalar or a vector, like `type`.
  mlir::Value identityLike(mlir::Type type);

  bool findsPosition() const;
  /// The integer type of positions.
  mlir::Type positionType() const;
  /// The type of accumulators.
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
  mlir::Value yieldedTerm() const;
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
