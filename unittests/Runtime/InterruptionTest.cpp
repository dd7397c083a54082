//===- InterruptionTest.cpp - giving a running program up -----------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Executor.h"

#include "gtest/gtest.h"

#include <thread>

using namespace neo;
using Clock = std::chrono::steady_clock;

static bool sayYes(void *) { return true; }

static bool sayNoAndCount(void *asked) {
  ++*static_cast<int *>(asked);
  return false;
}

/// buffers[0] counts iterations, each of which takes a millisecond.
static void sleepAndCount(void *const *buffers, int64_t begin, int64_t end) {
  std::this_thread::sleep_for(std::chrono::milliseconds(end - begin));
  *static_cast<std::atomic<int64_t> *>(buffers[0]) += end - begin;
}

static double seconds(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

TEST(Interruption, EndsALoopEarlyOnAnyNumberOfThreads) {
  for (int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    std::atomic<int64_t> count{0};
    void *buffers[] = {&count};
    Interruption interruption(sayYes);
    Clock::time_point start = Clock::now();
    EXPECT_FALSE(pool.parallelFor(sleepAndCount, buffers, 20000, 1, /*limit=*/0,
                                  &interruption));
    EXPECT_LT(seconds(start), 2);
    EXPECT_LT(count, 20000);
    // The pool is as good as new.
    EXPECT_TRUE(pool.parallelFor(sleepAndCount, buffers, 20, 1));
  }
}

TEST(Interruption, ANoLetsTheLoopFinish) {
  for (int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    std::atomic<int64_t> count{0};
    int asked = 0;
    void *buffers[] = {&count};
    Interruption interruption(sayNoAndCount, &asked);
    EXPECT_TRUE(pool.parallelFor(sleepAndCount, buffers, 501, 2, /*limit=*/0,
                                 &interruption));
    EXPECT_EQ(count, 501);
    EXPECT_GE(asked, 1);
  }
}

TEST(Interruption, EndsTheWaitForAnotherUsersLoop) {
  ThreadPool pool(2);
  std::atomic<int64_t> count{0}, none{0};
  void *buffers[] = {&count}, *noBuffers[] = {&none};
  std::thread other([&] { pool.parallelFor(sleepAndCount, buffers, 2000, 1); });
  while (count == 0)
    std::this_thread::yield();
  Interruption interruption(sayYes);
  Clock::time_point start = Clock::now();
  EXPECT_FALSE(pool.parallelFor(sleepAndCount, noBuffers, 100, 1, /*limit=*/0,
                                &interruption));
  EXPECT_LT(seconds(start), 0.5);
  EXPECT_EQ(none, 0);
  other.join();
}

static void justCount(void *const *buffers, int64_t begin, int64_t end) {
  *static_cast<int64_t *>(buffers[0]) += end - begin;
}

TEST(Interruption, EndsQuickLoopsThatComeOneAfterTheOther) {
  ThreadPool pool(2);
  int64_t counted = 0;
  void *buffers[] = {&counted};
  Interruption interruption(sayYes);
  Clock::time_point start = Clock::now();
  while (seconds(start) < 5 &&
         pool.parallelFor(justCount, buffers, 1, 1, /*limit=*/0, &interruption))
    ;
  EXPECT_LT(seconds(start), 1);
  EXPECT_GT(counted, 100);
}

TEST(Interruption, LooksAgainSoonWhereQuickLoopsBecomeSlow) {
  ThreadPool pool(2);
  int64_t counted = 0;
  int asked = 0;
  std::atomic<int64_t> slept{0};
  void *quick[] = {&counted}, *slow[] = {&slept};
  Interruption interruption(sayNoAndCount, &asked);
  for (int n = 0; n < 1000; ++n)
    pool.parallelFor(justCount, quick, 1, 1, /*limit=*/0, &interruption);
  int before = asked;
  // One look after at most 15 of them, then at every one that comes 25 ms
  // later.
  for (int n = 0; n < 20; ++n)
    pool.parallelFor(sleepAndCount, slow, 20, 20, /*limit=*/0, &interruption);
  EXPECT_GE(asked, before + 2);
}

TEST(Interruption, EndsARunBetweenLaunches) {
  LaunchPlan plan;
  plan.buffers = {{BufferKind::Result, sizeof(int64_t), 0, {}}};
  for (int i = 0; i < 30; ++i)
    plan.launches.push_back({sleepAndCount, {0}, 10, 10, "sleep"});
  ThreadPool pool(2);
  std::string error;
  std::unique_ptr<Executor> program =
      Executor::create(std::move(plan), error, pool);
  ASSERT_NE(program, nullptr) << error;
  std::atomic<int64_t> count{0};
  void *results[] = {&count};
  std::vector<double> times;
  Interruption once(sayYes);
  EXPECT_FALSE(program->run(nullptr, results, &once));
  Interruption again(sayYes);
  EXPECT_FALSE(program->runProfiled(nullptr, results, times, &again));
  EXPECT_LT(count, 2 * 30 * 10);
  ASSERT_EQ(times.size(), 30u);
  EXPECT_GT(times.front(), 0);
  EXPECT_EQ(times.back(), 0); // It was never launched.
  EXPECT_TRUE(program->run(nullptr, results));
}
