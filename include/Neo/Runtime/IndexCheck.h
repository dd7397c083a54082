//===- IndexCheck.h - indices that are known at run time only ---*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// All indices of a program are proven to be in bounds, except those that are
// elements of a tensor. Each such tensor is checked once, just before the
// launch that uses it: all of its elements must be in the dimension that they
// index (IndexRange.h).
//
// A check inside of the kernel would test every index in its inner loop, and
// could only set a flag that is read after the computation. Here a tensor of
// indices is read once more, which is cheap compared with its use; the scan
// runs on all threads, and only a scan that fails looks for the first bad
// index.
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

  /// An error message about the first index of `data` that is out of bounds;
  /// empty if there is none, or if the run was cancelled.
  std::string findProblem(const void *data, ThreadPool &pool, int threadLimit,
                          Interruption *interruption) const;
};

} // namespace neo

#endif // NEO_RUNTIME_INDEXCHECK_H
