//===- Manifest.cpp - What a module says of itself ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Manifest.h"

#include "Files.h"
#include "JsonFields.h"

#include "Neo/Runtime/Module/Checksum.h"

namespace neo {

template <typename V> static void visit(V &v, ModuleTensor &tensor) {
  v("name", tensor.name), v("dtype", tensor.type.element);
  v("shape", tensor.type.shape);
}

template <typename V> static void visit(V &v, Manifest::File &file) {
  v("file", file.name), v("checksum", file.checksum);
}

template <typename V> static void visit(V &v, Manifest::Memory &memory) {
  v("weights", memory.weights), v("temporaries", memory.temporaries);
}

template <typename V> static void visit(V &v, Manifest::Target &target) {
  v("name", target.name), v("architecture", target.architecture);
  v("needs", target.needs), v("plan", target.plan);
  v("kernels", target.kernels), v("memory", target.memory);
}

template <typename V> static void visit(V &v, Manifest &manifest) {
  v("format", manifest.format), v("version", manifest.version);
  v("made_by", manifest.madeBy), v("name", manifest.name);
  v("inputs", manifest.inputs), v("outputs", manifest.outputs);
  v("threads", manifest.threads), v("weights", manifest.weights);
  v("targets", manifest.targets), v("arguments", manifest.arguments);
  v("results", manifest.results), v("checksum", manifest.checksum);
}

/// 0 if there is no such element type.
static size_t elementBytes(const std::string &element) {
  constexpr struct {
    const char *name;
    size_t bytes;
  } known[] = {{"f64", 8}, {"f32", 4}, {"f16", 2}, {"bf16", 2},
               {"i64", 8}, {"i32", 4}, {"i8", 1},  {"i1", 1}};
  for (const auto &each : known)
    if (element == each.name)
      return each.bytes;
  return 0;
}

/// Computes the bytes of each; a message on overflow.
static std::string countBytes(const char *list,
                              std::vector<ModuleTensor> &tensors) {
  for (ModuleTensor &tensor : tensors) {
    std::string place =
        list + ("[" + std::to_string(&tensor - tensors.data()) + "].");
    tensor.bytes = elementBytes(tensor.type.element);
    if (tensor.bytes == 0)
      return place + "dtype is " + quoteJson(tensor.type.element) +
             ", which is no element type";
    for (int64_t size : tensor.type.shape)
      if (size < 0 ||
          __builtin_mul_overflow(tensor.bytes, size_t(size), &tensor.bytes))
        return place + "shape has more than 2^64 bytes, or a negative extent";
  }
  return "";
}

static std::string checkNames(const Manifest &manifest) {
  if (!isPlainName(manifest.weights))
    return "weights is " + quoteJson(manifest.weights) +
           ", which names no file in the module";
  for (const Manifest::Target &target : manifest.targets)
    for (const Manifest::File *file : {&target.plan, &target.kernels}) {
      bool isLeftOut = file == &target.kernels && file->name.empty();
      if (!isLeftOut && !isPlainName(file->name))
        return "targets[" + std::to_string(&target - manifest.targets.data()) +
               "] has the file " + quoteJson(file->name) +
               ", which is none in the module";
    }
  if (manifest.threads < 0 || manifest.threads > ThreadPool::maxThreads)
    return "threads is " + std::to_string(manifest.threads) +
           ", but must lie in 0.." + std::to_string(ThreadPool::maxThreads);
  return "";
}

/// Checks format and version first, for files of other programs and of later
/// builds.
static std::string checkForm(const Json &json, const std::string &text) {
  const Json *format = nullptr, *version = nullptr, *checksum = nullptr;
  for (const auto &[name, value] : json.members) {
    format = name == "format" ? &value : format;
    version = name == "version" ? &value : version;
    checksum = name == "checksum" ? &value : checksum;
  }
  if (!format || format->text != "neo module")
    return "format is not \"neo module\": this is not what neo.export writes";
  if (!version || version->number != Manifest::currentVersion)
    return "version is not " + std::to_string(Manifest::currentVersion) +
           ", the one that this runtime reads: export the module anew";
  // The checksum covers all that comes before it.
  size_t end = text.rfind("\"checksum\"");
  if (!checksum || end == text.npos ||
      checksum->text != checksumText(text.data(), end))
    return "checksum does not fit the text: the file is damaged, or was "
           "changed";
  return "";
}

std::optional<Manifest> Manifest::read(const std::string &folder,
                                       std::string &error) {
  std::string path = folder + "/" + fileName;
  std::optional<std::string> text = readFile(path, longestText, error);
  return text ? parse(*text, path, error) : std::nullopt;
}

std::optional<Manifest> Manifest::parse(const std::string &text,
                                        const std::string &path,
                                        std::string &error) {
  std::optional<Json> json = Json::parse(text, error);
  if (!json) {
    error = path + ": " + error;
    return std::nullopt;
  }
  std::string problem = checkForm(*json, text);
  Manifest manifest;
  FieldReader reader(path);
  if (problem.empty() && !reader.read(*json, manifest)) {
    error = reader.error();
    return std::nullopt;
  }
  if (problem.empty())
    problem = checkNames(manifest);
  if (problem.empty())
    problem = countBytes("inputs", manifest.inputs);
  if (problem.empty())
    problem = countBytes("outputs", manifest.outputs);
  if (problem.empty())
    return manifest;
  error = path + ": " + problem;
  return std::nullopt;
}

} // namespace neo
