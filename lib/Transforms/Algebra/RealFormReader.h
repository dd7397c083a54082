//===- RealFormReader.h - The forms of operators ----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Reads the result of a neo.compute as a form (RealForm.h) of its loops d0, d1,
// ... It looks through producers that are pointwise or sums along rows.
// Contractions, conditions, guarded reads, and everything beyond a limit of a
// few hundred steps are unknowns.
//
// Sums have loops of their own. While a sum is read its loops are new
// dimensions; once it is an unknown they have canonical names s0, s1, ... that
// depend on the summand only, so that equal sums have equal texts.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_REALFORMREADER_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_REALFORMREADER_H

#include "Neo/Dialect/NeoDialect.h"
#include "Neo/Transforms/Algebra/RealForm.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace neo {

class RealFormReader {
public:
  /// The form of the result of `op`; none if it is not representable.
  std::optional<RealForm> read(ComputeOp op);
  /// The form of the result that `op` would have if its body yielded `value`.
  std::optional<RealForm> read(ComputeOp op, mlir::Value value);

private:
  using Form = std::optional<RealForm>;
  using Indices = llvm::ArrayRef<mlir::AffineExpr>;

  Form readResult(ComputeOp op, mlir::Value yielded, Indices outputs);
  Form readValue(ComputeOp op, mlir::Value value, Indices loops,
                 llvm::DenseMap<mlir::Value, Form> &known);
  Form combine(ComputeOp op, mlir::Operation *inner, Indices loops,
               llvm::DenseMap<mlir::Value, Form> &known);
  Form readOperand(ComputeOp op, unsigned operand, Indices loops);
  Form sumOver(const RealForm &terms, ComputeOp op, Indices loops);
  bool readsThrough(ComputeOp op);
  std::string name(mlir::Value tensor);

  llvm::DenseMap<mlir::Value, unsigned> tensors;
  /// Operators whose forms are too long: their results are unknowns.
  llvm::SmallPtrSet<mlir::Operation *, 4> opaque;
  unsigned steps = 0, nextLoop = 0;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_REALFORMREADER_H
