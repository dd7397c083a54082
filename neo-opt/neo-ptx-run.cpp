//===- neo-ptx-run.cpp - Runs a PTX kernel on the CPU and checks it -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     neo-ptx-run k.ptx --entry scale --grid 8 --block 128
//         --arg f32[1024]=random:1 --arg i32=1024 --print 0
//
//===----------------------------------------------------------------------===//

#include "PtxArguments.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <new>
#include <sstream>

using namespace neo::ptx;

static constexpr const char *help =
    R"(neo-ptx-run FILE.ptx [options]: runs a PTX kernel on the CPU and checks it

  --entry NAME          the kernel (default: the only one)
  --grid X[,Y[,Z]]      blocks (default: 1)
  --block X[,Y[,Z]]     threads of a block (default: 32)
  --shared BYTES        dynamic shared memory
  --arg TYPE=VALUE      a number, as i32=5, i64=7, f32=0.5, f64=2
  --arg TYPE[N]=FILL    a buffer, as f32[1024]=random:1
        TYPE            i8 u8 i16 i32 i64 f16 bf16 f32 f64
        FILL            zeros, iota, random:SEED (in [-1, 1)), none, one number,
                        or file:PATH, which has what --print printed
  --print N             print argument N, a buffer, after the run
  --stats               print counts of instructions and memory traffic
  --schedule-seed N     interleave warps at random (default 0: each runs until
                        it has to wait)
  --threads N           threads of the host
  --instruction-limit N what the warps of the launch may issue together before
                        the run ends with an error (default 2^28)
  --no-races            do not look for races
  --allow-uninitialised let reads of what was never written pass

The kernel's first violation ends the run with a message and status 1.
)";

static int complain(const std::string &message) {
  std::cerr << "neo-ptx-run: " << message << "\n";
  return 1;
}

static bool readFile(const std::string &name, std::string &text) {
  std::ifstream file(name, std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  text = content.str();
  return bool(file);
}

static int runKernel(const PtxCommand &command, const Module &module) {
  std::string error, entry = command.entry;
  if (entry.empty()) {
    if (module.entries().size() != 1)
      return complain("the module has " +
                      std::to_string(module.entries().size()) +
                      " kernels; choose one with --entry NAME");
    entry = module.entries().front();
  }
  DeviceMemory memory;
  Launch launch = command.launch;
  std::vector<PtxArgument> arguments;
  for (const std::string &text : command.arguments) {
    arguments.emplace_back();
    if (!makeArgument(text, arguments.size() - 1, memory, arguments.back(),
                      error))
      return complain(error);
    launch.arguments.push_back(arguments.back().argument);
  }
  for (size_t index : command.printed)
    if (index >= arguments.size() || arguments[index].elements == 0)
      return complain("--print " + std::to_string(index) +
                      " names no argument that is a buffer");
  Report report = run(module, entry, launch, memory, command.options);
  if (!report.error.empty())
    return complain(report.error);
  for (size_t index : command.printed)
    std::cout << printArgument(arguments[index], memory) << "\n";
  if (command.stats)
    std::cout << report.counters.print();
  return 0;
}

/// Buffers and shared memory are as large as the command line says.
static void endWithoutMemory() {
  complain("there is not enough memory for its buffers");
  std::_Exit(1);
}

int main(int argc, char **argv) {
  std::set_new_handler(endWithoutMemory);
  PtxCommand command;
  std::string error, text;
  if (!parseCommand({argv + 1, argv + argc}, command, error))
    return complain(error);
  if (command.help) {
    std::cout << help;
    return 0;
  }
  if (std::filesystem::is_directory(command.file))
    return complain("'" + command.file + "' is a directory");
  if (!readFile(command.file, text))
    return complain("cannot read '" + command.file + "'");
  std::optional<Module> module = Module::parse(text, error);
  if (!module)
    return complain(command.file + ": " + error);
  return runKernel(command, *module);
}
