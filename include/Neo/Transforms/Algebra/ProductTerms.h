//===- ProductTerms.h - The factors of a sum of products --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The body of a neo.compute that sums is a product if the yielded value is a
// tree of multiplications, divisions and negations. The leaves of this tree are
// the factors, but for powers beyond those of ProductsApart (BodyValues.h):
//
//     %p = mulf %a, %b          yield  -(a * b) * exp(c) / d
//     %e = math.exp %c
//     %q = mulf %p, %e          factors  a, b, exp(c), 1/d    sign  -1
//     %r = divf %q, %d
//     %n = negf %r
//
// Each factor knows the loops that its value depends on: those of the maps and
// guards of the operands that it reads, and those whose value it uses. Values
// that read the same operands are parts of one factor, since splitting them
// saves nothing: the parts of a function of a, or all constants.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_ALGEBRA_PRODUCTTERMS_H
#define NEO_TRANSFORMS_ALGEBRA_PRODUCTTERMS_H

#include "Neo/Transforms/Algebra/ContractionPlan.h"

#include "mlir/IR/IRMapping.h"

namespace neo {

/// One factor: values of the body that read the same operands.
struct ProductFactor {
  struct Part {
    mlir::Value root;
    /// Is it a divisor?
    bool inverse = false;
    /// Its exponent.
    unsigned power = 1;
  };
  llvm::SmallVector<Part, 1> parts;
  LoopSet loops = 0;
  /// The operands that it reads, in ascending order.
  llvm::SmallVector<unsigned, 2> operands;
};

struct ProductTerms {
  llvm::SmallVector<ProductFactor> factors;
  bool negative = false;

  /// The factors of the terms that `op` sums.
  static ProductTerms of(ComputeOp op);
};

/// Adds what `factor` of `op` reads to `spec`, an operator of `count` loops in
/// which loop d of `op` has the value `dims[d]`.
void addReads(ComputeSpec &spec, ComputeOp op, const ProductFactor &factor,
              llvm::ArrayRef<mlir::AffineExpr> dims, unsigned count);

/// Constraints `numbers` of `set` in such an operator; null without any.
mlir::IntegerSet selectConstraints(mlir::IntegerSet set,
                                   llvm::ArrayRef<unsigned> numbers,
                                   llvm::ArrayRef<mlir::AffineExpr> dims,
                                   unsigned count);

/// The loops that `expr`, or any constraint of `set`, mentions.
LoopSet getLoopsOf(mlir::AffineExpr expr);
LoopSet getLoopsOf(mlir::IntegerSet set);

} // namespace neo

#endif // NEO_TRANSFORMS_ALGEBRA_PRODUCTTERMS_H
