//===- JITModule.h - kernels in executable memory ---------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Links object code into this process and hands out its kernels.
//
//     auto jit = JITModule::compile(module);            // or load(objects)
//     if (!jit) return jit.takeError();
//     llvm::Expected<KernelFn> axpy = (*jit)->lookup("axpy");
//
// Compiling and linking are apart on purpose: ORC only ever sees finished
// objects, so the bytes that objectCode() returns, kept on disk under the
// target's description, can be loaded by a later process without compiling.
//
// Mathematical functions that kernels call (expf, tanhf, ...) come from the C
// library of the process. Every kernel is resolved before load() returns: a
// symbol that is missing is an error there, not a crash at the first call.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TARGET_JITMODULE_H
#define NEO_TARGET_JITMODULE_H

#include "Neo/Runtime/Kernel.h"
#include "Neo/Target/ObjectCode.h"

#include "llvm/ADT/StringMap.h"

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace neo {

class JITModule {
public:
  ~JITModule();

  /// Compiles all kernels of `module` and links them.
  static llvm::Expected<std::unique_ptr<JITModule>>
  compile(mlir::ModuleOp module, const JITOptions &options = {});

  /// The same for several modules, whose kernels have different names.
  static llvm::Expected<std::unique_ptr<JITModule>>
  compileAll(llvm::ArrayRef<mlir::ModuleOp> modules,
             const JITOptions &options = {});

  /// Links objects made earlier for this machine.
  static llvm::Expected<std::unique_ptr<JITModule>>
  load(std::vector<ObjectCode> objects);

  /// The kernel called `name`. Valid as long as this module lives.
  llvm::Expected<KernelFn> lookup(llvm::StringRef name) const;

  /// What was linked, for a persistent cache.
  llvm::ArrayRef<ObjectCode> objectCode() const { return objects; }

private:
  JITModule(std::unique_ptr<llvm::orc::LLJIT> jit,
            std::vector<ObjectCode> objects);
  llvm::Error resolveKernels();

  std::unique_ptr<llvm::orc::LLJIT> jit;
  std::vector<ObjectCode> objects;
  llvm::StringMap<KernelFn> kernels;
};

} // namespace neo

#endif // NEO_TARGET_JITMODULE_H
