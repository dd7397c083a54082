//===- ThreadPool.cpp - pinned workers that share a loop's range ----------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/ThreadPool.h"
#include "Neo/Runtime/ForkSafeMutex.h"
#include "Neo/Runtime/Processors.h"
#include "Neo/Runtime/Variables.h"

#include "LoopGate.h"
#include "SharedLoop.h"

#include <algorithm>
#include <mutex>
#include <pthread.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace neo {

/// True on a worker, and on a user's thread while its loop runs.
static thread_local bool insideLoop = false;

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

struct ThreadPool::State {
  struct Worker {
    State *pool;
    int id;
    /// The processor to be pinned to, or -1.
    int processor;
    pthread_t thread;
  };

  LoopGate gate;
  SharedLoop loop;
  /// Serialises loops and changes of the number of threads.
  ForkSafeMutex mutex;
  std::atomic<int> threads{1};
  /// Threads hold addresses of these: never resized while they run.
  std::vector<Worker> workers;
  /// The process that made the workers; a forked child has none of them.
  pid_t owner = 0;

  /// The processor that no worker is pinned to; -1 if none is pinned.
  int spare = -1;

  void start(int count);
  void stop();
  void makeWay();
  void work(int id);
  static void *enter(void *worker);
};

/// The processor of each worker if there are enough of them, else empty.
static std::vector<int> processorsToPin(int count,
                                        const std::vector<int> &allowed) {
  bool isPinned =
      isSwitchedOn("NEO_PIN_THREADS") && size_t(count) <= allowed.size();
  return isPinned ? allowed : std::vector<int>();
}

void ThreadPool::State::start(int count) {
  std::vector<int> allowed = allowedProcessors();
  std::vector<int> pins = processorsToPin(count, allowed);
  gate.reset(/*spin=*/size_t(count) <= allowed.size());
  loop.reserve(count);
  owner = getpid();
  workers.reserve(count);
  for (int id = 1; id < count; ++id) {
    workers.push_back({this, id, pins.empty() ? -1 : pins[id], pthread_t()});
    Worker &worker = workers.back();
    if (pthread_create(&worker.thread, nullptr, enter, &worker) != 0) {
      workers.pop_back();
      break;
    }
    if (worker.processor >= 0)
      pinToProcessor(worker.thread, worker.processor);
  }
  spare = pins.empty() ? -1 : pins.front();
  threads = int(workers.size()) + 1;
}

/// Moves the worker that is pinned to the caller's processor to the spare one.
void ThreadPool::State::makeWay() {
  if (spare < 0)
    return;
  int here = currentProcessor();
  if (here < 0 || here == spare || owner != getpid())
    return;
  for (Worker &worker : workers)
    if (worker.processor == here) {
      if (pinToProcessor(worker.thread, spare))
        std::swap(worker.processor, spare);
      return;
    }
}

void ThreadPool::State::stop() {
  gate.dismiss();
  if (owner == getpid())
    for (Worker &worker : workers)
      pthread_join(worker.thread, nullptr);
  workers.clear();
}

void *ThreadPool::State::enter(void *argument) {
  auto *worker = static_cast<Worker *>(argument);
  insideLoop = true;
  worker->pool->work(worker->id);
  return nullptr;
}

void ThreadPool::State::work(int id) {
  uint64_t last = 0;
  while (gate.waitAndJoin(last)) {
    loop.run(id);
    gate.leave();
  }
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

int ThreadPool::defaultThreads() {
  int processors = int(allowedProcessors().size());
  if (processors == 0)
    processors = int(sysconf(_SC_NPROCESSORS_ONLN));
  processors = std::clamp(processors, 1, maxThreads);
  std::string words = "a whole number from 1 to " + std::to_string(maxThreads);
  return int(readNumber("NEO_NUM_THREADS", processors,
                        {1, maxThreads, /*isWhole=*/true, words.c_str()}));
}

ThreadPool &ThreadPool::global() {
  static ThreadPool *pool = new ThreadPool();
  return *pool;
}

ThreadPool::ThreadPool(int threads) : state(std::make_unique<State>()) {
  int count = threads > 0 ? threads : defaultThreads();
  state->start(std::min(count, maxThreads));
}

ThreadPool::~ThreadPool() { state->stop(); }

int ThreadPool::threads() const { return state->threads; }

bool ThreadPool::setThreads(int threads) {
  if (threads < 0 || threads > maxThreads || insideLoop)
    return false;
  int count = threads > 0 ? threads : defaultThreads();
  std::lock_guard<ForkSafeMutex> lock(state->mutex);
  if (count == state->threads && state->owner == getpid())
    return true;
  state->stop();
  state->start(count);
  return true;
}

/// How many threads may work on a loop of `chunks` chunks.
static int usableThreads(int threads, int limit, uint64_t chunks) {
  if (limit > 0)
    threads = std::min(threads, limit);
  return chunks < uint64_t(threads) ? int(chunks) : threads;
}

bool ThreadPool::parallelFor(KernelFn fn, void *const *buffers, int64_t extent,
                             int64_t grain, int limit,
                             Interruption *interruption, uint64_t *lastPiece) {
  if (extent <= 0)
    return true;
  SharedLoop::Task task{fn,           buffers,
                        extent,       std::max<int64_t>(grain, 1),
                        interruption, lastPiece};
  uint64_t chunks = task.chunks();
  if (insideLoop || usableThreads(state->threads, limit, chunks) == 1)
    return task.callAll();
  if (!state->mutex.lock(interruption))
    return false;
  std::lock_guard<ForkSafeMutex> lock(state->mutex, std::adopt_lock);
  insideLoop = true;
  state->loop.prepare(task, usableThreads(state->threads, limit, chunks));
  state->makeWay();
  state->gate.open();
  state->loop.run(/*id=*/0);
  state->gate.closeAndWait();
  insideLoop = false;
  return !interruption || !interruption->given();
}

} // namespace neo
