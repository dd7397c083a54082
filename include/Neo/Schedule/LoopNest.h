//===- LoopNest.h - A neo.compute seen as loops over flat buffers -*- C++ -*-=//
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
// Everything a schedule asks -- what is contiguous along a loop, what is
// reused, which loops are really one -- is read off these coefficients, and no
// operator needs a name. Loops of extent 1 vanish. Neighbours that every access
// walks as one (coefficient of the outer = extent * coefficient of the inner)
// are merged, so an elementwise operator of any rank is a single loop. A loop
// over a batch of any size (Batch.h) stays by itself. Where the batch is not
// the first dimension, a position grows with the number of items:
//
//     H[t, b, j]    32 * N * t + 32 * b + j        H: 10xNx32
//
// Its coefficients are those for the placeholder, which is what schedules ask
// for; the loops that N multiplies count as irregular, and the parts with and
// without N are kept for the emitter.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_LOOPNEST_H
#define NEO_SCHEDULE_LOOPNEST_H

#include "Neo/Dialect/NeoDialect.h"

#include "llvm/ADT/SmallBitVector.h"

namespace neo {

/// A quasi-affine number over the loops, taken apart into its linear part and
/// the rest, which holds every floordiv and mod.
struct LinearForm {
  mlir::AffineExpr expr;
  llvm::SmallVector<int64_t> coefficients; // of the linear part, one per loop
  llvm::SmallBitVector irregular;          // loops that the rest depends on
  /// Of a position that grows with a batch: `perItem` times the number of items
  /// plus `fixed`, which is `expr` for the placeholder; null otherwise.
  mlir::AffineExpr perItem, fixed;

  static LinearForm get(mlir::AffineExpr expr, unsigned loops);
  /// The same number over `loops` other loops, by way of `rewrite`.
  LinearForm
  rewritten(llvm::function_ref<mlir::AffineExpr(mlir::AffineExpr)> rewrite,
            unsigned loops) const;
  /// Says that the number is `multiplied` times the items of a batch plus
  /// `rest`.
  void splitBatch(mlir::AffineExpr multiplied, mlir::AffineExpr rest);
  bool dependsOn(unsigned loop) const {
    return coefficients[loop] != 0 || irregular[loop];
  }
  /// The value where all loops are 0; nothing if it is out of range.
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
  mlir::TypedAttr pad; // null: reads are in bounds wherever they happen

  bool dependsOn(unsigned loop) const;
};

struct LoopNest {
  ComputeOp op;
  llvm::SmallVector<NestLoop> loops;
  llvm::SmallVector<NestOperand> operands;
  llvm::SmallVector<NestCondition> where;
  /// Outside these, terms are 0 and may be left out.
  llvm::SmallVector<NestCondition> nonzero;
  LinearForm output;
  /// What the loops of the operation are in terms of the nest's.
  llvm::SmallVector<mlir::AffineExpr> originalLoops;

  /// Split and merged as what `op` reads allows, and what `followers` read,
  /// which go over its output loops from element to element.
  static LoopNest get(ComputeOp op, llvm::ArrayRef<ComputeOp> followers = {});
  /// With the loops that `op` has, none split or merged.
  static LoopNest getUnmerged(ComputeOp op);
  /// `follower` over the loops of `nest`, which was made for it too.
  static LoopNest getFollower(ComputeOp follower, const LoopNest &nest);

  /// The row-major number of a term of the reduction.
  LinearForm termPosition() const;
  int64_t points() const;
  /// Of all loops, in one step of `loop`; 1 also of those that have none.
  llvm::SmallVector<int64_t> extentsOfStep(unsigned loop) const;
  bool hasReduction() const;
  /// Does anything about it depend on how many items a batch has?
  bool hasBatch() const;
};

/// Applies `visit` to every quasi-affine number of the nest.
void forEachForm(LoopNest &nest, llvm::function_ref<void(LinearForm &)> visit);

/// Do all accesses walk `inner` and then `inner - 1` as one long loop?
bool canMergeLoops(LoopNest &nest, unsigned inner);
/// Makes them one, which is loop `inner - 1` then.
void mergeLoops(LoopNest &nest, unsigned inner);
/// Removes a loop, whose value is 0 from now on.
void removeLoop(LoopNest &nest, unsigned loop);

} // namespace neo

#endif // NEO_SCHEDULE_LOOPNEST_H
