//===- RowLoops.h - The sweeps over the rows of a kernel --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Emits the sweeps over the rows of a kernel (RowPlan.h). Several rows are
// processed together in a sweep:
//
//     for j by 2 vectors
//       for each vector, for each row: every statement of the sweep, in order
//
// Accumulators of reductions along the row are registers, one per vector and
// row; those of reductions over rows are loaded from the partial row once for
// all rows and stored back.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_ROWLOOPS_H
#define NEO_CONVERSION_NEOTOVECTOR_ROWLOOPS_H

#include "RowPlan.h"
#include "Streaming.h"
#include "TileBody.h"

#include <memory>

namespace neo {

class RowLoops {
public:
  /// `buffers` are those of the kernel's operands and results; scratch rows are
  /// allocated at the insertion point of `b`.
  RowLoops(mlir::OpBuilder &b, mlir::Location loc, const RowPlan &plan,
           mlir::ValueRange buffers);

  /// Sets the value of a loop in all statements.
  void setLoop(unsigned loop, mlir::Value value);
  /// Sets the chunk that partial rows belong to.
  void setChunk(mlir::Value chunk);
  /// Initialises the partial rows of the chunk to the identity of the
  /// reduction.
  void clearPartials();
  /// Emits the sweeps over `rows` rows from the current one on.
  void emitRows(int64_t rows);
  /// Emits the software pipeline over the rows of steps from, from + by, ...
  /// below `to`, for which `enter` sets the loops; see RowStages.cpp.
  void emitStages(mlir::Value from, mlir::Value to, int64_t by,
                  llvm::function_ref<void(mlir::Value)> enter);

private:
  /// State of a statement while it is emitted.
  struct Writer {
    Writer(mlir::OpBuilder &b, mlir::Location loc,
           const RowStatement &statement,
           llvm::SmallVector<mlir::Value> operandBuffers)
        : state(b, loc, statement.nest, statement.schedule),
          kept(b, loc, statement.kept, statement.schedule),
          operands(std::move(operandBuffers)), body(state, operands) {}
    TileState state, kept;
    llvm::SmallVector<mlir::Value> operands; // buffers
    TileBody body;
    /// Scratch rows, one per row of this step and of earlier ones.
    llvm::SmallVector<llvm::SmallVector<mlir::Value>> scratch;
    mlir::Value partial;
    /// Values of the current rows: scalars of each row, the last vector, and
    /// accumulators.
    llvm::SmallVector<mlir::Value> numbers;
    /// The scalars of earlier steps, the most recent first.
    llvm::SmallVector<llvm::SmallVector<mlir::Value>> earlier;
    mlir::Value fresh;
    llvm::SmallVector<mlir::Value> accumulators;
    llvm::SmallVector<mlir::Value> columns; // of the partial row
  };

  /// The bounds of the software pipeline over rows, and the callback that sets
  /// the loops of a row.
  struct StageRange {
    mlir::Value from, to, step;
    int64_t by;
    llvm::function_ref<void(mlir::Value)> enter;
  };

  mlir::Value supply(unsigned statement, unsigned operand,
                     const TilePoint &point);
  mlir::Value broadcast(TileState &state, mlir::Value number);
  void allocateScratch(unsigned statement);
  TilePoint pointAt(unsigned statement, int64_t row, int64_t vector,
                    int64_t validLanes) const;
  void emitSweep(const RowSweep &sweep);
  unsigned stageOf(unsigned statement) const {
    return plan.sweeps[plan.statements[statement].sweep].stage;
  }
  llvm::SmallVector<mlir::Value *> carriedValues(bool numbersOnly);
  void rotateCarriedValues();
  void enterStage(const StageRange &range, unsigned stage);
  void emitPipelined(const StageRange &range);
  void emitSeparately(const StageRange &range);
  void emitLevel(const RowSweep &sweep, unsigned level);
  void emitLoop(const RowSweep &sweep, unsigned loop, int64_t to, int64_t step,
                llvm::function_ref<void()> emitInside);
  void emitVectors(const RowSweep &sweep);
  void emitVectors(const RowSweep &sweep, int64_t count, int64_t validLanes);
  void emitPeeledSweep(const RowSweep &sweep);
  void emitVector(const RowSweep &sweep, int64_t row, int64_t vector,
                  int64_t validLanes);
  void emitPrefetches(const RowSweep &sweep, int64_t row, int64_t vector);
  void emitStatement(unsigned statement, int64_t row, int64_t vector,
                     const TilePoint &point);
  void addToColumn(unsigned statement, int64_t row, int64_t vector,
                   const TilePoint &point);
  llvm::SmallVector<mlir::Value> joinVectors(unsigned statement, int64_t row);
  void finishReduction(unsigned statement);
  void fillPartial(unsigned statement, mlir::Value value, unsigned level);
  void store(TileState &state, mlir::Value value, mlir::Value buffer,
             const TilePoint &point);
  void deliver(unsigned statement, int64_t row, mlir::Value value,
               const TilePoint &point);
  mlir::Value readPartial(unsigned statement, const TilePoint &point);
  TilePoint withChunk(const TilePoint &point) const;
  mlir::OpBuilder &b;
  mlir::Location loc;
  const RowPlan &plan;
  mlir::ValueRange results;
  std::vector<std::unique_ptr<Writer>> writers;
  int64_t rows = 1; // rows that are emitted together
  /// Stores deferred to the end of a step; null outside of one.
  std::vector<std::function<void()>> *waiting = nullptr;
  /// The stage whose loops are set; none if they are set for all stages.
  std::optional<unsigned> entered;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_ROWLOOPS_H
