//===- StaticModule.cpp - A compiled function from a folder ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Module/StaticModule.h"

#include "Instructions.h"
#include "Manifest.h"
#include "TensorFile.h"

#include "Neo/Runtime/Module/Checksum.h"
#include "Neo/Runtime/Module/FrozenPlan.h"
#include "Neo/Runtime/Module/PlanText.h"

#include <atomic>
#include <dlfcn.h>
#include <unistd.h>

namespace neo {

/// Loads a module, step by step. Each step returns false, with a message in
/// `error`, if it fails.
class ModuleLoader {
public:
  ModuleLoader(const std::string &folder, std::string &error)
      : folder(folder), error(error) {}

  std::unique_ptr<StaticModule> load(const ModuleOptions &options);

private:
  const Manifest::Target *chooseTarget(const std::string &wanted);
  std::optional<std::string> readChecked(const Manifest::File &file,
                                         size_t most);
  bool readPlan();
  bool checkBuffers(BufferKind kind, const char *list,
                    const std::vector<ModuleTensor> &tensors);
  bool openKernels();
  bool linkKernels();
  bool checkMemory();
  bool makeExecutor(int threads);
  bool fail(const std::string &message) {
    error = message;
    return false;
  }
  std::string pathOf(const std::string &file) const {
    return folder + "/" + file;
  }

  const std::string &folder;
  std::string &error;
  std::optional<Manifest> manifest;
  const Manifest::Target *target = nullptr;
  LaunchPlan plan;
  std::unique_ptr<StaticModule> module;
};

/// The first target that runs here, or the one that is `wanted`.
const Manifest::Target *ModuleLoader::chooseTarget(const std::string &wanted) {
  std::string reasons;
  for (const Manifest::Target &each : manifest->targets) {
    if (!wanted.empty() && each.name != wanted)
      continue;
    std::string here = hereArchitecture();
    std::string missing = findMissing(each.needs);
    reasons += (reasons.empty() ? "" : "; ") + each.name;
    if (each.architecture != here)
      reasons += " is for " + each.architecture + ", and this is " + here;
    else if (!missing.empty())
      reasons += " needs " + missing + ", which this processor has not";
    else
      return &each;
  }
  if (reasons.empty() && !wanted.empty())
    reasons = "it has none called '" + wanted + "'";
  error = pathOf(Manifest::fileName) +
          ": targets has none that can be taken here" +
          (reasons.empty() ? "" : ": " + reasons);
  return nullptr;
}

std::optional<std::string> ModuleLoader::readChecked(const Manifest::File &file,
                                                     size_t most) {
  std::optional<std::string> bytes = readFile(pathOf(file.name), most, error);
  if (bytes && checksumText(bytes->data(), bytes->size()) != file.checksum) {
    error = pathOf(file.name) + " is damaged: its checksum is not " +
            file.checksum + ", as the manifest says";
    return std::nullopt;
  }
  return bytes;
}

/// Does the plan have for each tensor of the manifest at most one buffer, of
/// its size? An input that nothing reads has none.
bool ModuleLoader::checkBuffers(BufferKind kind, const char *list,
                                const std::vector<ModuleTensor> &tensors) {
  size_t found = 0;
  for (const BufferSpec &buffer : plan.buffers) {
    if (buffer.kind != kind)
      continue;
    ++found;
    std::string place = pathOf(target->plan.name) + ": buffers[" +
                        std::to_string(&buffer - plan.buffers.data()) + "].";
    if (buffer.index < 0 || size_t(buffer.index) >= tensors.size())
      return fail(place + "index is " + std::to_string(buffer.index) +
                  ", but the manifest has " + std::to_string(tensors.size()) +
                  " " + list);
    if (buffer.bytes != tensors[buffer.index].bytes)
      return fail(place + "bytes is " + std::to_string(buffer.bytes) +
                  ", but " + list + "[" + std::to_string(buffer.index) +
                  "] of the manifest takes " +
                  std::to_string(tensors[buffer.index].bytes));
  }
  if (kind == BufferKind::Result && found != tensors.size())
    return fail(pathOf(target->plan.name) + ": buffers has " +
                std::to_string(found) + " results, but the manifest has " +
                std::to_string(tensors.size()) + " " + list);
  return true;
}

bool ModuleLoader::readPlan() {
  std::optional<std::string> text = readChecked(target->plan, longestText);
  if (!text)
    return false;
  std::optional<LaunchPlan> found =
      readPlanText(*text, pathOf(target->plan.name), error);
  if (!found)
    return false;
  plan = std::move(*found);
  return checkBuffers(BufferKind::Input, "inputs", manifest->inputs) &&
         checkBuffers(BufferKind::Result, "outputs", manifest->outputs);
}

/// Kernels call functions of the C library such as exp and are not linked to
/// it: the process has it, but perhaps without the mathematical part.
static void loadMathematics() {
  static void *library = dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL);
  (void)library;
}

