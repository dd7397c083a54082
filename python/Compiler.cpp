//===- Compiler.cpp - What Python sees of the compiler --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "Session.h"

#include "Neo/Conversion/Pipelines.h"
#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/Interpreter/Interpreter.h"
#include "Neo/Dialect/RunnableFunction.h"
#include "Neo/Runtime/Module/StaticModule.h"
#include "Neo/Target/Calibration.h"
#include "Neo/Target/CodeCache.h"
#include "Neo/Target/Program.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <cstring>
#include <mutex>

using namespace mlir;

namespace neo::python {

/// NumPy's name of an element type.
static std::string describeDtype(llvm::StringRef element) {
  if (element == "i1")
    return "bool";
  if (element == "bf16")
    return "bfloat16";
  return (element[0] == 'f' ? "float" : "int") + element.drop_front().str();
}

std::vector<ArrayType> describe(llvm::ArrayRef<BufferType> types) {
  static_assert(Compiled::anyBatch == BufferType::anyBatch);
  std::vector<ArrayType> result;
  for (const BufferType &type : types)
    result.push_back({describeDtype(type.element), type.shape});
  return result;
}

static std::vector<ArrayType> describe(TypeRange types) {
  std::vector<ArrayType> result;
  for (Type type : types) {
    auto tensor = cast<RankedTensorType>(type);
    std::string element;
    llvm::raw_string_ostream(element) << tensor.getElementType();
    result.push_back({describeDtype(element), tensor.getShape()});
  }
  return result;
}

/// The module of `text` behind `pipeline`, or none and `error`.
static OwningOpRef<ModuleOp> runPasses(Session &session,
                                       const std::string &text,
                                       const std::string &pipeline,
                                       std::string &error) {
  static std::once_flag registered;
  std::call_once(registered, [] {
    mlir::registerAllPasses();
    neo::registerAllPasses();
  });
  OwningOpRef<ModuleOp> module = session.parse(text);
  if (!module) {
    error = session.takeError("the text is not a module");
    return {};
  }
  PassManager pm(&session.context);
  std::string problem;
  llvm::raw_string_ostream os(problem);
  FailureOr<OpPassManager> parsed = parsePassPipeline(pipeline, os);
  if (failed(parsed)) {
    error = session.takeError(problem);
    return {};
  }
  static_cast<OpPassManager &>(pm) = std::move(*parsed);
  if (succeeded(pm.run(*module)))
    return module;
  error = session.takeError("the pipeline failed");
  return {};
}

Outcome<std::string> canonical(const std::string &text,
                               const std::string &pipeline, bool locations) {
  Session session;
  Outcome<std::string> result;
  auto module = runPasses(session, text, pipeline, result.error);
  llvm::raw_string_ostream out(result.value);
  if (module)
    module->print(out, OpPrintingFlags().enableDebugInfo(locations));
  return result;
}

Outcome<std::string> assembly(const std::string &text,
                              const std::string &function) {
  Session session;
  OwningOpRef<ModuleOp> module = session.parse(text);
  if (!module)
    return {"", session.takeError("the text is not a module")};
  auto result = printAssembly(*module, function);
  if (!result)
    return {"", session.takeError(llvm::toString(result.takeError()))};
  return {std::move(*result), ""};
}

Outcome<std::vector<Remark>> remarks(const std::string &text,
                                     const std::string &pipeline) {
  Session session;
  Outcome<std::vector<Remark>> result;
  if (runPasses(session, text, pipeline, result.error))
    result.value = std::move(session.remarks);
  return result;
}

Outcome<Explanation> explain(const std::string &text) {
  Session session;
  Outcome<Explanation> result;
  auto module = runPasses(
      session, text, "builtin.module(neo-explain,neo-schedule)", result.error);
  if (module)
    result.value = {listKernels(*module), std::move(session.remarks)};
  return result;
}

struct Interpreted::State {
  Session session;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
};

Interpreted::Interpreted() : state(std::make_unique<State>()) {}
Interpreted::~Interpreted() = default;

Outcome<std::unique_ptr<Interpreted>>
Interpreted::parse(const std::string &text, const std::string &function) {
  auto result = std::make_unique<Interpreted>();
  State &state = *result->state;
  state.module = state.session.parse(text);
  if (!state.module)
    return {nullptr, state.session.takeError("the text is not a module")};
  auto found = findRunnable(*state.module, function);
  if (!found)
    return {nullptr, llvm::toString(found.takeError())};
  state.function = *found;
  return {std::move(result), ""};
}

std::vector<ArrayType> Interpreted::inputs() const {
  return describe(state->function.getArgumentTypes());
}

std::vector<ArrayType> Interpreted::results() const {
  return describe(state->function.getResultTypes());
}

std::string Interpreted::run(const std::vector<const void *> &inputs,
                             const std::vector<void *> &results,
                             std::string &problem) {
  SmallVector<Tensor> tensors;
  for (auto [type, data] :
       llvm::zip_equal(state->function.getArgumentTypes(), inputs)) {
    auto tensor = cast<RankedTensorType>(type);
    Tensor value(*getElementKind(tensor.getElementType()), tensor.getShape());
    std::memcpy(value.getData(), data, value.getNumBytes());
    tensors.push_back(std::move(value));
  }
  InterpreterOptions options;
  options.wrongIndex = &problem;
  auto outputs = interpret(state->function, tensors, options);
  if (failed(outputs))
    return state->session.takeError("the interpreter failed");
  for (auto [value, data] : llvm::zip_equal(*outputs, results))
    std::memcpy(data, value.getData(), value.getNumBytes());
  return "";
}

/// A program that was compiled here, or a module that was exported.
struct Compiled::State {
  std::shared_ptr<Executor> executorFor(int64_t items, std::string &problem) {
    return program ? program->executorFor(items, problem)
                   : module->getExecutor();
  }

