//===- ProgramFuzzer.cpp - Bytes that should be a program -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Whatever lies in the cache: it is either refused, or read as a program that
// is written as the same bytes again, and whose plan the checker refuses or
// finds valid. Programs start from one that is right.
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/PlannedProgram.h"

#include <cstdlib>
#include <cstring>

using namespace neo;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

/// y = f(g(x)), with a constant and an index that is checked.
static std::string makeProgram() {
  PlannedProgram program;
  program.inputs = {{"f32", {4, 2}}};
  program.results = {{"f32", {4, 2}}};
  LaunchPlan &plan = program.plan;
  auto add = [&](BufferKind kind, size_t bytes) {
    BufferSpec buffer;
    buffer.kind = kind;
    buffer.bytes = bytes;
    plan.buffers.push_back(std::move(buffer));
    return int(plan.buffers.size() - 1);
  };
  int x = add(BufferKind::Input, 32), t = add(BufferKind::Temporary, 32);
  int c = add(BufferKind::Constant, 8), y = add(BufferKind::Result, 32);
  plan.buffers[c].data.assign(8, 1);
  auto call = [&](const char *name, int from, int to) {
    Launch launch;
    launch.name = launch.code = name;
    launch.buffers = {from, c, to};
    launch.extent = 4;
    plan.launches.push_back(launch);
  };
  call("g", x, t);
  call("f", t, y);
  return writeProgram(program);
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t most, unsigned) {
  static const std::string seed = makeProgram();
  if (size < 16 && seed.size() <= most) {
    std::memcpy(data, seed.data(), seed.size());
    size = seed.size();
  }
  return LLVMFuzzerMutate(data, size, most);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char *>(data), size);
  auto program = readProgram(bytes);
  if (!program)
    return 0;
  if (writeProgram(*program) != bytes)
    std::abort();
  for (Launch &launch : program->plan.launches)
    launch.fn = copyBytes; // as if its code had been found
  std::string error;
  if (validateLaunchPlan(program->plan, error) != error.empty())
    std::abort();
  return 0;
}
