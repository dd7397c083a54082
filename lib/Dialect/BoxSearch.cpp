//===- BoxSearch.cpp - Points of a box, by halving it ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "BoxSearch.h"

#include "Neo/Dialect/AffineRange.h"

#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace neo;

/// Boxes that are looked at before MLIR's search is asked instead.
constexpr unsigned mostBoxes = 1 << 14;

namespace {
/// Loop d runs over [low[d], high[d]].
struct Box {
  SmallVector<int64_t> low, high;
};

/// The ranges of an expression over many boxes. Affine expressions are shared,
/// and one that was composed through several tensors is a tree of a thousand
/// nodes with a few dozen distinct ones: each of those is a step.
class IntervalSteps {
public:
  explicit IntervalSteps(AffineExpr expr) { add(expr); }

  AffineInterval evaluate(const Box &box);

private:
  struct Step {
    AffineExprKind kind;
    unsigned lhs = 0, rhs = 0; // steps
    int64_t value = 0;         // of a constant; the loop of a dimension
  };
  unsigned add(AffineExpr expr);

  SmallVector<Step> steps;
  SmallVector<AffineInterval> ranges;
  llvm::DenseMap<AffineExpr, unsigned> known;
};

class BoxSearch {
public:
  BoxSearch(ArrayRef<AffineExpr> exprs, ArrayRef<bool> isEquality)
      : constraints(exprs.begin(), exprs.end()), isEquality(isEquality) {}

  BoxSearchResult run(Box all);

private:
  enum class Verdict { none, some, undecided };

  Verdict judge(const Box &box);

  SmallVector<IntervalSteps> constraints;
  ArrayRef<bool> isEquality;
  /// What failed last fails next, most often.
  size_t failedLast = 0;
};
} // namespace

unsigned IntervalSteps::add(AffineExpr expr) {
  if (auto found = known.find(expr); found != known.end())
    return found->second;
  Step step{expr.getKind()};
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    step.value = constant.getValue();
  } else if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    step.value = dim.getPosition();
  } else {
    auto binary = cast<AffineBinaryOpExpr>(expr);
    step.lhs = add(binary.getLHS());
    step.rhs = add(binary.getRHS());
  }
  steps.push_back(step);
  ranges.push_back({});
  return known[expr] = steps.size() - 1;
}

/// Over the whole box every value stays in 64 bits, and so it does over a part.
AffineInterval IntervalSteps::evaluate(const Box &box) {
  for (auto [step, range] : llvm::zip_equal(steps, ranges)) {
    if (step.kind == AffineExprKind::Constant)
      range = {step.value, step.value};
    else if (step.kind == AffineExprKind::DimId)
      range = {box.low[step.value], box.high[step.value]};
    else
      range = *combineIntervals(step.kind, ranges[step.lhs], ranges[step.rhs]);
  }
  return ranges.back();
}

static std::optional<unsigned> longestLoop(const Box &box) {
  std::optional<unsigned> longest;
  int64_t most = 0;
  for (unsigned d = 0; d < box.low.size(); ++d)
    if (box.high[d] - box.low[d] > most) {
      most = box.high[d] - box.low[d];
      longest = d;
    }
  return longest;
}

BoxSearch::Verdict BoxSearch::judge(const Box &box) {
  bool allHold = true;
  for (size_t i = 0, count = constraints.size(); i < count; ++i) {
    size_t which = (failedLast + i) % count;
    AffineInterval range = constraints[which].evaluate(box);
    if (range.high < 0 || (isEquality[which] && range.low > 0)) {
      failedLast = which;
      return Verdict::none;
    }
    allHold &= range.low >= 0 && (!isEquality[which] || range.high == 0);
  }
  return allHold ? Verdict::some : Verdict::undecided;
}

BoxSearchResult BoxSearch::run(Box all) {
  SmallVector<Box> open{std::move(all)};
  for (unsigned looked = 0; !open.empty(); ++looked) {
    if (looked == mostBoxes)
      return {};
    Box box = open.pop_back_val();
    Verdict verdict = judge(box);
    if (verdict == Verdict::some)
      return {true, box.low};
    std::optional<unsigned> loop = longestLoop(box);
    if (verdict == Verdict::none || !loop)
      continue;
    int64_t middle = box.low[*loop] + (box.high[*loop] - box.low[*loop]) / 2;
    Box upper = box;
    upper.low[*loop] = middle + 1;
    box.high[*loop] = middle;
    open.push_back(std::move(upper));
    open.push_back(std::move(box));
  }
  return {true, std::nullopt};
}

BoxSearchResult neo::searchBox(ArrayRef<int64_t> extents,
                               ArrayRef<AffineExpr> constraints,
                               ArrayRef<bool> isEquality) {
  Box all{SmallVector<int64_t>(extents.size(), 0),
          llvm::map_to_vector(extents, [](int64_t e) { return e - 1; })};
  for (AffineExpr constraint : constraints)
    if (!getInterval(constraint, all.low, all.high))
      return {};
  return BoxSearch(constraints, isEquality).run(std::move(all));
}
