//===- Assembler.cpp - ptxas of the CUDA toolkit --------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Assembler.h"

#include "PTXText.h"
#include "WorkerProcesses.h"

#include "Neo/Conversion/CudaToolkit.h"
#include "Neo/Target/CodeCache.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <mutex>

using llvm::StringRef;
using namespace neo;
namespace fs = llvm::sys::fs;

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

static std::string readFile(const llvm::Twine &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

/// A folder for files that are gone with it.
namespace {
class TemporaryFolder {
public:
  TemporaryFolder() { isMade = !fs::createUniqueDirectory("neo-ptx", path); }
  ~TemporaryFolder() {
    if (isMade)
      fs::remove_directories(path);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  std::string file(const llvm::Twine &name) const {
    llvm::SmallString<128> full(path);
    llvm::sys::path::append(full, name);
    return full.str().str();
  }
  bool isMade;

private:
  llvm::SmallString<128> path;
};
} // namespace

/// What `program` prints; empty if it cannot be run.
static std::string ask(StringRef program, StringRef option) {
  TemporaryFolder folder;
  std::string output = folder.file("output");
  std::optional<StringRef> redirects[] = {StringRef(), StringRef(output),
                                          StringRef(output)};
  constexpr unsigned seconds = 20;
  int status = llvm::sys::ExecuteAndWait(program, {program, option},
                                         std::nullopt, redirects, seconds);
  return status == 0 ? readFile(output) : "";
}

/// That of the toolkit, or the first in PATH.
static std::string findUsualProgram() {
  if (std::string toolkit = findCudaToolkit(); !toolkit.empty()) {
    llvm::SmallString<128> path(toolkit);
    llvm::sys::path::append(path, "bin", "ptxas");
    if (fs::can_execute(path))
      return path.str().str();
  }
  auto found = llvm::sys::findProgramByName("ptxas");
  return found ? *found : "";
}

/// "release 12.8," is 12080.
static int readVersion(StringRef about) {
  StringRef text = about.split("release ").second;
  int major = 0, minor = 0;
  if (text.consumeInteger(10, major) || !text.consume_front(".") ||
      text.consumeInteger(10, minor))
    return 0;
  return major * 1000 + minor * 10;
}

Assembler::Assembler(std::string given)
    : program(std::move(given)), about(ask(program, "--version")),
      options(ask(program, "--help")), version(readVersion(about)) {}

/// Programs are asked once what they are; NEO_PTXAS may name another meanwhile.
std::optional<Assembler> Assembler::find() {
  static std::mutex mutex;
  static std::map<std::string, Assembler> known;
  static const std::string usual = findUsualProgram();
  const char *named = std::getenv("NEO_PTXAS");
  std::string program = named ? named : usual;
  if (program.empty())
    return std::nullopt;
  std::lock_guard<std::mutex> lock(mutex);
  auto found = known.find(program);
  if (found == known.end())
    found = known.emplace(program, Assembler(program)).first;
  return found->second.version == 0 ? std::nullopt
                                    : std::optional(found->second);
}

bool Assembler::knows(StringRef chip) const {
  return StringRef(options).contains(("'" + chip + "'").str());
}

//===----------------------------------------------------------------------===//
// Assembling
//===----------------------------------------------------------------------===//

/// The first line of what ptxas says that is an error, or the first.
static std::string readComplaint(StringRef said) {
  llvm::SmallVector<StringRef> lines;
  said.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines)
    if (line.contains("error") || line.contains("fatal"))
      return line.trim().str();
  return lines.empty() ? "it says nothing" : lines.front().trim().str();
}

/// Runs ptxas in a process that may be stopped, on files in `folder`.
static WorkResult runAssembler(const std::string &program,
                               const KernelText &kernel, StringRef chip,
                               const TemporaryFolder &folder) {
  std::string source = folder.file(kernel.name + ".ptx"),
              cubin = folder.file(kernel.name + ".cubin"),
              said = folder.file(kernel.name + ".txt"),
              target = ("-arch=" + chip).str(), failure;
  std::error_code code;
  llvm::raw_fd_ostream(source, code) << kernel.text;
  if (code)
    return {"", "'" + source + "' cannot be written: " + code.message()};
  std::optional<StringRef> redirects[] = {StringRef(), StringRef(said),
                                          StringRef(said)};
  int status = llvm::sys::ExecuteAndWait(
      program, {program, target, "-O3", source, "-o", cubin}, std::nullopt,
      redirects, 0, 0, &failure);
  std::string subject =
      "ptxas cannot assemble kernel '" + kernel.name + "' for " + chip.str();
  if (status == 0)
    return {readFile(cubin), ""};
  if (status < 0)
    return {"", subject + ": it " +
                    (status == -1 ? "cannot be run" : "crashed") +
                    (failure.empty() ? "" : " (" + failure + ")")};
  return {"", subject + ": " + readComplaint(readFile(said))};
}

llvm::Expected<std::map<std::string, std::string>>
Assembler::assemble(StringRef ptx, StringRef chip) const {
  CodeCache cache = CodeCache::fromEnvironment();
  std::map<std::string, std::string> cubins;
  std::vector<KernelText> kernels = splitKernels(ptx), missing;
  std::vector<std::string> keys;
  for (KernelText &kernel : kernels) {
    std::string key =
        CodeCache::makeKey({"cubin", kernel.text, chip, about, "-O3"});
    if (auto found = cache.get(CacheEntry::kernel, key)) {
      cubins[kernel.name] = std::move(*found);
      continue;
    }
    keys.push_back(std::move(key));
    missing.push_back(std::move(kernel));
  }
  TemporaryFolder folder;
  if (!folder.isMade && !missing.empty())
    return llvm::createStringError("no folder can be made for what ptxas "
                                   "reads: check that TMPDIR can be written");
  std::vector<Work> work;
  for (const KernelText &kernel : missing)
    work.push_back({"kernel '" + kernel.name + "'", [&, chip] {
                      return runAssembler(program, kernel, chip, folder);
                    }});
  std::vector<WorkResult> results =
      runApart(work, getWorkerCount(), getWorkerLimit());
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i].error.empty())
      return llvm::createStringError(results[i].error);
    cache.put(CacheEntry::kernel, keys[i], results[i].output);
    cubins[missing[i].name] = std::move(results[i].output);
  }
  return cubins;
}
