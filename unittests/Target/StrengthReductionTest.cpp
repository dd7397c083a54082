//===- StrengthReductionTest.cpp - A bounded choice of addresses ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "../../lib/Target/StrengthReduction.h"

#include "Neo/Conversion/LLVMOption.h"

#include "gtest/gtest.h"

using namespace neo;

static llvm::cl::opt<unsigned> ofTheTest("neo-option-of-the-test",
                                         llvm::cl::init(1));

TEST(StrengthReductionTest, LLVMHasTheOptionAndTakesTheBound) {
  boundStrengthReduction();
  llvm::cl::Option *option =
      llvm::cl::getRegisteredOptions().lookup("lsr-complexity-limit");
  ASSERT_NE(option, nullptr);
  EXPECT_EQ(static_cast<llvm::cl::opt<unsigned> *>(option)->getValue(), 5000u);
}

TEST(StrengthReductionTest, WhatSomebodyHasSetStays) {
  setLLVMOption("neo-option-of-the-test", "2");
  EXPECT_EQ(ofTheTest, 2u);
  setLLVMOption("neo-option-of-the-test", "3");
  EXPECT_EQ(ofTheTest, 2u);
}
