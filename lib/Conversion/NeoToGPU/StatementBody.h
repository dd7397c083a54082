//===- StatementBody.h - The body of a neo.compute in a thread --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What a thread computes at one point: reads the operands as their plans say,
// vectors once for all their elements, and copies the scalar body. And how
// terms are joined: a half is summed in f32, a product that is summed becomes a
// fused multiply-add.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOGPU_STATEMENTBODY_H
#define NEO_CONVERSION_NEOTOGPU_STATEMENTBODY_H

#include "GlobalAccess.h"

namespace neo {

class StatementBody {
public:
  StatementBody(KernelState &state, const AxisSpace &space, IndexValues &values,
                ComputeOp op, GPUScheduleAttr schedule);

  /// What the body yields at `point`.
  mlir::Value evaluate(llvm::ArrayRef<int64_t> point);

  /// Reads what evaluate() will of device memory.
  void prefetch(llvm::ArrayRef<int64_t> point);

  /// The value of no terms; of positions, two values.
  llvm::SmallVector<mlir::Value> identity();
  /// `accumulators` and the term at `point`.
  llvm::SmallVector<mlir::Value> accumulate(mlir::ValueRange accumulators,
                                            llvm::ArrayRef<int64_t> point);
  /// The sums of two parts of the terms, those of `a` first.
  llvm::SmallVector<mlir::Value> join(mlir::ValueRange a, mlir::ValueRange b);
  /// The element of the result.
  mlir::Value finish(mlir::ValueRange accumulators);

  /// Forgets the values that were read: a loop begins or ends.
  void forget() { vectors.clear(); }
  /// The offset in bytes of the stage that is read, the same for all windows.
  mlir::Value getStage() const { return stage; }
  void setStage(mlir::Value now) { stage = now; }

private:
  mlir::Value read(unsigned operand, llvm::ArrayRef<int64_t> point);
  mlir::Value readRegisters(unsigned operand, llvm::ArrayRef<int64_t> point);
  mlir::Value readVector(unsigned operand, llvm::ArrayRef<int64_t> point,
                         int64_t width);
  mlir::Value readWindow(unsigned operand, llvm::ArrayRef<int64_t> point,
                         int64_t width);
  void evaluateInto(mlir::IRMapping &mapping, llvm::ArrayRef<int64_t> point,
                    mlir::Operation *leftOut);
  mlir::Value getTermGuard(llvm::ArrayRef<int64_t> point);
  mlir::Value combine(mlir::Value a, mlir::Value b);
  mlir::Value getPosition(llvm::ArrayRef<int64_t> point);
  bool findsPosition();

  KernelState &state;
  const AxisSpace &space;
  IndexValues &values;
  ComputeOp op;
  GPUScheduleAttr schedule;
  /// Axes of reduction loops with steps beyond the last.
  llvm::SmallVector<int64_t> reducedEdges;
  std::map<std::pair<unsigned, std::vector<int64_t>>, mlir::Value> vectors;
  mlir::Value stage;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOGPU_STATEMENTBODY_H
