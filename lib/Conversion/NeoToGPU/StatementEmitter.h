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
//       store what exists                                ResultStore.h
//
// All decisions are in the schedule, so that an edited one is followed exactly.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_STATEMENTEMITTER_H
#define NEO_CONVERSION_NEOTOGPU_STATEMENTEMITTER_H

#include "StatementBody.h"

namespace neo {

class StatementEmitter {
public:
  StatementEmitter(KernelState &state, ComputeOp op, GPUScheduleAttr schedule);

  /// Emits the whole operator, whose result has a buffer in the state.
  void emit();

private:
  using Body = llvm::function_ref<void()>;
  using Reduced =
      llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange)>;

  void emitOutputSteps(unsigned dim, Body body);
  llvm::SmallVector<mlir::Value>
  emitReducedSteps(unsigned dim, mlir::ValueRange initial, Reduced body);
  bool isStep(unsigned dim, bool reduced);
  void emitTile();
  llvm::SmallVector<mlir::Value> emitReduction(llvm::ArrayRef<Point> outputs);
  llvm::SmallVector<mlir::Value> emitSums(llvm::ArrayRef<Point> outputs,
                                          mlir::ValueRange initial);
  void storeParts(llvm::ArrayRef<Point> outputs, mlir::ValueRange joined);
  llvm::SmallVector<mlir::Value> finishAll(llvm::ArrayRef<Point> outputs,
                                           mlir::ValueRange joined);
  void keep(llvm::ArrayRef<Point> outputs, mlir::ValueRange results);

  KernelState &state;
  ComputeOp op;
  GPUScheduleAttr schedule;
  AxisSpace space;
  IndexValues values;
  StatementBody body;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_STATEMENTEMITTER_H
