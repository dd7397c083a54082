//===- SymmetricTable.h - A function of one number as a table ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Many functions are 0 far below 0 and a line far above it: x P(x), where P is
// the normal distribution, comes to x. What is between depends on the size of x
// alone, and maybe on its sign:
//
//     even   f(x) = (x > 0 ? above x : 0) - q(|x|)      x P(x)
//     step   f(x) = x > 0 ? height - q(|x|) : q(|x|)    P(x)
//
// Where f is another line below 0, large numbers of either would have to
// cancel.
//
// Beyond some reach q is 0 as far as f32 can tell. Up to there it is a
// polynomial on each of 16 intervals, whose coefficients a processor with
// AVX-512 looks up in registers (TableFunctions.h). No exponential is left and
// no quotient, whatever f has been computed by.
//
// The derivative comes from the same numbers: Horner's scheme makes it with one
// operation more for each power,
//
//     slope = slope * d + q,   q = q * d + coefficient
//
// so that a function and its derivative at one place are one look-up. The fit
// weighs the errors of both.
//
// How far a result may be off is what operations on f32 may be off that compute
// f as it is written (FunctionOfOne.h), at every place of its own. So a
// function with a tail that is computed to its last digit, as x / (1 + exp(-x))
// is where it is 1e-20, has no table: its reach is too long. One that subtracts
// from 1 what is nearly 1 has lost those digits, and has one.
//
// The formulas are written once, for vectors of a kernel (Lanes.h) and for the
// numbers of the host that try them out: what a kernel computes is what has
// been tried, bit by bit.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_TABULATEDFUNCTIONS_SYMMETRICTABLE_H
#define NEO_CONVERSION_TABULATEDFUNCTIONS_SYMMETRICTABLE_H

#include "FunctionOfOne.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <array>

namespace neo {

/// The line above 0, and how q is added to it.
struct TableShape {
  enum class Form { even, step };

  Form form;
  /// The slope of an even form; the height of a step.
  double above, height;
  /// Beyond it q is 0.
  double reach;

  /// None, if `f` has no such form.
  static std::optional<TableShape> of(const FunctionOfOne &f);
  /// What q is at `t`, of f(t).
  double rest(double t, double value) const {
    double line = above * t + height;
    return line - value;
  }
  /// What q' is at `t`, of f'(t).
  double restOfSlope(double slope) const { return above - slope; }
};

/// Where the intervals are: around the multiples of `step`. In the last one, at
/// `limit`, q has come to its end.
struct TableGrid {
  float step, limit;

  static TableGrid reaching(double reach);
};

struct SymmetricTable {
  TableShape shape;
  /// A column for each interval; the lowest power of the distance first.
  llvm::SmallVector<std::array<float, 16>> powers;

  /// The table of lowest degree by which `f` and, if it is given, its
  /// derivative `slope` are exact enough.
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
    // The low bits count.
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

/// f(x) of q(|x|).
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

/// f'(x) of q'(|x|).
template <typename Number>
Number addSlopes(const TableShape &shape, Number x, Number slope) {
  Number above = slope.number(shape.above) - slope;
  if (shape.form == TableShape::Form::step)
    return above;
  return x.chooseIf(mlir::arith::CmpFPredicate::OGT, 0.0, above, slope);
}

} // namespace neo

#endif // NEO_CONVERSION_TABULATEDFUNCTIONS_SYMMETRICTABLE_H
