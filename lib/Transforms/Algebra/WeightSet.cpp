//===- WeightSet.cpp - Weights that a value may have ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "WeightSet.h"

using namespace neo;

WeightSet WeightSet::all() {
  WeightSet set;
  set.bits = (1u << (2 * most + 1)) - 1;
  return set;
}

WeightSet WeightSet::both(WeightSet other) const {
  other.bits &= bits;
  return other;
}

WeightSet WeightSet::either(WeightSet other) const {
  other.bits |= bits;
  return other;
}

WeightSet WeightSet::plus(WeightSet other) const {
  WeightSet sums;
  for (int weight = -most; weight <= most; ++weight)
    if (contains(weight))
      sums.bits |= weight > 0 ? other.bits << weight : other.bits >> -weight;
  return sums.both(all());
}

WeightSet WeightSet::negative() const {
  WeightSet set;
  for (int weight = -most; weight <= most; ++weight)
    if (contains(-weight))
      set.bits |= WeightSet(weight).bits;
  return set;
}

int WeightSet::smallest() const {
  int weight = 0;
  while (!contains(weight))
    weight = weight > 0 ? -weight : 1 - weight;
  return weight;
}
