//===- RealFormReader.h - The forms of operators ----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Reads the result of a neo.compute as a form (RealForm.h) of its loops d0, d1,
// ... Operands that other operators make are read through: pointwise ones and
// sums along rows. Contractions, conditions, guarded reads, and whatever comes
// after a few hundred steps are unknowns.
//
// Sums have loops of their own. While a sum is read its loops are new
// dimensions; once it is an unknown they have names s0, s1, ... that depend on
// nothing but what stands inside, so that one sum has one text wherever it is
// met.
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
  /// What `op` computes; nothing if that cannot be said.
  std::optional<RealForm> read(ComputeOp op);
  /// What it would compute if its body yielded `value`.
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
