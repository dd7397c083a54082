//===- VariablesTest.cpp - Values of environment variables ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Variables.h"

#include "gtest/gtest.h"

#include <cstdlib>

using namespace neo;

/// What `read` says to stderr while the variable is `value`.
template <typename Read>
static std::string hear(const char *name, const char *value, Read read) {
  setenv(name, value, 1);
  testing::internal::CaptureStderr();
  read();
  unsetenv(name);
  return testing::internal::GetCapturedStderr();
}

static std::string ask(const char *name, const char *value, bool unlessSet,
                       bool isOn) {
  return hear(name, value,
              [&] { EXPECT_EQ(isSwitchedOn(name, unlessSet), isOn) << value; });
}

TEST(Variables, SwitchIsOnUnlessItIsZero) {
  EXPECT_TRUE(isSwitchedOn("NEO_SWITCH"));
  EXPECT_EQ(ask("NEO_SWITCH", "", true, true), "");
  EXPECT_EQ(ask("NEO_SWITCH", "1", true, true), "");
  EXPECT_EQ(ask("NEO_SWITCH", "0", true, false), "");
}

TEST(Variables, SwitchIsOffUnlessItIsOne) {
  EXPECT_FALSE(isSwitchedOn("NEO_OFF", false));
  EXPECT_EQ(ask("NEO_OFF", "0", false, false), "");
  EXPECT_EQ(ask("NEO_OFF", "1", false, true), "");
  EXPECT_EQ(ask("NEO_OFF", "yes", false, false),
            "neo: NEO_OFF is 'yes', which is neither 0 nor 1; using 0\n");
}

TEST(Variables, SwitchOfAnotherValueIsToldOnce) {
  EXPECT_EQ(ask("NEO_SWITCH", "off", true, true),
            "neo: NEO_SWITCH is 'off', which is neither 0 nor 1; using 1\n");
  EXPECT_EQ(ask("NEO_SWITCH", "off", true, true), "");
}

TEST(Variables, NumbersAreInTheirRange) {
  NumberRange range = {0, 10, /*isWhole=*/false, "a number from 0 to 10"};
  auto expect = [&](double value) {
    return [=] { EXPECT_EQ(readNumber("NEO_NUMBER", 5, range), value); };
  };
  EXPECT_EQ(hear("NEO_NUMBER", "", expect(5)), "");
  EXPECT_EQ(hear("NEO_NUMBER", "2.5", expect(2.5)), "");
  EXPECT_EQ(
      hear("NEO_NUMBER", "-1", expect(5)),
      "neo: NEO_NUMBER is '-1', which is not a number from 0 to 10; using 5\n");
  EXPECT_EQ(hear("NEO_NUMBER", "-1", expect(5)), "");
  for (const char *wrong : {"11", "3x", "nan", "inf", "abc"})
    EXPECT_NE(hear("NEO_NUMBER", wrong, expect(5)), "");
}

TEST(Variables, WholeNumbersAreWhole) {
  NumberRange range = {1, 8, /*isWhole=*/true, "a whole number from 1 to 8"};
  for (auto [text, value] :
       {std::pair("2", 2.0), {"2.5", 4}, {"1e0", 4}, {"0x2", 4}})
    hear("NEO_WHOLE", text, [&, value = value] {
      EXPECT_EQ(readNumber("NEO_WHOLE", 4, range), value);
    });
}
