//===- BodyComparison.h - Equal parts of two statements ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Two statements of one kernel compute the same where they apply the same
// operations to the same reads. Loops of a kernel are known by their names, so
// reads are the same if their maps and guards are, written in the loops of one
// of the two:
//
//     s[i] = sum_j exp(x[i, j] - m[i])        y[i, j] = exp(x[i, j] - m[i]) /
//     s[i]
//                  ^^^^^^^^^^^^^^^^^^^                  ^^^^^^^^^^^^^^^^^^^
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_FUSION_BODYCOMPARISON_H
#define NEO_LIB_TRANSFORMS_FUSION_BODYCOMPARISON_H

#include "Neo/Dialect/NeoDialect.h"

#include "llvm/ADT/DenseMap.h"

namespace neo {

/// Does computing `op` cost more than loading what it gives?
bool isFunction(mlir::Operation &op);

/// Compares values of the bodies of two statements of one kernel.
class BodyComparison {
public:
  BodyComparison(ComputeOp known, ComputeOp reader);

  /// Does the reader have all loops of the known statement?
  bool isComparable() const { return comparable; }
  /// Where the reader finds the known element at its own point.
  mlir::AffineMap readerMap() {
    auto outputs = llvm::ArrayRef(loops).take_front(known.getNumOutputLoops());
    return mlir::AffineMap::get(names.size(), 0, outputs, known.getContext());
  }
  /// Is `a`, of the known statement, what `b` is in the reader?
  bool isSame(mlir::Value a, mlir::Value b);

private:
  bool isSameRead(unsigned a, unsigned b);
  bool isSameIndex(IndexOp a, IndexOp b);
  bool isSameOperation(mlir::Operation *a, mlir::Operation *b);
  bool areSame(mlir::ValueRange a, mlir::ValueRange b) {
    return llvm::all_of(llvm::zip_equal(a, b), [&](auto pair) {
      return isSame(std::get<0>(pair), std::get<1>(pair));
    });
  }

  ComputeOp known, reader;
  llvm::SmallVector<std::string> names;
  llvm::SmallVector<mlir::AffineExpr> loops; // of `known`, as the reader's
  bool comparable = false;
  llvm::DenseMap<std::pair<mlir::Value, mlir::Value>, bool> compared;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_BODYCOMPARISON_H
