//===- Executor.cpp - runs a launch plan ----------------------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Executor.h"
#include "Neo/Runtime/AlignedResults.h"
#include "Neo/Runtime/Arena.h"
#include "Neo/Runtime/ForkSafeMutex.h"
#include "Neo/Runtime/MemoryPlan.h"

#include "InterleavedLaunches.h"
#include "Lifetimes.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <mutex>

namespace neo {

/// The arguments of one run.
struct ExecutorRun {
  Interruption *interruption;
  std::string *problem;
  /// Seconds of every launch, summed over its trips; may be null.
  std::vector<double> *seconds;
};

struct Executor::State {
  State(LaunchPlan &&plan, ThreadPool &pool)
      : plan(std::move(plan)), pool(pool),
        lastPieces(this->plan.launches.size()) {}

  bool allocateLasting(const TensorReader &read, std::string &error);
  bool allocateTemporaries(std::string &error);
  void makeTables();
  void makeWalks();
  void bind(const void *const *inputs, const AlignedResults &results);
  void fill(const std::vector<int> &slices, int64_t trip);
  bool checkIndices(size_t launch, const ExecutorRun &run);
  bool runLaunch(size_t launch, const ExecutorRun &run);
  bool runInterleaved(size_t first, const ExecutorRun &run);
  bool measureLaunch(size_t launch, const ExecutorRun &run);
  bool runRange(size_t begin, size_t end, size_t loop, size_t lastLoop,
                const ExecutorRun &run);
  bool runLoop(size_t loop, const ExecutorRun &run);
  bool runCopies(Interruption *interruption);
  bool runLaunches(const ExecutorRun &run);
  bool runAll(const void *const *inputs, void *const *results,
              const ExecutorRun &run);

  LaunchPlan plan;
  ThreadPool &pool;
  std::vector<uint64_t> lastPieces; // of each launch, see ThreadPool.h
  ExecutorStats stats;
  int inputs = 0, results = 0;
  AlignedResults aligned;
  Arena lasting, temporaries;
  /// Whether an earlier run has filled what is kept.
  bool isPrepared = false;
  /// The address of every buffer, and the same laid out launch by launch as
  /// the kernels want it: launch i's table begins at tables[begins[i]].
  std::vector<void *> addresses, tables;
  std::vector<size_t> begins;
  /// Of interleaved launches, at the first of them.
  std::vector<InterleavedLaunches> walks;
  /// Positions in `tables` of buffers whose address changes.
  std::vector<std::vector<size_t>> places;
  /// The slices that stay where they are, and those that each loop moves.
  std::vector<int> fixedSlices;
  std::vector<std::vector<int>> movingSlices;
  int threadLimit = 0;
  /// One run at a time.
  ForkSafeMutex mutex;
};

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

static bool lasts(const BufferSpec &buffer) {
  return buffer.kind == BufferKind::Constant || buffer.kind == BufferKind::Kept;
}

/// The data of a constant, from the plan or from its tensor, repeated as often
/// as needed by copies that double in size.
static bool fillConstant(char *to, const BufferSpec &buffer,
                         const TensorReader &read, std::string &error) {
  size_t done = std::min(buffer.data.size(), buffer.bytes);
  std::copy_n(buffer.data.begin(), done, to);
  if (!buffer.tensor.empty()) {
    done = buffer.bytes / buffer.copies;
    if (!read)
      error = "there is no file for tensor '" + buffer.tensor + "' of the plan";
    if (!read || !read(buffer.tensor, to, done, error))
      return false;
  }
  while (done > 0 && done < buffer.bytes) {
    size_t more = std::min(done, buffer.bytes - done);
    std::copy_n(to, more, to + done);
    done += more;
  }
  return true;
}

/// The memory of constants, and of what the first run leaves for others.
bool Executor::State::allocateLasting(const TensorReader &read,
                                      std::string &error) {
  std::vector<size_t> offsets;
  size_t total = 0;
  for (const BufferSpec &buffer : plan.buffers) {
    offsets.push_back(total);
    if (!lasts(buffer))
      continue;
    std::optional<size_t> bytes = alignedSize(buffer.bytes);
    if (!bytes || __builtin_add_overflow(total, *bytes, &total)) {
      error = "the program's constants, and what it keeps, add up to more "
              "than 2^64 bytes";
      return false;
    }
  }
  if (!lasting.allocate(total, error))
    return false;
  stats.lastingBytes = total;
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    BufferSpec &buffer = plan.buffers[i];
    if (!lasts(buffer))
      continue;
    addresses[i] = lasting.data() + offsets[i];
    if (!fillConstant(lasting.data() + offsets[i], buffer, read, error))
      return false;
    // The aligned copy is the one in use.
    std::vector<char>().swap(buffer.data);
  }
  return true;
}

