//===- ObjectCode.cpp - from LLVM dialect to machine code -----------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Target/ObjectCode.h"
#include "CodeGen.h"
#include "Translation.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ThreadPool.h"

using namespace llvm;

namespace neo {

/// Several groups per thread: a thread that is done early takes another one.
static constexpr size_t groupsPerThread = 4;

static Error checkUnique(ArrayRef<TranslatedGroup> groups) {
  StringSet<> names;
  for (const TranslatedGroup &group : groups)
    for (const std::string &kernel : group.kernels)
      if (!names.insert(kernel).second)
        return createStringError("two kernels are called '" + kernel +
                                 "'; kernels that are compiled together need "
                                 "different names");
  return Error::success();
}

/// Optimises and writes each group; all on this thread if there is one.
static Expected<std::vector<ObjectCode>>
generateAll(MutableArrayRef<TranslatedGroup> groups, unsigned threads,
            const JITOptions &options) {
  std::vector<Expected<std::string>> outputs;
  outputs.reserve(groups.size());
  for (size_t i = 0; i < groups.size(); ++i)
    outputs.emplace_back("");
  auto generate = [&](size_t i) {
    consumeError(outputs[i].takeError());
    outputs[i] = generateCode(*groups[i].module, OutputKind::Object, options);
  };
  if (threads == 1 || groups.size() <= 1) {
    for (size_t i = 0; i < groups.size(); ++i)
      generate(i);
  } else {
    DefaultThreadPool pool(hardware_concurrency(threads));
    for (size_t i = 0; i < groups.size(); ++i)
      pool.async(generate, i);
    pool.wait();
  }
  std::vector<ObjectCode> objects;
  Error errors = Error::success();
  for (auto [group, output] : zip_equal(groups, outputs)) {
    if (output)
      objects.push_back({std::move(group.kernels), std::move(*output)});
    else
      errors = joinErrors(std::move(errors), output.takeError());
  }
  if (errors)
    return errors;
  return objects;
}

Expected<std::vector<ObjectCode>>
compileObjects(ArrayRef<mlir::ModuleOp> modules, const JITOptions &options) {
  unsigned threads = options.threads;
  if (threads == 0)
    threads = hardware_concurrency().compute_thread_count();
  size_t count = threads == 1 ? 1 : threads * groupsPerThread;
  std::vector<TranslatedGroup> groups;
  for (mlir::ModuleOp module : modules) {
    auto translated = translateKernels(module, options.target, count);
    if (!translated)
      return translated.takeError();
    std::move(translated->begin(), translated->end(),
              std::back_inserter(groups));
  }
  if (Error error = checkUnique(groups))
    return error;
  return generateAll(groups, threads, options);
}

Expected<std::vector<ObjectCode>> compileObjects(mlir::ModuleOp module,
                                                 const JITOptions &options) {
  return compileObjects(ArrayRef<mlir::ModuleOp>(module), options);
}

static Expected<std::string> printAs(mlir::ModuleOp module, OutputKind kind,
                                     const JITOptions &options) {
  auto groups = translateKernels(module, options.target, /*count=*/1);
  if (!groups)
    return groups.takeError();
  std::string text;
  for (TranslatedGroup &group : *groups) {
    Expected<std::string> part = generateCode(*group.module, kind, options);
    if (!part)
      return part.takeError();
    text += *part;
  }
  return text;
}

Expected<std::string> printLLVMIR(mlir::ModuleOp module,
                                  const JITOptions &options) {
  return printAs(module, OutputKind::IR, options);
}

Expected<std::string> printAssembly(mlir::ModuleOp module,
                                    const JITOptions &options) {
  return printAs(module, OutputKind::Assembly, options);
}

} // namespace neo
