//===- AffineRange.cpp - Ranges and emptiness over a box of loops ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/AffineRange.h"

#include "BoxSearch.h"

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

static std::optional<AffineInterval> addIntervals(AffineInterval a,
                                                  AffineInterval b) {
  AffineInterval sum;
  if (llvm::AddOverflow(a.low, b.low, sum.low) ||
      llvm::AddOverflow(a.high, b.high, sum.high))
    return std::nullopt;
  return sum;
}

static std::optional<AffineInterval> scaleInterval(AffineInterval a,
                                                   int64_t factor) {
  int64_t x, y;
  if (llvm::MulOverflow(a.low, factor, x) ||
      llvm::MulOverflow(a.high, factor, y))
    return std::nullopt;
  return AffineInterval{std::min(x, y), std::max(x, y)};
}

static AffineInterval modInterval(AffineInterval a, int64_t divisor) {
  if (llvm::divideFloorSigned(a.low, divisor) ==
      llvm::divideFloorSigned(a.high, divisor))
    return {llvm::mod(a.low, divisor), llvm::mod(a.high, divisor)};
  return {0, divisor - 1};
}

std::optional<AffineInterval> neo::combineIntervals(AffineExprKind kind,
                                                    AffineInterval lhs,
                                                    AffineInterval rhs) {
  if (kind == AffineExprKind::Add)
    return addIntervals(lhs, rhs);
  if (rhs.low != rhs.high)
    return std::nullopt;
  int64_t constant = rhs.low;
  if (kind == AffineExprKind::Mul)
    return scaleInterval(lhs, constant);
  if (constant <= 0)
    return std::nullopt;
  if (kind == AffineExprKind::FloorDiv)
    return AffineInterval{llvm::divideFloorSigned(lhs.low, constant),
                          llvm::divideFloorSigned(lhs.high, constant)};
  if (kind == AffineExprKind::CeilDiv)
    return AffineInterval{llvm::divideCeilSigned(lhs.low, constant),
                          llvm::divideCeilSigned(lhs.high, constant)};
  return modInterval(lhs, constant);
}

std::optional<AffineInterval> neo::getInterval(AffineExpr expr,
                                               ArrayRef<int64_t> low,
                                               ArrayRef<int64_t> high) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return AffineInterval{constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return AffineInterval{low[dim.getPosition()], high[dim.getPosition()]};
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<AffineInterval> lhs = getInterval(binary.getLHS(), low, high);
  std::optional<AffineInterval> rhs = getInterval(binary.getRHS(), low, high);
  if (!lhs || !rhs)
    return std::nullopt;
  return combineIntervals(expr.getKind(), *lhs, *rhs);
}

std::optional<AffineInterval> neo::getInterval(AffineExpr expr,
                                               ArrayRef<int64_t> extents) {
  SmallVector<int64_t> low(extents.size(), 0);
  SmallVector<int64_t> high(
      llvm::map_range(extents, [](int64_t extent) { return extent - 1; }));
  return getInterval(expr, low, high);
}

LoopDomain &LoopDomain::under(IntegerSet set) {
  if (!set)
    return *this;
  llvm::append_range(constraints, set.getConstraints());
  llvm::append_range(isEquality, set.getEqFlags());
  return *this;
}

LoopDomain &LoopDomain::atLeastZero(AffineExpr expr) {
  constraints.push_back(expr);
  isEquality.push_back(false);
  return *this;
}

std::optional<SmallVector<int64_t>> LoopDomain::findPoint() const {
  if (llvm::any_of(extents, [](int64_t e) { return e <= 0; }))
    return std::nullopt;
  if (extents.empty() && constraints.empty())
    return SmallVector<int64_t>();
  if (constraints.empty())
    return SmallVector<int64_t>(extents.size(), 0);
  BoxSearchResult found = searchBox(extents, constraints, isEquality);
  if (found.isDecided)
    return found.point;
  IntegerSet set = IntegerSet::get(extents.size(), 0, constraints, isEquality);
  FlatLinearValueConstraints flat(set);
  for (auto [d, extent] : llvm::enumerate(extents)) {
    flat.addBound(presburger::BoundType::LB, d, 0);
    flat.addBound(presburger::BoundType::UB, d, extent - 1);
  }
  auto sample = flat.findIntegerSample();
  if (!sample)
    return std::nullopt;
  SmallVector<int64_t> point;
  for (unsigned d = 0; d < extents.size(); ++d)
    point.push_back(int64_t((*sample)[d]));
  return point;
}

/// True if `expr - constraint` cannot be negative for some constraint: the
/// common case of a guard that repeats the bound it proves.
bool LoopDomain::provesByIntervals(AffineExpr expr) const {
  auto isNotNegative = [&](AffineExpr e) {
    std::optional<AffineInterval> range = getInterval(e, extents);
    return range && range->low >= 0;
  };
  if (isNotNegative(expr))
    return true;
  return llvm::any_of(constraints, [&](AffineExpr constraint) {
    return isNotNegative(
        simplifyAffineExpr(expr - constraint, extents.size(), 0));
  });
}

ProvenBounds::Question LoopDomain::askFor(AffineExpr expr) const {
  ProvenBounds::Question question{intptr_t(extents.size())};
  llvm::append_range(question, extents);
  for (auto [constraint, equality] : llvm::zip_equal(constraints, isEquality)) {
    question.push_back(intptr_t(constraint.getAsOpaquePointer()));
    question.push_back(equality);
  }
  question.push_back(intptr_t(expr.getAsOpaquePointer()));
  return question;
}

bool LoopDomain::proves(AffineExpr expr) const {
  if (llvm::any_of(extents, [](int64_t e) { return e <= 0; }))
    return true;
  if (provesByIntervals(expr))
    return true;
  auto *dialect = expr.getContext()->getLoadedDialect<NeoDialect>();
  ProvenBounds::Question question = askFor(expr);
  if (dialect && dialect->getProvenBounds().contains(question))
    return true;
  LoopDomain violation = *this;
  violation.atLeastZero(-expr - 1);
  bool holds = !violation.findPoint();
  if (dialect && holds)
    dialect->getProvenBounds().insert(std::move(question));
  return holds;
}

bool LoopDomain::provesInside(AffineMap map, ArrayRef<int64_t> shape) const {
  return llvm::all_of(llvm::zip_equal(map.getResults(), shape), [&](auto dim) {
    auto [index, extent] = dim;
    return proves(index) && proves(extent - 1 - index);
  });
}
