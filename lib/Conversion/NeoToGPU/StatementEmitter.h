//===- StatementEmitter.h - A neo.compute in a kernel -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Walks the schedule of an operator and emits the code of a thread:
//
//     for the steps of output axes                         scf.for
//       accumulators = identity, one per unrolled output
//       for the steps of reduced axes                      scf.for
//         accumulators += body at every unrolled point
//       join the parts of lanes and warps                  ReductionJoin.h
//       store what exists                              ResultStore.h
//
// All decisions are in the schedule, so that an edited one is followed exactly.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_STATEMENTEMITTER_H
#define NEO_CONVERSION_NEOTOGPU_STATEMENTEMITTER_H

#include "ResultStore.h"
#include "StatementBody.h"

namespace neo {

class StatementEmitter {
public:
  StatementEmitter(KernelState &state, ComputeOp op, GPUScheduleAttr schedule);

  /// Emits the whole operator, whose result has a buffer in the state.
  void emit();

  /// The same of a statement of an epilogue (EpilogueEmitter.h), in pieces. The
  /// terms of a reduction, if it is one, are added up; other elements are made
  /// where they are first read.
  void defer();
  llvm::ArrayRef<Point> getOutputs() const { return outputs; }
  mlir::Value getElement(const Point &output);
  void prefetch(const Point &output) { body.prefetch(output); }
  GPUOverlapAttr getOverlap() const { return schedule.getOverlap(); }
  /// What is read and made in a branch is not known behind it.
  void openScope() { values.openScope(); }
  void closeScope();
  /// Null if the result is not given.
  std::optional<ResultStore> makeStore();

private:
  using Body = llvm::function_ref<void()>;
  using Reduced =
      llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange)>;

  void emitOutputSteps(unsigned dim, Body body);
  llvm::SmallVector<mlir::Value>
  emitReducedSteps(unsigned dim, mlir::ValueRange initial, Reduced body);
  bool isStep(unsigned dim, bool reduced);
  void emitTile();
  llvm::SmallVector<mlir::Value> emitReduction();
  llvm::SmallVector<mlir::Value> emitSums(mlir::ValueRange initial);
  void storeParts(mlir::ValueRange joined);
  mlir::Value finish(mlir::ValueRange joined, size_t number);
  KernelState::Key getKey(const Point &output) const;

  KernelState &state;
  ComputeOp op;
  GPUScheduleAttr schedule;
  AxisSpace space;
  IndexValues values;
  StatementBody body;
  /// The elements of the result that the thread makes.
  llvm::SmallVector<Point> outputs;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_STATEMENTEMITTER_H
