//===- KernelSources.cpp - Kernels as texts, compiled in parallel ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "KernelSources.h"
#include "SkippedPasses.h"

#include "Neo/Conversion/Pipelines.h"
#include "Neo/Target/CompileProgress.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Threading.h"

#include <atomic>
#include <thread>

using namespace mlir;
using namespace neo;

static constexpr llvm::StringLiteral prefix = "neo_";

std::string neo::describeOptions(const JITOptions &options) {
  return options.target.description() + " -O" +
         std::to_string(options.optLevel);
}

llvm::StringMap<KernelSource> neo::takeKernels(ModuleOp module,
                                               const JITOptions &options) {
  std::string described = describeOptions(options);
  llvm::StringMap<KernelSource> kernels;
  for (func::FuncOp function : llvm::to_vector(module.getOps<func::FuncOp>())) {
    if (!function->hasAttr("neo.kernel"))
      continue;
    KernelSource &kernel = kernels[function.getName()];
    // Names of loops make no difference.
    function->removeAttr("neo.schedule");
    function.setName("kernel");
    llvm::raw_string_ostream(kernel.text) << function;
    kernel.name =
        (prefix + CodeCache::makeKey({"kernel", described, kernel.text})).str();
    function.erase();
  }
  return kernels;
}

std::optional<ObjectCode> neo::findKernel(StringRef name,
                                          const CodeCache &cache) {
  auto bytes = cache.get(CacheEntry::kernel, name.drop_front(prefix.size()));
  if (!bytes)
    return std::nullopt;
  return ObjectCode{{name.str()}, std::move(*bytes)};
}

namespace {

/// What one thread compiles kernels with.
class KernelCompiler {
public:
  KernelCompiler(const JITOptions &options, CompileTimes &times)
      : options(options), times(times),
        context(makeRegistry(), MLIRContext::Threading::DISABLED) {
    this->options.threads = 1;
    context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        messages += (messages.empty() ? "" : "; ") + diagnostic.str();
      return success();
    });
  }

  llvm::Expected<ObjectCode> compile(const KernelSource &kernel) {
    auto module = parseSourceString<ModuleOp>(kernel.text, &context);
    if (!module)
      return fail("cannot be read again");
    for (func::FuncOp function : module->getOps<func::FuncOp>())
      function.setName(kernel.name);
    PassManager pm(&context);
    pm.enableVerifier(false); // Reading did.
    times.watch(pm);
    buildToLLVMPipeline(pm);
    if (failed(pm.run(*module)))
      return fail("cannot be lowered to LLVM");
    CompileTimes::Span span(times, "LLVM");
    auto objects = compileObjects(*module, options);
    if (!objects)
      return objects.takeError();
    return std::move(objects->front());
  }

private:
  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    neo::registerAllDialects(registry);
    return registry;
  }

  llvm::Error fail(StringRef what) {
    return llvm::createStringError("a kernel " + what + ": " +
                                   std::exchange(messages, {}));
  }

  JITOptions options;
  CompileTimes &times;
  MLIRContext context;
  std::string messages;
};

/// Kernels to be compiled, taken by threads one by one.
struct KernelQueue {
  CompileTimes &times;
  std::vector<const KernelSource *> sources;
  std::vector<std::optional<llvm::Expected<ObjectCode>>> results;
  std::atomic<size_t> next{0};
  std::thread::id caller = std::this_thread::get_id();

  void work(const JITOptions &options) {
    std::optional<KernelCompiler> compiler;
    for (size_t i = next++; i < sources.size(); i = next++) {
      if (isGivenUp(options.interruption))
        return;
      if (!compiler)
        compiler.emplace(options, times);
      results[i].emplace(compiler->compile(*sources[i]));
      ++compileProgress().compiled;
    }
  }

private:
  bool isGivenUp(Interruption *interruption) const {
    if (!interruption)
      return false;
    return std::this_thread::get_id() == caller ? interruption->poll()
                                                : interruption->given();
  }
};

} // namespace

CompileProgress &neo::compileProgress() {
  static CompileProgress progress;
  return progress;
}

/// Those that `cache` does not have; what it has goes to `objects`.
static std::vector<const KernelSource *>
findMissing(const llvm::StringMap<KernelSource> &kernels,
            const CodeCache &cache, std::vector<ObjectCode> &objects) {
  llvm::StringMap<const KernelSource *> different;
  for (const auto &entry : kernels)
    different.try_emplace(entry.second.name, &entry.second);
  std::vector<const KernelSource *> missing;
  for (const auto &entry : different) {
    if (auto object = findKernel(entry.first(), cache))
      objects.push_back(std::move(*object));
    else
      missing.push_back(entry.second);
  }
  // The longest first, so that no thread begins one when the others end.
  llvm::sort(missing, [](const KernelSource *a, const KernelSource *b) {
    return std::make_tuple(b->text.size(), StringRef(a->name)) <
           std::make_tuple(a->text.size(), StringRef(b->name));
  });
  return missing;
}

static void compileAll(KernelQueue &queue, const JITOptions &options) {
  queue.results.resize(queue.sources.size());
  size_t threads = options.threads;
  if (threads == 0)
    threads = llvm::hardware_concurrency().compute_thread_count();
  std::vector<std::thread> others;
  while (others.size() + 1 < std::min(threads, queue.sources.size()))
    others.emplace_back([&] { queue.work(options); });
  queue.work(options);
  for (std::thread &thread : others)
    thread.join();
}

llvm::Expected<std::vector<ObjectCode>>
neo::compileKernels(const llvm::StringMap<KernelSource> &kernels,
                    const JITOptions &options, const CodeCache &cache,
                    CompileTimes &times) {
  std::vector<ObjectCode> objects;
  KernelQueue queue{times, {}, {}};
  queue.sources = findMissing(kernels, cache, objects);
  compileProgress().found += queue.sources.size();
  compileAll(queue, options);
  llvm::Error errors = llvm::Error::success();
  for (auto [source, result] : llvm::zip_equal(queue.sources, queue.results)) {
    if (!result)
      continue; // Given up before.
    if (!*result) {
      errors = llvm::joinErrors(std::move(errors), result->takeError());
      continue;
    }
    cache.put(CacheEntry::kernel,
              StringRef(source->name).drop_front(prefix.size()),
              (*result)->bytes);
    objects.push_back(std::move(**result));
  }
  if (errors)
    return std::move(errors);
  if (options.interruption && options.interruption->given())
    return makeGivenUpError();
  return objects;
}
