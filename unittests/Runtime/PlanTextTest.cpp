//===- PlanTextTest.cpp - A launch plan as a text -------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Module/PlanText.h"

#include "gtest/gtest.h"

using namespace neo;

/// A plan in which no member has its default.
static LaunchPlan makePlan() {
  LaunchPlan plan;
  plan.buffers = {{BufferKind::Input, 64, 3, {}},
                  {BufferKind::Constant, 12, 0, {}},
                  {BufferKind::Slice, 8, 0, {}},
                  {BufferKind::Kept, 16, 0, {}}};
  plan.buffers[1].tensor = "0123";
  plan.buffers[1].copies = 3;
  plan.buffers[2].slice = {0, 4, 5, -6, 7};
  Launch launch;
  launch.name = "matmul";
  launch.code = "neo_0__packed";
  launch.buffers = {0, 1};
  launch.extent = 8;
  launch.grain = 9;
  launch.together = 10;
  launch.block = 11;
  IndexCheck check;
  check.buffer = 1;
  check.isWide = false;
  check.range = {{2, 3}, "'I'", 1, 13};
  launch.checks = {check};
  plan.launches = {launch};
  plan.copies = {{1, 2}};
  plan.loops = {{1, 2, 3, 4}};
  plan.prepared = 5;
  plan.memory.emplace();
  plan.memory->peakBytes = 128;
  plan.memory->offsets = {0, 64, 0, 0};
  return plan;
}

static std::string planRefusal(const std::string &text) {
  std::string error;
  EXPECT_FALSE(readPlanText(text, "plan", error).has_value()) << text;
  return error;
}

static std::string replaced(std::string text, const std::string &from,
                            const std::string &to) {
  size_t place = text.find(from);
  EXPECT_NE(place, text.npos) << from;
  return text.replace(place, from.size(), to);
}

TEST(PlanTextTest, ComesBackWhole) {
  std::string text = writePlanText(makePlan()), error;
  std::optional<LaunchPlan> plan = readPlanText(text, "plan", error);
  ASSERT_TRUE(plan.has_value()) << error;
  EXPECT_EQ(writePlanText(*plan), text);
  EXPECT_EQ(plan->buffers[0].index, 3);
  EXPECT_EQ(plan->buffers[1].tensor, "0123");
  EXPECT_EQ(plan->buffers[1].copies, 3u);
  EXPECT_EQ(plan->buffers[2].slice.step, -6);
  EXPECT_EQ(plan->buffers[3].kind, BufferKind::Kept);
  EXPECT_EQ(plan->launches[0].checks[0].range.shape[1], 3);
  EXPECT_EQ(plan->loops[0].next, 4u);
  EXPECT_EQ(plan->memory->offsets[1], 64u);
}

TEST(PlanTextTest, LaunchesWithoutCodeCopy) {
  LaunchPlan plan = makePlan();
  plan.launches[0].code.clear();
  std::string error;
  auto again = readPlanText(writePlanText(plan), "plan", error);
  ASSERT_TRUE(again.has_value()) << error;
  EXPECT_EQ(again->launches[0].fn, &copyBytes);
}

TEST(PlanTextTest, NamesTheFieldThatIsWrong) {
  std::string text = writePlanText(makePlan());
  EXPECT_EQ(planRefusal(replaced(text, "\"grain\": 9", "\"grain\": \"9\"")),
            "plan: launches[0].grain is a string, but must be a number");
  EXPECT_EQ(planRefusal(replaced(text, "\"grain\": 9, ", "")),
            "plan: launches[0] has no 'grain'");
  EXPECT_EQ(planRefusal(replaced(text, "\"grain\"", "\"brain\": 1, \"grain\"")),
            "plan: launches[0] has \"brain\", which is no field of it");
  EXPECT_EQ(planRefusal(replaced(text, "\"kept\"", "\"lost\"")),
            "plan: buffers[3].kind is \"lost\", which is none of its words");
  EXPECT_EQ(planRefusal(replaced(text, "\"bytes\": 64", "\"bytes\": -1")),
            "plan: buffers[0].bytes is -1, which is out of range");
  EXPECT_EQ(
      planRefusal(replaced(text, "[0, 1]", "[0, 5000000000]")),
      "plan: launches[0].buffers[1] is 5000000000, which is out of range");
  EXPECT_EQ(planRefusal("[]"),
            "plan: the text is an array, but must be an object");
  EXPECT_EQ(planRefusal("{"), "plan: line 1: a member without a name");
}
