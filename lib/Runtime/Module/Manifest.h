//===- Manifest.h - What a module says of itself ----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// `manifest.json`, the one file of a module with a fixed name:
//
//     {"format": "neo module", "version": 1, "name": "classify",
//      "inputs": [{"name": "x", "dtype": "f32", "shape": [1, 784]}],
//      "outputs": [...], "threads": 0, "weights": "weights.safetensors",
//      "targets": [
//        {"name": "avx2", "architecture": "x86-64", "needs": ["x86-64-v3"],
//         "plan": {"file": "avx2/plan.json", "checksum": "..."},
//         "kernels": {"file": "avx2/kernels.so", "checksum": "..."},
//         "memory": {"weights": 3136, "temporaries": 512}}],
//      "arguments": ..., "results": ...,
//      "checksum": "..."}
//
// A module that only copies has no kernels: that file's name is empty. The last
// line is the checksum of the text before it. `arguments` and `results` are the
// containers that a caller in Python passes and receives.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_MODULE_MANIFEST_H
#define NEO_LIB_RUNTIME_MODULE_MANIFEST_H

#include "Neo/Runtime/Module/StaticModule.h"

#include "Json.h"

namespace neo {

struct Manifest {
  static constexpr int64_t currentVersion = 1;
  static constexpr const char *fileName = "manifest.json";

  struct File {
    std::string name, checksum;
  };
  struct Memory {
    size_t weights = 0, temporaries = 0;
  };
  struct Target {
    std::string name, architecture;
    std::vector<std::string> needs;
    File plan, kernels;
    Memory memory;
  };

  std::string format, madeBy, name, weights, checksum;
  int64_t version = 0;
  std::vector<ModuleTensor> inputs, outputs;
  int threads = 0;
  std::vector<Target> targets;
  /// For Python.
  Json arguments, results;

  /// Of the module in `folder`; nothing, and a message in `error`, if it has
  /// none or if that is damaged. Tensors have their `bytes`.
  static std::optional<Manifest> read(const std::string &folder,
                                      std::string &error);
  /// The same, from its text, which is in the file `path`.
  static std::optional<Manifest>
  parse(const std::string &text, const std::string &path, std::string &error);
};

} // namespace neo

#endif // NEO_LIB_RUNTIME_MODULE_MANIFEST_H
