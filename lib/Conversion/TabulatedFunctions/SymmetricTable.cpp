//===- SymmetricTable.cpp - A function of one number as a table -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Coefficients are fitted by weighted least squares at Chebyshev's points,
// which is close to the minimax error; one by one, the lowest first, so that
// each is fitted to the rounding of those before.
//
//===----------------------------------------------------------------------===//

#include "SymmetricTable.h"

#include "llvm/ADT/bit.h"

#include <cmath>

using namespace neo;
using llvm::ArrayRef;
using llvm::SmallVector;

/// The fraction of the worst-case error of the written operations that a table
/// may have, as these rarely reach it.
constexpr double allowed = 0.75;
constexpr unsigned intervals = 16, last = intervals - 1, points = 20,
                   leastDegree = 3, mostDegree = 7;

namespace {
/// A host float with the operations of `Float` (Lanes.h).
struct Rounded {
  float value;

  Rounded number(double n) const { return {float(n)}; }
  Rounded operator+(Rounded other) const { return {value + other.value}; }
  Rounded operator-(Rounded other) const { return {value - other.value}; }
  Rounded operator+(double n) const { return *this + number(n); }
  Rounded operator-() const { return {-value}; }
  Rounded times(Rounded factor, Rounded term) const {
    return {std::fma(value, factor.value, term.value)};
  }
  Rounded times(double factor, Rounded term) const {
    return times(number(factor), term);
  }
  Rounded magnitude() const { return {std::abs(value)}; }
  Rounded atMost(double n) const {
    return {value > float(n) ? float(n) : value};
  }
  Rounded atLeast(double n) const {
    return {value < float(n) ? float(n) : value};
  }
  /// The only comparison that is needed.
  Rounded chooseIf(mlir::arith::CmpFPredicate, double bound, Rounded yes,
                   Rounded no) const {
    return value > float(bound) ? yes : no;
  }
};

Rounded lookUp(Rounded interval, const std::array<float, 16> &row) {
  return {row[llvm::bit_cast<uint32_t>(interval.value) % intervals]};
}

/// sum of factors * coefficients = value, with a weight.
struct Equation {
  std::array<double, mostDegree + 1> factors;
  double value, weight;
};

/// Target values of the polynomial at one sample of an interval.
struct Wanted {
  double place, value, slope, weight, slopeWeight;
};
} // namespace

/// Least-squares solution for the coefficients from `first` on.
static SmallVector<double> solve(ArrayRef<Equation> equations, unsigned first,
                                 unsigned count) {
  unsigned n = count - first;
  SmallVector<SmallVector<double>> matrix(n, SmallVector<double>(n + 1, 0));
  for (const Equation &e : equations)
    for (unsigned i = 0; i < n; ++i) {
      double scaled = e.factors[first + i] * e.weight * e.weight;
      for (unsigned j = 0; j < n; ++j)
        matrix[i][j] += scaled * e.factors[first + j];
      matrix[i][n] += scaled * e.value;
    }
  // The matrix is positive definite: no pivoting is needed.
  for (unsigned i = 0; i < n; ++i)
    for (unsigned k = i + 1; k < n; ++k) {
      double by = matrix[k][i] / matrix[i][i];
      for (unsigned j = i; j <= n; ++j)
        matrix[k][j] -= by * matrix[i][j];
    }
  SmallVector<double> solution(n);
  for (unsigned i = n; i-- > 0;) {
    double rest = matrix[i][n];
    for (unsigned j = i + 1; j < n; ++j)
      rest -= matrix[i][j] * solution[j];
    solution[i] = rest / matrix[i][i];
  }
  return solution;
}

namespace {
/// Fits polynomials of any degree to the same samples.
class Fitting {
public:
  Fitting(const FunctionOfOne &f, const FunctionOfOne *slope,
          const TableShape &shape, TableGrid grid);

  SymmetricTable fit(unsigned degree) const;
  /// Are the results of `table` within the error bound?
  bool isExact(const SymmetricTable &table) const;

private:
  Wanted ask(double t) const;
  std::array<float, mostDegree + 1> fit(ArrayRef<Wanted> wanted, double middle,
                                        unsigned degree) const;
  bool isExactAt(const SymmetricTable &table, float x) const;

  const FunctionOfOne &f;
  const FunctionOfOne *slope;
  TableShape shape;
  TableGrid grid;
  std::array<SmallVector<Wanted>, last> wanted;
};
} // namespace