bool Executor::State::allocateTemporaries(std::string &error) {
  std::optional<MemoryPlan> memory =
      plan.memory ? std::move(plan.memory)
                  : MemoryPlan::compute(temporaryLifetimes(plan), error);
  if (!memory || !temporaries.allocate(memory->peakBytes, error))
    return false;
  for (size_t i = 0; i < plan.buffers.size(); ++i)
    if (plan.buffers[i].kind == BufferKind::Temporary)
      addresses[i] = temporaries.data() + memory->offsets[i];
  stats.arenaBytes = memory->peakBytes;
  stats.temporaryBytes = memory->sumBytes;
  stats.maxLiveBytes = memory->maxLiveBytes;
  return true;
}

void Executor::State::makeTables() {
  stats.launches = plan.launches.size();
  places.resize(plan.buffers.size());
  movingSlices.resize(plan.loops.size());
  for (const Launch &launch : plan.launches) {
    begins.push_back(tables.size());
    for (int buffer : launch.buffers) {
      const BufferSpec &spec = plan.buffers[buffer];
      if (spec.kind != BufferKind::Temporary && !lasts(spec))
        places[buffer].push_back(tables.size());
      tables.push_back(addresses[buffer]);
    }
  }
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const BufferSpec &buffer = plan.buffers[i];
    if (buffer.kind == BufferKind::Input)
      inputs = std::max(inputs, buffer.index + 1);
    if (buffer.kind == BufferKind::Result)
      results = std::max(results, buffer.index + 1);
    if (buffer.kind == BufferKind::Slice)
      (buffer.slice.loop < 0 ? fixedSlices : movingSlices[buffer.slice.loop])
          .push_back(i);
  }
}

void Executor::State::makeWalks() {
  walks.resize(plan.launches.size());
  for (size_t first = 0; first < plan.launches.size();
       first += plan.launches[first].together) {
    const Launch &leader = plan.launches[first];
    walks[first].block = leader.block;
    for (size_t i = first; leader.together > 1 && i < first + leader.together;
         ++i)
      walks[first].parts.push_back(
          {plan.launches[i].fn, tables.data() + begins[i]});
  }
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

void Executor::State::bind(const void *const *inputs,
                           const AlignedResults &results) {
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const BufferSpec &buffer = plan.buffers[i];
    if (buffer.kind == BufferKind::Input)
      addresses[i] = const_cast<void *>(inputs[buffer.index]);
    else if (buffer.kind == BufferKind::Result)
      addresses[i] = results.address(buffer.index);
    else
      continue;
    for (size_t place : places[i])
      tables[place] = addresses[i];
  }
  fill(fixedSlices, 0);
}

/// Sets the addresses of slices in a trip. A buffer comes before its slices,
/// so that its own address is up to date.
void Executor::State::fill(const std::vector<int> &slices, int64_t trip) {
  for (int i : slices) {
    const BufferSpec &buffer = plan.buffers[i];
    addresses[i] = static_cast<char *>(addresses[buffer.slice.base]) +
                   buffer.slice.position(trip) * buffer.bytes;
    for (size_t place : places[i])
      tables[place] = addresses[i];
  }
}

bool Executor::State::checkIndices(size_t launch, const ExecutorRun &run) {
  for (const IndexCheck &check : plan.launches[launch].checks) {
    std::string found = check.findProblem(tables[begins[launch] + check.buffer],
                                          pool, threadLimit, run.interruption);
    if (found.empty())
      continue;
    if (run.problem)
      *run.problem = found;
    return false;
  }
  return true;
}

bool Executor::State::runLaunch(size_t launch, const ExecutorRun &run) {
  const Launch &what = plan.launches[launch];
  if (!checkIndices(launch, run) ||
      (run.interruption && run.interruption->given()))
    return false;
  return pool.parallelFor(what.fn, tables.data() + begins[launch], what.extent,
                          what.grain, threadLimit, run.interruption,
                          &lastPieces[launch]);
}

/// The interleaved launches from `first` on.
bool Executor::State::runInterleaved(size_t first, const ExecutorRun &run) {
  if (run.interruption && run.interruption->given())
    return false;
  const Launch &leader = plan.launches[first];
  int64_t grain = leader.block;
  for (size_t i = first; i < first + leader.together; ++i)
    grain = std::max(grain, plan.launches[i].grain);
  void *walk = &walks[first];
  return pool.parallelFor(InterleavedLaunches::run, &walk, leader.extent, grain,
                          threadLimit, run.interruption);
}

