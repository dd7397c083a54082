//===- ChecksTest.cpp - Each violation is found and named -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Kernel.h"

namespace neo::ptx {

static const char *tile = ".shared .align 16 .b8 tile[1024];";
/// %d4: the thread's word of the tile; %d5: the word of the thread 32 on.
static const std::string ownWord = R"(
mov.u32 %r0, %tid.x;
mul.wide.u32 %d0, %r0, 4;
mov.u64 %d6, tile;
add.s64 %d4, %d6, %d0;
xor.b32 %r1, %r0, 32;
mul.wide.u32 %d7, %r1, 4;
add.s64 %d5, %d6, %d7;
)";

static std::string errorOf(const std::string &body, uint64_t seed = 0,
                           unsigned threads = 64) {
  Kernel kernel(ownWord + body, tile);
  kernel.add(std::vector<uint32_t>(64, 7));
  kernel.launch.block = {threads, 1, 1};
  kernel.options.scheduleSeed = seed;
  return kernel.run();
}

static void expectError(const std::string &body, const std::string &words) {
  for (uint64_t seed : {0, 1, 2}) {
    std::string error = errorOf(body, seed);
    EXPECT_NE(error.find(words), std::string::npos) << error;
    EXPECT_NE(error.find("line "), std::string::npos) << error;
  }
}

TEST(Checks, GlobalBounds) {
  expectError("ld.global.u32 %r2, [%in0+256];",
              "offset 256 of 'buffer 0', which has 256 bytes");
  expectError("st.global.u32 [%in0+-4], %r0;", "offset -4 of 'buffer 0'");
}

TEST(Checks, Alignment) {
  expectError("ld.global.u32 %r2, [%in0+2];", "no multiple of 4");
  expectError("ld.global.v4.u32 {%r2,%r3,%r4,%r5}, [%in0+8];",
              "no multiple of 16");
}

TEST(Checks, SharedBounds) {
  expectError("st.shared.u32 [%d4+1024], %r0;", "block has 1024 bytes");
}

TEST(Checks, Uninitialised) {
  expectError("ld.shared.u32 %r2, [%d4];", "was never written");
}

TEST(Checks, ReadAfterWrite) {
  // What was written before, so that no order of warps reads what never was.
  expectError("st.shared.u32 [%d4], %r0; bar.sync 0;\n"
              "st.shared.u32 [%d4], %r0; ld.shared.u32 %r2, [%d5];",
              "race");
  EXPECT_EQ(errorOf("st.shared.u32 [%d4], %r0; bar.sync 0;"
                    "ld.shared.u32 %r2, [%d5];"),
            "");
}

TEST(Checks, WriteAfterRead) {
  expectError("st.shared.u32 [%d4], %r0; bar.sync 0;\n"
              "ld.shared.u32 %r2, [%d5];\nst.shared.u32 [%d4], %r2;",
              "race");
  EXPECT_EQ(errorOf("st.shared.u32 [%d4], %r0; bar.sync 0;\n"
                    "ld.shared.u32 %r2, [%d5]; bar.sync 0;\n"
                    "st.shared.u32 [%d4], %r2;"),
            "");
}

TEST(Checks, WriteAfterWrite) {
  expectError("st.shared.u32 [tile], %r0;", "WAW race");
}

TEST(Checks, LanesOfAWarpNeedABarrierToo) {
  std::string write = "xor.b32 %r3, %r0, 1; mul.wide.u32 %d8, %r3, 4;\n"
                      "add.s64 %d8, %d6, %d8; st.shared.u32 [%d4], %r0;\n";
  expectError(write + "ld.shared.u32 %r2, [%d8];", "RAW race");
  EXPECT_EQ(errorOf(write + "bar.warp.sync -1; ld.shared.u32 %r2, [%d8];"), "");
}

TEST(Checks, DivergentBarrier) {
  expectError("and.b32 %r2, %r0, 1; setp.eq.u32 %p1, %r2, 0;\n"
              "@%p1 bra skip;\nbar.sync 0;\nskip:",
              "divergent barrier");
}

TEST(Checks, MissingThreads) {
  expectError("setp.lt.u32 %p1, %r0, 32;\n@%p1 bra skip;\nbar.sync 0;\nskip:",
              "is stuck: barrier 0 waits for 64 threads, 32 have come");
}

TEST(Checks, NamedBarriersOrderTheirWarps) {
  std::string words = "st.shared.u32 [%d4], %r0; bar.sync 1, 64;"
                      "ld.shared.u32 %r2, [%d5];";
  EXPECT_EQ(errorOf(words), "");
  EXPECT_NE(errorOf("bar.sync 1, 96;").find("waits for 96"), std::string::npos);
}

