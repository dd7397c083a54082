//===- OperandPanels.h - Filling panels and reading them --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The panels of a schedule (Schedule/OperandPanel.h) are scratch buffers of a
// thread. Squares of the operand are read along it, transposed in registers and
// stored as rows; a tile then reads its vectors from there.
//
// Filling a panel waits for memory, if nothing is done about it: it reads as
// many short streams as there are lanes, which hardware does not follow. So the
// steps that use one panel prefetch the next one's lines, a few in every step.
// On 7 x 7 pixels that is the difference between a copy that costs a fifth of
// the layer and one that costs a tenth.
//
// An operand may begin anywhere in a cache line, as arrays of NumPy do. Vectors
// then lie across two lines each, and rows that are whole pages apart have all
// of their lines in one set of the first-level cache: half of a line is gone
// before the next square comes for the other half. So a panel of one run begins
// as many elements earlier as make its vectors whole lines,
//
//     operand    |.. c0 c1 ... |c12 ... | ...       | lines
//     rows       -4 ... 0 ...                       shift 4: row 0 is the fifth
//
// and a last square brings those that this leaves out at the end.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_OPERANDPANELS_H
#define NEO_CONVERSION_NEOTOVECTOR_OPERANDPANELS_H

#include "TileState.h"

#include "Neo/Schedule/OperandPanel.h"

namespace neo {

class OperandPanels {
public:
  OperandPanels(TileState &state, mlir::ValueRange buffers);

  /// Fills the panels that belong before loop `level` of the order. The blocked
  /// loop, if there is one, stands at `blockStart`.
  void fill(unsigned level, mlir::Value blockStart);
  /// The vector of `operand` at `point`; null if it has no panel.
  mlir::Value read(unsigned operand, const TilePoint &point);
  /// Prefetches a part of the panels that come next: step `step` of `steps` of
  /// a tile.
  void prefetch(mlir::Value step, int64_t steps);

private:
  struct Filled {
    OperandPanel panel;
    mlir::Value source, scratch;
    mlir::Value blockStart; // null: no blocks, or they do not move the operand
    mlir::Value base, next; // where this panel, and the next, begin
    mlir::Value shift;      // rows before the first that is prefetched; or null
    int64_t lanes = 0;      // of a row, that are inside the loop
    int64_t steps = 0;      // of the blocked loop, in this block
  };
  using Emit = llvm::function_ref<void(mlir::Value from, mlir::Value row)>;

  void locate(Filled &filled);
  mlir::Value findShift(const Filled &filled);
  int64_t lastSteps() const;
  void fillBlock(Filled &filled);
  void fillRows(const Filled &filled);
  void walk(const Filled &filled, unsigned level, mlir::Value from,
            mlir::Value row, Emit emitRun);
  mlir::Value load(const Filled &filled, mlir::Value from, mlir::Value mask);
  void copyRow(const Filled &filled, mlir::Value from, mlir::Value row);
  void transposeRun(const Filled &filled, mlir::Value from, mlir::Value row);
  void transposeBehind(const Filled &filled, mlir::Value from, mlir::Value to,
                       int64_t lanes);
  void transposeLanes(const Filled &filled, mlir::Value from, mlir::Value to,
                      int64_t lanes);
  void transposeSquare(const Filled &filled, mlir::Value from, mlir::Value to,
                       int64_t lanes, int64_t count, mlir::Value mask);
  void prefetch(const Filled &filled, mlir::Value step, int64_t steps);

  TileState &state;
  mlir::OpBuilder &b;
  mlir::Location loc;
  llvm::SmallVector<Filled, 1> panels;
};

/// A buffer of `elements` on the stack of the kernel's function.
mlir::Value allocateScratch(mlir::OpBuilder &b, mlir::Location loc,
                            int64_t elements, mlir::Type type);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_OPERANDPANELS_H
