//===- IndexCheck.h - indices that are known at run time only ---*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// All indices of a program are proven to lie inside, but for those that tensors
// hold. Each such tensor is looked at once, just before the launch that uses
// it: all of its elements must lie in the dimension they index (IndexRange.h).
//
// Why look before, and not in the kernel? A kernel would test every index in
// its inner loop, and still could only set a flag that somebody reads later;
// by then it has computed with it. A tensor of indices is read once more, a
// small part of what is then done with them; the scan runs on all threads, and
// only a scan that has found something looks for the first and says where.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_INDEXCHECK_H
#define NEO_RUNTIME_INDEXCHECK_H

#include "Neo/Dialect/IndexRange.h"

namespace neo {

class Interruption;
class ThreadPool;

struct IndexCheck {
  /// Which of the launch's buffers holds the indices, and whether they take 8
  /// bytes or 4.
  int buffer = 0;
  bool isWide = true;
  IndexRange range;

  /// The sentence about the first index of `data` that is not allowed; empty
  /// if there is none, or if the run was given up.
  std::string findProblem(const void *data, ThreadPool &pool, int threadLimit,
                          Interruption *interruption) const;
};

} // namespace neo

#endif // NEO_RUNTIME_INDEXCHECK_H
