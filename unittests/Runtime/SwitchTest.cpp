//===- SwitchTest.cpp - Environment variables that are on or off ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Switch.h"

#include "gtest/gtest.h"

#include <cstdlib>

using namespace neo;

/// What stderr says when the variable is asked for.
static std::string ask(const char *value, bool isOn) {
  setenv("NEO_SWITCH", value, 1);
  testing::internal::CaptureStderr();
  EXPECT_EQ(isSwitchedOn("NEO_SWITCH"), isOn) << value;
  unsetenv("NEO_SWITCH");
  return testing::internal::GetCapturedStderr();
}

TEST(Switch, IsOnUnlessItIsZero) {
  EXPECT_TRUE(isSwitchedOn("NEO_SWITCH"));
  EXPECT_EQ(ask("", true), "");
  EXPECT_EQ(ask("1", true), "");
  EXPECT_EQ(ask("0", false), "");
}

TEST(Switch, TellsOnceOfAnotherValue) {
  EXPECT_EQ(ask("off", true),
            "neo: NEO_SWITCH is 'off', which is neither 0 nor 1; using 1\n");
  EXPECT_EQ(ask("off", true), "");
}