  std::unique_ptr<Program> program;
  std::unique_ptr<StaticModule> module;
  std::vector<ArrayType> inputs, results;
};

Compiled::Compiled() : state(std::make_unique<State>()) {}
Compiled::~Compiled() = default;

/// Compiles `text`, to be found under `key` from now on.
static Outcome<std::unique_ptr<Program>>
compileText(const std::string &text, const std::string &function,
            const std::string &key, Interruption &interruption) {
  Session session;
  OwningOpRef<ModuleOp> module = session.parse(text);
  if (!module)
    return {nullptr, session.takeError("the text is not a module")};
  JITOptions options;
  options.interruption = &interruption;
  auto program = Program::compile(*module, function, options, key);
  if (program)
    return {std::move(*program), ""};
  std::string error = llvm::toString(program.takeError());
  return {nullptr, session.takeError(error)};
}

Outcome<std::unique_ptr<Compiled>>
Compiled::compile(const std::string &text, const std::string &function,
                  int threads, Interruption &interruption) {
  std::string key = Program::keyOf(text, function);
  Outcome<std::unique_ptr<Program>> program{Program::load(key), ""};
  if (!program.value)
    program = compileText(text, function, key, interruption);
  if (!program.value)
    return {nullptr, program.error};
  auto result = std::make_unique<Compiled>();
  result->state->inputs = describe(program.value->getInputTypes());
  result->state->results = describe(program.value->getResultTypes());
  result->state->program = std::move(program.value);
  result->state->program->setThreadLimit(threads);
  return {std::move(result), ""};
}

static std::vector<ArrayType> describe(const std::vector<ModuleTensor> &list) {
  std::vector<ArrayType> types;
  types.reserve(list.size());
  for (const ModuleTensor &tensor : list)
    types.push_back({describeDtype(tensor.type.element), tensor.type.shape});
  return types;
}

Outcome<std::unique_ptr<Compiled>> Compiled::load(const std::string &folder,
                                                  const std::string &target,
                                                  int threads) {
  std::string error;
  auto module = StaticModule::load(folder, {target, threads}, error);
  if (!module)
    return {nullptr, error};
  auto result = std::make_unique<Compiled>();
  result->state->inputs = describe(module->inputs());
  result->state->results = describe(module->outputs());
  result->state->module = std::move(module);
  return {std::move(result), ""};
}

std::vector<ArrayType> Compiled::inputs() const { return state->inputs; }

std::vector<ArrayType> Compiled::results() const { return state->results; }

std::string Compiled::warning() const {
  return state->program ? state->program->getWarning().str() : "";
}

std::string Compiled::target() const {
  return state->module ? state->module->target() : "";
}

std::string Compiled::prepare(int64_t items) {
  std::string problem;
  state->executorFor(items, problem);
  return problem;
}

bool Compiled::run(int64_t items, const void *const *inputs,
                   void *const *results, Interruption &interruption,
                   std::string &problem) {
  auto executor = state->executorFor(items, problem);
  return executor && executor->run(inputs, results, &interruption, &problem);
}

std::vector<std::pair<std::string, double>>
Compiled::profile(int64_t items, const void *const *inputs,
                  void *const *results, Interruption &interruption,
                  std::string &problem) {
  auto executor = state->executorFor(items, problem);
  if (!executor)
    return {};
  std::vector<double> seconds;
  executor->runProfiled(inputs, results, seconds, &interruption, &problem);
  std::vector<std::pair<std::string, double>> profile;
  profile.reserve(seconds.size());
  for (size_t i = 0; i < seconds.size(); ++i)
    profile.push_back({executor->plan().launches[i].name, seconds[i]});
  return profile;
}

size_t Compiled::launches() const {
  return state->program ? state->program->getPlan().launches.size()
                        : state->module->getExecutor()->plan().launches.size();
}

size_t Compiled::arenaBytes(int64_t items) const {
  std::string problem;
  auto executor = state->executorFor(items, problem);
  return executor ? executor->stats().arenaBytes : 0;
}

CacheInfo getCacheInfo() {
  CodeCache cache = CodeCache::fromEnvironment();
  CacheUsage usage = cache.usage();
  return {cache.getFolder(),
          {{"limit", cache.getLimit()},
           {"bytes", usage.bytes},
           {"entries", usage.entries},
           {"program_hits", usage.programs.hits},
           {"program_misses", usage.programs.misses},
           {"kernel_hits", usage.kernels.hits},
           {"kernel_misses", usage.kernels.misses},
           {"graph_hits", usage.graphs.hits},
           {"graph_misses", usage.graphs.misses},
           {"stored", usage.stored},
           {"damaged", usage.damaged},
           {"removed", usage.removed}}};
}

void clearCache() { CodeCache::fromEnvironment().clear(); }

static std::string getGraphKey(const std::string &described) {
  return CodeCache::makeKey({"graph", described});
}

std::optional<std::string> getCachedGraph(const std::string &described) {
  return CodeCache::fromEnvironment().get(CacheEntry::graph,
                                          getGraphKey(described));
}

void putCachedGraph(const std::string &described, const std::string &bytes) {
  CodeCache::fromEnvironment().put(CacheEntry::graph, getGraphKey(described),
                                   bytes);
}

std::string getCalibration() { return readCalibration(); }

bool setCalibration(const std::string &text) { return keepCalibration(text); }

bool setThreads(int threads) {
  return ThreadPool::global().setThreads(threads);
}

int getThreads() { return ThreadPool::global().threads(); }

} // namespace neo::python
