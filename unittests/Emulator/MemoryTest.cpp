//===- MemoryTest.cpp - State spaces, traffic and launches ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Kernel.h"

namespace neo::ptx {

TEST(Memory, CoalescedAccessesTouchTheIdeal) {
  Kernel kernel(threadAddresses(1) + "ld.global.u32 %r1, [%d1];");
  kernel.add(std::vector<uint32_t>(32, 1));
  ASSERT_EQ(kernel.run(), "");
  const GlobalTraffic &traffic = kernel.report.counters.global;
  EXPECT_EQ(traffic.accesses, 1u);
  EXPECT_EQ(traffic.sectors, 4u);
  EXPECT_EQ(traffic.idealSectors, 4u);
}

TEST(Memory, StridesTouchMore) {
  Kernel kernel(threadAddresses(1) + "add.s64 %d1, %d1, %d0;\n"
                                     "ld.global.u32 %r1, [%d1];");
  kernel.add(std::vector<uint32_t>(64, 1));
  ASSERT_EQ(kernel.run(), "");
  EXPECT_EQ(kernel.report.counters.global.sectors, 8u);
  EXPECT_EQ(kernel.report.counters.global.idealSectors, 4u);
}

static SharedTraffic conflictsOf(const std::string &stride) {
  Kernel kernel("mov.u32 %r0, %tid.x;\nmul.lo.u32 %r1, %r0, " + stride +
                    ";\nst.shared.u32 [%r1], %r0;",
                "");
  kernel.launch.dynamicShared = 32 * 1024;
  EXPECT_EQ(kernel.run(), "");
  return kernel.report.counters.shared;
}

TEST(Memory, BankConflicts) {
  EXPECT_EQ(conflictsOf("4").worst, 1u);
  EXPECT_EQ(conflictsOf("8").worst, 2u);
  EXPECT_EQ(conflictsOf("128").worst, 32u);
  EXPECT_EQ(conflictsOf("132").worst, 1u);
}

TEST(Memory, LocalAndGenericAddresses) {
  Kernel kernel(threadAddresses(1) + R"(
.local .align 4 .b8 own[8];
mov.u64 %d4, own;
cvta.local.u64 %d5, %d4;
st.u32 [%d5+4], %r0;
ld.local.u32 %r1, [own+4];
cvta.shared.u64 %d6, 0;
add.s64 %d6, %d6, %d0;
st.u32 [%d6], %r1;
cvta.to.shared.u64 %d7, %d6;
ld.shared.u32 %r2, [%d7];
st.global.u32 [%d1], %r2;)");
  kernel.launch.dynamicShared = 128;
  kernel.addBytes(128);
  ASSERT_EQ(kernel.run(), "");
  EXPECT_EQ(kernel.read<uint32_t>(0, 32)[31], 31u);
}

TEST(Memory, ConstantsHaveTheirInitialisers) {
  Kernel kernel("ld.const.u32 %r1, [table+8];\nst.global.u32 [%in0], %r1;",
                ".const .align 4 .u32 table[4] = {1, 2, 3, 4};");
  kernel.launch.block = {1, 1, 1};
  kernel.addBytes(4);
  ASSERT_EQ(kernel.run(), "");
  EXPECT_EQ(kernel.read<uint32_t>(0, 1)[0], 3u);
}

TEST(Memory, BlocksOnSeveralThreadsOfTheHost) {
  Kernel kernel(R"(
mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x;
mad.lo.u32 %r2, %r1, 32, %r0;
mul.wide.u32 %d0, %r2, 4;
add.s64 %d1, %in0, %d0;
st.global.u32 [%d1], %r2;)");
  kernel.launch.grid = {64, 1, 1};
  kernel.options.threads = 2;
  kernel.addBytes(64 * 128);
  ASSERT_EQ(kernel.run(), "");
  std::vector<uint32_t> found = kernel.read<uint32_t>(0, 64 * 32);
  for (uint32_t i = 0; i < found.size(); ++i)
    EXPECT_EQ(found[i], i);
}

TEST(Memory, InitialValues) {
  Kernel kernel(R"(
ld.global.u32 %r1, [x];
ld.global.u32 %r2, [x+4];
ld.const.u32 %r3, [y];
st.global.u32 [%in0], %r1;
st.global.u32 [%in0+4], %r2;
st.global.u32 [%in0+8], %r3;)",
                ".global .f32 x[2] = {1.5, 0f40000000};\n"
                ".const .s32 y[1][1] = {{-3}};");
  kernel.addBytes(12);
  ASSERT_EQ(kernel.run(), "");
  EXPECT_EQ(kernel.read<uint32_t>(0, 3),
            (std::vector<uint32_t>{0x3fc00000, 0x40000000, uint32_t(-3)}));
}

TEST(Memory, FreedBuffers) {
  DeviceMemory memory;
  uint64_t address = memory.allocate(16);
  EXPECT_EQ(memory.countLiving(), 1u);
  EXPECT_FALSE(memory.free(address + 4));
  EXPECT_TRUE(memory.free(address));
  EXPECT_FALSE(memory.free(address));
  EXPECT_EQ(memory.countLiving(), 0u);
}

} // namespace neo::ptx
