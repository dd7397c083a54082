//===- TermSums.cpp - The terms that a thread adds up ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TermSums.h"

using namespace mlir;
using namespace neo;

TermSums::TermSums(const AxisSpace &space, ComputeOp op, StatementBody &body,
                   ArrayRef<Point> outputs, GPUOverlapAttr overlapped)
    : body(body), outputs(outputs), overlapped(overlapped),
      terms(space.getPoints(
          [&](unsigned axis) { return isReduced(op, space.getAxis(axis)); })) {}

/// `output` and `term`, which have the unrolled dimensions of different axes.
static Point merge(const Point &output, const Point &term) {
  Point point = output;
  for (auto [to, from] : llvm::zip_equal(point, term))
    to += from;
  return point;
}

void TermSums::add(MutableArrayRef<Value> sums, const Point &term) {
  size_t parts = sums.size() / outputs.size();
  for (auto [i, output] : llvm::enumerate(outputs)) {
    MutableArrayRef<Value> own = sums.slice(i * parts, parts);
    llvm::copy(body.accumulate(own, merge(output, term)), own.begin());
  }
}

SmallVector<Value> TermSums::addAll(ValueRange given) {
  SmallVector<Value> sums(given);
  for (const Point &term : terms)
    add(sums, term);
  return sums;
}

void TermSums::compute(SmallVector<Value> &sums, SmallVector<Value> &ahead,
                       Value stage, const StepOverlap &overlap) {
  int64_t parts = overlapped.getCopies(), emitted = 0;
  for (auto [number, term] : llvm::enumerate(terms)) {
    if (int64_t(number) * parts >= emitted * int64_t(terms.size()))
      overlap.copy(emitted++, parts);
    add(sums, term);
  }
  ahead = overlap.advance();
}
