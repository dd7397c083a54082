//===- TableShape.cpp - Asymptotes of tabulated functions -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SymmetricTable.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace neo;

/// A function that tends to a line has reached it here.
constexpr double far = 4096;
/// The fraction of the error bound that is reserved for the line.
constexpr double lineShare = 0.25;

namespace {
/// The asymptote of `f` on one side.
struct Line {
  double slope, offset;

  double at(double x) const { return slope * x + offset; }
  bool holds(const FunctionOfOne &f, double x) const {
    Uncertain y = f.at(x);
    return std::abs(y.value - at(x)) <= lineShare * y.error;
  }
};
} // namespace

/// Rounds a number found in double to f32.
static double settle(double number) {
  double near = std::round(number * 0x1p20) * 0x1p-20;
  return std::abs(number - near) < 1e-9 ? near : float(number);
}

static std::optional<Line> findLine(const FunctionOfOne &f, double side) {
  double x = side * far, y = f.at(x).value, beyond = f.at(2 * x).value;
  Line line{settle((beyond - y) / x), 0};
  line.offset = settle(y - line.slope * x);
  bool holds = llvm::all_of(llvm::ArrayRef<double>{1, 1.4, 3, 1e3, 1e9, 1e30},
                            [&](double s) { return line.holds(f, s * x); });
  if (!holds)
    return std::nullopt;
  return line;
}

/// A function has a table if it is 0 far below 0.
constexpr Line below = {0, 0};

/// The |x| from which on both asymptotes hold.
static double findReach(const FunctionOfOne &f, const Line &above) {
  auto holds = [&](double t) {
    return above.holds(f, t) && below.holds(f, -t);
  };
  double t = far;
  while (t > 1.0 / far && holds(t / 1.02))
    t /= 1.02;
  return t;
}

/// Is the difference of `f` to the asymptotes symmetric around 0?
static bool isRestSame(const FunctionOfOne &f, const Line &above, double reach,
                       bool isOdd) {
  for (int i = 1; i <= 64; ++i) {
    double t = reach * i / 64;
    Uncertain left = f.at(-t), right = f.at(t);
    double l = left.value, r = right.value - above.at(t);
    double difference = isOdd ? l + r : l - r;
    if (!(std::abs(difference) <= std::min(left.error, right.error) / 1024))
      return false;
  }
  return true;
}

std::optional<TableShape> TableShape::of(const FunctionOfOne &f) {
  std::optional<Line> left = findLine(f, -1), above = findLine(f, 1);
  if (!left || !above || left->slope != 0 || left->offset != 0)
    return std::nullopt;
  double reach = findReach(f, *above);
  if (above->offset == 0 && isRestSame(f, *above, reach, /*isOdd=*/false))
    return TableShape{Form::even, above->slope, 0, reach};
  if (above->slope == 0 && isRestSame(f, *above, reach, /*isOdd=*/true))
    return TableShape{Form::step, 0, above->offset, reach};
  return std::nullopt;
}

TableGrid TableGrid::reaching(double reach) {
  // With few significant bits, so that its multiples are exact.
  int exponent;
  double digits = std::frexp(reach / 14.5, &exponent);
  double step = std::ldexp(std::ceil(digits * 1024) / 1024, exponent);
  return {float(step), float(15 * step)};
}

/// Tested by finite differences; the fit checks the accuracy.
bool neo::isDerivative(const FunctionOfOne &slope, const FunctionOfOne &f) {
  constexpr double step = 1e-4, part = 1e-5;
  for (int sample = -13; sample <= 13; ++sample) {
    double x = 0.3 * sample;
    double rise = f.at(x + step).value - f.at(x - step).value;
    double wanted = rise / (2 * step), found = slope.at(x).value;
    // Negated so that NaN fails.
    if (!(std::abs(wanted - found) <= part * (1 + std::abs(wanted))))
      return false;
  }
  return true;
}
