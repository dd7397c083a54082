//===- StandIn.h - A CUDA driver that runs on the CPU -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A shared library with the functions of libcuda.so.1 that Neo calls, for
// machines without a GPU: kernels run on the PTX emulator, with all its checks.
// It is for tests, and stricter than a driver:
//
//   - a handle or an address that was given back is an error, not undefined;
//   - work in a stream is done as late as is allowed: when something waits for
//     it. So what is not ordered by an event, or looked at without a wait, is
//     found as it was before;
//   - pinned memory is read when a copy from it is done, other host memory when
//     it is submitted, and freed memory never;
//   - an error of a kernel stays until it is asked for, as CUDA's do, and the
//     emulator's sentence is its text (cuGetErrorString);
//   - what a stream records is run by the launch of its graph only, and an
//     operation that cannot be recorded ends the capture with an error;
//   - at the end of the process, what was not given back is reported to the
//     file that NEO_STAND_IN_REPORT names, with what was run and copied.
//
// NEO_STAND_IN_CHIP names the chip (sm_80), NEO_STAND_IN_MEMORY its bytes,
// NEO_STAND_IN_VERSION that of CUDA (0: no cubins are taken),
// NEO_STAND_IN_SEED how warps are interleaved ("each": by every kernel in
// another way), NEO_STAND_IN_SHARED the bytes of shared memory that a block may
// have, NEO_STAND_IN_NO_DEVICE=1 hides it.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TEST_CUDA_STANDIN_H
#define NEO_TEST_CUDA_STANDIN_H

#include "Neo/Emulator/Emulator.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

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
  /// What was submitted and is not done yet.
  std::deque<Operation> queue;
};

/// A point in the work of a stream.
struct Marker {
  Stream *stream;
  bool isDone = false;
};

struct Event {
  /// Where it was recorded last; null if it never was.
  std::shared_ptr<Marker> marker;
};

/// All that the library knows, behind one lock.
struct Driver {
  static Driver &get();
  ~Driver();

  /// The stream of a handle, also CUDA's default ones; null if there is none.
  Stream *findStream(void *handle);
  /// Puts `operation` behind what is in the stream, or records it.
  Result submit(void *stream, Operation operation);
  /// Does the work of a stream: all of it, or up to a marker.
  void finish(Stream &stream);
  void reach(Marker &marker);
  void finishAll();
  void doNext(Stream &stream);
  Result fail(Result result, std::string text);
  template <typename T> T *keep(T *object) {
    living.insert(object);
    return object;
  }
  /// Ends what keep() was given; false if it is not alive. Its address stays
  /// taken: a handle that is used after its end is never a later one by chance.
  template <typename T> bool end(void *handle) {
    if (!living.erase(handle))
      return false;
    static_cast<T *>(handle)->~T();
    ended.push_back(handle);
    return true;
  }
  bool isAlive(const void *handle) const { return living.count(handle) > 0; }

  std::mutex mutex;
  bool isStarted = false;
  neo::ptx::DeviceMemory memory;
  std::map<uint64_t, size_t> allocations;
  std::map<const char *, size_t> pinned;
  /// CUDA's default streams: that of old, and that of the thread.
  Stream legacy, perThread;
  std::set<Stream *> streams = {&legacy, &perThread};
  size_t used = 0;
  std::set<const void *> living;
  std::vector<void *> ended;
  std::string text;
  /// Of the first kernel that failed since it was asked for.
  Result pending = ok;
  uint64_t kernels = 0, graphs = 0, modules = 0, cubins = 0;
  /// Bytes that were copied.
  uint64_t toDevice = 0, toHost = 0, onDevice = 0;
};

/// Bytes of shared memory that a block may ask for, 227 KiB if not told.
int getMaxShared();

} // namespace standin

#endif // NEO_TEST_CUDA_STANDIN_H
