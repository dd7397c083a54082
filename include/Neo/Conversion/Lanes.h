//===- Lanes.h - Arithmetic on floats and their bits, in formulas -*- C++
//-*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A scalar or vector value with a builder, so that the expansion of a function
// is written as its formula, once for f32 and f64. Constants take the shape and
// the type of the other operand. `Float` holds f32 or f64, `Bits` the i32 or
// i64 that encode them, `Truth` what a comparison gives:
//
//     Float half = x * 0.5;
//     Float power = exponent.powerOfTwo();                       2^exponent
//     Float size = select(x < 0.0, -x, x);
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_LANES_H
#define NEO_CONVERSION_LANES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

namespace neo {

/// Common base: a builder, and a value of any shape.
class Lanes {
public:
  Lanes(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value)
      : builder(&builder), loc(loc), value(value) {}
  operator mlir::Value() const { return value; }

  /// Of the floats that have this width.
  int64_t mantissaBits() const { return isWide() ? 52 : 23; }
  int64_t exponentBias() const { return isWide() ? 1023 : 127; }

protected:
  mlir::Type element() const {
    return mlir::getElementTypeOrSelf(value.getType());
  }
  bool isWide() const { return element().getIntOrFloatBitWidth() == 64; }
  /// The type with this value's shape and `element` as element type.
  mlir::Type like(mlir::Type element) const {
    auto shaped = mlir::dyn_cast<mlir::VectorType>(value.getType());
    return shaped ? mlir::Type(shaped.clone(element)) : element;
  }
  mlir::Value constant(mlir::TypedAttr number) const {
    if (auto vector = mlir::dyn_cast<mlir::VectorType>(like(number.getType())))
      number = mlir::DenseElementsAttr::get(vector, mlir::Attribute(number));
    return mlir::arith::ConstantOp::create(*builder, loc, number);
  }
  template <typename Op, typename... Rest>
  mlir::Value make(Rest... rest) const {
    return Op::create(*builder, loc, rest...);
  }

  mlir::OpBuilder *builder;
  mlir::Location loc;
  mlir::Value value;
};

class Float;

/// Where a comparison holds.
class Truth : public Lanes {
public:
  using Lanes::Lanes;
  Float choose(Float yes, Float no) const;
  Truth operator!() const {
    mlir::Value yes = constant(builder->getBoolAttr(true));
    return {*builder, loc, make<mlir::arith::XOrIOp>(value, yes)};
  }
  Truth operator&(Truth other) const {
    return {*builder, loc, make<mlir::arith::AndIOp>(value, other.value)};
  }
};

/// Integers as wide as the floats that they encode or count for.
class Bits : public Lanes {
public:
  using Lanes::Lanes;
  Bits number(int64_t n) const {
    return with(constant(builder->getIntegerAttr(element(), n)));
  }
  Bits operator+(Bits other) const {
    return with(make<mlir::arith::AddIOp>(value, other.value));
  }
  Bits operator-(Bits other) const {
    return with(make<mlir::arith::SubIOp>(value, other.value));
  }
  Bits operator+(int64_t n) const { return *this + number(n); }
  Bits operator-(int64_t n) const { return *this - number(n); }
  Bits operator-() const { return number(0) - *this; }
  Bits operator&(int64_t mask) const {
    return with(make<mlir::arith::AndIOp>(value, number(mask).value));
  }
  Bits operator^(Bits other) const {
    return with(make<mlir::arith::XOrIOp>(value, other.value));
  }
  Bits shiftLeft(int64_t n) const {
    return with(make<mlir::arith::ShLIOp>(value, number(n).value));
  }
  /// Keeps the sign.
  Bits shiftRight(int64_t n) const {
    return with(make<mlir::arith::ShRSIOp>(value, number(n).value));
  }
  /// Zeros come in. AVX2 has no instruction for the other shift of 64 bits.
  Bits shiftRightUnsigned(int64_t n) const {
    return with(make<mlir::arith::ShRUIOp>(value, number(n).value));
  }
  Truth isZero() const {
    return {*builder, loc,
            make<mlir::arith::CmpIOp>(mlir::arith::CmpIPredicate::eq, value,
                                      number(0).value)};
  }
  Float asFloat() const;
  /// As a float, of small numbers.
  Float convert() const;
  /// 2^this, where that is normal or infinite.
  Float powerOfTwo() const;

private:
  Bits with(mlir::Value other) const { return {*builder, loc, other}; }
};

class Float : public Lanes {
public:
  using Lanes::Lanes;
  using Predicate = mlir::arith::CmpFPredicate;

