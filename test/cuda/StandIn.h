//===- StandIn.h - A CUDA driver that runs on the CPU -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A shared library with the functions of libcuda.so.1 that Neo calls, for
// machines without a GPU: kernels run on the PTX emulator, with all its checks.
// It is for tests, and stricter than a driver:
//
//   - a handle or an address that was given back is an error, not undefined;
//   - an error of a kernel stays until it is asked for, as CUDA's do, and the
//     emulator's sentence is its text (cuGetErrorString);
//   - what a stream records is run by the launch of its graph only, and an
//     operation that cannot be recorded ends the capture with an error;
//   - at the end of the process, what was not given back is reported to the
//   file
//     that NEO_STAND_IN_REPORT names, with the numbers of calls and of kernels.
//
// NEO_STAND_IN_CHIP names the chip (sm_80), NEO_STAND_IN_MEMORY its bytes,
// NEO_STAND_IN_SEED how warps are interleaved, NEO_STAND_IN_NO_DEVICE=1 hides
// it.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TEST_CUDA_STANDIN_H
#define NEO_TEST_CUDA_STANDIN_H

#include "Neo/Emulator/Emulator.h"

#include <functional>
#include <map>
#include <mutex>
#include <set>

namespace standin {

using Result = int;
enum : Result {
  ok = 0,
  invalidValue = 1,
  outOfMemory = 2,
  notInitialised = 3,
  noDevice = 100,
  invalidImage = 200,
  invalidHandle = 400,
  notFound = 500,
  launchFailed = 719,
  captureUnsupported = 900,
  captureInvalid = 901,
};

struct Module {
  neo::ptx::Module code;
};

struct Function {
  Module *module;
  std::string name;
  uint32_t maxShared = 48 << 10;
};

/// What a stream or a graph does, in order.
using Operation = std::function<Result()>;

struct Graph {
  std::vector<Operation> operations;
};

struct Stream {
  bool isRecording = false, isBroken = false;
  Graph recorded;
};

/// All that the library knows, behind one lock.
struct Driver {
  static Driver &get();
  ~Driver();

  /// Runs `operation` now, or records it.
  Result submit(void *stream, Operation operation);
  Result fail(Result result, std::string text);
  template <typename T> T *keep(T *object) {
    living.insert(object);
    return object;
  }
  bool isAlive(const void *handle) const { return living.count(handle) > 0; }

  std::mutex mutex;
  bool isStarted = false;
  neo::ptx::DeviceMemory memory;
  std::map<uint64_t, size_t> allocations;
  size_t used = 0;
  std::set<const void *> living;
  std::string text;
  /// Of the first kernel that failed since it was asked for.
  Result pending = ok;
  uint64_t kernels = 0, graphs = 0, modules = 0;
};

} // namespace standin

#endif // NEO_TEST_CUDA_STANDIN_H
