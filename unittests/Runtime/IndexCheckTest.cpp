//===- IndexCheckTest.cpp - indices that are known at run time only -------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Executor.h"

#include "gtest/gtest.h"

#include <limits>

using namespace neo;

static IndexCheck makeCheck(std::vector<int64_t> shape, bool isWide) {
  IndexCheck check;
  check.isWide = isWide;
  check.range.shape = std::move(shape);
  check.range.what = "the rows";
  check.range.extent = 10;
  return check;
}

template <typename Integer>
static std::string find(const std::vector<Integer> &indices) {
  ThreadPool pool(3);
  IndexCheck check = makeCheck({int64_t(indices.size())}, sizeof(Integer) == 8);
  return check.findProblem(indices.data(), pool, 0, nullptr);
}

TEST(IndexCheck, AcceptsWhatIsInside) {
  EXPECT_EQ(find<int64_t>({0, 9, 5}), "");
  EXPECT_EQ(find<int32_t>({0, 9, 5}), "");
  EXPECT_EQ(find<int64_t>({}), "");
}

TEST(IndexCheck, NamesTheFirstThatIsNot) {
  EXPECT_EQ(find<int64_t>({0, 10, 11}),
            "index 10 at [1] of the rows lies outside 0..9, the range of "
            "dimension 0");
  EXPECT_EQ(find<int32_t>({-1}),
            "index -1 at [0] of the rows lies outside 0..9, the range of "
            "dimension 0; indices from data do not count from the end");
}

TEST(IndexCheck, KnowsTheEndsOfItsTypes) {
  using Wide = std::numeric_limits<int64_t>;
  using Narrow = std::numeric_limits<int32_t>;
  EXPECT_NE(find<int64_t>({Wide::max()}), "");
  EXPECT_NE(find<int64_t>({Wide::min()}), "");
  EXPECT_NE(find<int32_t>({Narrow::max()}), "");
  EXPECT_NE(find<int32_t>({Narrow::min()}), "");
}

TEST(IndexCheck, FindsOneAmongManyOnAnyThread) {
  for (size_t place : {size_t(0), size_t(40000), size_t(99999)}) {
    std::vector<int64_t> indices(100000, 3);
    indices[place] = 10;
    std::string shown = "index 10 at [" + std::to_string(place) + "]";
    EXPECT_NE(find(indices).find(shown), std::string::npos);
  }
}

TEST(IndexCheck, ShowsAPlaceInSeveralDimensions) {
  ThreadPool pool(1);
  std::vector<int64_t> indices(24, 0);
  indices[1 * 12 + 2 * 4 + 3] = 12;
  IndexCheck check = makeCheck({2, 3, 4}, true);
  EXPECT_NE(check.findProblem(indices.data(), pool, 0, nullptr)
                .find("at [1, 2, 3] of"),
            std::string::npos);
}

/// b[1][i] = b[0][i] + 1
static void successors(void *const *b, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i)
    static_cast<int64_t *>(b[1])[i] = static_cast<int64_t *>(b[0])[i] + 1;
}

/// Two launches; what the first computes indexes 10 elements in the second.
static LaunchPlan makePlan() {
  LaunchPlan plan;
  plan.buffers = {{BufferKind::Input, 24, 0, {}},
                  {BufferKind::Temporary, 24, 0, {}},
                  {BufferKind::Result, 24, 0, {}}};
  plan.launches = {{successors, {0, 1}, 3, 1, "first"},
                   {successors, {1, 2}, 3, 1, "second"}};
  plan.launches[1].checks = {makeCheck({3}, true)};
  return plan;
}

TEST(IndexCheck, StopsARunBeforeTheLaunch) {
  std::string error, problem;
  ThreadPool pool(2);
  auto program = Executor::create(makePlan(), error, pool);
  ASSERT_TRUE(program) << error;
  int64_t x[] = {0, 9, 4}, y[] = {-7, -7, -7};
  const void *inputs[] = {x};
  void *results[] = {y};
  EXPECT_FALSE(program->run(inputs, results, nullptr, &problem));
  EXPECT_EQ(problem, "index 10 at [1] of the rows lies outside 0..9, the range "
                     "of dimension 0");
  EXPECT_EQ(y[0], -7);
  EXPECT_FALSE(program->run(inputs, results));
  x[1] = 8;
  problem.clear();
  EXPECT_TRUE(program->run(inputs, results, nullptr, &problem));
  EXPECT_EQ(problem, "");
  EXPECT_EQ(y[1], 10);
}

TEST(IndexCheck, MustFitItsBuffer) {
  std::string error;
  LaunchPlan plan = makePlan();
  plan.launches[1].checks[0].range.shape = {4};
  EXPECT_FALSE(validateLaunchPlan(plan, error));
  EXPECT_NE(error.find("checks indices of 32 bytes in a buffer of 24"),
            std::string::npos);
  plan = makePlan();
  plan.launches[1].checks[0].buffer = 2;
  EXPECT_FALSE(validateLaunchPlan(plan, error));
  EXPECT_NE(error.find("checks its buffer 2, but names 2 buffers"),
            std::string::npos);
}
