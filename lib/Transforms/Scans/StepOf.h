//===- StepOf.h - The step of one loop over time ----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A step is a function of the module (StepShape.h), so that what is moved out
// of a loop changes two signatures: those of the function and of the scan. Only
// a step that one scan alone uses can be changed.
//
// The block of the step is changed first, its arguments and what it returns;
// then the scan is built anew, and takes its types from there.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_SCANS_STEPOF_H
#define NEO_LIB_TRANSFORMS_SCANS_STEPOF_H

#include "Neo/Dialect/StepShape.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace neo {

/// The step of `scan` if nothing else uses it, else null.
mlir::func::FuncOp getOwnStep(ScanOp scan);

/// The scans of `module`, those within a step before those that run it.
llvm::SmallVector<ScanOp> findScans(mlir::ModuleOp module);

/// The number of the result of `scan` that stacks `value`, one of its step.
std::optional<unsigned> findOutput(ScanOp scan, mlir::Value value);
/// The same, of a result that there is when the scan has been built anew.
unsigned getOutput(ScanOp scan, mlir::Value value);

/// Erases the arguments of `step` for `operands`, from argument `first` on,
/// that it does not read, and these operands.
void dropUnread(mlir::func::FuncOp step, unsigned first,
                llvm::SmallVectorImpl<mlir::Value> &operands);

/// Builds `scan` on other operands before it, for its step as that has become.
/// Arguments of the step have no attributes afterwards.
ScanOp rebuildScan(ScanOp scan, mlir::ValueRange carry, mlir::ValueRange over,
                   mlir::ValueRange constants);
/// The same in place of `scan`, whose results are the first of the new one's.
ScanOp replaceScan(ScanOp scan, mlir::ValueRange over,
                   mlir::ValueRange constants);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_SCANS_STEPOF_H
