//===- WideInstructions.h - Instructions of AVX-512 only --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Instructions on vectors of 16 f32 that MLIR has no operations for, by name:
// look-ups in registers, and splitting numbers into 2^n * m and back.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_WIDEINSTRUCTIONS_H
#define NEO_CONVERSION_WIDEINSTRUCTIONS_H

#include "Neo/Conversion/Lanes.h"

namespace neo {

class WideInstructions {
public:
  WideInstructions(mlir::OpBuilder &b, mlir::Location loc);

  /// The element of a table of 16 or 32 that the low bits of `index` select.
  Float lookUp(Bits index, llvm::ArrayRef<float> table);
  /// n of x = 2^n * m, with 1 <= m < 2.
  Float exponent(Float x);
  /// m; NaN if x < 0.
  Float mantissa(Float x);
  /// x clamped to [-bound, bound]; NaN becomes `bound`.
  Float within(Float x, double bound);
  /// x * 2^n, rounded once.
  Float scale(Float x, Float n);

private:
  mlir::Value constant(mlir::TypedAttr value);
  Float call(llvm::StringRef name, mlir::ValueRange operands);

  mlir::OpBuilder &b;
  mlir::Location loc;
  mlir::VectorType floats;
  mlir::Value none, all, current;
};

} // namespace neo

#endif // NEO_CONVERSION_WIDEINSTRUCTIONS_H
