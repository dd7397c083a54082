//===- ThreadPoolTest.cpp - pinned workers that share a loop's range ------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/ThreadPool.h"
#include "Neo/Runtime/Processors.h"

#include "gtest/gtest.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <random>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace neo;

namespace {

/// What a kernel sees of a loop: how often each iteration ran, and whether
/// every range began at a multiple of the grain.
struct Record {
  explicit Record(int64_t extent, int64_t grain)
      : grain(grain), hits(new std::atomic<int>[extent]()), extent(extent) {}

  int64_t grain;
  std::unique_ptr<std::atomic<int>[]> hits;
  int64_t extent;
  std::atomic<int> badBegins{0};

  bool complete() const {
    for (int64_t i = 0; i < extent; ++i)
      if (hits[i] != 1)
        return false;
    return badBegins == 0;
  }
};

} // namespace

static void mark(void *const *buffers, int64_t begin, int64_t end) {
  auto *record = static_cast<Record *>(buffers[0]);
  if (begin % record->grain != 0 || begin >= end)
    ++record->badBegins;
  for (int64_t i = begin; i < end; ++i)
    ++record->hits[i];
}

static bool runsEachIterationOnce(ThreadPool &pool, int64_t extent,
                                  int64_t grain, int limit = 0) {
  Record record(extent, grain);
  void *buffers[] = {&record};
  pool.parallelFor(mark, buffers, extent, grain, limit);
  return record.complete();
}

TEST(ThreadPool, RunsEachIterationOnce) {
  for (int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.threads(), threads);
    for (int64_t extent : {1, 2, 7, 8, 9, 100, 1000, 4097})
      for (int64_t grain : {1, 3, 8, 64, 5000})
        for (int limit : {0, 1, 2})
          ASSERT_TRUE(runsEachIterationOnce(pool, extent, grain, limit))
              << threads << " threads, extent " << extent << ", grain " << grain
              << ", limit " << limit;
  }
}

TEST(ThreadPool, EmptyRangesRunNothing) {
  ThreadPool pool(2);
  Record record(1, 1);
  void *buffers[] = {&record};
  pool.parallelFor(mark, buffers, 0, 1);
  pool.parallelFor(mark, buffers, -5, 1);
  EXPECT_EQ(record.hits[0], 0);
}

/// buffers[0]: a sum of the lengths of all ranges. Ranges are not walked.
static void sumLengths(void *const *buffers, int64_t begin, int64_t end) {
  *static_cast<std::atomic<uint64_t> *>(buffers[0]) += uint64_t(end - begin);
}

TEST(ThreadPool, HugeExtentsDoNotOverflow) {
  ThreadPool pool(3);
  for (int64_t grain : {INT64_MAX / 7, int64_t(1), INT64_MAX}) {
    std::atomic<uint64_t> sum{0};
    void *buffers[] = {&sum};
    pool.parallelFor(sumLengths, buffers, INT64_MAX, grain);
    EXPECT_EQ(sum, uint64_t(INT64_MAX)) << grain;
  }
}

TEST(ThreadPool, ManyRandomLoops) {
  unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  ThreadPool pool(4);
  for (int round = 0; round < 3000; ++round) {
    int64_t extent = 1 + random() % 300, grain = 1 + random() % 20;
    ASSERT_TRUE(runsEachIterationOnce(pool, extent, grain, random() % 6))
        << "extent " << extent << ", grain " << grain;
    if (round % 500 == 0)
      ASSERT_TRUE(pool.setThreads(1 + random() % 6));
  }
}

TEST(ThreadPool, WorkersWakeUpAfterASleep) {
  ThreadPool pool(3);
  for (int round = 0; round < 20; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    ASSERT_TRUE(runsEachIterationOnce(pool, 100, 1));
  }
}

TEST(ThreadPool, SerialisesSeveralUsers) {
  ThreadPool pool(3);
  std::atomic<int> wrong{0};
  std::vector<std::thread> users;
  for (int user = 0; user < 4; ++user)
    users.emplace_back([&] {
      for (int round = 0; round < 500; ++round)
        if (!runsEachIterationOnce(pool, 200, 3))
          ++wrong;
    });
  for (int threads : {1, 4, 2, 3})
    EXPECT_TRUE(pool.setThreads(threads));
  for (std::thread &user : users)
    user.join();
  EXPECT_EQ(wrong, 0);
}

