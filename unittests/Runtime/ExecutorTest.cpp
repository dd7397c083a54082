//===- ExecutorTest.cpp - runs a launch plan ------------------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Executor.h"

#include "gtest/gtest.h"

#include <numeric>
#include <thread>

using namespace neo;

/// b[2][i] = b[0][i] + b[1][i]
static void add(void *const *b, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i)
    static_cast<float *>(b[2])[i] =
        static_cast<float *>(b[0])[i] + static_cast<float *>(b[1])[i];
}

/// b[1][i] = b[0][i] * b[0][i]
static void square(void *const *b, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i)
    static_cast<float *>(b[1])[i] =
        static_cast<float *>(b[0])[i] * static_cast<float *>(b[0])[i];
}

/// b[0][i] += 1, in place
static void increment(void *const *b, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i)
    static_cast<float *>(b[0])[i] += 1;
}

static std::vector<char> bytesOf(const std::vector<float> &values) {
  const char *data = reinterpret_cast<const char *>(values.data());
  return std::vector<char>(data, data + values.size() * sizeof(float));
}

static constexpr int64_t count = 1000;
static constexpr size_t bytes = count * sizeof(float);

/// (x, y) -> ((x + y)^2 + 1, x, a constant), through two temporaries.
static LaunchPlan examplePlan() {
  std::vector<float> constant(count);
  std::iota(constant.begin(), constant.end(), 0.0f);
  LaunchPlan plan;
  plan.buffers = {{BufferKind::Input, bytes, 0, {}},
                  {BufferKind::Input, bytes, 1, {}},
                  {BufferKind::Temporary, bytes, 0, {}},
                  {BufferKind::Result, bytes, 0, {}},
                  {BufferKind::Result, bytes, 1, {}},
                  {BufferKind::Constant, bytes, 0, bytesOf(constant)},
                  {BufferKind::Result, bytes, 2, {}}};
  plan.launches = {{add, {0, 1, 2}, count, 16, "add"},
                   {square, {2, 3}, count, 16, "square"},
                   {increment, {3}, count, 16, "increment"}};
  plan.copies = {{0, 4}, {5, 6}};
  return plan;
}

static std::unique_ptr<Executor> make(LaunchPlan plan, ThreadPool &pool) {
  std::string error;
  std::unique_ptr<Executor> program =
      Executor::create(std::move(plan), error, pool);
  EXPECT_NE(program, nullptr) << error;
  return program;
}

static void runExample(Executor &program, float scale) {
  std::vector<float> x(count), y(count, 2.0f), r0(count), r1(count), r2(count);
  for (int64_t i = 0; i < count; ++i)
    x[i] = scale * float(i);
  const void *inputs[] = {x.data(), y.data()};
  void *results[] = {r0.data(), r1.data(), r2.data()};
  program.run(inputs, results);
  for (int64_t i = 0; i < count; ++i) {
    ASSERT_EQ(r0[i], (x[i] + 2) * (x[i] + 2) + 1);
    ASSERT_EQ(r1[i], x[i]);
    ASSERT_EQ(r2[i], float(i));
  }
}

/// b[1][i] = how often this ran
static void countRuns(void *const *b, int64_t begin, int64_t end) {
  static float runs = 0;
  runs += begin == 0;
  std::fill(static_cast<float *>(b[1]) + begin,
            static_cast<float *>(b[1]) + end, runs);
}

TEST(Executor, RepeatsConstants) {
  LaunchPlan plan;
  std::vector<char> pair = bytesOf({7.0f, 8.0f});
  plan.buffers = {{BufferKind::Constant, bytes, 0, pair, bytes / pair.size()},
                  {BufferKind::Constant, 0, 0, {}, 0},
                  {BufferKind::Result, bytes, 0, {}},
                  {BufferKind::Result, 0, 1, {}}};
  plan.copies = {{0, 2}, {1, 3}};
  ThreadPool pool(2);
  std::unique_ptr<Executor> program = make(std::move(plan), pool);
  std::vector<float> found(count);
  void *results[] = {found.data(), nullptr};
  EXPECT_TRUE(program->run(nullptr, results));
  for (int64_t i = 0; i < count; ++i)
    ASSERT_EQ(found[i], i % 2 ? 8.0f : 7.0f);
}

/// What a program of large constants asks for is known before it exists.
TEST(Executor, AsksForMemoryBeforeItRepeats) {
  LaunchPlan plan;
  size_t large = size_t(1) << 50;
  plan.buffers = {{BufferKind::Constant, large, 0, bytesOf({1}), large / 4},
                  {BufferKind::Result, large, 0, {}}};
  plan.copies = {{0, 1}};
  ThreadPool pool(1);
  std::string error;
  EXPECT_EQ(Executor::create(std::move(plan), error, pool), nullptr);
  EXPECT_EQ(error.find("the program needs " + std::to_string(large) +
                       " bytes of memory at once"),
            0u);
}

TEST(Executor, PreparesInTheFirstRun) {
  LaunchPlan plan;
  plan.buffers = {{BufferKind::Input, bytes, 0, {}},
                  {BufferKind::Input, bytes, 1, {}},
                  {BufferKind::Kept, bytes, 0, {}},
                  {BufferKind::Result, bytes, 0, {}}};
  plan.launches = {{countRuns, {0, 2}, count, count, "once"},
                   {add, {1, 2, 3}, count, 16, "add"}};
  plan.prepared = 1;
  ThreadPool pool(2);
  std::unique_ptr<Executor> program = make(std::move(plan), pool);
  for (float run : {1.0f, 2.0f, 3.0f}) {
    std::vector<float> w(count), x(count, run), result(count);
    const void *inputs[] = {w.data(), x.data()};
    void *results[] = {result.data()};
    EXPECT_TRUE(program->run(inputs, results));
    EXPECT_EQ(result.front(), run + 1);
    EXPECT_EQ(result.back(), run + 1);
  }
}

