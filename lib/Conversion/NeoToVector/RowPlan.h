//===- RowPlan.h - How the statements of a kernel share rows ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// One step of the shared loops of a neo.kernel is a *row*. All statements
// process a row while it is in the L1 cache, in *sweeps* over its inner loops:
//
//     softmax     row i     sweep 0 over j   m = max x[i, j]
//                           sweep 1 over j   e[j] = exp(x[i, j] - m), s = sum e
//                           sweep 2 over j   y[i, j] = e[j] / s
//
// A statement belongs to the first sweep over its loops in which all its
// operands are available: the result of a reduction is available in the next
// sweep; an element that another statement has just computed is available at
// once, in a register. A value that a later sweep reads is kept in a scratch
// row, not in a tensor. A value without inner loops (m, s) is a scalar.
//
// A statement may reduce over the shared loops (a sum over the rows). Its
// accumulators are a row themselves, `partial`. Rows are divided into chunks,
// whose number depends on the extents alone; each chunk accumulates into a
// partial row of its own, and a second kernel sums these. So the result is
// bitwise the same for any number of threads.
//
// Loops of different statements are identified if they have the same name and
// extent. Adjacent loops are merged where all accesses of all statements are
// linear over both, as in a LoopNest.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_ROWPLAN_H
#define NEO_CONVERSION_NEOTOVECTOR_ROWPLAN_H

#include "RowSchedule.h"

namespace neo {

/// A loop of the kernel, shared or of the rows.
struct RowLoop {
  std::string name;
  int64_t extent;
};

struct RowStatement {
  ComputeOp op;
  /// Operands that other statements produce are accessed in their scratch rows.
  LoopNest nest;
  /// The same, but the result is written to the scratch row, or, for a
  /// reduction over rows, to the partial row of the chunk, whose number is an
  /// additional last loop.
  LoopNest kept;
  Schedule schedule;
  /// For each loop of the kernel the loop of the nest, or -1.
  llvm::SmallVector<int> loops;
  /// For each operand the statement that produces it, if one does.
  llvm::SmallVector<std::optional<unsigned>> producers;
  /// For each operand: is it forwarded in a register within the same sweep?
  llvm::SmallVector<bool> isFresh;
  llvm::SmallVector<unsigned> results; // results of the kernel
  unsigned sweep = 0;
  /// The first loop of the sweep that is reduced; those inside are, too.
  unsigned firstReduced = 0;
  /// The argmax (argmin) statement whose accumulator holds the maximum
  /// (minimum) that this one computes, see RowTwins.cpp.
  std::optional<unsigned> twin;
  bool reducesRows = false;
  bool hasInnerOutputs = false; // its result is no scalar of the row
  bool needsScratch = false;
  int64_t keptElements = 1;
  /// The distance in stages to its last reader, and the number of scratch rows
  /// that are live at a time.
  unsigned delay = 0, keptRows = 1;
};

struct RowSweep {
  llvm::SmallVector<unsigned> loops; // loops of the kernel, outermost first
  llvm::SmallVector<unsigned> statements;
  int64_t lanes = 1, vectors = 1; // of one step of the innermost loop
  unsigned stage = 0;             // see RowStages.cpp
  /// The statement for whose stores it is peeled (RowPeeling.cpp).
  std::optional<unsigned> peeled;
  /// Pairs of a statement and an operand whose next rows this sweep prefetches.
  llvm::SmallVector<std::pair<unsigned, unsigned>> prefetches;
};

struct RowPlan {
  KernelOp op;
  /// The shared loops, those that some statement reduces first; then those of
  /// the rows.
  llvm::SmallVector<RowLoop> loops;
  unsigned sharedLoops = 0, reducedLoops = 0;
  std::vector<RowStatement> statements;
  std::vector<RowSweep> sweeps;
  /// Rows that are processed together: consecutive steps of `rowLoop`.
  int64_t rows = 1;
  unsigned rowLoop = 0;
  /// Stages of the software pipeline: so many sweeps, over different rows,
  /// share one loop.
  unsigned stages = 1;
  /// The next rows are prefetched into L1, not L2.
  bool prefetchesNear = false;
  /// Vectors of each row, at most, in one step of a sweep.
  int64_t vectors = 2;
  /// Rows of a chunk (along the reduced shared loop), and how many there are.
  int64_t chunkRows = 0, chunks = 0;

