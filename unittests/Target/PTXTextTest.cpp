//===- PTXTextTest.cpp - Kernels of PTX, apart and together ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "../../lib/Target/GPU/PTXText.h"

#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"

using namespace neo;

TEST(JoinPTX, KeepsOneOfWhatPartsShare) {
  std::string common = "//\n.version 8.0\n.target sm_80\n"
                       ".func (.param .b64 r) slow\n(\n.param .b64 x\n)\n;\n"
                       ".global .align 4 .b8 table[2] = {1, 2};\n";
  std::string helper = ".func (.param .b64 r) slow(\n.param .b64 x\n)\n"
                       "{\n{\nret;\n}\n}\n";
  std::string kernel = ".visible .entry f(\n.param .u64 a\n)\n.maxntid 32\n"
                       "{\n.local .b8 d[2];\nret;\n}\n";
  std::string other = kernel;
  other.replace(other.find(" f("), 3, " g(");
  std::string joined =
      joinPTX({common + kernel + helper, common + other + helper});
  llvm::StringRef text = joined;
  EXPECT_EQ(text.count(".version"), 1u);
  EXPECT_EQ(text.count("table[2] = {1, 2};"), 1u);
  EXPECT_EQ(text.count("slow"), 2u);
  EXPECT_EQ(text.count(kernel.substr(0, kernel.size() - 1)), 1u);
  EXPECT_EQ(text.count(other.substr(0, other.size() - 1)), 1u);
  EXPECT_LT(text.find(" f("), text.find(" g("));
}

/// A function with a body of `lines`, and a kernel called `name` that calls it.
static std::string partWith(const std::string &name, const std::string &lines) {
  return ".visible .entry " + name + "()\n{\ncall slow, (slow_param_0);\n}\n" +
         ".func (.param .b64 func_retval0) slow(\n.param .b64 "
         "slow_param_0\n)\n{\n" +
         lines + "\n}\n";
}

TEST(JoinPTX, TellsLabelsAloneNotApart) {
  std::string joined = joinPTX({partWith("f", "$L__BB1_2:\nbra $L__BB1_2;"),
                                partWith("g", "$L__BB2_2:\nbra $L__BB2_2;")});
  EXPECT_EQ(llvm::StringRef(joined).count(".func"), 1u);
  EXPECT_EQ(llvm::StringRef(joined).count(".entry"), 2u);
}

TEST(JoinPTX, RenamesFunctionsOfOneNameThatDiffer) {
  std::string joined = joinPTX({partWith("f", "ret;"), partWith("g", "trap;")});
  llvm::StringRef text = joined;
  EXPECT_EQ(text.count(".func"), 2u);
  llvm::StringRef second = text.drop_front(text.find(" g("));
  EXPECT_EQ(second.count("slow"), second.count("slow_2"));
  EXPECT_EQ(second.count("slow_2"), 4u);
}

TEST(SplitKernels, KeepsWhatAllKernelsShare) {
  std::vector<KernelText> kernels = splitKernels(
      ".version 8.0\n.target sm_80\n.extern .shared .align 128 .b8 d[];\n"
      ".visible .entry first(\n.param .u64 a\n)\n.maxntid "
      "32\n{\n{\nret;\n}\n}\n"
      ".func helper()\n{\nret;\n}\n"
      ".visible .entry second()\n{\nret;\n}\n");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].name + kernels[1].name, "firstsecond");
  for (const KernelText &kernel : kernels) {
    llvm::StringRef text = kernel.text;
    EXPECT_EQ(text.count(".entry"), 1u);
    EXPECT_EQ(text.count(".shared"), 1u);
    EXPECT_EQ(text.count(".func helper"), 1u);
    EXPECT_EQ(text.count('{'), text.count('}'));
  }
}
