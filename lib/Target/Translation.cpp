//===- Translation.cpp - LLVM dialect to LLVM IR --------------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Translation.h"
#include "KernelGroups.h"
#include "KernelWrapper.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;

namespace neo {

namespace {

/// Collects the errors that MLIR reports while it lives.
class ErrorCollector {
public:
  explicit ErrorCollector(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
            text += (text.empty() ? "" : "; ") + diagnostic.str();
          return success();
        }) {}

  std::string text;

private:
  ScopedDiagnosticHandler handler;
};

} // namespace

/// Data layout and triple, on the module before translation: constants are
/// folded on the way, and their sizes depend on it.
static void describeTarget(ModuleOp module,
                           const llvm::TargetMachine &machine) {
  Builder builder(module.getContext());
  module->setAttr(LLVM::LLVMDialect::getDataLayoutAttrName(),
                  builder.getStringAttr(
                      machine.createDataLayout().getStringRepresentation()));
  module->setAttr(LLVM::LLVMDialect::getTargetTripleAttrName(),
                  builder.getStringAttr(machine.getTargetTriple().str()));
}

/// `source` is the group's own copy: translation normalises it in place.
static llvm::Expected<TranslatedGroup>
translateGroup(ModuleOp source, const CompilationUnit &group,
               const HostTarget &target) {
  TranslatedGroup result;
  result.context = std::make_unique<llvm::LLVMContext>();
  ErrorCollector errors(source.getContext());
  result.module = translateModuleToLLVMIR(source, *result.context, "neo");
  if (!result.module)
    return llvm::createStringError("cannot translate the kernels to LLVM IR: " +
                                   errors.text);
  for (LLVM::LLVMFuncOp kernel : group.kernels)
    result.kernels.push_back(kernel.getSymName().str());
  if (llvm::Error error = addWrappers(*result.module, result.kernels))
    return error;
  target.setAttributes(*result.module);
  return result;
}

llvm::Expected<std::vector<TranslatedGroup>>
translateKernels(ModuleOp module, const HostTarget &target, size_t count) {
  auto machine = target.createMachine();
  if (!machine)
    return machine.takeError();
  auto groups = splitKernels(module, count);
  if (!groups)
    return groups.takeError();
  registerBuiltinDialectTranslation(*module.getContext());
  registerLLVMDialectTranslation(*module.getContext());
  std::vector<TranslatedGroup> translated;
  for (const CompilationUnit &group : *groups) {
    OwningOpRef<ModuleOp> copy = extractGroup(module, group);
    describeTarget(*copy, **machine);
    auto result = translateGroup(*copy, group, target);
    if (!result)
      return result.takeError();
    translated.push_back(std::move(*result));
  }
  return translated;
}

} // namespace neo
