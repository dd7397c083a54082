//===- KernelSources.h - Kernels as texts, compiled in parallel -*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// From the vector stage on, a kernel depends on nothing but its own text. So it
// is taken out of its module as a text, and called after a hash of it:
//
//     func.func private @main_kernel3(...) {...}
//       -->  source  "func.func private @kernel(...) {...}"
//            name    "neo_" + hash of source, options and build
//
// The name is what a plan refers to, what the object code defines, and where it
// is found on disk. Kernels with one text are one, whichever programs they come
// from. What is not found is lowered and compiled by several threads, each with
// MLIR and LLVM contexts of its own: nothing is shared, so nothing is locked,
// and an object is the same whoever made it.
//
// Why texts, and not one module that all threads lower together? MLIR's threads
// meet in the context's tables of types and attributes, and most of the passes
// in question run on a whole module. Writing and reading a text costs a tenth
// of what is then done to it, and the text is the key in any case.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_PROGRAM_KERNELSOURCES_H
#define NEO_LIB_TARGET_PROGRAM_KERNELSOURCES_H

#include "CompileTimes.h"

#include "Neo/Target/CodeCache.h"
#include "Neo/Target/ObjectCode.h"

#include "llvm/ADT/StringMap.h"

namespace neo {

struct KernelSource {
  std::string text, name;
};

/// What machine code depends on besides the IR.
std::string describeOptions(const JITOptions &options);

/// The kernels of `module`, by their names there; they are gone from it.
llvm::StringMap<KernelSource> takeKernels(mlir::ModuleOp module,
                                          const JITOptions &options);

/// The code of all `kernels`, from `cache` or made and put there. What is done
/// when it is given up has been put there, too.
llvm::Expected<std::vector<ObjectCode>>
compileKernels(const llvm::StringMap<KernelSource> &kernels,
               const JITOptions &options, const CodeCache &cache,
               CompileTimes &times);

/// The code called `name`, if `cache` has it.
std::optional<ObjectCode> findKernel(llvm::StringRef name,
                                     const CodeCache &cache);

} // namespace neo

#endif // NEO_LIB_TARGET_PROGRAM_KERNELSOURCES_H
