//===- StoredProgram.cpp - Programs for a GPU in the cache ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "StoredProgram.h"

#include <cstring>

using namespace neo;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static void append(std::string &bytes, uint64_t number) {
  bytes.append(reinterpret_cast<const char *>(&number), sizeof number);
}

static void append(std::string &bytes, std::string_view text) {
  append(bytes, uint64_t(text.size()));
  bytes += text;
}

static bool take(std::string_view &bytes, uint64_t &number) {
  if (bytes.size() < sizeof number)
    return false;
  std::memcpy(&number, bytes.data(), sizeof number);
  bytes.remove_prefix(sizeof number);
  return true;
}

static bool take(std::string_view &bytes, std::string &text) {
  uint64_t size = 0;
  if (!take(bytes, size) || size > bytes.size())
    return false;
  text = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return true;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

std::string neo::writeProgram(const GPUProgram &program) {
  std::string bytes;
  PlannedProgram planned = program.planned;
  // What has no name is read again as a copy (PlannedProgram.h).
  for (Launch &launch : planned.plan.launches)
    if (launch.fn == runsOnDevice)
      launch.code = launch.name;
  append(bytes, writeProgram(planned));
  append(bytes, std::string_view(program.image));
  std::string fixed;
  for (bool each : program.fixed)
    fixed += char(each);
  append(bytes, fixed);
  for (const auto &[name, shape] : program.kernels) {
    append(bytes, name);
    append(bytes, uint64_t(shape.threads));
    append(bytes, uint64_t(shape.shared));
  }
  return bytes;
}

std::optional<GPUProgram> neo::readGPUProgram(std::string_view bytes) {
  GPUProgram program;
  std::string planned, fixed;
  if (!take(bytes, planned) || !take(bytes, program.image) ||
      !take(bytes, fixed))
    return std::nullopt;
  std::optional<PlannedProgram> read = readProgram(planned);
  if (!read)
    return std::nullopt;
  program.planned = std::move(*read);
  program.fixed.assign(fixed.begin(), fixed.end());
  while (!bytes.empty()) {
    std::string name;
    uint64_t threads = 0, shared = 0;
    if (!take(bytes, name) || !take(bytes, threads) || !take(bytes, shared))
      return std::nullopt;
    program.kernels[name] = {int64_t(threads), int64_t(shared)};
  }
  for (Launch &launch : program.planned.plan.launches)
    if (!launch.code.empty())
      launch.fn = runsOnDevice;
  return program;
}
