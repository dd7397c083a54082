//===- LaunchPlanTest.cpp - rules L1 to L5, L9 and L10 -------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/LaunchPlan.h"

#include "gtest/gtest.h"

using namespace neo;

static void nothing(void *const *, int64_t, int64_t) {}

/// result 0 = kernel(input 0), 4 bytes each.
static LaunchPlan validPlan() {
  LaunchPlan plan;
  plan.buffers = {{BufferKind::Input, 4, 0, {}},
                  {BufferKind::Result, 4, 0, {}}};
  plan.launches = {{nothing, {0, 1}, 1, 1, "k"}};
  return plan;
}

static std::string errorOfRecord(const LaunchPlan &plan) {
  std::string error;
  bool isValid = validateLaunchPlan(plan, error);
  EXPECT_EQ(isValid, error.empty());
  return error;
}

TEST(LaunchPlan, AcceptsAValidPlan) {
  EXPECT_EQ(errorOfRecord(validPlan()), "");
  EXPECT_EQ(errorOfRecord(LaunchPlan()), "");
}

TEST(LaunchPlan, L1InputTwice) {
  LaunchPlan plan = validPlan();
  plan.buffers.push_back({BufferKind::Input, 4, 0, {}});
  EXPECT_EQ(errorOfRecord(plan),
            "input 0 has two buffers; give it one and use a copy");
}

TEST(LaunchPlan, L1NegativeIndex) {
  LaunchPlan plan = validPlan();
  plan.buffers[0].index = -3;
  EXPECT_EQ(errorOfRecord(plan),
            "input -3 has a negative index; indices begin at 0");
}

TEST(LaunchPlan, L1ResultMissing) {
  LaunchPlan plan = validPlan();
  plan.buffers[1].index = 1;
  EXPECT_EQ(errorOfRecord(plan),
            "result 0 has no buffer, though later ones have; "
            "number them without gaps");
}

TEST(LaunchPlan, L1InputsMayBeMissing) {
  LaunchPlan plan = validPlan();
  plan.buffers[0].index = 7;
  EXPECT_EQ(errorOfRecord(plan), "");
}

TEST(LaunchPlan, L2ConstantWithoutItsData) {
  LaunchPlan plan = validPlan();
  plan.buffers.push_back({BufferKind::Constant, 4, 0, {'a', 'b'}});
  EXPECT_EQ(errorOfRecord(plan),
            "buffer 2 carries 2 bytes of data instead of 4");
}

TEST(LaunchPlan, L2CopiesOfTheData) {
  LaunchPlan plan = validPlan();
  plan.buffers.push_back({BufferKind::Constant, 4, 0, {'a', 'b'}, 2});
  EXPECT_EQ(errorOfRecord(plan), "");
  plan.buffers[2].copies = 3;
  EXPECT_EQ(errorOfRecord(plan),
            "buffer 2 carries 2 bytes of data, 3 times, instead of 4");
  plan.buffers[2].copies = SIZE_MAX;
  EXPECT_NE(errorOfRecord(plan), "");
}

TEST(LaunchPlan, L2DataOfSomethingElse) {
  LaunchPlan plan = validPlan();
  plan.buffers[0].data = {'a'};
  EXPECT_EQ(errorOfRecord(plan),
            "buffer 0 carries 1 bytes of data instead of 0; "
            "only constants carry data");
}

TEST(LaunchPlan, L3NoKernel) {
  LaunchPlan plan = validPlan();
  plan.launches[0].fn = nullptr;
  EXPECT_EQ(errorOfRecord(plan), "launch 0 (k) has no kernel");
}

TEST(LaunchPlan, L3UnknownBuffer) {
  LaunchPlan plan = validPlan();
  plan.launches[0].buffers = {0, 2};
  EXPECT_EQ(errorOfRecord(plan),
            "launch 0 (k) names buffer 2, but the plan has 2 buffers");
}

TEST(LaunchPlan, L3BadRange) {
  LaunchPlan plan = validPlan();
  plan.launches[0].grain = 0;
  EXPECT_EQ(errorOfRecord(plan),
            "launch 0 (k) has extent 1 and grain 0; the extent "
            "must be >= 0 and the grain >= 1");
}

