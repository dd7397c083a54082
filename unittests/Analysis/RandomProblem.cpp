//===- RandomProblem.cpp - seeded quasi-affine accesses ---------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RandomProblem.h"
#include "Enumeration.h"
#include "ProblemParser.h"
#include <algorithm>
#include <random>

using namespace neo;
using namespace neo::test;

namespace {

class Generator {
public:
  explicit Generator(unsigned seed) : random(seed) {}
  std::string problem();

private:
  /// An integer of [lo, hi]. (Standard distributions differ by library.)
  int64_t between(int64_t lo, int64_t hi) {
    return lo + int64_t(random() % uint64_t(hi - lo + 1));
  }
  bool chance(unsigned percent) { return random() % 100 < percent; }
  int64_t oneOf(std::initializer_list<int64_t> values) {
    return values.begin()[random() % values.size()];
  }
  std::string divided(const std::string &text);
  std::string term(const std::string &name, unsigned depth);
  std::string sum(unsigned depth);
  std::string comparison();
  void makeLoops();
  bool makeDimension(unsigned depth);

  std::mt19937_64 random;
  llvm::SmallVector<std::string, 4> names;
  Point extents;
  int64_t elements = 1;
  std::string shape, index, guards;
};

} // namespace

std::string Generator::divided(const std::string &text) {
  return "((" + text + ")" + (chance(50) ? " floordiv " : " mod ") +
         std::to_string(between(2, 7)) + ")";
}

std::string Generator::term(const std::string &name, unsigned depth) {
  int64_t factor = oneOf({1, 1, 1, 1, 2, 2, 3, 4, 5, 6, -1, -1, -2, -3});
  std::string text = factor == 1 ? name : std::to_string(factor) + " * " + name;
  if (depth == 0 || !chance(25))
    return text;
  text = divided(sum(depth - 1));
  return chance(30) ? std::to_string(oneOf({2, 3, 4, -1})) + " * " + text
                    : text;
}

std::string Generator::sum(unsigned depth) {
  llvm::SmallVector<std::string, 4> order = names;
  for (size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[random() % i]);
  order.truncate(std::min<size_t>(order.size(), oneOf({1, 1, 2, 2, 3})));
  std::string text;
  for (const std::string &name : order)
    text += (text.empty() ? "" : " + ") + term(name, depth);
  if (chance(40))
    text += " + " + std::to_string(between(-4, 6));
  if (depth == 0 || !chance(35))
    return text;
  text = divided(text);
  if (chance(25))
    text = std::to_string(between(1, 3)) + " * " + text + " + " +
           names[random() % names.size()];
  return text;
}

std::string Generator::comparison() {
  static const char *const relations[] = {" >= ", " <= ", " < ", " == "};
  return sum(1) + relations[random() % 4] + std::to_string(between(-2, 6));
}

void Generator::makeLoops() {
  int64_t points = 1;
  for (int64_t count = between(1, 4); count > 0; --count) {
    int64_t extent = oneOf({1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8});
    if (points * extent > 400)
      break;
    points *= extent;
    extents.push_back(extent);
    names.push_back(std::string(1, char('a' + names.size())));
  }
}

/// Adds a dimension; false if it would make the tensor too large.
bool Generator::makeDimension(unsigned depth) {
  std::string text = sum(depth);
  Form form = parseForm(text, names, boxOfExtents(extents));
  int64_t lo = INT64_MAX, hi = INT64_MIN;
  forEachPoint(extents, [&](llvm::ArrayRef<int64_t> point) {
    lo = std::min(lo, test::evaluate(form, point));
    hi = std::max(hi, test::evaluate(form, point));
  });
  bool padded = chance(40);
  int64_t half = (hi - lo) / 2;
  int64_t offset =
      padded ? -lo - between(0, half) : -lo + oneOf({0, 0, 0, 1, 2});
  int64_t size = padded ? hi - lo + 1 - between(0, half)
                        : hi + offset + 1 + oneOf({0, 0, 0, 1, 3});
  if (size > 60 || elements * size > 2000)
    return false;
  elements *= size;
  text += " + " + std::to_string(offset);
  shape += (shape.empty() ? "" : ", ") + std::to_string(size);
  index += (index.empty() ? "" : ", ") + text;
  if (padded)
    guards += (guards.empty() ? " if " : ", ") + text + " >= 0, " + text +
              " < " + std::to_string(size);
  return true;
}

std::string Generator::problem() {
  makeLoops();
  int64_t style = between(0, 99);
  unsigned depth = style < 30 ? 0 : style < 80 ? 1 : 2;
  int64_t rank = oneOf({1, 1, 2, 2, 3});
  for (int attempts = 20; rank > 0 && attempts > 0; --attempts)
    rank -= makeDimension(depth);
  if (chance(30))
    guards += (guards.empty() ? " if " : ", ") + comparison();
  std::string absorbed;
  if (chance(20))
    absorbed = " absorbing " + comparison();
  std::string text;
  for (size_t i = 0; i < names.size(); ++i)
    text += (i ? ", " : "") + names[i] + " < " + std::to_string(extents[i]);
  return text + " : A(" + shape + ")[" + index + "]" + guards + absorbed;
}

std::string neo::test::randomProblem(unsigned seed) {
  return Generator(seed).problem();
}