TEST(Checks, ShufflesNeedTheLanesTheyName) {
  expectError("setp.lt.u32 %p1, %r0, 5;\n@%p1 bra skip;\n"
              "shfl.sync.idx.b32 %r2, %r0, 0, 31, -1;\nskip:",
              "are elsewhere");
}

TEST(Checks, DivisionByZero) {
  expectError("mov.u32 %r2, 0; div.u32 %r3, %r0, %r2;", "divides by zero");
}

/// Two copies of 4 bytes in two groups; `wait` and `barrier` stand before the
/// other warp's words are read.
static std::string copies(const std::string &wait, const std::string &barrier) {
  return "add.s64 %d8, %in0, %d0;\n"
         "cp.async.ca.shared.global [%d4], [%d8], 4;\n"
         "cp.async.commit_group;\n"
         "cp.async.ca.shared.global [%d4+256], [%d8], 4;\n"
         "cp.async.commit_group;\n" +
         wait + "\n" + barrier + "\nld.shared.u32 %r2, [%d5];\n";
}

TEST(Checks, CopiesThatWereWaitedForAreThere) {
  EXPECT_EQ(errorOf(copies("cp.async.wait_group 1;", "bar.sync 0;")), "");
  EXPECT_EQ(errorOf(copies("cp.async.wait_all;", "bar.sync 0;")), "");
}

TEST(Checks, WaitCountOffByOne) {
  expectError(copies("cp.async.wait_group 2;", "bar.sync 0;"), "still copies");
}

TEST(Checks, WaitWithoutBarrier) {
  for (uint64_t seed : {0, 1, 2})
    EXPECT_NE(errorOf(copies("cp.async.wait_group 1;", ""), seed), "");
}

TEST(Checks, CopyOverWhatIsStillRead) {
  expectError("st.shared.u32 [%d4], %r0; bar.sync 0;\n"
              "ld.shared.u32 %r2, [%d5]; add.s64 %d8, %in0, %d0;\n"
              "cp.async.ca.shared.global [%d4], [%d8], 4;\n"
              "cp.async.wait_all;",
              "race");
}

TEST(Checks, BarriersThatABlockHas) {
  expectError("bar.sync 16;", "names barrier 16; a block has 16, 0 to 15");
  expectError("bar.sync 1, 33;", "expects 33 threads, which is no multiple");
  expectError("setp.lt.u32 %p1, %r0, 32;\n@%p1 bra one;\n"
              "bar.sync 1, 96; ret;\none: bar.sync 1, 128;",
              "threads at a barrier at which others expect");
}

TEST(Checks, MasksOfLanes) {
  expectError("shfl.sync.idx.b32 %r2, %r0, 0, 31, 1;",
              "executes it, but is not in the mask 0x1");
  expectError("setp.lt.u32 %p1, %r0, 32; @!%p1 bra end;\n"
              "setp.eq.u32 %p2, %r0, 31; @%p2 exit;\n"
              "shfl.sync.idx.b32 %r2, %r0, 31, 31, -1;\nend:",
              "reads lane 31, which does not take part");
  expectError("setp.eq.u32 %p1, %r0, 0;\n@%p1 bra skip;\n"
              "bar.warp.sync -1;\nskip:",
              "divergent lanes at a bar.warp.sync");
  expectError("setp.eq.u32 %p1, %r0, 0; @%p1 bra skip;\n"
              "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 "
              "{%r2,%r3,%r4,%r5}, {%r0,%r0}, {%r0}, {%r0,%r0,%r0,%r0};\nskip:",
              "an aligned instruction needs all 32");
}

TEST(Checks, BranchesAndTraps) {
  expectError("l: t: .branchtargets l;\nbrx.idx %r0, t;",
              "branches to entry 1 of a table of 1");
  expectError("trap;", "executes a trap");
  Kernel kernel("call f;", ".func f() { call f; ret; }");
  EXPECT_NE(kernel.run().find("calls are nested more than 1000 deep"),
            std::string::npos);
}

TEST(Checks, RunsThatDoNotEnd) {
  Kernel kernel("l: bra l;");
  kernel.options.instructionLimit = 100;
  EXPECT_NE(kernel.run().find(
                "the launch has issued 100 instructions: a loop has no end"),
            std::string::npos);
}

TEST(Checks, CopiesOfWholeWords) {
  expectError("cp.async.ca.shared.global [%d4], [%in0], 4, 5;",
              "reads 5 bytes for a copy of 4");
  expectError("cp.async.ca.shared.global [%d4], [%in0+2], 4;",
              "copies from an address that is no multiple of 4");
}

} // namespace neo::ptx
