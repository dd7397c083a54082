//===- InterleaveLaunchesTest.cpp - which launches are interleaved --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/NeoDialect.h"
#include "Neo/Target/Program.h"
#include "ParseKernels.h"

using namespace neo;

static const std::string own = "{neo.disjoint_footprints}";
static const std::string shared = "";

/// A result and the gradients of a depthwise layer of `planes` 56x56 planes;
/// the second launch with an attribute, a range and an operand of its own.
static LaunchPlan planOf(int planes, const std::string &attribute = own,
                         const std::string &range = "32",
                         const std::string &from = "%d") {
  std::string t = "tensor<" + std::to_string(planes) + "x56x56xf32>";
  std::string w = "tensor<" + std::to_string(planes) + "x3x3xf32>";
  ParsedKernels parsed("module {}");
  parsed.context.loadDialect<NeoDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "func.func @f(%x: " + t + ", %w: " + w + ", %d: " + t + ") -> (" + t +
          ", " + t + ", " + w + ") {\n" +
          "  %0 = neo.launch @k(%x, %w) range 32 grain 1 "
          "{neo.disjoint_footprints} : (" +
          t + ", " + w + ") -> " + t + "\n" + "  %1 = neo.launch @k(" + from +
          ", %w) range " + range + " grain 1 " + attribute + " : (" + t + ", " +
          w + ") -> " + t + "\n" +
          "  %2 = neo.launch @k(%x, %d) range 32 grain 1 "
          "{neo.disjoint_footprints} : (" +
          t + ", " + t + ") -> " + w + "\n" + "  return %0, %1, %2 : " + t +
          ", " + t + ", " + w + "\n}\nfunc.func private @k()",
      &parsed.context);
  EXPECT_TRUE(module);
  auto plan = buildLaunchPlan(module->lookupSymbol<mlir::func::FuncOp>("f"));
  EXPECT_TRUE(bool(plan));
  return std::move(*plan);
}

/// Of how many launches each group is.
static std::vector<size_t> groups(const LaunchPlan &plan) {
  std::vector<size_t> sizes;
  for (size_t i = 0; i < plan.launches.size(); i += plan.launches[i].together)
    sizes.push_back(plan.launches[i].together);
  return sizes;
}

using Sizes = std::vector<size_t>;

// The first two have but weights in common, and each a tensor with the third.
TEST(InterleaveLaunches, WhatReadsTheSame) {
  LaunchPlan plan = planOf(64);
  EXPECT_EQ(groups(plan), (Sizes{3}));
  EXPECT_EQ(plan.launches[0].block, 2);
}

TEST(InterleaveLaunches, NotWhatTheCachesHold) {
  EXPECT_EQ(groups(planOf(48)), (Sizes{1, 1, 1}));
}

TEST(InterleaveLaunches, NotWhatStepsShare) {
  EXPECT_EQ(groups(planOf(128, shared)), (Sizes{1, 1, 1}));
}

TEST(InterleaveLaunches, NotAnotherRange) {
  EXPECT_EQ(groups(planOf(128, own, "64")), (Sizes{1, 1, 1}));
}

TEST(InterleaveLaunches, NotWhatAnotherOneWrites) {
  EXPECT_EQ(groups(planOf(128, own, "32", "%0")), (Sizes{1, 1, 1}));
}