  /// Fails, with a message in `reason`, if the statements of `op` cannot share
  /// rows, or not with the parameters `wanted`.
  static mlir::FailureOr<RowPlan> get(KernelOp op, const TargetModel &target,
                                      std::string &reason,
                                      const RowSchedule &wanted = {});

  /// The parameters that were chosen, as a schedule.
  RowSchedule schedule() const;
  /// How many pipeline stages the sweeps form.
  unsigned possibleStages() const;
};

/// Finds extrema that the accumulators of an argmax or argmin hold anyway.
void findTwins(RowPlan &plan);
/// Sinks statements to later sweeps: a statement whose only readers are in one
/// later sweep over the same loops, at the same point, moves there and stays in
/// a register. Reductions and results without readers in between move to a
/// sweep that loads their operands anyway.
void postponeStatements(RowPlan &plan);
/// Chooses lanes, vectors and rows of a step, stages, chunks and prefetches, as
/// far as `wanted` leaves them open; fails with a message in `reason` where
/// `wanted` cannot be applied.
mlir::LogicalResult chooseWork(RowPlan &plan, const TargetModel &target,
                               const RowSchedule &wanted, std::string &reason);
/// The statement for whose stores `sweep` is peeled (RowPeeling.cpp), if it is.
std::optional<unsigned> findPeeled(const RowPlan &plan, const RowSweep &sweep);
/// Is any sweep?
bool peelsRows(const RowPlan &plan);
/// The plan with its sweeps software-pipelined (RowStages.cpp), and numbers of
/// rows and vectors that suit this; none if that is not possible.
std::optional<RowPlan> putInStages(const RowPlan &plan);
/// Is software pipelining predicted to be faster than consecutive sweeps?
bool gainsByStages(const RowPlan &staged, const TargetModel &target);
/// Vectors of each row in one step of `sweep`: as many as the plan allows and
/// the row has.
int64_t vectorsOfStep(const RowPlan &plan, const RowSweep &sweep);
/// Halves rows and vectors of a step until its code is within the budgets of a
/// tile (RowCode.cpp).
void fitInCode(RowPlan &plan);
/// Bytes of all scratch rows that are live at a time.
int64_t bytesOfScratch(const RowPlan &plan);
/// Bytes of an operand that one row, or all rows, read.
int64_t bytesOfRow(const RowPlan &plan, const RowStatement &statement,
                   const NestOperand &read);
/// Does the address of an operand depend on the row loop?
bool movesWithRows(const RowPlan &plan, const RowStatement &statement,
                   const NestOperand &read);
/// Bytes of a row that more than one sweep reads.
int64_t bytesReadAgain(const RowPlan &plan);
/// Are the bytes that several sweeps read so many that those of four rows would
/// not stay in L2 beside prefetched and written lines?
bool isLongRow(const RowPlan &plan, const TargetModel &target);
/// Do operands that depend on the row loop come from memory?
bool readsMemory(const RowPlan &plan);
/// Do rows of operands that are in the last-level cache conflict in the sets of
/// L1?
bool rowsConflict(const RowPlan &plan, const TargetModel &target);
/// Chooses the sweeps that prefetch the next rows of operands in memory; also
/// of operands in the last-level cache if `wanted`.
void choosePrefetches(RowPlan &plan, const TargetModel &target, bool wanted);
/// Removes the loops of rows that have one step.
void dropUnitLoops(RowPlan &plan);
/// Merges adjacent loops where all statements access them linearly.
void mergeLoops(RowPlan &plan);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_ROWPLAN_H