TEST(LaunchPlan, L4CopyToSomethingElseThanAResult) {
  LaunchPlan plan = validPlan();
  plan.copies = {{1, 0}};
  EXPECT_EQ(errorOfRecord(plan),
            "copy 0 must go to a result, from another buffer");
}

TEST(LaunchPlan, L4CopyOfAnotherSize) {
  LaunchPlan plan = validPlan();
  plan.buffers.push_back({BufferKind::Result, 8, 1, {}});
  plan.copies = {{0, 2}};
  EXPECT_EQ(errorOfRecord(plan),
            "copy 0 goes from 4 bytes to 8 bytes; both must be "
            "of one size");
}

TEST(LaunchPlan, L4CopyFromNowhere) {
  LaunchPlan plan = validPlan();
  plan.copies = {{-1, 1}};
  EXPECT_EQ(errorOfRecord(plan),
            "copy 0 names buffer -1, but the plan has 2 buffers");
}

TEST(LaunchPlan, L5ResultOfNothing) {
  LaunchPlan plan = validPlan();
  plan.launches.clear();
  EXPECT_EQ(errorOfRecord(plan),
            "result 0 is computed by no launch and filled by no copy");
  plan.buffers[1].bytes = 0;
  EXPECT_EQ(errorOfRecord(plan), "");
}

/// kept 1 = kernel(input 0), once; result 0 = kernel(kept 1).
static LaunchPlan preparedPlan() {
  LaunchPlan plan;
  plan.buffers = {{BufferKind::Input, 4, 0, {}},
                  {BufferKind::Kept, 4, 0, {}},
                  {BufferKind::Result, 4, 0, {}}};
  plan.launches = {{nothing, {0, 1}, 1, 1, "once"},
                   {nothing, {1, 2}, 1, 1, "k"}};
  plan.prepared = 1;
  return plan;
}

TEST(LaunchPlan, L9PreparedInALoop) {
  LaunchPlan plan = preparedPlan();
  EXPECT_EQ(errorOfRecord(plan), "");
  plan.loops = {{0, 2, 3, 1}};
  EXPECT_EQ(errorOfRecord(plan),
            "the first run prepares 1 launches, but only 0 come "
            "before every loop");
}

TEST(LaunchPlan, L9PreparedForOneRun) {
  LaunchPlan plan = preparedPlan();
  plan.prepared = 2;
  EXPECT_EQ(errorOfRecord(plan),
            "launch 1 runs once, but names buffer 2, which is not kept");
}

TEST(LaunchPlan, L9KeptByNobody) {
  LaunchPlan plan = preparedPlan();
  plan.prepared = 0;
  EXPECT_EQ(errorOfRecord(plan), "buffer 1 is kept, but never prepared");
}

static std::string errorOfTogether(size_t together, int64_t block,
                                   BufferKind kind, int64_t extent) {
  LaunchPlan plan = validPlan();
  plan.buffers.push_back({kind, 4, 1, {}});
  Launch other = plan.launches[0];
  other.buffers = {0, 2};
  other.extent = extent;
  plan.launches.push_back(other);
  plan.launches[0].together = together;
  plan.launches[0].block = block;
  return errorOfRecord(plan);
}

TEST(LaunchPlan, L10Together) {
  EXPECT_EQ(errorOfTogether(2, 1, BufferKind::Result, 1), "");
}

TEST(LaunchPlan, L10TooMany) {
  EXPECT_EQ(errorOfTogether(3, 1, BufferKind::Result, 1),
            "launch 0 is interleaved with 2 others, in blocks of 1: there are "
            "not so many, or blocks are empty");
  EXPECT_EQ(errorOfTogether(2, 0, BufferKind::Result, 1),
            "launch 0 is interleaved with 1 others, in blocks of 0: there are "
            "not so many, or blocks are empty");
}

TEST(LaunchPlan, L10InOrder) {
  std::string wanted =
      "launch 0 is interleaved with launches that depend on an order";
  EXPECT_EQ(errorOfTogether(2, 1, BufferKind::Temporary, 1), wanted);
  EXPECT_EQ(errorOfTogether(2, 1, BufferKind::Result, 2), wanted);
}
