//===- Cases.cpp - Piecewise index expressions ----------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Cases.h"

using namespace mlir;
using namespace neo;

Conditions neo::conjoin(ArrayRef<Condition> a, ArrayRef<Condition> b) {
  Conditions both(a);
  llvm::append_range(both, b);
  return both;
}

IntegerSet neo::getSet(ArrayRef<Condition> conditions, unsigned loops) {
  if (conditions.empty())
    return {};
  SmallVector<AffineExpr> exprs;
  SmallVector<bool> isEquality;
  for (Condition condition : conditions) {
    exprs.push_back(condition.expr);
    isEquality.push_back(condition.isEquality);
  }
  return IntegerSet::get(loops, 0, exprs, isEquality);
}

LoopRegion::LoopRegion(ArrayRef<int64_t> loopExtents) {
  for (int64_t extent : loopExtents)
    extents.push_back(std::max<int64_t>(extent, 1));
}

LoopRegion LoopRegion::under(ArrayRef<Condition> more) const {
  LoopRegion smaller = *this;
  llvm::append_range(smaller.conditions, more);
  return smaller;
}

/// Does `condition` fail at every point of the box? A cheap sufficient test.
static bool failsInBox(Condition condition, ArrayRef<int64_t> extents) {
  std::optional<AffineInterval> range = getInterval(condition.expr, extents);
  return range && (range->high < 0 || (condition.isEquality && range->low > 0));
}

bool LoopRegion::isEmpty() const {
  if (conditions.empty())
    return false;
  if (llvm::any_of(conditions,
                   [&](Condition c) { return failsInBox(c, extents); }))
    return true;
  return !LoopDomain(extents)
              .under(getSet(conditions, extents.size()))
              .findPoint();
}

bool LoopRegion::proves(Condition condition) const {
  LoopDomain domain(extents);
  domain.under(getSet(conditions, extents.size()));
  return domain.proves(condition.expr) &&
         (!condition.isEquality || domain.proves(-condition.expr));
}

bool LoopRegion::areEqual(AffineExpr a, AffineExpr b) const {
  return a == b || proves({simplifyAffineExpr(a - b, extents.size(), 0), true});
}

Conditions LoopRegion::withoutProven(ArrayRef<Condition> some) const {
  Conditions rest;
  for (auto [i, condition] : llvm::enumerate(some))
    if (!under(rest).under(some.drop_front(i + 1)).proves(condition))
      rest.push_back(condition);
  return rest;
}

void neo::addCase(Cases &cases, const LoopRegion &region, Case one) {
  if (one.when.empty() || !region.under(one.when).isEmpty())
    cases.push_back(std::move(one));
}

void neo::addSplit(Cases &cases, const LoopRegion &region,
                   ArrayRef<Condition> when, Condition condition,
                   AffineExpr then, AffineExpr otherwise) {
  if (region.under(when).proves(condition)) {
    cases.push_back({Conditions(when), then});
    return;
  }
  size_t before = cases.size();
  addCase(cases, region, {conjoin(when, condition), then});
  // If it holds nowhere, the condition is omitted.
  if (cases.size() == before) {
    cases.push_back({Conditions(when), otherwise});
    return;
  }
  auto addOpposite = [&](AffineExpr expr) {
    Condition opposite{simplifyAffineExpr(expr, region.getExtents().size(), 0)};
    addCase(cases, region, {conjoin(when, opposite), otherwise});
  };
  addOpposite(-condition.expr - 1);
  if (condition.isEquality)
    addOpposite(condition.expr - 1);
}

void neo::mergeCases(Cases &cases, const LoopRegion &region) {
  if (cases.size() < 2)
    return;
  for (const Case &candidate : cases) {
    bool isRight = llvm::all_of(cases, [&](const Case &other) {
      return region.under(other.when).areEqual(candidate.value, other.value);
    });
    if (!isRight)
      continue;
    AffineExpr value = candidate.value;
    cases = {{{}, value}};
    return;
  }
}
