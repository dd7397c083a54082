//===- AffineSimplification.cpp - Divisions that extents decide -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/AffineRange.h"

#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace neo;

/// Collects the terms of a sum; `factor` multiplies all of them.
static void collectTerms(AffineExpr expr, int64_t factor,
                         SmallVectorImpl<AffineExpr> &terms) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary && expr.getKind() == AffineExprKind::Add) {
    collectTerms(binary.getLHS(), factor, terms);
    collectTerms(binary.getRHS(), factor, terms);
    return;
  }
  if (binary && expr.getKind() == AffineExprKind::Mul)
    if (auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS())) {
      collectTerms(binary.getLHS(), factor * constant.getValue(), terms);
      return;
    }
  terms.push_back(expr * factor);
}

/// Splits a dividend into what `divisor` divides and the rest.
static std::pair<AffineExpr, AffineExpr> splitDividend(AffineExpr dividend,
                                                       int64_t divisor) {
  SmallVector<AffineExpr> terms;
  collectTerms(dividend, 1, terms);
  AffineExpr zero = getAffineConstantExpr(0, dividend.getContext());
  AffineExpr quotient = zero, rest = zero;
  for (AffineExpr term : terms) {
    auto constant = dyn_cast<AffineConstantExpr>(term);
    if (constant) {
      int64_t value = constant.getValue();
      quotient = quotient + llvm::divideFloorSigned(value, divisor);
      rest = rest + llvm::mod(value, divisor);
    } else if (term.getLargestKnownDivisor() % divisor == 0) {
      // Not isMultipleOf, which MLIR 22 answers for a quotient by whether both
      // its sides are multiples.
      quotient = quotient + term.floorDiv(divisor);
    } else {
      rest = rest + term;
    }
  }
  return {quotient, rest};
}

/// The part of the constant of `dividend` that is below a common divisor of all
/// else and of `divisor`: 3 of (64 * a + 8 * b + 11) mod 128. No quotient knows
/// of it.
static int64_t findSmallRest(AffineExpr dividend, int64_t divisor) {
  SmallVector<AffineExpr> terms;
  collectTerms(dividend, 1, terms);
  int64_t common = divisor, constant = 0;
  for (AffineExpr term : terms) {
    if (auto number = dyn_cast<AffineConstantExpr>(term))
      constant += number.getValue();
    else
      common = std::gcd(common, term.getLargestKnownDivisor());
  }
  return llvm::mod(constant, common);
}

static AffineExpr simplifyDivision(AffineExprKind kind, AffineExpr dividend,
                                   int64_t divisor, ArrayRef<int64_t> extents) {
  auto [quotient, rest] = splitDividend(dividend, divisor);
  std::optional<AffineInterval> range = getInterval(rest, extents);
  bool isFloor = kind == AffineExprKind::FloorDiv;
  int64_t low = range ? llvm::divideFloorSigned(range->low, divisor) : 0;
  if (range && low == llvm::divideFloorSigned(range->high, divisor))
    return isFloor ? quotient + low : rest - low * divisor;
  int64_t small = findSmallRest(rest, divisor);
  rest = rest - small;
  return isFloor ? quotient + rest.floorDiv(divisor) : rest % divisor + small;
}

unsigned neo::countDivisions(ArrayRef<AffineExpr> exprs) {
  unsigned count = 0;
  for (AffineExpr expr : exprs)
    expr.walk([&](AffineExpr part) {
      count += part.getKind() == AffineExprKind::FloorDiv ||
               part.getKind() == AffineExprKind::Mod;
    });
  return count;
}

AffineExpr neo::simplifyInBox(AffineExpr expr, ArrayRef<int64_t> extents) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || llvm::is_contained(extents, 0))
    return expr;
  AffineExpr lhs = simplifyInBox(binary.getLHS(), extents);
  AffineExpr rhs = simplifyInBox(binary.getRHS(), extents);
  auto divisor = dyn_cast<AffineConstantExpr>(rhs);
  AffineExprKind kind = expr.getKind();
  bool divides =
      kind == AffineExprKind::FloorDiv || kind == AffineExprKind::Mod;
  if (divides && divisor && divisor.getValue() > 0)
    return simplifyDivision(kind, lhs, divisor.getValue(), extents);
  return getAffineBinaryOpExpr(kind, lhs, rhs);
}