  bool isDouble() const { return isWide(); }
  Float widened() const {
    return with(make<mlir::arith::ExtFOp>(like(builder->getF64Type()), value));
  }
  /// One of two numbers, by this one's type: a bound, a part of a constant.
  double byWidth(double single, double wide) const {
    return isWide() ? wide : single;
  }
  /// Adding 1.5 * 2^mantissaBits rounds to an integer, which is in the low bits
  /// of the sum. A conversion to integers would lose NaN.
  Float roundingMagic() const {
    return number(byWidth(12582912.0, 6755399441055744.0));
  }

  Float number(double n) const {
    return with(constant(builder->getFloatAttr(element(), n)));
  }
  Float operator+(Float other) const {
    return with(make<mlir::arith::AddFOp>(value, other.value));
  }
  Float operator-(Float other) const {
    return with(make<mlir::arith::SubFOp>(value, other.value));
  }
  Float operator*(Float other) const {
    return with(make<mlir::arith::MulFOp>(value, other.value));
  }
  Float operator/(Float other) const {
    return with(make<mlir::arith::DivFOp>(value, other.value));
  }
  Float operator-() const { return with(make<mlir::arith::NegFOp>(value)); }
  Float operator+(double n) const { return *this + number(n); }
  Float operator-(double n) const { return *this - number(n); }
  Float operator*(double n) const { return *this * number(n); }

  /// this * factor + term, rounded once.
  Float times(Float factor, Float term) const {
    return with(make<mlir::math::FmaOp>(value, factor.value, term.value));
  }
  Float times(double factor, Float term) const {
    return times(number(factor), term);
  }
  /// The polynomial of this; the coefficient of the highest power comes last.
  Float polynomial(llvm::ArrayRef<double> coefficients) const;
  /// The one for this type.
  Float polynomial(llvm::ArrayRef<double> single,
                   llvm::ArrayRef<double> wide) const {
    return polynomial(isWide() ? wide : single);
  }

  Float floor() const { return with(make<mlir::math::FloorOp>(value)); }
  Float root() const { return with(make<mlir::math::SqrtOp>(value)); }
  Float magnitude() const { return with(make<mlir::math::AbsFOp>(value)); }
  Float withSignOf(Float other) const {
    return with(make<mlir::math::CopySignOp>(value, other.value));
  }
  /// NaN stays NaN.
  Float atMost(double bound) const {
    return chooseIf(Predicate::OGT, bound, number(bound), *this);
  }
  Float atLeast(double bound) const {
    return chooseIf(Predicate::OLT, bound, number(bound), *this);
  }
  Truth is(Predicate predicate, Float other) const {
    return {*builder, loc,
            make<mlir::arith::CmpFOp>(predicate, value, other.value)};
  }
  Truth is(Predicate predicate, double bound) const {
    return is(predicate, number(bound));
  }
  /// `yes` where this compares to `bound` so, elsewhere `no`.
  Float chooseIf(Predicate predicate, double bound, Float yes, Float no) const {
    return is(predicate, bound).choose(yes, no);
  }
  Bits bits() const {
    mlir::Type type = like(builder->getIntegerType(isDouble() ? 64 : 32));
    return {*builder, loc, make<mlir::arith::BitcastOp>(type, value)};
  }

private:
  Float with(mlir::Value other) const { return {*builder, loc, other}; }
};

inline Float Truth::choose(Float yes, Float no) const {
  return {
      *builder, loc,
      make<mlir::arith::SelectOp>(value, mlir::Value(yes), mlir::Value(no))};
}

inline Float Bits::asFloat() const {
  mlir::Type type =
      like(isWide() ? builder->getF64Type() : builder->getF32Type());
  return {*builder, loc, make<mlir::arith::BitcastOp>(type, value)};
}

/// Only AVX-512 converts integers of 64 bits, so these are added to the bits of
/// a float that is rounded to integers.
inline Float Bits::convert() const {
  if (isWide()) {
    Bits magic = number(0x4338000000000000);
    return (*this + magic).asFloat() - magic.asFloat();
  }
  mlir::Type type = like(builder->getF32Type());
  return {*builder, loc, make<mlir::arith::SIToFPOp>(type, value)};
}

inline Float Bits::powerOfTwo() const {
  return (*this + exponentBias()).shiftLeft(mantissaBits()).asFloat();
}

inline Float Float::polynomial(llvm::ArrayRef<double> coefficients) const {
  Float sum = number(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = sum.times(*this, number(coefficient));
  return sum;
}

} // namespace neo

#endif // NEO_CONVERSION_LANES_H
