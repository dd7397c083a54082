//===- Accumulator.cpp - How the terms of one element combine -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Interpreter/Accumulator.h"
#include "Neo/Dialect/Positions.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <limits>

using namespace neo;

/// The least (or, with `sign` -1, the most) that `element` holds.
static Scalar getExtreme(ElementKind element, int sign) {
  if (isFloat(element))
    return makeFloat(-sign * std::numeric_limits<double>::infinity());
  unsigned width = getBitWidth(element);
  return makeInteger(sign > 0 ? llvm::minIntN(width) : llvm::maxIntN(width));
}

static Scalar getIdentity(ReductionKind kind, ElementKind element) {
  switch (kind) {
  case ReductionKind::prod:
    return isFloat(element) ? makeFloat(1) : makeInteger(1);
  case ReductionKind::max:
    return getExtreme(element, 1);
  case ReductionKind::min:
    return getExtreme(element, -1);
  case ReductionKind::and_:
    return makeInteger(-1);
  default:
    return isFloat(element) ? makeFloat(0) : makeInteger(0);
  }
}

Accumulator::Accumulator(ReductionKind kind, ElementKind element)
    : kind(kind), element(element), identity(getIdentity(kind, element)),
      value(identity) {}

void Accumulator::reset() {
  value = identity;
  bestPosition = -1;
}

/// Is `term` further towards the extremum that `kind` looks for? NaN is
/// further than everything but an earlier NaN.
bool Accumulator::isBetter(Scalar term) const {
  bool wantsLarge = kind == ReductionKind::max || kind == ReductionKind::argmax;
  if (!isFloat(element))
    return wantsLarge ? term.i > value.i : term.i < value.i;
  if (std::isnan(value.f) || std::isnan(term.f))
    return !std::isnan(value.f);
  return wantsLarge ? term.f > value.f : term.f < value.f;
}

void Accumulator::keepBest(Scalar term, int64_t position) {
  bool isFirst = bestPosition < 0;
  if (!isFirst && !isBetter(term))
    return;
  value = term;
  bestPosition = position;
}

void Accumulator::add(Scalar term, int64_t position) {
  switch (kind) {
  case ReductionKind::none:
    value = term;
    return;
  case ReductionKind::sum:
    value = isFloat(element) ? makeFloat(value.f + term.f)
                             : makeInteger(uint64_t(value.i) + term.i);
    break;
  case ReductionKind::prod:
    value = isFloat(element) ? makeFloat(value.f * term.f)
                             : makeInteger(uint64_t(value.i) * term.i);
    break;
  case ReductionKind::and_:
    value.i &= term.i;
    return;
  case ReductionKind::or_:
    value.i |= term.i;
    return;
  default:
    return keepBest(term, position);
  }
  value = makeCanonical(element, value);
}

Scalar Accumulator::getResult() const {
  return findsPosition(kind) ? makeInteger(bestPosition) : value;
}
