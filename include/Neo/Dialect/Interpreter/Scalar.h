//===- Scalar.h - One number of the reference interpreter -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Every number the interpreter touches is a `Scalar`: a double if its kind is a
// float, a sign-extended 64-bit integer otherwise (so `true` of i1 is -1). The
// kind is known where the number is used and is not stored with it.
//
// A number is *canonical* for its kind if the kind can hold it. Operations
// compute in double or in 64 bits and make their result canonical again:
//
//     f32: 0.1 + 0.2      -> 0.30000000000000004 -> 0.3 rounded to f32
//     i32: 2147483647 + 1 -> 2147483648          -> -2147483648
//
// For + - * / and sqrt this is what hardware computes in the narrow type: a
// double has more than twice as many bits as f32, so rounding twice is
// rounding once. Transcendental functions come out correctly rounded up to
// the last bit of a double.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_INTERPRETER_SCALAR_H
#define NEO_DIALECT_INTERPRETER_SCALAR_H

#include "mlir/IR/Types.h"

#include <cstdint>
#include <optional>

namespace neo {

/// What a number is. Tensors hold the first seven; the others occur only
/// between the operations of a body.
enum class ElementKind { f64, f32, f16, bf16, i64, i32, i1, i16, i8, index };

union Scalar {
  double f;
  int64_t i;
};

inline Scalar makeFloat(double value) {
  Scalar s;
  s.f = value;
  return s;
}

inline Scalar makeInteger(int64_t value) {
  Scalar s;
  s.i = value;
  return s;
}

/// The kind of `type`; nothing if the interpreter does not know the type.
std::optional<ElementKind> getElementKind(mlir::Type type);

bool isFloat(ElementKind kind);

/// Bits of an integer kind.
unsigned getBitWidth(ElementKind kind);

/// `value` rounded or wrapped to what `kind` can hold.
Scalar makeCanonical(ElementKind kind, Scalar value);

/// The value of a FloatAttr or IntegerAttr.
Scalar getConstant(mlir::Attribute attribute);

} // namespace neo

#endif // NEO_DIALECT_INTERPRETER_SCALAR_H