TEST(Executor, RunsAPlan) {
  for (int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    std::unique_ptr<Executor> program = make(examplePlan(), pool);
    EXPECT_EQ(program->inputCount(), 2);
    EXPECT_EQ(program->resultCount(), 3);
    for (int run = 0; run < 20; ++run)
      runExample(*program, float(run));
  }
}

TEST(Executor, IsSafeFromSeveralThreads) {
  ThreadPool pool(2);
  std::unique_ptr<Executor> program = make(examplePlan(), pool);
  std::vector<std::thread> users;
  for (int user = 0; user < 4; ++user)
    users.emplace_back([&, user] {
      for (int run = 0; run < 200; ++run)
        runExample(*program, float(user + 1));
    });
  for (std::thread &user : users)
    user.join();
}

TEST(Executor, SharesTheMemoryOfTemporaries) {
  // A chain of eight squares: two temporaries are alive at any step.
  LaunchPlan plan;
  plan.buffers = {{BufferKind::Input, bytes, 0, {}}};
  for (int i = 0; i < 7; ++i)
    plan.buffers.push_back({BufferKind::Temporary, bytes, 0, {}});
  plan.buffers.push_back({BufferKind::Result, bytes, 0, {}});
  for (int i = 0; i < 8; ++i)
    plan.launches.push_back({square, {i, i + 1}, count, 1, "square"});
  ThreadPool pool(2);
  std::unique_ptr<Executor> program = make(std::move(plan), pool);
  size_t rounded = (bytes + 63) / 64 * 64;
  EXPECT_EQ(program->stats().temporaryBytes, 7 * rounded);
  EXPECT_EQ(program->stats().arenaBytes, 2 * rounded);
  std::vector<float> x(count, 1.001f), y(count);
  const void *inputs[] = {x.data()};
  void *results[] = {y.data()};
  program->run(inputs, results);
  float expected = 1.001f;
  for (int i = 0; i < 8; ++i)
    expected *= expected;
  for (float value : y)
    ASSERT_EQ(value, expected);
}

TEST(Executor, CopiesATemporaryAliveToTheEnd) {
  // The temporary is the second result too: nothing may take its place.
  LaunchPlan plan;
  plan.buffers = {{BufferKind::Input, bytes, 0, {}},
                  {BufferKind::Temporary, bytes, 0, {}},
                  {BufferKind::Temporary, bytes, 0, {}},
                  {BufferKind::Result, bytes, 0, {}},
                  {BufferKind::Result, bytes, 1, {}}};
  plan.launches = {{square, {0, 1}, count, 1, ""},
                   {square, {1, 2}, count, 1, ""},
                   {square, {2, 3}, count, 1, ""}};
  plan.copies = {{1, 4}};
  ThreadPool pool(2);
  std::unique_ptr<Executor> program = make(std::move(plan), pool);
  std::vector<float> x(count, 2), y(count), z(count);
  const void *inputs[] = {x.data()};
  void *results[] = {y.data(), z.data()};
  program->run(inputs, results);
  EXPECT_EQ(y[count - 1], 256.0f);
  EXPECT_EQ(z[count - 1], 4.0f);
}

TEST(Executor, EmptyBuffersMayBeNull) {
  LaunchPlan plan;
  plan.buffers = {{BufferKind::Input, 0, 0, {}},
                  {BufferKind::Result, 0, 0, {}},
                  {BufferKind::Result, 0, 1, {}}};
  plan.launches = {{square, {0, 1}, 0, 8, "square"}};
  plan.copies = {{0, 2}};
  ThreadPool pool(2);
  std::unique_ptr<Executor> program = make(std::move(plan), pool);
  const void *inputs[] = {nullptr};
  void *results[] = {nullptr, nullptr};
  program->run(inputs, results);
}

TEST(Executor, MeasuresEachLaunch) {
  ThreadPool pool(2);
  std::unique_ptr<Executor> program = make(examplePlan(), pool);
  std::vector<float> x(count), y(count), r0(count), r1(count), r2(count);
  const void *inputs[] = {x.data(), y.data()};
  void *results[] = {r0.data(), r1.data(), r2.data()};
  std::vector<double> seconds;
  program->runProfiled(inputs, results, seconds);
  ASSERT_EQ(seconds.size(), 3u);
  for (double s : seconds)
    EXPECT_GT(s, 0);
  EXPECT_EQ(r0[0], 1);
}

TEST(Executor, RefusesWhatTheMachineCannotHold) {
  LaunchPlan plan = examplePlan();
  plan.buffers[2].bytes = size_t(1) << 60;
  std::string error;
  EXPECT_EQ(Executor::create(std::move(plan), error), nullptr);
  EXPECT_NE(error.find("bytes of memory"), std::string::npos) << error;
}

TEST(Executor, RefusesAnInvalidPlan) {
  LaunchPlan plan = examplePlan();
  plan.launches[1].buffers[0] = 99;
  std::string error;
  EXPECT_EQ(Executor::create(std::move(plan), error), nullptr);
  EXPECT_EQ(error,
            "launch 1 (square) names buffer 99, but the plan has 7 buffers");
}
