//===- ScatterLists.h - The points of each row of a scatter -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A thread of a scatter_add looks at every point for those whose index is its
// element. The threads of a row of the result look for the same, and those of
// adjacent rows, a bucket, for nearly the same:
//
//     %B = neo.scatter_add [i: N, j: D] %Y[i, j] into [%I[i], j]
//     thread (z, j):  for i: if I[i] == z: B[z, j] += Y[i, j]
//
// So the points of each bucket of G rows are linked first, by two kernels of a
// thread for each bucket and for each point; a list ends at N. Its order is
// that of the points, so that sums are the same:
//
//     first[b] = the least i     with I[i] / G == b
//     next[p]  = the least i > p with I[i] / G == I[p] / G
//     thread (z, j):  for (i = first[z / G]; i < N; i = next[i])
//                       if I[i] == z: B[z, j] += Y[i, j]
//
// Loops that are an index by themselves, as j, have their values from the
// element, and those that integers or guards depend on are keys: there are
// lists for each of their values. The dimensions without such a loop are those
// of rows.
//
// The search compares (buckets + points) * points integers in place of elements
// * points: an embedding of 32,000 x 512 with 4,096 words 5,129 * 4,096 in
// place of 16,384,000 * 4,096. How many rows a bucket has, and whether there
// are lists at all, the schedule says (IndexedSchedule.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_GPU_SCATTERLISTS_H
#define NEO_SCHEDULE_GPU_SCATTERLISTS_H

#include "Neo/Dialect/IndexedAccess.h"

namespace neo {

struct ScatterLists {
  ScatterLists(const IndexedAccess &access, int64_t bucketRows);

  /// The loop that each dimension of the result is the value of, if any.
  llvm::SmallVector<std::optional<unsigned>> known;
  /// Loops that a thread walks over, and how many points they have.
  llvm::SmallVector<unsigned> walked;
  int64_t points = 1;
  /// Known loops that the lists depend on.
  llvm::SmallVector<unsigned> keys;
  /// Dimensions that no loop is the value of, of which rows are made, and their
  /// extents.
  llvm::SmallVector<unsigned> dims;
  llvm::SmallVector<int64_t> rowShape;
  /// Rows of a bucket.
  int64_t bucketRows;
  /// Extents of first: of the keys, then the buckets; and of next: of the keys,
  /// then the points.
  llvm::SmallVector<int64_t> firstShape, nextShape;

  /// The bucket of a row with these coordinates.
  mlir::AffineExpr getBucket(llvm::ArrayRef<mlir::AffineExpr> coordinates,
                             mlir::MLIRContext *context) const;
};

} // namespace neo

#endif // NEO_SCHEDULE_GPU_SCATTERLISTS_H
