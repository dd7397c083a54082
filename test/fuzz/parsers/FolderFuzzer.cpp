//===- FolderFuzzer.cpp - Files that should be those of a module ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The first byte says which file the others are: a plan, a manifest whose sum
// is put right, or weights. A plan is refused, or read as one that is written
// as the same text again, and that an Executor takes or refuses.
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Runtime/Module/Manifest.h"
#include "../../../lib/Runtime/Module/TensorFile.h"

#include "Neo/Runtime/Module/Checksum.h"
#include "Neo/Runtime/Module/FrozenPlan.h"
#include "Neo/Runtime/Module/PlanText.h"

#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace neo;

/// What a plan may take here.
static constexpr size_t mostBytes = size_t(16) << 20;

static void readPlan(std::string_view text) {
  std::string error;
  std::optional<LaunchPlan> plan = readPlanText(text, "plan", error);
  if (!plan && error.empty())
    std::abort();
  if (!plan)
    return;
  std::string written = writePlanText(*plan);
  auto again = readPlanText(written, "plan", error);
  if (!again || writePlanText(*again) != written)
    std::abort();
  for (Launch &launch : plan->launches)
    launch.fn = copyBytes; // As if its code had been found.
  if (lastingBytes(*plan) > mostBytes || plan->memory->peakBytes > mostBytes)
    return;
  auto zeros = [](const std::string &, char *to, size_t bytes, std::string &) {
    std::memset(to, 0, bytes);
    return true;
  };
  auto executor =
      Executor::create(std::move(*plan), error, ThreadPool::global(), zeros);
  if (!executor && error.empty())
    std::abort();
}

static void readManifest(std::string text) {
  size_t last = text.rfind("\"checksum\"");
  if (last != text.npos)
    text = text.substr(0, last) + "\"checksum\": \"" +
           checksumText(text.data(), last) + "\"}";
  std::string error;
  if (!Manifest::parse(text, "manifest", error) && error.empty())
    std::abort();
}

static void readTensors(std::string_view bytes) {
  static const int memory = memfd_create("weights", 0);
  if (ftruncate(memory, 0) != 0 ||
      pwrite(memory, bytes.data(), bytes.size(), 0) != ssize_t(bytes.size()))
    std::abort();
  TensorFile file;
  std::string error, path = "/proc/self/fd/" + std::to_string(memory);
  if (!file.open(path, error)) {
    if (error.empty())
      std::abort();
    return;
  }
  char elements[16];
  for (const char *name : {"a", "b", ""})
    for (size_t size : {0, 4, 16})
      if (!file.read(name, elements, size, error) && error.empty())
        std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  std::string_view rest(reinterpret_cast<const char *>(data) + 1, size - 1);
  if (data[0] == 'p')
    readPlan(rest);
  else if (data[0] == 'm')
    readManifest(std::string(rest));
  else
    readTensors(rest);
  return 0;
}
