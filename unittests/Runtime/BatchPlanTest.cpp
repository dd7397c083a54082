//===- BatchPlanTest.cpp - one plan for every batch size ------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/BatchPlan.h"

#include "gtest/gtest.h"

#include <limits>
#include <numeric>

using namespace neo;

static int64_t itemsIn(void *buffer) {
  return *static_cast<const int64_t *>(buffer);
}

/// b[1][i] = b[0][i] + 1, two items per step, up to the number in b[2].
static void addOne(void *const *b, int64_t begin, int64_t end) {
  for (int64_t i = 2 * begin; i < std::min(2 * end, itemsIn(b[2])); ++i)
    static_cast<float *>(b[1])[i] = static_cast<float *>(b[0])[i] + 1;
}

/// b[1][0] = the sum of b[0]
static void sum(void *const *b, int64_t begin, int64_t end) {
  auto *x = static_cast<const float *>(b[0]);
  for (int64_t i = begin; i < end; ++i)
    static_cast<float *>(b[1])[0] = std::accumulate(x, x + itemsIn(b[2]), 0.0f);
}

/// x -> (sum(x + 1), x), one float per item.
static LaunchPlan batchPlan() {
  LaunchPlan plan;
  plan.buffers = {{BufferKind::Input, 0, 0, {}},
                  {BufferKind::Temporary, 0, 0, {}},
                  {BufferKind::Result, 4, 0, {}},
                  {BufferKind::Result, 0, 1, {}},
                  {BufferKind::Constant, sizeof(int64_t), 0, {}}};
  for (int perItem : {0, 1, 3})
    plan.buffers[perItem].bytesPerItem = 4;
  plan.buffers[4].holdsCount = true;
  plan.launches = {{addOne, {0, 1, 4}, 1, 1, "addOne"},
                   {sum, {1, 2, 4}, 1, 1, "sum"}};
  plan.launches[0].itemsPerStep = 2;
  plan.copies = {{0, 3}};
  return plan;
}

static void runBatch(BatchExecutor &program, int64_t items) {
  std::string error;
  std::shared_ptr<Executor> executor = program.get(items, error);
  ASSERT_NE(executor, nullptr) << error;
  std::vector<float> x(items), copy(items);
  std::iota(x.begin(), x.end(), 0.0f);
  float total = -1;
  const void *inputs[] = {x.data()};
  void *results[] = {&total, copy.data()};
  EXPECT_TRUE(executor->run(inputs, results));
  EXPECT_EQ(total, float(items * (items + 1) / 2));
  EXPECT_EQ(copy, x);
}

TEST(BatchPlan, SizesFollowTheBatch) {
  std::string error;
  std::optional<LaunchPlan> plan = planForBatch(batchPlan(), 7, error);
  ASSERT_TRUE(plan) << error;
  EXPECT_EQ(plan->buffers[0].bytes, 28u);
  EXPECT_EQ(plan->buffers[2].bytes, 4u);
  EXPECT_EQ(plan->launches[0].extent, 4);
  EXPECT_EQ(plan->launches[1].extent, 1);
  EXPECT_TRUE(validateLaunchPlan(*plan, error)) << error;
}

TEST(BatchPlan, IndexChecksFollowTheBatchInAnyDimension) {
  LaunchPlan plan = batchPlan();
  IndexCheck check;
  check.isWide = false;
  check.range.shape = {IndexRange::itemsOfBatch, 1};
  plan.launches[0].checks = {check};
  std::string error;
  std::optional<LaunchPlan> sized = planForBatch(plan, 7, error);
  ASSERT_TRUE(sized) << error;
  EXPECT_EQ(sized->launches[0].checks[0].range.count(), 7);
  check.range.shape = {3, IndexRange::itemsOfBatch};
  plan.launches[0].checks = {check};
  EXPECT_EQ(planForBatch(plan, 5, error)->launches[0].checks[0].range.count(),
            15);
}

TEST(BatchPlan, RunsEverySize) {
  for (int threads : {1, 2}) {
    ThreadPool pool(threads);
    BatchExecutor program(batchPlan(), pool);
    for (int64_t items : {1, 2, 3, 7, 64, 65, 1000, 2, 64})
      runBatch(program, items);
  }
}

TEST(BatchPlan, KeepsTheLastSizes) {
  ThreadPool pool(1);
  BatchExecutor program(batchPlan(), pool);
  std::string error;
  std::shared_ptr<Executor> first = program.get(1, error);
  std::weak_ptr<Executor> second = program.get(2, error);
  for (int64_t items = 3; items < 6; ++items) {
    program.get(items, error);
    EXPECT_EQ(program.get(1, error), first);
  }
  EXPECT_TRUE(second.expired());
}

TEST(BatchPlan, RefusesEmptyAndHugeBatches) {
  std::string error;
  EXPECT_FALSE(planForBatch(batchPlan(), 0, error));
  EXPECT_EQ(error, "a batch has at least 1 item, not 0");
  LaunchPlan wide = batchPlan();
  wide.buffers[1].bytesPerItem = size_t(1) << 40;
  int64_t most = std::numeric_limits<int64_t>::max();
  EXPECT_FALSE(planForBatch(wide, most, error));
  EXPECT_EQ(error, "a batch of 9223372036854775807 items needs more than 2^63 "
                   "bytes; use a smaller one");
}

TEST(BatchPlan, L8SizesAreNumbers) {
  LaunchPlan plan = batchPlan();
  std::string error;
  EXPECT_FALSE(validateLaunchPlan(plan, error));
  EXPECT_EQ(error, "buffer 0 depends on the size of a batch; choose one by "
                   "planForBatch");
  for (BufferSpec &buffer : plan.buffers)
    buffer.bytesPerItem = 0;
  plan.buffers[4].holdsCount = false;
  EXPECT_FALSE(validateLaunchPlan(plan, error));
  EXPECT_EQ(error, "launch 0 depends on the size of a batch; choose one by "
                   "planForBatch");
}
