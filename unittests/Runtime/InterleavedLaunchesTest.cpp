//===- InterleavedLaunchesTest.cpp - launches run block by block ----------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Executor.h"

#include "gtest/gtest.h"

#include <mutex>
#include <numeric>

using namespace neo;

namespace {
struct Step {
  char kernel;
  int64_t begin, end;

  bool operator==(const Step &other) const {
    return kernel == other.kernel && begin == other.begin && end == other.end;
  }
};
} // namespace

static std::mutex lock;
static std::vector<Step> steps;

template <int factor>
static void multiply(void *const *b, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i)
    static_cast<int *>(b[1])[i] = factor * static_cast<int *>(b[0])[i];
  std::lock_guard<std::mutex> guard(lock);
  steps.push_back({factor == 2 ? 'a' : 'b', begin, end});
}

/// x -> (2 x, 3 x, 6 x): two launches that are interleaved, and one that is
/// not.
static LaunchPlan makePlan(int64_t count) {
  size_t bytes = count * sizeof(int);
  LaunchPlan plan;
  plan.buffers = {{BufferKind::Input, bytes, 0, {}},
                  {BufferKind::Result, bytes, 0, {}},
                  {BufferKind::Result, bytes, 1, {}},
                  {BufferKind::Result, bytes, 2, {}}};
  plan.launches = {{multiply<2>, {0, 1}, count, 1, "twice"},
                   {multiply<3>, {0, 2}, count, 1, "thrice"},
                   {multiply<2>, {2, 3}, count, 1, "twice"}};
  plan.launches[0].together = 2;
  plan.launches[0].block = 4;
  return plan;
}

static void run(Executor &executor, int64_t count, bool profiled) {
  std::vector<int> x(count), results[3];
  std::iota(x.begin(), x.end(), 1);
  for (std::vector<int> &result : results)
    result.resize(count);
  const void *inputs[] = {x.data()};
  void *outputs[] = {results[0].data(), results[1].data(), results[2].data()};
  steps.clear();
  std::vector<double> seconds;
  ASSERT_TRUE(profiled ? executor.runProfiled(inputs, outputs, seconds)
                       : executor.run(inputs, outputs));
  for (int64_t i = 0; i < count; ++i) {
    EXPECT_EQ(results[0][i], 2 * x[i]);
    EXPECT_EQ(results[1][i], 3 * x[i]);
    EXPECT_EQ(results[2][i], 6 * x[i]);
  }
}

/// Runs the plan of `count` numbers so many times.
static void runPlan(int threads, int64_t count, bool profiled, int times = 1) {
  ThreadPool pool(threads);
  std::string error;
  auto executor = Executor::create(makePlan(count), error, pool);
  ASSERT_TRUE(executor) << error;
  for (int i = 0; i < times; ++i)
    run(*executor, count, profiled);
}

TEST(InterleavedLaunches, TakesTurns) {
  runPlan(/*threads=*/1, 10, /*profiled=*/false);
  std::vector<Step> wanted = {{'a', 0, 4}, {'b', 0, 4},  {'a', 4, 8},
                              {'b', 4, 8}, {'a', 8, 10}, {'b', 8, 10},
                              {'a', 0, 10}};
  EXPECT_EQ(steps, wanted);
}

TEST(InterleavedLaunches, IsMeasuredOneByOne) {
  runPlan(/*threads=*/1, 10, /*profiled=*/true);
  std::vector<Step> wanted = {{'a', 0, 10}, {'b', 0, 10}, {'a', 0, 10}};
  EXPECT_EQ(steps, wanted);
}

TEST(InterleavedLaunches, SharedAmongThreads) {
  runPlan(/*threads=*/3, 1003, /*profiled=*/false, /*times=*/20);
}
