//===- LoopNest.h - A neo.compute as loops over flat buffers ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Extents are constants, so every access of a neo.compute is one quasi-affine
// number: the position of the element in its row-major buffer. For
//
//     C[i, j] = sum_k A[i, k] * B[k, j]        A: 4x6, B: 6x5
//
// the nest is
//
//     loops   i < 4, j < 5, k < 6 (reduced)
//     A       6 * i + k
//     B       5 * k + j
//     C       5 * i + j
//
// Everything that a schedule depends on -- contiguity along a loop, reuse,
// loops that can be merged -- is derived from these coefficients, and no
// operator needs a name. Loops of extent 1 are removed. Adjacent loops over
// which every access is linear as over one (coefficient of the outer = extent *
// coefficient of the inner) are merged, so an elementwise operator of any rank
// is a single loop. A loop over a batch of dynamic size (Batch.h) is not
// merged. Where the batch is not the first dimension, a position grows with the
// number of items:
//
//     H[t, b, j]    32 * N * t + 32 * b + j        H: 10xNx32
//
// Its coefficients are those for the placeholder, which schedules are chosen
// by; the loops that N multiplies count as irregular, and the parts with and
// without N are kept for the emitter.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_LOOPNEST_H
#define NEO_SCHEDULE_LOOPNEST_H

#include "Neo/Dialect/NeoDialect.h"

#include "llvm/ADT/SmallBitVector.h"

namespace neo {

/// A quasi-affine function of the loops, split into its linear part and the
/// rest, which contains every floordiv and mod.
struct LinearForm {
  mlir::AffineExpr expr;
  llvm::SmallVector<int64_t> coefficients; // of the linear part, one per loop
  llvm::SmallBitVector irregular;          // loops that the rest depends on
  /// For a position that depends on the batch size: it is `perItem` times the
  /// number of items plus `fixed`, which equals `expr` for the placeholder;
  /// null otherwise.
  mlir::AffineExpr perItem, fixed;

  static LinearForm get(mlir::AffineExpr expr, unsigned loops);
  /// The same function over `loops` other loops, rewritten by `rewrite`.
  LinearForm
  rewritten(llvm::function_ref<mlir::AffineExpr(mlir::AffineExpr)> rewrite,
            unsigned loops) const;
  /// Sets the value to `multiplied` times the items of a batch plus `rest`.
  void splitBatch(mlir::AffineExpr multiplied, mlir::AffineExpr rest);
  bool dependsOn(unsigned loop) const {
    return coefficients[loop] != 0 || irregular[loop];
  }
  /// The value where all loops are 0; none if it is out of range.
  std::optional<int64_t> constant() const;
};

/// `form >= 0` or `form == 0`.
struct NestCondition {
  LinearForm form;
  bool isEquality;
};

struct NestLoop {
  std::string name;
  int64_t extent;
  bool isReduction;
  /// Its extent is a placeholder: the trip count is known at run time.
  bool isBatch = false;
};

struct NestOperand {
  mlir::RankedTensorType type;
  LinearForm access;
  llvm::SmallVector<NestCondition> guard;
  mlir::TypedAttr pad; // null: every access is in bounds

  bool dependsOn(unsigned loop) const;
};

struct LoopNest {
  ComputeOp op;
  llvm::SmallVector<NestLoop> loops;
  llvm::SmallVector<NestOperand> operands;
  llvm::SmallVector<NestCondition> where;
  /// Outside these conditions, terms are 0 and may be omitted.
  llvm::SmallVector<NestCondition> nonzero;
  LinearForm output;
  /// The loops of the operation as functions of the nest's.
  llvm::SmallVector<mlir::AffineExpr> originalLoops;

  /// Split and merged as the accesses of `op` allow, and those of `followers`,
  /// which are elementwise on its output loops.
  static LoopNest get(ComputeOp op, llvm::ArrayRef<ComputeOp> followers = {});
  /// With the loops of `op`, not split or merged.
  static LoopNest getUnmerged(ComputeOp op);
  /// `follower` over the loops of `nest`, which was built with it.
  static LoopNest getFollower(ComputeOp follower, const LoopNest &nest);

  /// The same with one step for each loop that has none: costs are divided by
  /// extents, and code for no elements is the same but for its bounds.
  LoopNest withoutEmptyLoops() const;

  /// The row-major position of a term of the reduction.
  LinearForm termPosition() const;
  int64_t points() const;
  /// Extents of all loops in one step of `loop`, at least 1.
  llvm::SmallVector<int64_t> extentsOfStep(unsigned loop) const;
  bool hasReduction() const;
  /// Does any loop or access depend on the batch size?
  bool hasBatch() const;
};

/// Applies `visit` to every quasi-affine function of the nest.
void forEachForm(LoopNest &nest, llvm::function_ref<void(LinearForm &)> visit);

/// Are all accesses linear over `inner - 1` and `inner` as over one loop?
bool canMergeLoops(LoopNest &nest, unsigned inner);
/// Merges these two loops into loop `inner - 1`.
void mergeLoops(LoopNest &nest, unsigned inner);
/// Removes a loop, whose value becomes 0.
void removeLoop(LoopNest &nest, unsigned loop);

} // namespace neo

#endif // NEO_SCHEDULE_LOOPNEST_H
