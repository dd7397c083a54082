//===- ObjectCode.h - from LLVM dialect to machine code ---------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// A module in the LLVM dialect holds kernels: functions with the unit
// attribute `neo.kernel` that take pointers and then `begin` and `end`.
//
//     llvm.func @axpy(%a: !llvm.ptr, %x: !llvm.ptr, %y: !llvm.ptr,
//                     %begin: i64, %end: i64) attributes {neo.kernel}
//
// Each kernel gets a wrapper with the runtime's calling convention (KernelFn):
//
//     void axpy__packed(void *const *b, int64_t begin, int64_t end) {
//       axpy(b[0], b[1], b[2], begin, end);
//     }
//
// The kernel is not inlined into it: pointers promised not to alias keep the
// promise as arguments, and profilers show the kernel by its name. Kernels and
// everything else become internal; the wrappers alone can be found.
//
// Kernels are independent of each other, so compileObjects splits them into
// groups of about equal weight. Each group is translated into an LLVM context
// of its own, with whatever helpers and constants it refers to, and groups are
// optimised and turned into object code in parallel. One group is one object.
//
// Floating point is what the operations say. No fast-math flag is added, and
// multiply and add become one FMA only where both carry `contract`.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TARGET_OBJECTCODE_H
#define NEO_TARGET_OBJECTCODE_H

#include "Neo/Runtime/Interruption.h"
#include "Neo/Target/HostTarget.h"

#include "mlir/IR/BuiltinOps.h"

#include <vector>

namespace neo {

struct JITOptions {
  /// The machine to compile for.
  HostTarget target = HostTarget::detect();
  /// How many groups are compiled at a time; 0: as many as processors.
  unsigned threads = 0;
  /// LLVM's pipeline: 0, 1, 2 or 3.
  unsigned optLevel = 3;
  /// Asked by the thread that compiles a Program, between two passes or
  /// kernels, whether to give it up.
  Interruption *interruption = nullptr;
};

/// One relocatable object file and the kernels it holds.
struct ObjectCode {
  std::vector<std::string> kernels;
  std::string bytes;
};

/// Compiles the kernels of one module or of several. `module` is not changed,
/// but its context learns how to translate the LLVM dialect. An error if a
/// kernel cannot be translated or compiled.
llvm::Expected<std::vector<ObjectCode>>
compileObjects(mlir::ModuleOp module, const JITOptions &options = {});
llvm::Expected<std::vector<ObjectCode>>
compileObjects(llvm::ArrayRef<mlir::ModuleOp> modules,
               const JITOptions &options = {});

/// The text of the optimised LLVM IR, or of the assembly, of all kernels.
llvm::Expected<std::string> printLLVMIR(mlir::ModuleOp module,
                                        const JITOptions &options = {});
llvm::Expected<std::string> printAssembly(mlir::ModuleOp module,
                                          const JITOptions &options = {});

} // namespace neo

#endif // NEO_TARGET_OBJECTCODE_H
