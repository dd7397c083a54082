//===- KernelWrapper.cpp - the runtime's way into a kernel ----------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "KernelWrapper.h"

#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace neo {

/// A cache line, and the widest vector, of x86 processors.
constexpr unsigned stackAlignment = 64;

/// Only wrappers are looked up. What is internal may be inlined, specialised
/// and dropped, and has no name that could clash with another group's copy.
static void hideDefinitions(Module &module) {
  for (GlobalObject &object : module.global_objects()) {
    // The names of "llvm." globals are words of the IR itself.
    if (object.isDeclaration() || object.getName().starts_with("llvm."))
      continue;
    object.setComdat(nullptr);
    object.setLinkage(GlobalValue::InternalLinkage);
  }
}

/// To be called by any code, and to call `kernel` with its stack aligned.
static void addWrapper(Module &module, Function &kernel) {
  LLVMContext &context = module.getContext();
  Type *pointer = PointerType::getUnqual(context);
  Type *index = Type::getInt64Ty(context);
  auto *type = FunctionType::get(Type::getVoidTy(context),
                                 {pointer, index, index}, /*isVarArg=*/false);
  Function *wrapper = Function::Create(type, Function::ExternalLinkage,
                                       wrapperName(kernel.getName()), module);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", wrapper));
  SmallVector<Value *> arguments;
  for (size_t i = 0; i + 2 < kernel.arg_size(); ++i) {
    Value *slot = builder.CreateConstGEP1_64(pointer, wrapper->getArg(0), i);
    arguments.push_back(builder.CreateLoad(pointer, slot));
  }
  arguments.push_back(wrapper->getArg(1));
  arguments.push_back(wrapper->getArg(2));
  CallInst *call = builder.CreateCall(&kernel, arguments);
  call->setCallingConv(kernel.getCallingConv());
  builder.CreateRetVoid();
  wrapper->addFnAttr("stackrealign");
  kernel.addFnAttr(Attribute::NoInline);
  kernel.removeFnAttr(Attribute::AlwaysInline);
}

Error addWrappers(Module &module, ArrayRef<std::string> kernels) {
  hideDefinitions(module);
  module.setOverrideStackAlignment(stackAlignment);
  for (const std::string &name : kernels) {
    if (module.getNamedValue(wrapperName(name)))
      return createStringError("the name '" + wrapperName(name) +
                               "' is taken: it belongs to the wrapper of "
                               "kernel '" +
                               name + "'; rename the other symbol");
    addWrapper(module, *module.getFunction(name));
  }
  return Error::success();
}

} // namespace neo
