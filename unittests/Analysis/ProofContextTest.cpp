//===- ProofContextTest.cpp - the budget of a proof -------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "../../lib/Analysis/ProofContext.h"
#include "gtest/gtest.h"

#include <random>

using namespace neo;
using Answer = ProofContext::Answer;

namespace {
/// Seven unknowns in [0, 39], `floors` quotients that build on each other, and
/// a number of all of them that is 1 to 4 modulo 5: a multiple of 5 never is.
Answer isNeverAMultiple(unsigned floors) {
  Box box(7, Interval{0, 39});
  std::mt19937 random(1);
  auto draw = [&](int64_t low, int64_t high) {
    return low + int64_t(random() % uint32_t(high - low + 1));
  };
  std::vector<Form> numbers;
  for (unsigned id = 0; id < box.size(); ++id)
    numbers.push_back(Form::variable(id));
  for (unsigned made = 0; made < floors; ++made) {
    Form numerator(draw(-5, 5));
    for (const Form &number : numbers)
      numerator += number * draw(-7, 7);
    numbers.push_back(Form::floorDiv(numerator, draw(6, 9), box));
  }
  Form multiple;
  for (const Form &number : numbers)
    multiple += number * (5 * draw(-4, 4));
  Guard guards[] = {{multiple - Form(1), false}, {Form(4) - multiple, false}};
  // It holds, as there is no point at all.
  return ProofContext(box, guards, /*reduces=*/true)
      .implies({Form::variable(0) - Form(20), false});
}
} // namespace

TEST(ProofContextTest, SmallSystemsAreDecidedByReducedBases) {
  EXPECT_EQ(isNeverAMultiple(2), Answer::Yes);
}

TEST(ProofContextTest, LargeSystemsStayUnproven) {
  EXPECT_EQ(isNeverAMultiple(9), Answer::Unknown);
}