/// buffers: the pool, a Record, a flag that setThreads was refused.
static void nest(void *const *buffers, int64_t begin, int64_t end) {
  auto *pool = static_cast<ThreadPool *>(buffers[0]);
  if (!pool->setThreads(1))
    ++*static_cast<std::atomic<int> *>(buffers[2]);
  for (int64_t i = begin; i < end; ++i)
    pool->parallelFor(mark, buffers + 1, 10, 1);
}

TEST(ThreadPool, ALoopInsideAKernelRunsDirectly) {
  ThreadPool pool(3);
  Record record(10, 1);
  std::atomic<int> refused{0};
  void *buffers[] = {&pool, &record, &refused};
  pool.parallelFor(nest, buffers, 30, 1);
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(record.hits[i], 30);
  EXPECT_GT(refused, 0);
  EXPECT_EQ(pool.threads(), 3);
}

TEST(ThreadPool, RefusesImpossibleNumbersOfThreads) {
  ThreadPool pool(2);
  EXPECT_FALSE(pool.setThreads(-1));
  EXPECT_FALSE(pool.setThreads(ThreadPool::maxThreads + 1));
  EXPECT_EQ(pool.threads(), 2);
  EXPECT_TRUE(pool.setThreads(0));
  EXPECT_EQ(pool.threads(), ThreadPool::defaultThreads());
}

TEST(ThreadPool, TheEnvironmentChoosesTheDefault) {
  setenv("NEO_NUM_THREADS", "3", 1);
  EXPECT_EQ(ThreadPool::defaultThreads(), 3);
  unsetenv("NEO_NUM_THREADS");
  int processors = ThreadPool::defaultThreads();
  EXPECT_GE(processors, 1);
  for (const char *wrong : {"0", "-2", "two", "3x", "99999999999999999999"}) {
    setenv("NEO_NUM_THREADS", wrong, 1);
    testing::internal::CaptureStderr();
    EXPECT_EQ(ThreadPool::defaultThreads(), processors);
    EXPECT_NE(testing::internal::GetCapturedStderr().find(wrong),
              std::string::npos);
  }
  unsetenv("NEO_NUM_THREADS");
}

