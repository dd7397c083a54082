//===- CodeGen.h - LLVM IR to object code -----------------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_CODEGEN_H
#define NEO_LIB_TARGET_CODEGEN_H

#include "Neo/Target/ObjectCode.h"

#include "llvm/IR/Module.h"

namespace neo {

enum class OutputKind { Object, Assembly, IR };

/// Optimises `module` and writes it as `kind`. Errors that LLVM reports on the
/// way (inline assembly it cannot read, for one) become the error's message.
llvm::Expected<std::string> generateCode(llvm::Module &module, OutputKind kind,
                                         const JITOptions &options);

} // namespace neo

#endif // NEO_LIB_TARGET_CODEGEN_H
