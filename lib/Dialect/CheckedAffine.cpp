//===- CheckedAffine.cpp - Index arithmetic that cannot wrap --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/CheckedAffine.h"

#include "Neo/Dialect/AffineRange.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

static std::optional<int64_t> withinLimit(int64_t value) {
  if (value < -maxMagnitude || value > maxMagnitude)
    return std::nullopt;
  return value < 0 ? -value : value;
}

/// The magnitude of an expression whose sides have magnitudes `lhs` and `rhs`,
/// neither above the limit: their sum fits 64 bits, a product may not.
static std::optional<int64_t> combine(AffineExprKind kind, int64_t lhs,
                                      int64_t rhs) {
  int64_t product;
  switch (kind) {
  case AffineExprKind::Add:
    return withinLimit(lhs + rhs);
  case AffineExprKind::Mul:
    if (llvm::MulOverflow(lhs, rhs, product))
      return std::nullopt;
    return withinLimit(product);
  case AffineExprKind::Mod:
    if (lhs + rhs > maxMagnitude / 2)
      return std::nullopt;
    return 2 * (lhs + rhs);
  default:
    return withinLimit(lhs / std::max<int64_t>(rhs, 1) + 2);
  }
}

std::optional<int64_t> neo::getMagnitude(AffineExpr expr,
                                         ArrayRef<int64_t> ofDims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return withinLimit(constant.getValue());
  auto dim = dyn_cast<AffineDimExpr>(expr);
  if (dim && dim.getPosition() < ofDims.size())
    return ofDims[dim.getPosition()];
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return 1;
  std::optional<int64_t> lhs = getMagnitude(binary.getLHS(), ofDims);
  std::optional<int64_t> rhs = getMagnitude(binary.getRHS(), ofDims);
  if (!lhs || !rhs)
    return std::nullopt;
  return combine(expr.getKind(), *lhs, *rhs);
}

bool neo::fits64Bits(AffineExpr expr, ArrayRef<int64_t> extents) {
  SmallVector<int64_t> steps;
  for (int64_t extent : extents)
    steps.push_back(std::max<int64_t>(extent, 1));
  return getMagnitude(expr) && getInterval(expr, steps);
}

FailureOr<AffineExpr> neo::composeChecked(AffineExpr expr, AffineMap inner,
                                          ArrayRef<int64_t> extents) {
  SmallVector<int64_t> magnitudes;
  for (AffineExpr result : inner.getResults()) {
    std::optional<int64_t> magnitude = getMagnitude(result);
    if (!magnitude)
      return failure();
    magnitudes.push_back(*magnitude);
  }
  if (!getMagnitude(expr, magnitudes))
    return failure();
  AffineExpr composed = simplifyAffineExpr(expr.replaceDims(inner.getResults()),
                                           inner.getNumDims(), 0);
  if (!fits64Bits(composed, extents))
    return failure();
  return composed;
}

FailureOr<AffineMap> neo::composeChecked(AffineMap outer, AffineMap inner,
                                         ArrayRef<int64_t> extents) {
  SmallVector<AffineExpr> results;
  for (AffineExpr result : outer.getResults()) {
    FailureOr<AffineExpr> composed = composeChecked(result, inner, extents);
    if (failed(composed))
      return failure();
    results.push_back(*composed);
  }
  return AffineMap::get(inner.getNumDims(), 0, results, outer.getContext());
}
