//===- IndexRange.h - What an index from data may be ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// (R1) An integer that a tensor holds and that is used as an index lies in the
// dimension that it indexes. Two check it, the interpreter and the executor,
// and both say the same:
//
//     I = [4, 12, 7] indexes dimension 0 of 10 elements:
//     index 12 at [1] of 'I' lies outside 0..9, the range of dimension 0
//
// The executor knows no LLVM, so this is plain C++.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_INDEXRANGE_H
#define NEO_DIALECT_INDEXRANGE_H

#include <cstdint>
#include <string>
#include <vector>

namespace neo {

struct IndexRange {
  /// The extent of a batch of any size, until there is one (BatchPlan.h).
  static constexpr int64_t itemsOfBatch = -1;

  /// The shape of the tensor of integers, and how a message calls it.
  std::vector<int64_t> shape;
  std::string what;
  /// The dimension that they index, and its extent.
  unsigned dimension = 0;
  int64_t extent = 0;

  bool allows(int64_t index) const { return 0 <= index && index < extent; }

  int64_t count() const {
    int64_t count = 1;
    for (int64_t size : shape)
      count *= size;
    return count;
  }

  /// The message about element number `position`, which is `index`.
  std::string describe(int64_t position, int64_t index) const;

private:
  std::string place(int64_t position) const;
};

inline std::string IndexRange::place(int64_t position) const {
  std::string text;
  for (size_t d = shape.size(); d > 0; --d) {
    text = std::to_string(position % shape[d - 1]) +
           (text.empty() ? "" : ", ") + text;
    position /= shape[d - 1];
  }
  return "[" + text + "]";
}

inline std::string IndexRange::describe(int64_t position, int64_t index) const {
  std::string text = "index " + std::to_string(index);
  if (!shape.empty())
    text += " at " + place(position);
  text += " of " + what + " lies outside ";
  std::string name = "dimension " + std::to_string(dimension);
  if (extent == 0)
    return text + name + ", which has no elements";
  text += "0.." + std::to_string(extent - 1) + ", the range of " + name;
  if (index < 0)
    text += "; indices from data do not count from the end";
  return text;
}

} // namespace neo

#endif // NEO_DIALECT_INDEXRANGE_H
