//===- CInterface.cpp - Exported modules from C ---------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/C/Neo.h"

#include "Neo/Runtime/Module/StaticModule.h"

#include <algorithm>
#include <cstring>

/// The descriptions that C gets of a module, built once, and what stands for
/// arrays that are NULL, as they may be where all tensors are empty.
struct neo_module {
  std::unique_ptr<neo::StaticModule> module;
  std::vector<neo_tensor> inputs, outputs;
  std::vector<const void *> noInputs;
  std::vector<void *> noOutputs;
};

/// Of fixed size, so that reporting allocates nothing.
static thread_local char lastError[1024];

static void setError(const std::string &message) {
  size_t length = std::min(message.size(), sizeof lastError - 1);
  std::memcpy(lastError, message.data(), length);
  lastError[length] = '\0';
}

/// The manifest was read, so there is no other element type.
static neo_dtype dtypeOf(const std::string &element) {
  constexpr const char *names[] = {"f64", "f32", "f16", "bf16",
                                   "i64", "i32", "i8",  "i1"};
  const auto *found = std::find(std::begin(names), std::end(names), element);
  return neo_dtype(found - std::begin(names));
}

static std::vector<neo_tensor>
describe(const std::vector<neo::ModuleTensor> &tensors) {
  std::vector<neo_tensor> result;
  result.reserve(tensors.size());
  for (const neo::ModuleTensor &each : tensors)
    result.push_back({each.name.c_str(), dtypeOf(each.type.element),
                      int32_t(each.type.shape.size()), each.type.shape.data(),
                      each.bytes});
  return result;
}

/// An error message if a pointer that a run needs is null, else empty.
static std::string findMissing(const char *what,
                               const std::vector<neo_tensor> &tensors,
                               const void *const *pointers) {
  for (size_t i = 0; i < tensors.size(); ++i)
    if (tensors[i].bytes != 0 && !pointers[i])
      return std::string(what) + " '" + tensors[i].name + "' is NULL: give " +
             std::to_string(tensors[i].bytes) + " bytes for it";
  return "";
}

/// Large outputs that are not aligned to a cache line would need a temporary
/// buffer and a copy, and a module allocates nothing when it runs.
static std::string findUnaligned(const std::vector<neo_tensor> &outputs,
                                 void *const *pointers) {
  for (size_t i = 0; i < outputs.size(); ++i)
    if (outputs[i].bytes >= neo::alignedBytes &&
        reinterpret_cast<uintptr_t>(pointers[i]) % 64 != 0)
      return std::string("output '") + outputs[i].name +
             "' does not begin at a multiple of 64 bytes, as one of 1 MiB and "
             "more has to: get its memory from aligned_alloc(64, ...)";
  return "";
}

neo_module *neo_load(const char *folder, const neo_options *options) {
  std::string error = "neo_load needs the name of a folder";
  neo::ModuleOptions wanted;
  if (options && options->target)
    wanted.target = options->target;
  if (options)
    wanted.threads = options->threads;
  std::unique_ptr<neo::StaticModule> module;
  if (wanted.threads < 0 || wanted.threads > neo::ThreadPool::maxThreads)
    error = "threads is " + std::to_string(wanted.threads) +
            ", but must lie in 0.." +
            std::to_string(neo::ThreadPool::maxThreads);
  else if (folder)
    module = neo::StaticModule::load(folder, wanted, error);
  if (!module) {
    setError(error);
    return nullptr;
  }
  auto *result = new neo_module{std::move(module), {}, {}, {}, {}};
  result->inputs = describe(result->module->inputs());
  result->outputs = describe(result->module->outputs());
  result->noInputs.resize(result->inputs.size());
  result->noOutputs.resize(result->outputs.size());
  return result;
}

int neo_run(neo_module *module, const void *const *inputs,
            void *const *outputs) {
  if (!module) {
    setError("neo_run needs a module: neo_load gave none");
    return 1;
  }
  if (!inputs)
    inputs = module->noInputs.data();
  if (!outputs)
    outputs = module->noOutputs.data();
  std::string problem = findMissing("input", module->inputs, inputs);
  if (problem.empty())
    problem = findMissing("output", module->outputs, outputs);
  if (problem.empty())
    problem = findUnaligned(module->outputs, outputs);
  if (problem.empty() && module->module->run(inputs, outputs, &problem))
    return 0;
  setError(problem);
  return 1;
}

const char *neo_error(void) { return lastError; }

void neo_free(neo_module *module) { delete module; }

int32_t neo_input_count(const neo_module *module) {
  return module ? int32_t(module->inputs.size()) : 0;
}

int32_t neo_output_count(const neo_module *module) {
  return module ? int32_t(module->outputs.size()) : 0;
}

static const neo_tensor *at(const std::vector<neo_tensor> &tensors,
                            int32_t index) {
  return index >= 0 && size_t(index) < tensors.size() ? &tensors[index]
                                                      : nullptr;
}

const neo_tensor *neo_input(const neo_module *module, int32_t index) {
  return module ? at(module->inputs, index) : nullptr;
}

const neo_tensor *neo_output(const neo_module *module, int32_t index) {
  return module ? at(module->outputs, index) : nullptr;
}

const char *neo_target(const neo_module *module) {
  return module ? module->module->target().c_str() : nullptr;
}

size_t neo_memory(const neo_module *module) {
  return module ? module->module->memoryBytes() : 0;
}
