//===- GraphWalk.cpp - contract (C) by enumeration ------------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "GraphWalk.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/MathExtras.h"

using namespace neo;

using Point = llvm::SmallVector<int64_t, 8>;
using PointRef = llvm::ArrayRef<int64_t>;

static int64_t volume(PointRef extents) {
  uint64_t points = 1;
  for (int64_t extent : extents)
    points = llvm::SaturatingMultiply(points, uint64_t(extent));
  return int64_t(std::min(points, uint64_t(Interval::infinity)));
}

/// The next point in row-major order; false after the last.
static bool advancePoint(Point &point, PointRef extents) {
  for (unsigned d = extents.size(); d-- > 0;) {
    if (++point[d] < extents[d])
      return true;
    point[d] = 0;
  }
  return false;
}

static bool holdAt(llvm::ArrayRef<Guard> guards, PointRef point) {
  return llvm::all_of(guards, [&](const Guard &guard) {
    int64_t value = guard.form.evaluate(point);
    return guard.isEquality ? value == 0 : value >= 0;
  });
}

namespace {

class GraphWalk {
public:
  GraphWalk(const InversionProblem &problem, const Inversion &inversion)
      : problem(problem), inversion(inversion),
        visited(unsigned(volume(problem.extents))) {}
  InversionProof run();

private:
  /// The element of the class that the loop point reads, if it reads one.
  std::optional<Point> elementAt(PointRef loops) const;
  /// Visits every (z, t); false if one is wrong or visited twice.
  bool visit();
  /// Searches for a reader that was not visited; false if there is one.
  bool lookForMissed();

  const InversionProblem &problem;
  const Inversion &inversion;
  llvm::BitVector visited;
  InversionProof proof;
};

} // namespace

std::optional<Point> GraphWalk::elementAt(PointRef loops) const {
  if (!holdAt(problem.access.guards, loops) || !holdAt(problem.absorbed, loops))
    return std::nullopt;
  Point element;
  for (unsigned dim = 0; dim < problem.rank(); ++dim) {
    int64_t offset =
        problem.access.index[dim].evaluate(loops) - problem.phaseOf(dim);
    int64_t z = floorDiv(offset, problem.strideOf(dim));
    if (floorMod(offset, problem.strideOf(dim)) != 0 || z < 0 ||
        z >= inversion.elementExtents[dim])
      return std::nullopt;
    element.push_back(z);
  }
  return element;
}

static void setCounterexample(InversionProof &proof, PointRef element,
                              PointRef loops) {
  proof.verdict = InversionProof::Verdict::Different;
  proof.counterexample.assign(element.begin(), element.end());
  proof.counterexample.append(loops.begin(), loops.end());
}

bool GraphWalk::visit() {
  Point extents(inversion.elementExtents.begin(),
                inversion.elementExtents.end());
  extents.append(inversion.freeExtents.begin(), inversion.freeExtents.end());
  Point point(extents.size(), 0);
  if (inversion.empty || volume(extents) == 0)
    return true;
  do {
    if (!holdAt(inversion.guards, point))
      continue;
    PointRef element = PointRef(point).take_front(inversion.rank());
    Point loops;
    int64_t position = 0;
    bool isInside = true;
    for (auto [form, extent] :
         llvm::zip_equal(inversion.loops, problem.extents)) {
      loops.push_back(form.evaluate(point));
      isInside &= 0 <= loops.back() && loops.back() < extent;
      position = position * extent + loops.back();
    }
    std::optional<Point> read = isInside ? elementAt(loops) : std::nullopt;
    if (!read || PointRef(*read) != element || visited.test(position)) {
      setCounterexample(proof, element, loops);
      return false;
    }
    visited.set(position);
  } while (advancePoint(point, extents));
  return true;
}

bool GraphWalk::lookForMissed() {
  Point loops(problem.extents.size(), 0);
  for (unsigned position = 0; position < visited.size(); ++position) {
    std::optional<Point> element =
        visited.test(position) ? std::nullopt : elementAt(loops);
    if (element) {
      setCounterexample(proof, *element, loops);
      return false;
    }
    advancePoint(loops, problem.extents);
  }
  return true;
}

InversionProof GraphWalk::run() {
  if (visit() && lookForMissed())
    proof.verdict = InversionProof::Verdict::Equal;
  return std::move(proof);
}

InversionProof neo::walkGraphs(const InversionProblem &problem,
                               const Inversion &inversion, int64_t maxPoints) {
  Point extents(inversion.elementExtents.begin(),
                inversion.elementExtents.end());
  extents.append(inversion.freeExtents.begin(), inversion.freeExtents.end());
  if (volume(problem.extents) > maxPoints || volume(extents) > maxPoints)
    return {};
  return GraphWalk(problem, inversion).run();
}
