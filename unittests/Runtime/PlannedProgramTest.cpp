//===- PlannedProgramTest.cpp - A program without its code ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/PlannedProgram.h"

#include "gtest/gtest.h"

using namespace neo;

/// A program in which no member has its default.
static PlannedProgram makeProgram() {
  PlannedProgram program;
  program.inputs = {{"f32", {BufferType::anyBatch, 3}}, {"i64", {}}};
  program.results = {{"bf16", {0}}};
  program.hasBatch = true;
  BufferSpec constant;
  constant.kind = BufferKind::Constant;
  constant.bytes = 3;
  constant.index = 1;
  constant.data = {'a', '\0', 'b'};
  constant.copies = 19;
  constant.slice = {4, 5, 6, -7, 8};
  constant.bytesPerItem = 9;
  constant.holdsCount = true;
  program.plan.buffers = {constant, BufferSpec()};
  Launch launch;
  launch.buffers = {0, 1};
  launch.extent = 11;
  launch.grain = 12;
  launch.name = "main_kernel0";
  launch.code = "neo_0";
  IndexCheck check;
  check.buffer = 1;
  check.isWide = false;
  check.range = {{2, 3}, "'I'", 1, 13};
  launch.checks = {check};
  launch.itemsPerStep = 14;
  launch.together = 17;
  launch.block = 18;
  Launch copy;
  copy.fn = copyBytes;
  program.plan.launches = {launch, copy};
  program.plan.copies = {{1, 0}};
  program.plan.loops = {{0, 2, 15, 1}};
  program.plan.prepared = 16;
  return program;
}

TEST(PlannedProgramTest, ComesBackWhole) {
  std::string bytes = writeProgram(makeProgram());
  std::optional<PlannedProgram> back = readProgram(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(writeProgram(*back), bytes);
  EXPECT_EQ(back->inputs[0].shape[0], BufferType::anyBatch);
  EXPECT_EQ(back->plan.buffers[0].data, makeProgram().plan.buffers[0].data);
  EXPECT_EQ(back->plan.buffers[0].copies, 19u);
  EXPECT_EQ(back->plan.buffers[0].slice.step, -7);
  const Launch &launch = back->plan.launches[0];
  EXPECT_EQ(launch.code, "neo_0");
  EXPECT_EQ(launch.fn, nullptr);
  EXPECT_EQ(launch.checks[0].range.what, "'I'");
  EXPECT_EQ(launch.itemsPerStep, 14);
  EXPECT_EQ(launch.together, 17u);
  EXPECT_EQ(launch.block, 18);
  EXPECT_EQ(back->plan.launches[1].fn, &copyBytes);
  EXPECT_EQ(back->plan.loops[0].trips, 15);
  EXPECT_EQ(back->plan.prepared, 16u);
}

TEST(PlannedProgramTest, RefusesEveryPartOfItself) {
  std::string bytes = writeProgram(makeProgram());
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(readProgram(std::string_view(bytes).substr(0, size))) << size;
  EXPECT_FALSE(readProgram(bytes + '\0'));
}

TEST(PlannedProgramTest, ReadsDamagedCountsWithoutHarm) {
  std::string bytes = writeProgram(makeProgram());
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = char(0xff);
    (void)readProgram(damaged); // Whatever it gives.
  }
}
