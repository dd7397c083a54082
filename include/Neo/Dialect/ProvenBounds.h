//===- ProvenBounds.h - Bounds that need no second proof --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Every pass is followed by the verifier, which proves of every read that it
// stays inside its tensor, and most operators are what they were before the
// pass. Affine expressions are unique in a context, so a question is a few
// pointers and numbers, and its answer is kept with the dialect as long as the
// context lives. Only what was proven is kept: what is wrong is reported once.
//
// A proof by intervals is faster than a look here, and is not kept.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_PROVENBOUNDS_H
#define NEO_DIALECT_PROVENBOUNDS_H

#include <cstdint>
#include <mutex>
#include <set>
#include <vector>

namespace neo {

class ProvenBounds {
public:
  /// Extents, constraints and the bound, as LoopDomain writes them.
  using Question = std::vector<intptr_t>;

  bool contains(const Question &question) const;
  void insert(Question question);

private:
  mutable std::mutex mutex;
  std::set<Question> proven;
};

} // namespace neo

#endif // NEO_DIALECT_PROVENBOUNDS_H
