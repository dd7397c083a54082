//===- OperandPanels.h - Packing and reading panels -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The panels of a schedule (Schedule/OperandPanel.h) are thread-private scratch
// buffers that operands are packed into. Squares of the operand are loaded
// along its contiguous dimension, transposed in registers and stored as rows; a
// tile then loads its vectors from there.
//
// Packing is bound by memory latency unless it is prefetched: it reads as many
// short streams as there are lanes, which the hardware prefetcher does not
// detect. So the steps that use one panel prefetch the lines of the next one, a
// few in every step. On 7 x 7 pixels that is the difference between a copy that
// costs a fifth of the layer and one that costs a tenth.
//
// An operand may begin anywhere in a cache line, as arrays of NumPy do. Then
// every vector load splits over two lines. And if rows are a multiple of a page
// apart, their lines conflict in one set of the L1 cache, so that a line is
// evicted before the next square reads its other half. So a panel of one run
// begins earlier, by as many elements as make its vector loads aligned,
//
//     operand    |.. c0 c1 ... |c12 ... | ...       | lines
//     rows       -4 ... 0 ...                       shift 4: row 0 is the fifth
//
// and one more square at the end covers the elements that this leaves out.
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

  /// Packs the panels that are placed before loop `level` of the order.
  /// `blockStart` is the current value of the blocked loop, if there is one.
  void fill(unsigned level, mlir::Value blockStart);
  /// The vector of `operand` at `point`; null if it has no panel.
  mlir::Value read(unsigned operand, const TilePoint &point);
  /// Prefetches the share of step `step` of `steps` of a tile for the next
  /// panels.
  void prefetch(mlir::Value step, int64_t steps);

private:
  struct Filled {
    OperandPanel panel;
    mlir::Value source, scratch;
    mlir::Value blockStart; // null: independent of blocks
    mlir::Value base, next; // positions of this panel and of the next one
    mlir::Value shift; // rows that precede the first one that is used; or null
    int64_t lanes = 0; // lanes of a row that are inside the loop
    int64_t steps = 0; // steps of the blocked loop in this block
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

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_OPERANDPANELS_H
