//===- JITModule.cpp - kernels in executable memory -----------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Target/JITModule.h"
#include "KernelWrapper.h"
#include "SoftFloat.h"

#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace neo {

JITModule::JITModule(std::unique_ptr<orc::LLJIT> jit,
                     std::vector<ObjectCode> objects)
    : jit(std::move(jit)), objects(std::move(objects)) {}

JITModule::~JITModule() = default;

//===----------------------------------------------------------------------===//
// Linking
//===----------------------------------------------------------------------===//

/// A linker without a platform: objects have no initialisers and no thread
/// local storage, so nothing needs to run before or after the kernels.
static Expected<std::unique_ptr<orc::LLJIT>> createLinker() {
  // Initialises LLVM's native target as well, which the linker asks for.
  if (auto machine = HostTarget::detect().createMachine(); !machine)
    return machine.takeError();
  auto jit =
      orc::LLJITBuilder().setPlatformSetUp(orc::setUpInactivePlatform).create();
  if (!jit)
    return jit.takeError();
  // The process's own symbols are searched already. Mathematical functions
  // are looked for by name as well: a process need not link them itself.
  char prefix = (*jit)->getDataLayout().getGlobalPrefix();
  auto math = orc::DynamicLibrarySearchGenerator::Load("libm.so.6", prefix);
  if (math)
    (*jit)->getMainJITDylib().addGenerator(std::move(*math));
  else
    consumeError(math.takeError());
  if (Error error = defineSoftFloat(**jit))
    return error;
  return jit;
}

/// Resolves every kernel now. ORC tells the session's reporter what is wrong
/// and the caller of lookup only that something is: the message needs both.
Error JITModule::resolveKernels() {
  std::string reported;
  orc::ExecutionSession &session = jit->getExecutionSession();
  session.setErrorReporter(
      [&](Error error) { reported += toString(std::move(error)) + "; "; });
  Error result = Error::success();
  for (const ObjectCode &object : objects)
    for (const std::string &kernel : object.kernels) {
      if (result)
        break;
      auto address = jit->lookup(wrapperName(kernel));
      if (!address)
        result = createStringError("cannot link kernel '" + kernel + "': " +
                                   reported + toString(address.takeError()));
      else
        kernels[kernel] = address->toPtr<KernelFn>();
    }
  session.setErrorReporter([](Error error) { consumeError(std::move(error)); });
  return result;
}

Expected<std::unique_ptr<JITModule>>
JITModule::load(std::vector<ObjectCode> objects) {
  auto jit = createLinker();
  if (!jit)
    return jit.takeError();
  std::unique_ptr<JITModule> module(
      new JITModule(std::move(*jit), std::move(objects)));
  for (const ObjectCode &object : module->objects)
    if (Error error = module->jit->addObjectFile(
            MemoryBuffer::getMemBufferCopy(object.bytes, "neo")))
      return createStringError("cannot link object code: " +
                               toString(std::move(error)));
  if (Error error = module->resolveKernels())
    return error;
  return module;
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<JITModule>>
JITModule::compileAll(ArrayRef<mlir::ModuleOp> modules,
                      const JITOptions &options) {
  auto objects = compileObjects(modules, options);
  if (!objects)
    return objects.takeError();
  return load(std::move(*objects));
}

Expected<std::unique_ptr<JITModule>>
JITModule::compile(mlir::ModuleOp module, const JITOptions &options) {
  return compileAll(module, options);
}

Expected<KernelFn> JITModule::lookup(StringRef name) const {
  auto found = kernels.find(name);
  if (found != kernels.end())
    return found->second;
  std::string known;
  for (const ObjectCode &object : objects)
    for (const std::string &kernel : object.kernels)
      known += (known.empty() ? "'" : ", '") + kernel + "'";
  return createStringError("there is no kernel '" + name + "'; this module " +
                           (known.empty() ? "has none" : "has " + known));
}

} // namespace neo
