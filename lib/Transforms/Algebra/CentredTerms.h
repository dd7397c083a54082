//===- CentredTerms.h - Products with a difference to the mean --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Besides the mean, a norm computes sums of products of differences to the
// mean:
//
//     m = sum x / n        v = sum (x - m) * (x - m) / n
//                          s = sum d * (x - m) * r
//
// The terms of v are *centred* twice, those of s once, with d as the other
// factor; n and r, which are invariant in the loops of the sum, are shared. A
// mean is a sum over the same loops, divided by their number, of what it is
// subtracted from: here or there, so that sum x and (x - s / n) are a mean and
// a difference to it as well. A sum over other loops is of a *part*
// (CentredParts.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_CENTREDTERMS_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_CENTREDTERMS_H

#include "Neo/Dialect/BodyValues.h"

#include "llvm/ADT/DenseSet.h"

#include <optional>

namespace neo {

/// A sum of `x`, a value of its body, times `factor`; `count` terms.
struct SummedValue {
  ComputeOp op;
  mlir::Value x;
  double factor = 1, count = 1;

  static std::optional<SummedValue> of(ComputeOp op);
  /// Is `number` one over the number of terms?
  bool isReciprocalOfCount(double number) const;
  /// Readers of the sum, or of its products with constants.
  llvm::SmallVector<ComputeOp> findReaders() const;
};

/// The factors of the terms that an operator sums.
class CentredTerms {
public:
  CentredTerms(ComputeOp op, const SummedValue &sum);

  /// Is each term (x - m)^2, or (x - m) times factors that do not depend on the
  /// mean m, with one sum for each element of m?
  bool isCentred() const;
  /// Is each term (x - m) times factors that do not depend on m, with m
  /// invariant in the loops of the sum, whichever loops the mean is over?
  bool isCentredPart() const;
  unsigned power() const { return centred; }
  bool isNegative() const { return negative; }
  /// Another value of the body that is a term of the sum, x.
  mlir::Value getX() const { return x; }
  /// The value of the body that is the mean.
  mlir::Value getMean() const { return mean; }
  /// The index of the sum that is read.
  mlir::AffineMap getIndex() const { return index; }

  struct Factor {
    mlir::Value value;
    bool inverse;
  };
  llvm::ArrayRef<mlir::Value> getOthers() const { return others; }
  llvm::SmallVector<mlir::Value> getSharedValues() const;
  /// `products` minus `rest`, negated if the terms are, times the shared
  /// values.
  mlir::Value finish(mlir::OpBuilder &b, mlir::Value products, mlir::Value rest,
                     mlir::IRMapping &values) const;

private:
  void addFactor(mlir::Value value, bool inverse);
  void addLeaf(mlir::Value value, bool inverse);
  bool addDifference(mlir::Value value);
  bool isMean(mlir::Value value);
  bool isSame(mlir::Value there, mlir::Value here);
  bool isSame(mlir::Value there, mlir::Value here,
              llvm::DenseSet<std::pair<mlir::Value, mlir::Value>> &seen);
  bool isSameRead(unsigned there, unsigned here);

  ComputeOp op;
  const SummedValue &sum;
  ProductsApart apart;
  mlir::AffineMap index;
  mlir::Value x, mean;
  unsigned centred = 0;
  bool negative = false, isProduct = true;
  /// Are the terms those of the mean, one for one?
  bool sumsAlike = true;
  llvm::SmallVector<Factor> shared;
  llvm::SmallVector<mlir::Value> others;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_CENTREDTERMS_H
