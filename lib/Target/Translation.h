//===- Translation.h - LLVM dialect to LLVM IR ------------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Translates one group of kernels into an LLVM module with a context of its
// own, ready to be optimised on any thread: with the target's data layout, its
// function attributes and the packed wrappers.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_TRANSLATION_H
#define NEO_LIB_TARGET_TRANSLATION_H

#include "Neo/Target/ObjectCode.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace neo {

/// An LLVM module and the context it lives in.
struct TranslatedGroup {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  std::vector<std::string> kernels;
};

/// Splits `module` into at most `count` groups and translates each.
llvm::Expected<std::vector<TranslatedGroup>>
translateKernels(mlir::ModuleOp module, const HostTarget &target, size_t count);

} // namespace neo

#endif // NEO_LIB_TARGET_TRANSLATION_H
