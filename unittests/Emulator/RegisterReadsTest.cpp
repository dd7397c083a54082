//===- RegisterReadsTest.cpp - Reads of registers never written -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Kernel.h"

namespace neo::ptx {

static std::string errorOf(const std::string &body, bool checks = true,
                           const std::string &declarations = "") {
  Kernel kernel("mov.u32 %r0, %tid.x;\nsetp.lt.u32 %p0, %r0, 7;\n" + body,
                declarations);
  kernel.options.checkUninitialised = checks;
  return kernel.run();
}

static void expectUnwritten(const std::string &body, const std::string &name,
                            const std::string &thread = "thread (0,0,0)") {
  std::string error = errorOf(body);
  EXPECT_NE(error.find(thread + " of block (0,0,0) reads '" + name +
                       "', which was never written"),
            std::string::npos)
      << error;
  EXPECT_EQ(error.find("line "), 0u) << error;
  EXPECT_EQ(errorOf(body, false), "");
}

TEST(RegisterReads, OfWhatIsWrittenNowhere) {
  expectUnwritten("mov.u32 %r1, %r8;", "%r8");
  expectUnwritten("add.f64 %d1, %d1, %d1;", "%d1");
  expectUnwritten("@%p1 mov.u32 %r1, 5;", "%p1");
  expectUnwritten("selp.u32 %r1, 5, 6, %p1;", "%p1");
  expectUnwritten("addc.u32 %r1, %r0, 0;", "the carry");
  expectUnwritten("mov.b64 %d1, {%r0, %r1};", "%r1");
  expectUnwritten("shfl.sync.idx.b32 %r1, %r2, 0, 31, -1;", "%r2");
}

TEST(RegisterReads, OfLanesThatHaveNotWritten) {
  expectUnwritten("@%p0 mov.u32 %r1, 5;\nadd.u32 %r2, %r1, 1;", "%r1",
                  "thread (7,0,0)");
  expectUnwritten("@%p0 bra skip;\nmov.u32 %r1, 5;\nskip:\nmov.u32 %r2, %r1;",
                  "%r1");
  expectUnwritten("@!%p0 setp.eq.u32 %p1, %r0, 9;\n@%p1 mov.u32 %r2, 5;",
                  "%p1");
  expectUnwritten("@%p0 add.cc.u32 %r1, %r0, 0;\naddc.u32 %r1, %r0, 0;",
                  "the carry", "thread (7,0,0)");
}

/// What a loop writes counts from its second round on.
TEST(RegisterReads, InLoops) {
  expectUnwritten("mov.u32 %r1, 0;\nloop: add.u32 %r1, %r1, 1;\n"
                  "mov.u32 %r3, %r2;\nmov.u32 %r2, %r1;\n"
                  "setp.lt.u32 %p1, %r1, 3;\n@%p1 bra loop;",
                  "%r2");
  EXPECT_EQ(errorOf("mov.u32 %r1, 0;\nloop: setp.ne.u32 %p2, %r1, 0;\n"
                    "@%p2 mov.u32 %r3, %r2;\nmov.u32 %r2, %r1;\n"
                    "add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 3;\n"
                    "@%p1 bra loop;"),
            "");
}

TEST(RegisterReads, OfWhatIsWrittenWhereItIsRead) {
  EXPECT_EQ(errorOf("@%p0 mov.u32 %r1, 5;\n@%p0 add.u32 %r2, %r1, 1;"), "");
  EXPECT_EQ(errorOf("@%p0 mov.u32 %r1, 5;\n@!%p0 mov.u32 %r1, 6;\n"
                    "add.u32 %r2, %r1, 1;"),
            "");
  EXPECT_EQ(errorOf("@%p0 bra else;\nmov.u32 %r1, 5;\nbra end;\n"
                    "else: mov.u32 %r1, 6;\nend: mov.u32 %r2, %r1;"),
            "");
}

/// Each call has registers of its own, which nothing was written to.
TEST(RegisterReads, InCalls) {
  std::string error =
      errorOf("call f;\ncall f;", true,
              ".func f() { .reg .b32 %r<3>; .reg .pred %p<2>;\n"
              "mov.u32 %r0, %tid.x;\nsetp.lt.u32 %p1, %r0, 99;\n"
              "@%p1 mov.u32 %r1, 5;\nmov.u32 %r2, %r1; ret; }");
  EXPECT_EQ(error, "");
  error = errorOf("call f;\ncall f;", true,
                  ".func f() { .reg .b32 %r<3>;\nmov.u32 %r2, %r1;\n"
                  "mov.u32 %r1, 5; ret; }");
  EXPECT_NE(error.find("reads '%r1'"), std::string::npos) << error;
}

} // namespace neo::ptx