Fitting::Fitting(const FunctionOfOne &f, const FunctionOfOne *slope,
                 const TableShape &shape, TableGrid grid)
    : f(f), slope(slope), shape(shape), grid(grid) {
  for (unsigned i = 0; i < last; ++i) {
    double from = std::max(0.0, (i - 0.5) * grid.step);
    double to = (i + 0.5) * grid.step;
    for (unsigned k = 0; k < points; ++k) {
      double along = std::cos((k + 0.5) * M_PI / points);
      wanted[i].push_back(ask((from + to - (to - from) * along) / 2));
    }
  }
}

Wanted Fitting::ask(double t) const {
  Uncertain right = f.at(t), left = f.at(-t);
  Wanted result{t, shape.rest(t, right.value), 0, 0, 0};
  result.weight = 1 / std::min(left.error, right.error);
  if (slope) {
    Uncertain right = slope->at(t), left = slope->at(-t);
    result.slope = shape.restOfSlope(right.value);
    result.slopeWeight = 1 / std::min(left.error, right.error);
  }
  return result;
}

/// A polynomial of the distance from `middle`.
std::array<float, mostDegree + 1>
Fitting::fit(ArrayRef<Wanted> wanted, double middle, unsigned degree) const {
  double unit = grid.step / 2;
  SmallVector<Equation> equations;
  for (const Wanted &w : wanted) {
    Equation value{{}, w.value, w.weight}, rise{{}, w.slope, w.slopeWeight};
    double power = 1, place = (w.place - middle) / unit;
    for (unsigned k = 0; k <= degree; ++k) {
      value.factors[k] = power;
      if (k < degree)
        rise.factors[k + 1] = (k + 1) * power / unit;
      power *= place;
    }
    equations.push_back(value);
    if (slope)
      equations.push_back(rise);
  }
  std::array<float, mostDegree + 1> result{};
  double scale = 1, atZero = shape.rest(0, f.at(0).value);
  for (unsigned k = 0; k <= degree; ++k, scale *= unit) {
    bool isKnown = k == 0 && middle == 0;
    result[k] = isKnown ? atZero : solve(equations, k, degree + 1)[0] / scale;
    for (Equation &e : equations)
      e.value -= e.factors[k] * scale * result[k];
  }
  return result;
}

SymmetricTable Fitting::fit(unsigned degree) const {
  SymmetricTable table{shape, {}};
  table.powers.resize(degree + 1, {});
  for (unsigned i = 0; i < last; ++i) {
    auto polynomial = fit(wanted[i], double(grid.step) * i, degree);
    for (unsigned k = 0; k <= degree; ++k)
      table.powers[k][i] = polynomial[k];
  }
  return table;
}

bool Fitting::isExactAt(const SymmetricTable &table, float x) const {
  auto isClose = [&](const FunctionOfOne &function, Rounded found) {
    Uncertain wanted = function.at(x);
    return std::isfinite(wanted.error) &&
           std::abs(found.value - wanted.value) <= allowed * wanted.error;
  };
  Rounded number{x};
  TableValue<Rounded> q(table, TablePlace<Rounded>(number, grid), lookUp);
  return isClose(f, addLines(shape, number, q.value)) &&
         (!slope || isClose(*slope, addSlopes(shape, number, q.slope)));
}

bool Fitting::isExact(const SymmetricTable &table) const {
  constexpr int places = 41 * intervals;
  for (int i = -places; i <= places; ++i)
    if (!isExactAt(table, grid.limit * i / places))
      return false;
  for (int exponent = -126; exponent < 127; ++exponent)
    for (float size : {1.0f, 1.3f, 1.83f, -1.0f, -1.17f, -1.7f})
      if (!isExactAt(table, std::ldexp(size, exponent)))
        return false;
  return true;
}

std::optional<SymmetricTable> SymmetricTable::fit(const FunctionOfOne &f,
                                                  const TableShape &shape,
                                                  const FunctionOfOne *slope,
                                                  TableGrid grid) {
  Fitting fitting(f, slope, shape, grid);
  for (unsigned degree = leastDegree; degree <= mostDegree; ++degree) {
    SymmetricTable table = fitting.fit(degree);
    if (fitting.isExact(table))
      return table;
  }
  return std::nullopt;
}