/// The open file `descriptor`, by a path that no other load has. By its own
/// path the dynamic linker would give the library of an earlier module there,
/// and by one that it has seen before that of a descriptor that is closed by
/// now: it compares names before it opens a file. So the number of loads is in
/// it, in binary, by what means nothing in a path.
static std::string placeOf(int descriptor) {
  static std::atomic<uint64_t> loads{0};
  std::string place = "/proc/self/fd/";
  for (uint64_t left = ++loads; left > 0; left /= 2)
    place += left % 2 ? "./" : "/";
  return place + std::to_string(descriptor);
}

bool ModuleLoader::openKernels() {
  constexpr size_t mostCode = size_t(1) << 30;
  if (target->kernels.name.empty())
    return true;
  std::string path = pathOf(target->kernels.name);
  if (!readChecked(target->kernels, mostCode) ||
      !module->codeFile.open(path, error))
    return false;
  loadMathematics();
  std::string place = placeOf(module->codeFile.descriptor());
  if (access(place.c_str(), R_OK) != 0)
    place = path[0] == '/' ? path : "./" + path; // No /proc.
  module->code = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
  return module->code || fail(path + " cannot be linked: " + dlerror());
}

bool ModuleLoader::linkKernels() {
  if (!openKernels())
    return false;
  for (Launch &launch : plan.launches) {
    if (launch.fn)
      continue; // A copy.
    // The prefix of kernels, which no function of another library has.
    bool isKernel = module->code && launch.code.compare(0, 4, "neo_") == 0;
    void *found = isKernel ? dlsym(module->code, launch.code.c_str()) : nullptr;
    if (!found)
      return fail(pathOf(target->plan.name) + ": launches[" +
                  std::to_string(&launch - plan.launches.data()) +
                  "].code is '" + launch.code +
                  "', which is no kernel of the module");
    launch.fn = reinterpret_cast<KernelFn>(found);
  }
  return true;
}

/// Does the manifest's memory agree with the plan? Checked before allocation.
bool ModuleLoader::checkMemory() {
  const Manifest::Memory &said = target->memory;
  size_t temporaries = plan.memory->peakBytes, weights = lastingBytes(plan);
  if (weights == said.weights && temporaries == said.temporaries)
    return true;
  return fail(pathOf(Manifest::fileName) + ": memory of target '" +
              target->name + "' is " + std::to_string(said.weights) + " and " +
              std::to_string(said.temporaries) + " bytes, but the plan takes " +
              std::to_string(weights) + " and " + std::to_string(temporaries));
}

bool ModuleLoader::makeExecutor(int threads) {
  TensorFile weights;
  if (!weights.open(pathOf(manifest->weights), error))
    return false;
  bool isRead = true;
  auto read = [&](const std::string &tensor, char *to, size_t bytes,
                  std::string &problem) {
    return isRead = weights.read(tensor, to, bytes, problem);
  };
  module->executor =
      Executor::create(std::move(plan), error, ThreadPool::global(), read);
  if (!module->executor) {
    if (isRead)
      error = pathOf(target->plan.name) + ": " + error;
    return false;
  }
  module->executor->setThreadLimit(threads > 0 ? threads : manifest->threads);
  module->memory = target->memory.weights + target->memory.temporaries;
  return true;
}

std::unique_ptr<StaticModule> ModuleLoader::load(const ModuleOptions &options) {
  manifest = Manifest::read(folder, error);
  if (manifest)
    target = chooseTarget(options.target);
  if (!target)
    return nullptr;
  module.reset(new StaticModule());
  if (!readPlan() || !checkMemory() || !linkKernels() ||
      !makeExecutor(options.threads))
    return nullptr;
  module->called = manifest->name;
  module->chosen = target->name;
  module->takes = std::move(manifest->inputs);
  module->gives = std::move(manifest->outputs);
  return std::move(module);
}

std::unique_ptr<StaticModule> StaticModule::load(const std::string &folder,
                                                 const ModuleOptions &options,
                                                 std::string &error) {
  return ModuleLoader(folder, error).load(options);
}

StaticModule::~StaticModule() {
  executor.reset(); // Before its kernels.
  if (code)
    dlclose(code);
}

} // namespace neo
