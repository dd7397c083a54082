//===- BoxSearch.cpp - Points of a box, by halving it ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "BoxSearch.h"

#include "Neo/Dialect/AffineRange.h"

using namespace mlir;
using namespace neo;

/// Boxes that are looked at before MLIR's search is asked instead.
constexpr unsigned mostBoxes = 1 << 14;

namespace {
/// Loop d runs over [low[d], high[d]].
struct Box {
  SmallVector<int64_t> low, high;
};

class BoxSearch {
public:
  BoxSearch(ArrayRef<AffineExpr> constraints, ArrayRef<bool> isEquality)
      : constraints(constraints), isEquality(isEquality) {}

  BoxSearchResult run(Box all);

private:
  enum class Verdict { none, some, undecided };

  Verdict judge(const Box &box);

  ArrayRef<AffineExpr> constraints;
  ArrayRef<bool> isEquality;
  /// What failed last fails next, most often.
  size_t failedLast = 0;
};
} // namespace

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
    // Over the whole box it stays in 64 bits, and so it does over a part.
    AffineInterval range = *getInterval(constraints[which], box.low, box.high);
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
