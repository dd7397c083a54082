//===- Launch.cpp - Runs a grid of blocks ---------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Emulator/Emulator.h"

#include "Block.h"
#include "Messages.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

namespace neo::ptx {

static uint32_t alignTo(uint32_t value, uint32_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

namespace {
/// One call of run(): checks the launch, lays out memory, runs the blocks.
class Run {
public:
  Run(const Program &program, const Launch &launch, DeviceMemory &memory,
      const Options &options)
      : program(program), launch(launch), memory(memory), options(options) {}

  Report run(std::string_view name);

private:
  bool checkLaunch(const Function &entry);
  bool checkExtents();
  bool checkArguments(const Function &entry);
  void loadVariables();
  void layOutShared(const Function &entry);
  void runBlocks(const LaunchState &state);
  bool runBlock(const LaunchState &state, uint64_t number, IssueCounts &counts,
                std::string &error);
  bool fail(const std::string &message) {
    report.error = message;
    return false;
  }

  const Program &program;
  const Launch &launch;
  DeviceMemory &memory;
  const Options &options;
  Report report;
  std::vector<uint64_t> addresses;
  std::vector<uint8_t> parameters;
  uint32_t sharedBytes = 0;
};
} // namespace

bool Run::checkExtents() {
  if (launch.grid.count() == 0 || launch.block.count() == 0)
    return fail("a launch needs extents of at least 1, not grid " +
                printExtent(launch.grid) + " and block " +
                printExtent(launch.block));
  if (launch.block.count() > 1024)
    return fail("a block has at most 1024 threads, not " +
                std::to_string(launch.block.count()) + " " +
                printExtent(launch.block));
  return true;
}

bool Run::checkLaunch(const Function &entry) {
  if (!checkExtents())
    return false;
  if (entry.maxThreads != 0 && launch.block.count() > entry.maxThreads)
    return fail("'" + entry.name + "' was compiled for at most " +
                std::to_string(entry.maxThreads) + " threads, not " +
                std::to_string(launch.block.count()));
  Extent3 required = {entry.required[0], entry.required[1], entry.required[2]};
  if (required.x != 0 && printExtent(required) != printExtent(launch.block))
    return fail("'" + entry.name + "' was compiled for blocks of " +
                printExtent(required) + ", not " + printExtent(launch.block));
  if (sharedBytes > options.sharedLimit)
    return fail("the block needs " + std::to_string(sharedBytes) +
                " bytes of shared memory; there are " +
                std::to_string(options.sharedLimit));
  return checkArguments(entry);
}

bool Run::checkArguments(const Function &entry) {
  size_t number = entry.parameters.size();
  if (launch.arguments.size() != number)
    return fail("'" + entry.name + "' takes " + std::to_string(number) +
                " arguments, not " + std::to_string(launch.arguments.size()));
  for (size_t i = 0; i < number; ++i) {
    const Parameter &parameter = entry.parameters[i];
    const std::vector<uint8_t> &bytes = launch.arguments[i].bytes;
    if (bytes.size() != parameter.bytes)
      return fail("argument " + std::to_string(i) + " of '" + entry.name +
                  "' has " + std::to_string(bytes.size()) +
                  " bytes, the parameter '" + parameter.name + "' " +
                  std::to_string(parameter.bytes));
    std::copy(bytes.begin(), bytes.end(),
              parameters.begin() + parameter.offset);
  }
  return true;
}

/// Global and constant variables live in the memory, from the first launch on.
void Run::loadVariables() {
  auto [place, isNew] = memory.variables.try_emplace(program.identity);
  if (isNew) {
    for (const Variable &variable : program.variables) {
      if (variable.space == Space::Shared) {
        place->second.push_back(0);
        continue;
      }
      uint64_t address =
          memory.allocate(variable.bytes, std::string(variable.name));
      memory.write(address, variable.initial.data(), variable.initial.size());
      int64_t offset = 0;
      memory.find(address, offset)->readOnly = variable.space == Space::Const;
      place->second.push_back(address);
    }
  }
  addresses = place->second;
}

/// Lays out the shared variables that the kernel and its callees refer to, in
/// the order of the text; the dynamic ones all start behind them.
void Run::layOutShared(const Function &entry) {
  std::set<uint32_t> used;
  std::vector<const Function *> open = {&entry};
  std::set<const Function *> seen = {&entry};
  while (!open.empty()) {
    const Function *function = open.back();
    open.pop_back();
    used.insert(function->sharedVariables.begin(),
                function->sharedVariables.end());
    for (uint32_t callee : function->callees)
      if (seen.insert(&program.functions[callee]).second)
        open.push_back(&program.functions[callee]);
  }
  uint32_t dynamicAlignment = 16;
  for (uint32_t number : used) {
    const Variable &variable = program.variables[number];
    if (variable.isDynamic) {
      dynamicAlignment = std::max(dynamicAlignment, variable.alignment);
      continue;
    }
    addresses[number] = alignTo(sharedBytes, variable.alignment);
    sharedBytes = uint32_t(addresses[number] + variable.bytes);
  }
  if (launch.dynamicShared != 0)
    sharedBytes = alignTo(sharedBytes, dynamicAlignment);
  for (uint32_t number : used)
    if (program.variables[number].isDynamic)
      addresses[number] = sharedBytes;
  sharedBytes += launch.dynamicShared;
}

bool Run::runBlock(const LaunchState &state, uint64_t number,
                   IssueCounts &counts, std::string &error) {
  Extent3 index = {uint32_t(number % launch.grid.x),
                   uint32_t(number / launch.grid.x % launch.grid.y),
                   uint32_t(number / launch.grid.x / launch.grid.y)};
  Block block(state, index, counts);
  bool ran = block.run();
  error = block.error;
  return ran;
}

void Run::runBlocks(const LaunchState &state) {
  uint64_t number = launch.grid.count();
  unsigned threads = unsigned(
      std::clamp<uint64_t>(options.threads, 1, std::min<uint64_t>(number, 64)));
  std::vector<IssueCounts> counts(threads, IssueCounts(program.code.size()));
  std::vector<std::pair<uint64_t, std::string>> errors(threads, {number, ""});
  std::atomic<uint64_t> next{0};
  std::atomic<bool> failed{false};
  auto work = [&](unsigned thread) {
    for (uint64_t at = next++; at < number && !failed; at = next++)
      if (!runBlock(state, at, counts[thread], errors[thread].second)) {
        errors[thread].first = at;
        failed = true;
      }
  };
  std::vector<std::thread> helpers;
  for (unsigned thread = 1; thread < threads; ++thread)
    helpers.emplace_back(work, thread);
  work(0);
  for (std::thread &helper : helpers)
    helper.join();
  // The first block's error, where several failed at once.
  report.error = std::min_element(errors.begin(), errors.end())->second;
  for (unsigned thread = 1; thread < threads; ++thread)
    counts[0].add(counts[thread]);
  report.counters = counts[0].summarise(program);
}

Report Run::run(std::string_view name) {
  const Function *entry = program.findEntry(name);
  if (!entry) {
    std::string names;
    for (const Function &function : program.functions)
      if (function.isEntry)
        names += (names.empty() ? "'" : ", '") + function.name + "'";
    fail("there is no kernel '" + std::string(name) + "'; the module has " +
         (names.empty() ? "none" : names));
    return report;
  }
  loadVariables();
  layOutShared(*entry);
  parameters.resize(entry->paramBytes);
  if (!checkLaunch(*entry))
    return report;
  std::mutex atomics;
  std::atomic<uint64_t> instructionsLeft{options.instructionLimit};
  LaunchState state = {program,
                       *entry,
                       launch.grid,
                       launch.block,
                       launch.dynamicShared,
                       sharedBytes,
                       addresses,
                       parameters,
                       memory,
                       options,
                       atomics,
                       instructionsLeft};
  runBlocks(state);
  return report;
}

Report run(const Module &module, std::string_view entry, const Launch &launch,
           DeviceMemory &memory, const Options &options) {
  return Run(module.program(), launch, memory, options).run(entry);
}

} // namespace neo::ptx
