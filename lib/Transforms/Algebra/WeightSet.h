//===- WeightSet.h - Weights that a value may have --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A value may be had with several weights (ShiftWeights.h), and which it is to
// have is for its reader to say. So weights are read upwards as sets, and
// chosen downwards one by one:
//
//     e * e / (z * z)    {0, 1} + {0, 1} - ({1} + {1})  =  {-2, -1, 0}
//
// and 0 is chosen as (1 + 1) - (1 + 1). What would leave -8 to 8 is left out: a
// product of nine sums keeps its form.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_WEIGHTSET_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_WEIGHTSET_H

#include <cstdint>
#include <cstdlib>

namespace neo {

/// A set of whole numbers from -8 to 8.
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
  /// The weight next to 0; the set is not empty.
  int smallest() const;

private:
  uint32_t bits = 0;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_WEIGHTSET_H
