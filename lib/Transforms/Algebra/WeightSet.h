//===- WeightSet.h - Weights that a value may have --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A value may be computed with several weights (ShiftWeights.h), of which its
// reader selects one. So sets of weights are propagated from operands to
// results, and one weight is selected from results to operands:
//
//     e * e / (z * z)    {0, 1} + {0, 1} - ({1} + {1})  =  {-2, -1, 0}
//
// and 0 is chosen as (1 + 1) - (1 + 1). Weights outside -8 to 8 are dropped: a
// product of nine sums is not rewritten.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_WEIGHTSET_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_WEIGHTSET_H

#include <cstdint>
#include <cstdlib>

namespace neo {

/// A set of integers from -8 to 8.
class WeightSet {
public:
  static constexpr int most = 8;

  WeightSet() = default;
  WeightSet(int weight) : bits(1u << (weight + most)) {}
  static WeightSet all();

  bool isEmpty() const { return bits == 0; }
  bool contains(int weight) const {
    return std::abs(weight) <= most && (bits >> (weight + most) & 1);
  }
  WeightSet both(WeightSet other) const;
  WeightSet either(WeightSet other) const;
  WeightSet plus(WeightSet other) const;
  WeightSet negative() const;
  /// The weight closest to 0; the set must not be empty.
  int smallest() const;

private:
  uint32_t bits = 0;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_WEIGHTSET_H