bool Executor::State::measureLaunch(size_t launch, const ExecutorRun &run) {
  using Clock = std::chrono::steady_clock;
  if (!run.seconds)
    return runLaunch(launch, run);
  Clock::time_point start = Clock::now();
  bool finished = runLaunch(launch, run);
  (*run.seconds)[launch] +=
      std::chrono::duration<double>(Clock::now() - start).count();
  return finished;
}

/// The launches [begin, end), in which the loops [loop, lastLoop) lie.
bool Executor::State::runRange(size_t begin, size_t end, size_t loop,
                               size_t lastLoop, const ExecutorRun &run) {
  while (true) {
    size_t stop = loop < lastLoop ? plan.loops[loop].begin : end;
    while (begin < stop) {
      // Launches that are measured go one by one.
      size_t together = run.seconds ? 1 : plan.launches[begin].together;
      if (!(together > 1 ? runInterleaved(begin, run)
                         : measureLaunch(begin, run)))
        return false;
      begin += together;
    }
    if (loop >= lastLoop)
      return true;
    if (!runLoop(loop, run))
      return false;
    begin = plan.loops[loop].end;
    loop = plan.loops[loop].next;
  }
}

bool Executor::State::runLoop(size_t loop, const ExecutorRun &run) {
  const LaunchLoop &what = plan.loops[loop];
  for (int64_t trip = 0; trip < what.trips; ++trip) {
    fill(movingSlices[loop], trip);
    if (!runRange(what.begin, what.end, loop + 1, what.next, run))
      return false;
  }
  return true;
}

void copyBytes(void *const *buffers, int64_t begin, int64_t end) {
  std::memcpy(static_cast<char *>(buffers[1]) + begin,
              static_cast<const char *>(buffers[0]) + begin, end - begin);
}

bool Executor::State::runCopies(Interruption *interruption) {
  for (const Copy &copy : plan.copies) {
    void *buffers[] = {addresses[copy.from], addresses[copy.to]};
    if (!pool.parallelFor(copyBytes, buffers, plan.buffers[copy.to].bytes,
                          copyGrain, threadLimit, interruption))
      return false;
  }
  return true;
}

/// A cancelled first run is repeated by the next one.
bool Executor::State::runLaunches(const ExecutorRun &run) {
  if (!isPrepared && !runRange(0, plan.prepared, 0, 0, run))
    return false;
  isPrepared = true;
  return runRange(plan.prepared, plan.launches.size(), 0, plan.loops.size(),
                  run);
}

bool Executor::State::runAll(const void *const *inputs, void *const *results,
                             const ExecutorRun &run) {
  if (!mutex.lock(run.interruption))
    return false;
  std::lock_guard<ForkSafeMutex> lock(mutex, std::adopt_lock);
  if (!aligned.prepare(plan, results)) {
    if (run.problem)
      *run.problem = "there is no memory for results that begin inside a cache "
                     "line; give them memory aligned to 64 bytes";
    return false;
  }
  bind(inputs, aligned);
  if (!runLaunches(run) || !runCopies(run.interruption))
    return false;
  aligned.deliver();
  return true;
}

bool Executor::run(const void *const *inputs, void *const *results,
                   Interruption *interruption, std::string *problem) {
  return state->runAll(inputs, results, {interruption, problem, nullptr});
}

bool Executor::runProfiled(const void *const *inputs, void *const *results,
                           std::vector<double> &seconds,
                           Interruption *interruption, std::string *problem) {
  seconds.assign(state->plan.launches.size(), 0);
  return state->runAll(inputs, results, {interruption, problem, &seconds});
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

Executor::Executor(std::unique_ptr<State> state) : state(std::move(state)) {}
Executor::~Executor() = default;

std::unique_ptr<Executor> Executor::create(LaunchPlan plan, std::string &error,
                                           ThreadPool &pool,
                                           const TensorReader &read) {
  if (!validateLaunchPlan(plan, error))
    return nullptr;
  auto state = std::make_unique<State>(std::move(plan), pool);
  state->addresses.resize(state->plan.buffers.size(), nullptr);
  if (!state->allocateLasting(read, error) ||
      !state->allocateTemporaries(error))
    return nullptr;
  state->makeTables();
  state->makeWalks();
  return std::unique_ptr<Executor>(new Executor(std::move(state)));
}

void Executor::setThreadLimit(int threads) {
  std::lock_guard<ForkSafeMutex> lock(state->mutex);
  state->threadLimit = threads;
}

int Executor::inputCount() const { return state->inputs; }
int Executor::resultCount() const { return state->results; }
const LaunchPlan &Executor::plan() const { return state->plan; }
const ExecutorStats &Executor::stats() const { return state->stats; }

} // namespace neo
