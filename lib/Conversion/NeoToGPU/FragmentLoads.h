//===- FragmentLoads.h - Fragments from shared memory -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Which lane has which element of a fragment follows from the splits of the
// axes (lib/Schedule/GPU/TensorCores.h). Four registers of a lane are those of
// four matrices, of 8 steps of a side and 16 bytes of terms each.
//
// ldmatrix takes the address of a row of 16 bytes from each lane, eight rows a
// matrix, and gives lane l the l-th word of a matrix. Rows run along the axis
// that the window is contiguous along; where that is not the axis of the terms,
// ldmatrix transposes matrices of halves. Words it cannot transpose, so that
// each lane loads its own:
//
//     terms of f32    lane 4 g + t has step g of the side and term t
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_FRAGMENTLOADS_H
#define NEO_CONVERSION_NEOTOGPU_FRAGMENTLOADS_H

#include "StatementBody.h"

namespace neo {

class FragmentLoads {
public:
  FragmentLoads(KernelState &state, const AxisSpace &space, IndexValues &values,
                ComputeOp op, GPUScheduleAttr schedule)
      : state(state), space(space), values(values), op(op), schedule(schedule) {
  }

  using Fragment = llvm::SmallVector<mlir::Value>;

  /// Four registers, of the window in the stage at offset `stage`: matrices (0,
  /// 0), (1, 0), (0, 1), (1, 1) of (side, terms), or with sides and terms
  /// exchanged. Halves are in pairs, as mma.sync takes them; others are f32.
  Fragment load(unsigned sideAxis, int64_t side, int64_t terms, bool sideFirst,
                mlir::Value stage);

private:
  /// Pitches of a window along the side and along the terms, in elements.
  struct Pitches {
    int64_t side = 0, terms = 0;
  };
  unsigned findOperand(unsigned axis);
  GPUWindowAttr getWindow(unsigned sideAxis);
  mlir::Type getElement(unsigned sideAxis);
  int64_t getMatrixTerms(unsigned sideAxis);
  Pitches getPitches(unsigned sideAxis);
  std::pair<int64_t, int64_t> getMatrixSteps(unsigned sideAxis, bool sideFirst);
  mlir::Value getDigit(int64_t stride, int64_t size);
  void add(mlir::Value &place, mlir::Value what, int64_t times);
  mlir::Value getFirstOfWarp(unsigned sideAxis);
  mlir::Value getRowOfLane(unsigned sideAxis, bool sideFirst);
  mlir::Value getWordOfLane(unsigned sideAxis);
  Fragment loadMatrices(unsigned sideAxis, int64_t first, bool sideFirst,
                        mlir::Value stage);
  Fragment loadWords(unsigned sideAxis, int64_t first, bool sideFirst,
                     mlir::Value stage);

  KernelState &state;
  const AxisSpace &space;
  IndexValues &values;
  ComputeOp op;
  GPUScheduleAttr schedule;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_FRAGMENTLOADS_H
