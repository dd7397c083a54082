//===- SkippedPasses.h - giving a compilation up ----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// MLIR cannot stop a pipeline between two passes: an instrumentation hears of a
// pass and has no say in it. But the context asks an action handler to execute
// each pass (mlir/IR/Action.h), and one that does not execute it skips it:
//
//     SkippedPasses skipped(context, interruption);
//     pm.run(module);             // the rest is skipped once it is given up
//     if (interruption->given())
//       ...                       // the module is of no use
//
// A large graph spends some seconds in Neo's passes, a tenth of one in the
// longest of them. Kernels are given up one by one (KernelSources.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_PROGRAM_SKIPPEDPASSES_H
#define NEO_LIB_TARGET_PROGRAM_SKIPPEDPASSES_H

#include "Neo/Runtime/Interruption.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/Error.h"

namespace neo {

/// For as long as it lives, passes of `context` are skipped once `interruption`
/// is given. Null: none is.
class SkippedPasses {
public:
  SkippedPasses(mlir::MLIRContext &context, Interruption *interruption);
  ~SkippedPasses();
  SkippedPasses(const SkippedPasses &) = delete;
  SkippedPasses &operator=(const SkippedPasses &) = delete;

private:
  mlir::MLIRContext &context;
  bool isWatching;
};

/// What a compilation that was given up ends with.
llvm::Error makeGivenUpError();

} // namespace neo

#endif // NEO_LIB_TARGET_PROGRAM_SKIPPEDPASSES_H
