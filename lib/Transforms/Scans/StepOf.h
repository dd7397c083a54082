//===- StepOf.h - The step of one loop over time ----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A step is a function of the module (ScanOp), so that what is moved out of a
// loop changes two signatures: those of the function and of the scan. Only a
// step that one scan alone uses can be changed.
//
//     arguments   the state, a slice of each stack, the constants
//     results     the state, a slice of each output
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_SCANS_STEPOF_H
#define NEO_LIB_TRANSFORMS_SCANS_STEPOF_H

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace neo {

/// The step of `scan` if nothing else uses it, else null.
mlir::func::FuncOp getOwnStep(ScanOp scan);

/// The scans of `module`, those within a step before those that run it.
llvm::SmallVector<ScanOp> findScans(mlir::ModuleOp module);

/// What of a step's arguments stands where.
struct StepArguments {
  explicit StepArguments(ScanOp scan)
      : states(scan.getCarry().size()),
        firstConstant(states + scan.getOver().size()) {}

  bool isState(unsigned i) const { return i < states; }
  bool isConstant(unsigned i) const { return i >= firstConstant; }
  bool isSlice(unsigned i) const { return !isState(i) && !isConstant(i); }

  unsigned states, firstConstant;
};

/// Sets the type of `step` to that of its block and terminator.
void updateType(mlir::func::FuncOp step);

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_SCANS_STEPOF_H
