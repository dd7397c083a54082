//===- StaticModule.h - A compiled function from a folder -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// `neo.export` writes a module; this runs it, where there is no compiler:
//
//     model.neo/manifest.json          inputs, outputs, requirements
//     model.neo/weights.safetensors    constants, packed as kernels read them
//     model.neo/avx2/plan.json         launches and where temporaries lie
//     model.neo/avx2/kernels.so        machine code, linked
//     model.neo/model.h                names for a program in C
//
//     std::string error;
//     auto module = StaticModule::load("model.neo", {}, error);
//     module->run(inputs, results, &error);
//
// A module may hold code for several targets. The first one in the manifest
// that this machine runs is taken: exporting puts the best first. All memory is
// allocated here, as much as the manifest says; a run allocates none.
//
// What is read is checked before it is used: checksums of all files, each size
// and offset, the rules of the plan. The error of a damaged file names it and
// the field. Machine code cannot be checked: authors of modules have to be
// trusted, as those of libraries.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_MODULE_STATICMODULE_H
#define NEO_RUNTIME_MODULE_STATICMODULE_H

#include "Neo/Runtime/Executor.h"
#include "Neo/Runtime/Module/InputFile.h"
#include "Neo/Runtime/PlannedProgram.h"

namespace neo {

/// An input or output: its name, its type, and how many bytes that takes.
struct ModuleTensor {
  std::string name;
  BufferType type;
  size_t bytes = 0;
};

struct ModuleOptions {
  /// One of the targets in the module; empty: the first that runs here.
  std::string target;
  /// At most so many threads; 0: as many as the manifest says.
  int threads = 0;
};

class StaticModule {
public:
  /// Null, and a message in `error`, if `folder` holds no module that can be
  /// run here.
  static std::unique_ptr<StaticModule> load(const std::string &folder,
                                            const ModuleOptions &options,
                                            std::string &error);
  ~StaticModule();

  const std::vector<ModuleTensor> &inputs() const { return takes; }
  const std::vector<ModuleTensor> &outputs() const { return gives; }
  const std::string &name() const { return called; }
  const std::string &target() const { return chosen; }
  /// Of weights and temporaries; as long as the module lives, no more are used.
  size_t memoryBytes() const { return memory; }

  /// As Executor::run. Calls from several threads are serialised.
  bool run(const void *const *inputs, void *const *outputs,
           std::string *problem = nullptr,
           Interruption *interruption = nullptr) {
    return executor->run(inputs, outputs, interruption, problem);
  }
  const std::shared_ptr<Executor> &getExecutor() const { return executor; }

private:
  StaticModule() = default;
  friend class ModuleLoader;

  std::string called, chosen;
  std::vector<ModuleTensor> takes, gives;
  size_t memory = 0;
  /// Open as long as the code is linked, and what dlopen made of it.
  InputFile codeFile;
  void *code = nullptr;
  std::shared_ptr<Executor> executor;
};

} // namespace neo

#endif // NEO_RUNTIME_MODULE_STATICMODULE_H
