//===- LaunchLoopTest.cpp - launches that are repeated --------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Executor.h"

#include "gtest/gtest.h"

#include <numeric>

using namespace neo;

/// b[2] = b[0] + b[1]
static void add(void *const *b, int64_t, int64_t) {
  *static_cast<int *>(b[2]) =
      *static_cast<int *>(b[0]) + *static_cast<int *>(b[1]);
}

static BufferSpec slice(Slice where) {
  BufferSpec spec;
  spec.kind = BufferKind::Slice;
  spec.bytes = sizeof(int);
  spec.slice = where;
  return spec;
}

static BufferSpec buffer(BufferKind kind, int count, int index = 0) {
  BufferSpec spec;
  spec.kind = kind;
  spec.bytes = count * sizeof(int);
  spec.index = index;
  return spec;
}

static Launch addLaunch(std::vector<int> buffers) {
  return {add, std::move(buffers), 1, 1, "add", {}};
}

static Launch copyLaunch(int from, int to) {
  return {copyBytes, {from, to}, sizeof(int), copyGrain, "copy", {}};
}

/// (start, x[5]) -> (last sum, all sums): a running sum over x.
static LaunchPlan runningSum(bool backwards) {
  int64_t first = backwards ? 4 : 0, step = backwards ? -1 : 1;
  LaunchPlan plan;
  plan.buffers = {
      buffer(BufferKind::Input, 1, 0),  buffer(BufferKind::Input, 5, 1),
      buffer(BufferKind::Temporary, 2), buffer(BufferKind::Result, 5, 1),
      slice({2, 0, 0, 1, 2}),           slice({2, 0, 1, 1, 2}),
      slice({1, 0, first, step, 5}),    slice({3, 0, first, step, 5}),
      slice({2, -1, 1, 0, 2}),          buffer(BufferKind::Result, 1, 0)};
  plan.launches = {copyLaunch(0, 2), addLaunch({4, 6, 5}), copyLaunch(5, 7)};
  plan.loops = {{1, 3, 5, 1}};
  plan.copies = {{8, 9}};
  return plan;
}

static std::vector<int> run(LaunchPlan plan) {
  std::string error;
  ThreadPool pool(2);
  std::unique_ptr<Executor> program =
      Executor::create(std::move(plan), error, pool);
  EXPECT_NE(program, nullptr) << error;
  int start = 100, last = 0;
  std::vector<int> x = {1, 2, 3, 4, 5}, sums(5);
  const void *inputs[] = {&start, x.data()};
  void *results[] = {&last, sums.data()};
  EXPECT_TRUE(program->run(inputs, results));
  sums.push_back(last);
  return sums;
}

TEST(LaunchLoop, CarriesAStateForwards) {
  EXPECT_EQ(run(runningSum(false)),
            (std::vector<int>{101, 103, 106, 110, 115, 115}));
}

TEST(LaunchLoop, CarriesAStateBackwards) {
  EXPECT_EQ(run(runningSum(true)),
            (std::vector<int>{115, 114, 112, 109, 105, 115}));
}

/// sums[i][j] = i + j, by a loop in a loop; a slice lies in a slice.
TEST(LaunchLoop, Nests) {
  LaunchPlan plan;
  plan.buffers = {buffer(BufferKind::Input, 3, 0),
                  buffer(BufferKind::Input, 4, 1),
                  buffer(BufferKind::Result, 12, 0),
                  slice({2, 0, 0, 1, 3}),
                  slice({0, 0, 0, 1, 3}),
                  slice({1, 1, 0, 1, 4}),
                  slice({3, 1, 0, 1, 4})};
  plan.buffers[3].bytes = 4 * sizeof(int);
  plan.launches = {addLaunch({4, 5, 6})};
  plan.loops = {{0, 1, 3, 2}, {0, 1, 4, 2}};
  std::string error;
  auto program = Executor::create(std::move(plan), error);
  ASSERT_NE(program, nullptr) << error;
  std::vector<int> i = {0, 1, 2}, j = {0, 1, 2, 3}, sums(12, -1);
  const void *inputs[] = {i.data(), j.data()};
  void *results[] = {sums.data()};
  EXPECT_TRUE(program->run(inputs, results));
  EXPECT_EQ(sums, (std::vector<int>{0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5}));
}

/// What comes from before a loop is read again in its next trip: nothing
/// inside may take its place, though its last launch comes first.
TEST(LaunchLoop, KeepsWhatEveryTripReads) {
  LaunchPlan plan = runningSum(false);
  // A temporary one = x[0] made before the loop, added in each trip, then two
  // temporaries of the trip that would fit in its place.
  plan.buffers.push_back(buffer(BufferKind::Temporary, 1)); // 10
  plan.buffers.push_back(buffer(BufferKind::Temporary, 1)); // 11
  plan.buffers.push_back(buffer(BufferKind::Temporary, 1)); // 12
  plan.launches = {copyLaunch(0, 2),       copyLaunch(1, 10),
                   addLaunch({10, 6, 11}), addLaunch({11, 6, 12}),
                   addLaunch({4, 12, 5}),  copyLaunch(5, 7)};
  plan.loops = {{2, 6, 5, 1}};
  EXPECT_EQ(run(plan), (std::vector<int>{103, 108, 115, 124, 135, 135}));
}

static std::string errorOf(const LaunchPlan &plan) {
  std::string error;
  EXPECT_FALSE(validateLaunchPlan(plan, error));
  return error;
}

TEST(LaunchLoop, L7SliceBeyondItsBuffer) {
  LaunchPlan plan = runningSum(false);
  plan.buffers[6].slice.period = 6;
  EXPECT_EQ(errorOf(plan), "slice 6 takes 4 bytes at 6 positions of a buffer "
                           "of 20 bytes");
}

TEST(LaunchLoop, L7SliceOfALaterBuffer) {
  LaunchPlan plan = runningSum(false);
  plan.buffers[4].slice.base = 9;
  EXPECT_EQ(errorOf(plan),
            "slice 4 lies in buffer 9; a buffer comes before its slices");
}

TEST(LaunchLoop, L7LoopBeyondThePlan) {
  LaunchPlan plan = runningSum(false);
  plan.loops[0].end = 4;
  EXPECT_EQ(errorOf(plan),
            "loop 0 runs launches 1 to 4 5 times, but the plan has 3 launches");
}

TEST(LaunchLoop, L7LoopsThatOverlap) {
  LaunchPlan plan = runningSum(false);
  plan.loops = {{0, 2, 5, 1}, {1, 3, 5, 2}};
  EXPECT_EQ(errorOf(plan), "loop 0 and loop 1 overlap; loops must nest");
}
