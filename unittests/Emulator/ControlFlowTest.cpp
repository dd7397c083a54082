//===- ControlFlowTest.cpp - Divergence and reconvergence -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Kernel.h"

namespace neo::ptx {

TEST(ControlFlow, LanesMeetAfterNestedBranches) {
  // activemask at the end says who has met.
  Kernel kernel(threadAddresses(1) + R"(
setp.lt.u32 %p1, %r0, 16;
@%p1 bra low;
setp.lt.u32 %p2, %r0, 24;
@%p2 bra middle;
bra meet;
middle:
bra meet;
low:
meet:
activemask.b32 %r1;
st.global.u32 [%d1], %r1;)");
  kernel.addBytes(128);
  ASSERT_EQ(kernel.run(), "");
  EXPECT_EQ(kernel.read<uint32_t>(0, 32),
            std::vector<uint32_t>(32, 0xffffffff));
}

TEST(ControlFlow, LoopsHaveTripCountsOfTheirLanes) {
  Kernel kernel(threadAddresses(1) + R"(
mov.u32 %r1, 0;
mov.u32 %r2, 0;
loop:
add.u32 %r2, %r2, %r1;
add.u32 %r1, %r1, 1;
setp.le.u32 %p1, %r1, %r0;
@%p1 bra loop;
activemask.b32 %r3;
setp.ne.u32 %p2, %r3, -1;
@%p2 trap;
st.global.u32 [%d1], %r2;)");
  kernel.addBytes(128);
  ASSERT_EQ(kernel.run(), "");
  for (uint32_t i = 0; i < 32; ++i)
    EXPECT_EQ(kernel.read<uint32_t>(0, 32)[i], i * (i + 1) / 2);
}

TEST(ControlFlow, LanesThatLeaveEarlyAreGone) {
  Kernel kernel(threadAddresses(1) + R"(
setp.ge.u32 %p1, %r0, 20;
@%p1 exit;
shfl.sync.idx.b32 %r1, %r0, 3, 31, -1;
st.global.u32 [%d1], %r1;)");
  kernel.addBytes(80);
  ASSERT_EQ(kernel.run(), "");
  EXPECT_EQ(kernel.read<uint32_t>(0, 20), std::vector<uint32_t>(20, 3));
}

TEST(ControlFlow, FunctionsReturnLaneByLane) {
  Kernel kernel(threadAddresses(1) + R"(
{ .param .b32 a; .param .b32 b;
st.param.b32 [a], %r0;
call.uni (b), twice, (a);
ld.param.b32 %r1, [b]; }
st.global.u32 [%d1], %r1;)",
                R"(
.func (.param .b32 out) twice(.param .b32 in)
{
.reg .b32 %r<3>; .reg .pred %p;
ld.param.b32 %r1, [in];
st.param.b32 [out], %r1;
setp.lt.u32 %p, %r1, 8;
@%p ret;
add.s32 %r2, %r1, %r1;
st.param.b32 [out], %r2;
ret;
})");
  kernel.addBytes(128);
  ASSERT_EQ(kernel.run(), "");
  for (uint32_t i = 0; i < 32; ++i)
    EXPECT_EQ(kernel.read<uint32_t>(0, 32)[i], i < 8 ? i : 2 * i);
}

TEST(ControlFlow, TablesOfBranches) {
  Kernel kernel(threadAddresses(1) + R"(
and.b32 %r1, %r0, 1;
table: .branchtargets even, odd;
brx.idx %r1, table;
even: mov.u32 %r2, 10; bra meet;
odd: mov.u32 %r2, 20;
meet: st.global.u32 [%d1], %r2;)");
  kernel.addBytes(128);
  ASSERT_EQ(kernel.run(), "");
  EXPECT_EQ(kernel.read<uint32_t>(0, 2), (std::vector<uint32_t>{10, 20}));
}

TEST(ControlFlow, LoopsWithoutEndAreFound) {
  Kernel kernel("loop: bra loop;");
  kernel.options.instructionLimit = 1000;
  EXPECT_NE(kernel.run().find("issued 1000 instructions"), std::string::npos);
}

TEST(ControlFlow, WarpSumsByShuffles) {
  std::string body = threadAddresses(1) + "mov.u32 %r1, %r0;\n";
  for (const char *step : {"16", "8", "4", "2", "1"})
    body += std::string("shfl.sync.bfly.b32 %r2, %r1, ") + step +
            ", 31, -1;\nadd.s32 %r1, %r1, %r2;\n";
  Kernel kernel(body + "st.global.u32 [%d1], %r1;");
  kernel.addBytes(128);
  ASSERT_EQ(kernel.run(), "");
  EXPECT_EQ(kernel.read<uint32_t>(0, 32), std::vector<uint32_t>(32, 496));
}

} // namespace neo::ptx