TEST(ThreadPool, AForkedChildStillComputes) {
  ThreadPool pool(3);
  ASSERT_TRUE(runsEachIterationOnce(pool, 100, 1));
  pid_t child = fork();
  if (child == 0) {
    bool right = true;
    for (int round = 0; round < 50; ++round)
      right = right && runsEachIterationOnce(pool, 100, 1);
    right = right && pool.setThreads(2) && runsEachIterationOnce(pool, 100, 1);
    _exit(right ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  EXPECT_TRUE(runsEachIterationOnce(pool, 100, 1));
}

TEST(ThreadPool, AChildForkedDuringALoopComputesToo) {
  ThreadPool pool(2);
  std::atomic<bool> stop{false};
  std::thread other([&] {
    while (!stop)
      runsEachIterationOnce(pool, 1000, 1);
  });
  int failures = 0;
  for (int round = 0; round < 20; ++round) {
    pid_t child = fork();
    if (child == 0) {
      alarm(5); // Ends a child that hangs.
      bool right = runsEachIterationOnce(pool, 100, 1);
      _exit(right && pool.setThreads(3) && runsEachIterationOnce(pool, 100, 1)
                ? 0
                : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    failures += status != 0;
  }
  stop = true;
  other.join();
  EXPECT_EQ(failures, 0);
}

static void doNothing(void *const *, int64_t, int64_t) {}

static bool sayNo(void *) { return false; }

static void countCalls(void *const *buffers, int64_t, int64_t) {
  ++*static_cast<int *>(buffers[0]);
}

TEST(ThreadPool, PiecesAreKnownToTheNextRun) {
  ThreadPool pool(1);
  int calls = 0;
  void *buffers[] = {&calls};
  uint64_t lastPiece = 0;
  auto run = [&](int64_t extent) {
    calls = 0;
    Interruption interruption(sayNo);
    EXPECT_TRUE(pool.parallelFor(countCalls, buffers, extent, 3, /*limit=*/0,
                                 &interruption, &lastPiece));
    return calls;
  };
  // One chunk, and then, as that took no time, all that are left.
  EXPECT_EQ(run(12), 2);
  EXPECT_EQ(lastPiece, 4u);
  EXPECT_EQ(run(12), 1);
  // A longer range begins with as many.
  EXPECT_EQ(run(24), 2);
}

static void dawdle(void *const *buffers, int64_t begin, int64_t end) {
  countCalls(buffers, begin, end);
  std::this_thread::sleep_for((end - begin) * std::chrono::milliseconds(3));
}

TEST(ThreadPool, LongPiecesAreHalvedForTheNextRun) {
  ThreadPool pool(1);
  int calls = 0;
  void *buffers[] = {&calls};
  uint64_t lastPiece = 8;
  Interruption interruption(sayNo);
  EXPECT_TRUE(pool.parallelFor(dawdle, buffers, 11, 1, /*limit=*/0,
                               &interruption, &lastPiece));
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(lastPiece, 4u);
}

TEST(ThreadPool, PiecesOfFewMillisecondsGrow) {
  ThreadPool pool(1);
  int calls = 0;
  void *buffers[] = {&calls};
  uint64_t lastPiece = 1;
  // On a busy machine a piece may seem long enough, but not in every run.
  for (int run = 0; run < 200 && lastPiece != 2; ++run) {
    Interruption interruption(sayNo);
    EXPECT_TRUE(pool.parallelFor(dawdle, buffers, 2, 1, /*limit=*/0,
                                 &interruption, &lastPiece));
  }
  EXPECT_EQ(lastPiece, 2u);
}

/// The fastest of several batches of launches, in nanoseconds per launch.
static double launchTime(ThreadPool &pool) {
  using Clock = std::chrono::steady_clock;
  double best = 1e9;
  for (int batch = 0; batch < 20; ++batch) {
    Clock::time_point start = Clock::now();
    for (int i = 0; i < 1000; ++i) {
      Interruption interruption(sayNo);
      pool.parallelFor(doNothing, nullptr, 64, 1, /*limit=*/0, &interruption);
    }
    std::chrono::duration<double, std::nano> time = Clock::now() - start;
    best = std::min(best, time.count() / 1000);
  }
  return best;
}

TEST(ThreadPool, LaunchesAreCheap) {
  for (int threads : {1, 2}) {
    ThreadPool pool(threads);
    double time = launchTime(pool);
    std::printf("%d thread(s): %.0f ns per launch\n", threads, time);
    if (threads == 1) {
      EXPECT_LT(time, 1000);
    }
  }
}

//===----------------------------------------------------------------------===//
// Processors
//===----------------------------------------------------------------------===//

/// Where each of two threads was when both were at work.
struct Meeting {
  std::atomic<int> arrived{0};
  std::atomic<int> processors[2] = {{-1}, {-1}};
};

static void meet(void *const *buffers, int64_t begin, int64_t end) {
  auto *meeting = static_cast<Meeting *>(buffers[0]);
  int order = meeting->arrived++;
  auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (meeting->arrived < 2 && std::chrono::steady_clock::now() < limit)
    std::this_thread::yield();
  if (order < 2)
    meeting->processors[order] = currentProcessor();
}

TEST(ThreadPool, WorkersLeaveTheCallersProcessor) {
  std::vector<int> allowed = allowedProcessors();
  if (allowed.size() < 2)
    GTEST_SKIP() << "one processor: give the process two, as by taskset -c 0,1";
  ThreadPool pool(2);
  for (int round = 0; round < 6; ++round) {
    // The caller moves to and fro between the two processors in use.
    pinToProcessor(pthread_self(), allowed[round % 2]);
    Meeting meeting;
    void *buffers[] = {&meeting};
    pool.parallelFor(meet, buffers, /*extent=*/2, /*grain=*/1);
    EXPECT_NE(meeting.processors[0], meeting.processors[1]) << round;
  }
  cpu_set_t all;
  CPU_ZERO(&all);
  for (int processor : allowed)
    CPU_SET(processor, &all);
  pthread_setaffinity_np(pthread_self(), sizeof all, &all);
}
