//===- DerivativeRules.h - Derivatives of scalar operations -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// One rule per scalar operation defines how the cotangent of its result is
// propagated to its operands:
//
//     rules.add<math::TanhOp>(ZeroIf::all, [](Chain &d) {
//       d.to(0, d.seed() * (1.0 - d.out() * d.out()));
//     });
//
// Everything else -- the order, the sums of contributions, which of them are
// needed -- is the chain rule, written once in ScalarAdjoint.cpp. The
// contribution to an operand must be linear in the seed: forward mode runs the
// same rule with a tangent in its place (TangentCompute.h).
//
// `ZeroIf` tells for which operands that are zero the result is zero. With it
// the adjoint of a product omits the terms in which the other factor is
// padding.
//
// Another dialect adds rules by implementing DerivativeInterface. An operation
// whose operands or results are integers needs no rule: integers have no
// cotangent.
//
// Conventions at kinks, as PyTorch's unless noted:
//   maximumf(a, b), a == b     half to each; to a variable against a constant
//                              nothing, so that relu'(0) = 0
//   absf(0)                    0
//   powf(a, 0) in a            0, also at a = 0; fpowi alike
//   copysign(0, b) in 0        0; in b everywhere
//   floor, ceil, round, trunc  0
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_DERIVATIVERULES_H
#define NEO_TRANSFORMS_AUTODIFF_DERIVATIVERULES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectInterface.h"
#include "llvm/ADT/StringMap.h"

#include <functional>

namespace neo {

/// A float value with a builder, so that rules are written as formulas.
/// Constants take the type of the other operand. For an integer, the exponent
/// of a power, constants, `-` and the conversion to a float are supported.
class FloatExpr {
public:
  FloatExpr(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value)
      : builder(&builder), loc(loc), value(value) {}

  operator mlir::Value() const { return value; }
  mlir::Type type() const { return value.getType(); }

  /// A constant of this type.
  FloatExpr number(double value) const;
  /// Another value at the same place.
  FloatExpr with(mlir::Value other) const { return {*builder, loc, other}; }
  /// One operation on scalars of this type.
  template <typename Op, typename... Rest> FloatExpr apply(Rest... rest) const {
    return with(Op::create(*builder, loc, value, rest...));
  }

  /// This float, truncated or extended.
  FloatExpr truncateTo(mlir::Type narrow) const;
  FloatExpr extendTo(mlir::Type wide) const;
  /// This signed integer, converted to a float.
  FloatExpr toFloat(mlir::Type type) const;

  FloatExpr operator-() const;
  FloatExpr operator+(FloatExpr other) const;
  FloatExpr operator-(FloatExpr other) const;
  FloatExpr operator*(FloatExpr other) const;
  FloatExpr operator/(FloatExpr other) const;

  /// Comparisons give an i1; false if an operand is NaN.
  FloatExpr operator<(FloatExpr other) const;
  FloatExpr operator<=(FloatExpr other) const;
  FloatExpr operator>(FloatExpr other) const;
  FloatExpr operator>=(FloatExpr other) const;
  FloatExpr equals(FloatExpr other) const;
  /// Selects by this i1.
  FloatExpr choose(FloatExpr yes, FloatExpr no) const;

private:
  mlir::OpBuilder *builder;
  mlir::Location loc;
  mlir::Value value;
};

inline FloatExpr operator+(double a, FloatExpr b) { return b.number(a) + b; }
inline FloatExpr operator-(double a, FloatExpr b) { return b.number(a) - b; }
inline FloatExpr operator*(double a, FloatExpr b) { return b.number(a) * b; }
inline FloatExpr operator/(double a, FloatExpr b) { return b.number(a) / b; }

/// The argument of a rule: one operation, the cotangent of its result, and the
/// sink for cotangents of its operands.
class Chain {
public:
  using Sink = llvm::function_ref<void(unsigned operand, mlir::Value)>;

  Chain(mlir::OpBuilder &builder, mlir::Operation *op, mlir::Value seed,
        Sink sink)
      : builder(builder), op(op), cotangent(seed), sink(sink) {}

  /// The cotangent of the result.
  FloatExpr seed() const { return wrap(cotangent); }
  /// The operands and the result of the operation, and 0 as its type.
  FloatExpr in(unsigned operand) const { return wrap(op->getOperand(operand)); }
  FloatExpr out() const { return wrap(op->getResult(0)); }
  FloatExpr zero() const { return seed().number(0.0); }
  /// Is the operand the constant 0, of either sign?
  bool isZero(unsigned operand) const;

  /// Adds to the cotangent of one operand.
  void to(unsigned operand, FloatExpr contribution) {
    sink(operand, contribution);
  }

private:
  FloatExpr wrap(mlir::Value value) const {
    return {builder, op->getLoc(), value};
  }

  mlir::OpBuilder &builder;
  mlir::Operation *op;
  mlir::Value cotangent;
  Sink sink;
};

/// For which operands that are zero is the result zero?
enum class ZeroIf { never, any, all, first };

struct DerivativeRule {
  ZeroIf zero = ZeroIf::never;
  std::function<void(Chain &)> propagate;
};

class DerivativeRules {
public:
  /// The rules of arith and math, and those that the loaded dialects bring.
  static DerivativeRules of(mlir::MLIRContext *context);

  /// Sets the rule of the operation with this name, or of this class; replaces
  /// an earlier one.
  void add(llvm::StringRef operation, DerivativeRule rule) {
    rules[operation] = std::move(rule);
  }
  template <typename Op>
  void add(ZeroIf zero, std::function<void(Chain &)> propagate) {
    add(Op::getOperationName(), {zero, std::move(propagate)});
  }
  /// The derivative is zero wherever it exists.
  template <typename Op> void addFlat(ZeroIf zero) {
    add<Op>(zero, [](Chain &) {});
  }

  /// The rule of `op`, or null. Valid until rules are added.
  const DerivativeRule *lookup(mlir::Operation *op) const;
  /// The same; where there is none, null and a diagnostic.
  const DerivativeRule *require(mlir::Operation *op) const;

private:
  llvm::StringMap<DerivativeRule> rules;
};

/// Implemented by a dialect whose scalar operations have derivatives.
class DerivativeInterface
    : public mlir::DialectInterface::Base<DerivativeInterface> {
public:
  explicit DerivativeInterface(mlir::Dialect *dialect) : Base(dialect) {}
  /// Adds the rules of the dialect's operations.
  virtual void addRules(DerivativeRules &rules) const = 0;
};

/// The rules that every context has.
void addArithRules(DerivativeRules &rules);
void addMathRules(DerivativeRules &rules);

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_DERIVATIVERULES_H
