//===- RolledLoops.h - Loops that no compiler unrolls -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Steps of a reduction are unrolled where the schedule says so. LLVM and ptxas
// unroll on their own what is left if its trip count is known, load what all
// of them read before the first one computes, and spill:
//
//     scf.for %s = 0 to 21 { 4 terms }      -->  84 terms, 168 loads, 255
//                                                registers and 60 bytes spilled
//
// Where only a guarded store uses the sum, LLVM moves all of a chain of
// products behind the last load. More registers than the schedule counted with
// are also fewer blocks on a multiprocessor.
//
// `keepRolled` forbids it: `llvm.loop.unroll.disable` in LLVM IR, `.pragma
// "nounroll"` in PTX.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_ROLLEDLOOPS_H
#define NEO_CONVERSION_ROLLEDLOOPS_H

#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace neo {

inline void keepRolled(mlir::scf::ForOp loop) {
  mlir::MLIRContext *context = loop.getContext();
  auto unroll = mlir::LLVM::LoopUnrollAttr::get(
      context, /*disable=*/mlir::BoolAttr::get(context, true), {}, {}, {}, {},
      {}, {});
  auto annotation = mlir::LLVM::LoopAnnotationAttr::get(
      context, {}, {}, {}, unroll, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
  // Branches keep attributes of LLVM's dialect (convert-scf-to-cf).
  loop->setDiscardableAttr("loop_annotation", annotation);
}

} // namespace neo

#endif // NEO_CONVERSION_ROLLEDLOOPS_H
