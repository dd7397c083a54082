//===- RowPlan.h - How the statements of a kernel share rows ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// One step of the shared loops of a neo.kernel is a *row*. Everything that
// happens to a row happens while it is in the first-level cache, in *sweeps*
// over its inner loops:
//
//     softmax     row i     sweep 0 over j   m = max x[i, j]
//                           sweep 1 over j   e[j] = exp(x[i, j] - m), s = sum e
//                           sweep 2 over j   y[i, j] = e[j] / s
//
// A statement takes part in the first sweep over its loops in which all it
// reads is known: what reductions give is known in the next sweep, the element
// that another statement has just made is known at once and stays in a
// register. What a later sweep reads is kept in a scratch row, not in a tensor.
// A value without inner loops (m, s) is a scalar.
//
// A statement may reduce over the shared loops (a sum over the rows). Its
// accumulators are a row themselves, `partial`, and every thread that has rows
// of its own needs one: rows are dealt in chunks, whose number depends on the
// extents alone, each chunk adds to its own partial row, and a second kernel
// adds these. So the bits do not depend on the threads.
//
// Loops are one loop where they have one name and extent. Neighbours that all
// statements walk as one are merged, as in a LoopNest.
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
  /// Operands that other statements make are read from their scratch rows.
  LoopNest nest;
  /// The same, but the result is written to where it is kept: the scratch row,
  /// or, for a reduction over rows, the partial row of the chunk, which is the
  /// value of one more loop at the end.
  LoopNest kept;
  Schedule schedule;
  /// For each loop of the kernel the loop of the nest, or -1.
  llvm::SmallVector<int> loops;
  /// For each operand the statement that makes it, if one does.
  llvm::SmallVector<std::optional<unsigned>> producers;
  /// For each operand: is it the element just made in the same sweep?
  llvm::SmallVector<bool> isFresh;
  llvm::SmallVector<unsigned> results; // of the kernel
  unsigned sweep = 0;
  /// The first loop of the sweep that is reduced; those inside are, too.
  unsigned firstReduced = 0;
  /// The statement that finds the position of the extremum that this one gives.
  std::optional<unsigned> twin;
  bool reducesRows = false;
  bool hasInnerOutputs = false; // its result is more than one number per row
  bool needsScratch = false;
  int64_t keptElements = 1;
  /// How many stages later it is read last, and how many rows of it are kept.
  unsigned delay = 0, keptRows = 1;
};

struct RowSweep {
  llvm::SmallVector<unsigned> loops; // of the kernel, outermost first
  llvm::SmallVector<unsigned> statements;
  int64_t lanes = 1, vectors = 1; // of one step of the innermost loop
  unsigned stage = 0;             // see RowStages.cpp
  /// Statements and their operands of which the next rows are prefetched.
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
  /// Rows that are in work together: neighbours along `rowLoop`.
  int64_t rows = 1;
  unsigned rowLoop = 0;
  /// Sweeps of as many different rows share one loop.
  unsigned stages = 1;
  /// The next rows are prefetched into the first-level cache.
  bool prefetchesNear = false;
  /// Vectors of each row, at most, in one step of a sweep.
  int64_t vectors = 2;
  /// Rows of a chunk (along the reduced shared loop), and how many there are.
  int64_t chunkRows = 0, chunks = 0;

  /// Fails, with a message in `reason`, where rows are no way to run `op`, or
  /// not as `wanted` says.
  static mlir::FailureOr<RowPlan> get(KernelOp op, const TargetModel &target,
                                      std::string &reason,
                                      const RowSchedule &wanted = {});

  /// What was chosen.
  RowSchedule schedule() const;
  /// How many stages the sweeps make if each has a row of its own.
  unsigned possibleStages() const;
};

/// Finds extrema that are known from the search for their positions.
void findTwins(RowPlan &plan);
/// What one later sweep over the same loops alone reads, at the same point, is
/// made there and stays in a register. Sums and results that nobody waits for
/// go to a sweep that reads their operands anyway.
void postponeStatements(RowPlan &plan);
/// Chooses lanes, vectors and rows of a step, stages, chunks and prefetches, as
/// far as `wanted` leaves them; fails with a message in `reason` where it
/// prefetches
///  what cannot be.
mlir::LogicalResult chooseWork(RowPlan &plan, const TargetModel &target,
                               const RowSchedule &wanted, std::string &reason);
/// The plan with its sweeps as stages of one loop (RowStages.cpp), and as many
/// rows and vectors as suit them; nothing if they cannot be.
std::optional<RowPlan> putInStages(const RowPlan &plan);
/// Are stages faster than sweeps that follow one another?
bool gainsByStages(const RowPlan &staged, const TargetModel &target);
/// Bytes of the scratch rows that are in work together.
int64_t bytesOfScratch(const RowPlan &plan);
/// What one row, or all, have of an operand, in bytes.
int64_t bytesOfRow(const RowPlan &plan, const RowStatement &statement,
                   const NestOperand &read);
/// Does an operand lie elsewhere for the next row?
bool movesWithRows(const RowPlan &plan, const RowStatement &statement,
                   const NestOperand &read);
/// What sweeps one after the other read of a row more than once, in bytes.
int64_t bytesReadAgain(const RowPlan &plan);
/// Is what is read of a row more than once so much that of four rows it would
/// not stay beside what is prefetched and written?
bool isLongRow(const RowPlan &plan, const TargetModel &target);
/// Does what moves with the rows come from memory?
bool readsMemory(const RowPlan &plan);
/// Do rows of what the last-level cache holds fall on the same sets of the
/// first?
bool rowsCompete(const RowPlan &plan, const TargetModel &target);
/// Chooses where the next rows of what lies in memory are prefetched; of what
/// lies near, too, if that is `wanted`.
void choosePrefetches(RowPlan &plan, const TargetModel &target, bool wanted);
/// Removes the loops of rows that have one step.
void dropUnitLoops(RowPlan &plan);
/// Makes neighbours one loop where all statements walk them as one.
void mergeLoops(RowPlan &plan);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_ROWPLAN_H
