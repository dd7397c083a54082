//===- PrefetchSegments.cpp - Prefetches distributed over steps -----------===//
//-------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "PrefetchSegments.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Machine/CacheLine.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

void PrefetchSegments::repeat(int64_t count, int64_t stride) {
  if (stride <= segment) {
    segment += (count - 1) * stride; // adjacent segments are one
    return;
  }
  digits.push_back({count, stride});
  segments *= count;
  aligned &= stride * getElementBytes(type) % cacheLineBytes == 0;
}

int64_t PrefetchSegments::linesOfSegment() const {
  int64_t bytes = segment * getElementBytes(type);
  return llvm::divideCeil(bytes, cacheLineBytes) + (aligned ? 0 : 1);
}

void PrefetchSegments::prefetch(TileState &state, Value buffer, Value from,
                                Value number, int64_t uses, bool near) const {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  int64_t perLine = cacheLineBytes / getElementBytes(type),
          each = linesOfSegment();
  each = std::min(each, int64_t(llvm::divideCeil(lines(), uses)));
  int64_t groups = llvm::divideCeil(linesOfSegment(), each);
  // Beyond so many lines per step, prefetches would take longer than the step.
  constexpr int64_t mostLines = 8;
  if (each > mostLines)
    return;
  auto constant = [&](int64_t value) { return state.constantIndex(value); };
  number =
      arith::MinUIOp::create(b, loc, number, constant(segments * groups - 1));
  Value group = arith::RemUIOp::create(b, loc, number, constant(groups));
  Value rest = arith::DivUIOp::create(b, loc, number, constant(groups));
  Value place = state.plus(from, group, each * perLine);
  // Lines are prefetched by their last elements: if a segment begins within a
  // line, the segment before has fetched that line.
  if (aligned)
    place = arith::AddIOp::create(b, loc, place, constant(perLine - 1));
  for (const Digit &digit : digits) {
    Value index = arith::RemUIOp::create(b, loc, rest, constant(digit.count));
    rest = arith::DivUIOp::create(b, loc, rest, constant(digit.count));
    place = state.plus(place, index, digit.stride);
  }
  int64_t last = type.getNumElements() - each * perLine;
  place = arith::MinUIOp::create(b, loc, place,
                                 constant(std::max<int64_t>(last, 0)));
  for (int64_t line = 0; line < each; ++line)
    memref::PrefetchOp::create(b, loc, buffer,
                               ValueRange(arith::AddIOp::create(
                                   b, loc, place, constant(line * perLine))),
                               /*isWrite=*/false,
                               /*localityHint=*/near ? 3 : 2,
                               /*isDataCache=*/true);
}
