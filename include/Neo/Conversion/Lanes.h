//===- Lanes.h - Arithmetic on f32 and its bits, in formulas ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A scalar or vector value with a builder, so that the expansion of a function
// is written as its formula. Constants take the shape of the other operand.
// `Single` holds f32, `Bits` the i32 that encode them:
//
//     Single half = x * 0.5;
//     Single power = (exponent + 127).shiftLeft(23).asSingle();    2^exponent
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

protected:
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

class Single;

class Bits : public Lanes {
public:
  using Lanes::Lanes;
  Bits number(int64_t n) const {
    return with(constant(builder->getI32IntegerAttr(int32_t(n))));
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
  Bits shiftLeft(int64_t n) const {
    return with(make<mlir::arith::ShLIOp>(value, number(n).value));
  }
  /// Keeps the sign.
  Bits shiftRight(int64_t n) const {
    return with(make<mlir::arith::ShRSIOp>(value, number(n).value));
  }
  Single asSingle() const;
  Single convert() const;

private:
  Bits with(mlir::Value other) const { return {*builder, loc, other}; }
};

class Single : public Lanes {
public:
  using Lanes::Lanes;
  Single number(double n) const {
    return with(constant(builder->getF32FloatAttr(float(n))));
  }
  Single operator+(Single other) const {
    return with(make<mlir::arith::AddFOp>(value, other.value));
  }
  Single operator-(Single other) const {
    return with(make<mlir::arith::SubFOp>(value, other.value));
  }
  Single operator*(Single other) const {
    return with(make<mlir::arith::MulFOp>(value, other.value));
  }
  Single operator/(Single other) const {
    return with(make<mlir::arith::DivFOp>(value, other.value));
  }
  Single operator-() const { return with(make<mlir::arith::NegFOp>(value)); }
  Single operator+(double n) const { return *this + number(n); }
  Single operator-(double n) const { return *this - number(n); }
  Single operator*(double n) const { return *this * number(n); }

  /// this * factor + term, rounded once.
  Single times(Single factor, Single term) const {
    return with(make<mlir::math::FmaOp>(value, factor.value, term.value));
  }
  Single times(double factor, Single term) const {
    return times(number(factor), term);
  }
  /// The polynomial of this; the coefficient of the highest power comes last.
  Single polynomial(llvm::ArrayRef<double> coefficients) const;

  Single magnitude() const { return with(make<mlir::math::AbsFOp>(value)); }
  Single withSignOf(Single other) const {
    return with(make<mlir::math::CopySignOp>(value, other.value));
  }
  /// NaN stays NaN.
  Single atMost(double bound) const {
    return chooseIf(mlir::arith::CmpFPredicate::OGT, bound, number(bound),
                    *this);
  }
  Single atLeast(double bound) const {
    return chooseIf(mlir::arith::CmpFPredicate::OLT, bound, number(bound),
                    *this);
  }
  /// `yes` where this compares to `bound` so, elsewhere `no`.
  Single chooseIf(mlir::arith::CmpFPredicate predicate, double bound,
                  Single yes, Single no) const {
    mlir::Value holds =
        make<mlir::arith::CmpFOp>(predicate, value, number(bound).value);
    return with(make<mlir::arith::SelectOp>(holds, yes.value, no.value));
  }
  Bits bits() const {
    mlir::Type type = like(builder->getI32Type());
    return {*builder, loc, make<mlir::arith::BitcastOp>(type, value)};
  }

private:
  Single with(mlir::Value other) const { return {*builder, loc, other}; }
};

inline Single Bits::asSingle() const {
  mlir::Type type = like(builder->getF32Type());
  return {*builder, loc, make<mlir::arith::BitcastOp>(type, value)};
}

inline Single Bits::convert() const {
  mlir::Type type = like(builder->getF32Type());
  return {*builder, loc, make<mlir::arith::SIToFPOp>(type, value)};
}

inline Single Single::polynomial(llvm::ArrayRef<double> coefficients) const {
  Single sum = number(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = sum.times(*this, number(coefficient));
  return sum;
}

} // namespace neo

#endif // NEO_CONVERSION_LANES_H
