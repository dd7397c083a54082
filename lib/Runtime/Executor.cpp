//===- Executor.cpp - runs a launch plan ----------------------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Executor.h"
#include "Neo/Runtime/Arena.h"
#include "Neo/Runtime/MemoryPlan.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <mutex>

namespace neo {

/// A smaller copy takes less time than a second thread takes to join.
static constexpr int64_t copyGrain = int64_t(256) << 10;

struct Executor::State {
  State(LaunchPlan &&plan, ThreadPool &pool)
      : plan(std::move(plan)), pool(pool) {}

  bool allocateConstants(std::string &error);
  bool allocateTemporaries(std::string &error);
  void makeTables();
  void bind(const void *const *inputs, void *const *results);
  void runLaunch(size_t launch);
  void runCopies();

  LaunchPlan plan;
  ThreadPool &pool;
  ExecutorStats stats;
  int inputs = 0, results = 0;
  Arena constants, temporaries;
  /// The address of every buffer, and the same laid out launch by launch as
  /// the kernels want it: launch i's table begins at tables[begins[i]].
  std::vector<void *> addresses, tables;
  std::vector<size_t> begins;
  /// The places in `tables` that change from run to run, and whose they are.
  struct Slot {
    size_t place;
    int buffer;
  };
  std::vector<Slot> slots;
  int threadLimit = 0;
  /// One run at a time.
  std::mutex turn;
};

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

bool Executor::State::allocateConstants(std::string &error) {
  std::vector<size_t> offsets;
  size_t total = 0;
  for (const BufferSpec &buffer : plan.buffers) {
    offsets.push_back(total);
    if (buffer.kind != BufferKind::Constant)
      continue;
    std::optional<size_t> bytes = alignedSize(buffer.bytes);
    if (!bytes || __builtin_add_overflow(total, *bytes, &total)) {
      error = "the program's constants add up to more than 2^64 bytes";
      return false;
    }
  }
  if (!constants.allocate(total, error))
    return false;
  stats.constantBytes = total;
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    BufferSpec &buffer = plan.buffers[i];
    if (buffer.kind != BufferKind::Constant)
      continue;
    addresses[i] = constants.data() + offsets[i];
    std::copy(buffer.data.begin(), buffer.data.end(),
              constants.data() + offsets[i]);
    // The aligned copy is the one in use.
    std::vector<char>().swap(buffer.data);
  }
  return true;
}

/// From a temporary's first launch to its last; copies come after all launches.
static std::vector<Lifetime> temporaryLifetimes(const LaunchPlan &plan) {
  std::vector<Lifetime> lifetimes(plan.buffers.size());
  auto use = [&](int buffer, int64_t step) {
    if (plan.buffers[buffer].kind != BufferKind::Temporary)
      return;
    Lifetime &lifetime = lifetimes[buffer];
    if (lifetime.first > lifetime.last)
      lifetime = {plan.buffers[buffer].bytes, step, step};
    lifetime.last = step;
  };
  for (size_t step = 0; step < plan.launches.size(); ++step)
    for (int buffer : plan.launches[step].buffers)
      use(buffer, step);
  for (const Copy &copy : plan.copies)
    use(copy.from, plan.launches.size());
  return lifetimes;
}

bool Executor::State::allocateTemporaries(std::string &error) {
  std::optional<MemoryPlan> memory =
      MemoryPlan::compute(temporaryLifetimes(plan), error);
  if (!memory || !temporaries.allocate(memory->peakBytes, error))
    return false;
  for (size_t i = 0; i < plan.buffers.size(); ++i)
    if (plan.buffers[i].kind == BufferKind::Temporary)
      addresses[i] = temporaries.data() + memory->offsets[i];
  stats.arenaBytes = memory->peakBytes;
  stats.temporaryBytes = memory->sumBytes;
  stats.busiestBytes = memory->busiestBytes;
  return true;
}

void Executor::State::makeTables() {
  stats.launches = plan.launches.size();
  for (const Launch &launch : plan.launches) {
    begins.push_back(tables.size());
    for (int buffer : launch.buffers) {
      BufferKind kind = plan.buffers[buffer].kind;
      if (kind == BufferKind::Input || kind == BufferKind::Result)
        slots.push_back({tables.size(), buffer});
      tables.push_back(addresses[buffer]);
    }
  }
  for (const BufferSpec &buffer : plan.buffers) {
    if (buffer.kind == BufferKind::Input)
      inputs = std::max(inputs, buffer.index + 1);
    if (buffer.kind == BufferKind::Result)
      results = std::max(results, buffer.index + 1);
  }
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

void Executor::State::bind(const void *const *inputs, void *const *results) {
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const BufferSpec &buffer = plan.buffers[i];
    if (buffer.kind == BufferKind::Input)
      addresses[i] = const_cast<void *>(inputs[buffer.index]);
    if (buffer.kind == BufferKind::Result)
      addresses[i] = results[buffer.index];
  }
  for (const Slot &slot : slots)
    tables[slot.place] = addresses[slot.buffer];
}

void Executor::State::runLaunch(size_t launch) {
  const Launch &what = plan.launches[launch];
  pool.parallelFor(what.fn, tables.data() + begins[launch], what.extent,
                   what.grain, threadLimit);
}

static void copyBytes(void *const *buffers, int64_t begin, int64_t end) {
  std::memcpy(static_cast<char *>(buffers[1]) + begin,
              static_cast<const char *>(buffers[0]) + begin, end - begin);
}

void Executor::State::runCopies() {
  for (const Copy &copy : plan.copies) {
    void *buffers[] = {addresses[copy.from], addresses[copy.to]};
    pool.parallelFor(copyBytes, buffers, plan.buffers[copy.to].bytes, copyGrain,
                     threadLimit);
  }
}

void Executor::run(const void *const *inputs, void *const *results) {
  std::lock_guard<std::mutex> lock(state->turn);
  state->bind(inputs, results);
  for (size_t launch = 0; launch < state->plan.launches.size(); ++launch)
    state->runLaunch(launch);
  state->runCopies();
}

void Executor::runProfiled(const void *const *inputs, void *const *results,
                           std::vector<double> &seconds) {
  using Clock = std::chrono::steady_clock;
  std::lock_guard<std::mutex> lock(state->turn);
  state->bind(inputs, results);
  seconds.clear();
  for (size_t launch = 0; launch < state->plan.launches.size(); ++launch) {
    Clock::time_point start = Clock::now();
    state->runLaunch(launch);
    seconds.push_back(
        std::chrono::duration<double>(Clock::now() - start).count());
  }
  state->runCopies();
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

Executor::Executor(std::unique_ptr<State> state) : state(std::move(state)) {}
Executor::~Executor() = default;

std::unique_ptr<Executor> Executor::create(LaunchPlan plan, std::string &error,
                                           ThreadPool &pool) {
  if (!validateLaunchPlan(plan, error))
    return nullptr;
  auto state = std::make_unique<State>(std::move(plan), pool);
  state->addresses.resize(state->plan.buffers.size(), nullptr);
  if (!state->allocateConstants(error) || !state->allocateTemporaries(error))
    return nullptr;
  state->makeTables();
  return std::unique_ptr<Executor>(new Executor(std::move(state)));
}

void Executor::setThreadLimit(int threads) {
  std::lock_guard<std::mutex> lock(state->turn);
  state->threadLimit = threads;
}

int Executor::inputCount() const { return state->inputs; }
int Executor::resultCount() const { return state->results; }
const LaunchPlan &Executor::plan() const { return state->plan; }
const ExecutorStats &Executor::stats() const { return state->stats; }

} // namespace neo
