//===- BodyComparison.h - Equal values of two statements --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Values of two statements of one kernel are equal if they apply the same
// operations to the same reads. Loops of a kernel are identified by their
// names, so reads are equal if their maps and guards are, after renaming to the
// loops of one of the two:
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

/// Does computing `op` cost more than loading its result?
bool isFunction(mlir::Operation &op);

/// Compares values of the bodies of two statements of one kernel.
class BodyComparison {
public:
  BodyComparison(ComputeOp known, ComputeOp reader);

  /// Does the reader have all loops of the known statement?
  bool isComparable() const { return comparable; }
  /// The index of the known statement's element at the reader's point.
  mlir::AffineMap readerMap() {
    auto outputs = llvm::ArrayRef(loops).take_front(known.getNumOutputLoops());
    return mlir::AffineMap::get(names.size(), 0, outputs, known.getContext());
  }
  /// Is `a` in the known statement equal to `b` in the reader?
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
  llvm::SmallVector<mlir::AffineExpr> loops; // of `known`, in the reader
  bool comparable = false;
  llvm::DenseMap<std::pair<mlir::Value, mlir::Value>, bool> compared;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_FUSION_BODYCOMPARISON_H
