//===- SymmetricTable.h - A function of one number as a table ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Many functions tend to 0 for negative x and to a line for positive x: x P(x),
// where P is the normal distribution, tends to x. The difference depends on
// |x|, and on the sign in a simple way:
//
//     even   f(x) = (x > 0 ? above x : 0) - q(|x|)      x P(x)
//     step   f(x) = x > 0 ? height - q(|x|) : q(|x|)    P(x)
//
// If f tended to another line below 0, large terms would have to cancel.
//
// Beyond some reach q is 0 in f32. Up to there it is a polynomial on each of 16
// intervals, whose coefficients a processor with AVX-512 looks up in registers
// (TableFunctions.h). That replaces all exponentials and divisions of f.
//
// The derivative uses the same coefficients: Horner's scheme computes it with
// one more operation for each power,
//
//     slope = slope * d + q,   q = q * d + coefficient
//
// so that a function and its derivative share one look-up. The fit weighs the
// errors of both.
//
// The error bound of a result is that of the f32 operations that compute f as
// written (FunctionOfOne.h), at every argument. So a function with an accurate
// tail, as x / (1 + exp(-x)) is where it is 1e-20, has no table: its reach is
// too long. One that subtracts nearly equal numbers has lost those digits, and
// has a table.
//
// The formulas are templates, for vectors of a kernel (Lanes.h) and for host
// floats, with which they are tested: a kernel computes bitwise what has been
// tested.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_TABULATEDFUNCTIONS_SYMMETRICTABLE_H
#define NEO_CONVERSION_TABULATEDFUNCTIONS_SYMMETRICTABLE_H

#include "FunctionOfOne.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <array>

namespace neo {

/// The line for positive x, and how q is combined with it.
struct TableShape {
  enum class Form { even, step };

  Form form;
  /// The slope of an even form; the height of a step.
  double above, height;
  /// Beyond it q is 0.
  double reach;

  /// None, if `f` has no such form.
  static std::optional<TableShape> of(const FunctionOfOne &f);
  /// q at `t`, given f(t).
  double rest(double t, double value) const {
    double line = above * t + height;
    return line - value;
  }
  /// q' at `t`, given f'(t).
  double restOfSlope(double slope) const { return above - slope; }
};

/// The intervals, centred at multiples of `step`. In the last one, at `limit`,
/// q is 0.
struct TableGrid {
  float step, limit;

  static TableGrid reaching(double reach);
};

struct SymmetricTable {
  TableShape shape;
  /// Coefficients by power of the distance, lowest first; a column for each
  /// interval.
  llvm::SmallVector<std::array<float, 16>> powers;

  /// The table of lowest degree with which `f` and, if given, its derivative
  /// `slope` are within the error bound.
  static std::optional<SymmetricTable> fit(const FunctionOfOne &f,
                                           const TableShape &shape,
                                           const FunctionOfOne *slope,
                                           TableGrid grid);
};

/// Is `slope` the derivative of `f`?
bool isDerivative(const FunctionOfOne &slope, const FunctionOfOne &f);

/// The interval of a number and the distance from its middle.
template <typename Number> struct TablePlace {
  Number interval, distance;

  TablePlace(Number x, TableGrid grid) : interval(x), distance(x) {
    Number size = x.magnitude().atMost(grid.limit);
    Number magic = x.number(12582912.0);
    // The low bits are the index.
    interval = size.times(1.0 / grid.step, magic);
    distance = (interval - magic).times(-grid.step, size);
  }
};

/// q at a place, and its derivative.
template <typename Number> struct TableValue {
  Number value, slope;

  template <typename LookUp>
  TableValue(const SymmetricTable &table, TablePlace<Number> place,
             LookUp lookUp)
      : value(place.distance), slope(place.distance) {
    auto powers = llvm::ArrayRef(table.powers);
    value = lookUp(place.interval, powers.back());
    slope = value;
    for (unsigned power = powers.size() - 1; power-- > 0;) {
      if (power + 2 < powers.size())
        slope = slope.times(place.distance, value);
      value =
          value.times(place.distance, lookUp(place.interval, powers[power]));
    }
  }
};

/// f(x), given q(|x|).
template <typename Number>
Number addLines(const TableShape &shape, Number x, Number q) {
  if (shape.form == TableShape::Form::step)
    return x.chooseIf(mlir::arith::CmpFPredicate::OGT, 0.0,
                      q.number(shape.height) - q, q);
  if (shape.above == 0)
    return -q;
  if (shape.above == 1)
    return x.atLeast(0.0) - q;
  return x.atLeast(0.0).times(shape.above, -q);
}

/// f'(x), given q'(|x|).
template <typename Number>
Number addSlopes(const TableShape &shape, Number x, Number slope) {
  Number above = slope.number(shape.above) - slope;
  if (shape.form == TableShape::Form::step)
    return above;
  return x.chooseIf(mlir::arith::CmpFPredicate::OGT, 0.0, above, slope);
}

} // namespace neo

#endif // NEO_CONVERSION_TABULATEDFUNCTIONS_SYMMETRICTABLE_H
