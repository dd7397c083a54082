//===- AtomicsTest.cpp - atom, red, match, stmatrix -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include <algorithm>
#include <numeric>

namespace neo::ptx {

/// One lane changes `old` by `operation`: what it gives, and what is there
/// then.
template <typename T>
static std::pair<T, T> change(const std::string &operation, T old, T b, T c,
                              const std::string &kind) {
  bool swaps = operation.find("cas") != std::string::npos;
  std::string r = sizeof(T) == 8 ? "%d" : sizeof(T) == 2 ? "%h" : "%r";
  std::string load = "ld.global." + kind + " ";
  Kernel kernel(load + r + "1, [%in1];\n" + load + r + "2, [%in2];\n" +
                "atom." + operation + " " + r + "0, [%in0], " + r + "1" +
                (swaps ? ", " + r + "2" : "") + ";\nst.global." + kind +
                " [%in3], " + r + "0;");
  kernel.launch.block = {1, 1, 1};
  kernel.add(std::vector<T>{old});
  kernel.add(std::vector<T>{b});
  kernel.add(std::vector<T>{c});
  kernel.addBytes(sizeof(T));
  EXPECT_EQ(kernel.run(), "") << operation;
  return {kernel.read<T>(3, 1)[0], kernel.read<T>(0, 1)[0]};
}

template <typename T>
static T after(const std::string &operation, T old, T b, T c = 0) {
  auto [given, made] = change<T>(operation, old, b, c,
                                 sizeof(T) == 8   ? "b64"
                                 : sizeof(T) == 2 ? "b16"
                                                  : "b32");
  EXPECT_EQ(std::memcmp(&given, &old, sizeof(T)), 0) << operation;
  return made;
}

TEST(Atomics, ChangeIntegersAsDefined) {
  EXPECT_EQ(after<uint32_t>("global.add.u32", ~0U, 3), 2u);
  EXPECT_EQ(after<int32_t>("global.add.s32", 5, -9), -4);
  EXPECT_EQ(after<uint64_t>("global.add.u64", 1ULL << 40, 7), (1ULL << 40) + 7);
  EXPECT_EQ(after<int32_t>("global.min.s32", 5, -9), -9);
  EXPECT_EQ(after<uint32_t>("global.min.u32", 5, uint32_t(-9)), 5u);
  EXPECT_EQ(after<int32_t>("global.max.s32", 5, -9), 5);
  EXPECT_EQ(after<int64_t>("global.max.s64", -5, -9), -5);
  EXPECT_EQ(after<uint64_t>("global.max.u64", 5, uint64_t(-9)), uint64_t(-9));
  EXPECT_EQ(after<uint32_t>("global.and.b32", 12, 10), 8u);
  EXPECT_EQ(after<uint32_t>("global.or.b32", 12, 10), 14u);
  EXPECT_EQ(after<uint64_t>("global.xor.b64", 12, 10), 6u);
  EXPECT_EQ(after<uint32_t>("global.exch.b32", 12, 10), 10u);
  EXPECT_EQ(after<uint64_t>("relaxed.gpu.global.exch.b64", 12, 10), 10u);
}

TEST(Atomics, CountAroundAndCompare) {
  EXPECT_EQ(after<uint32_t>("global.inc.u32", 3, 4), 4u);
  EXPECT_EQ(after<uint32_t>("global.inc.u32", 4, 4), 0u);
  EXPECT_EQ(after<uint32_t>("global.dec.u32", 3, 4), 2u);
  EXPECT_EQ(after<uint32_t>("global.dec.u32", 0, 4), 4u);
  EXPECT_EQ(after<uint32_t>("global.dec.u32", 5, 4), 4u);
  EXPECT_EQ(after<uint32_t>("global.cas.b32", 3, 3, 9), 9u);
  EXPECT_EQ(after<uint32_t>("global.cas.b32", 3, 4, 9), 3u);
  EXPECT_EQ(after<uint64_t>("acq_rel.sys.global.cas.b64", 3, 3, 9), 9u);
  EXPECT_EQ(after<uint16_t>("global.cas.b16", 3, 3, 9), 9u);
}

TEST(Atomics, AddFloatsRoundedOnce) {
  EXPECT_EQ(after<float>("global.add.f32", 1.0F, 0x1p-25F), 1.0F);
  EXPECT_EQ(after<float>("global.add.f32", 1.5F, -4), -2.5F);
  EXPECT_EQ(after<double>("global.add.f64", 1.0, 0x1p-52), 1.0 + 0x1p-52);
  // Subnormals are zeros in global memory, and stay in f64.
  EXPECT_EQ(after<float>("global.add.f32", 0x1p-140F, 0x1p-140F), 0.0F);
  EXPECT_EQ(after<double>("global.add.f64", 0x1p-1060, 0x1p-1060), 0x1p-1059);
  // 1 + 2, 1 + 2^-12, as f16; 1 + 2 as bf16.
  EXPECT_EQ(after<uint16_t>("global.add.noftz.f16", 0x3c00, 0x4000), 0x4200);
  EXPECT_EQ(after<uint16_t>("global.add.noftz.f16", 0x3c00, 0x0c00), 0x3c00);
  EXPECT_EQ(after<uint16_t>("global.add.noftz.bf16", 0x3f80, 0x4000), 0x4040);
  EXPECT_EQ(after<uint32_t>("global.add.noftz.f16x2", 0x3c004000, 0x40003c00),
            0x42004200u);
  EXPECT_EQ(after<uint32_t>("global.add.noftz.bf16x2", 0x3f804000, 0x40003f80),
            0x40404040u);
}

TEST(Atomics, KeepSubnormalsInSharedMemory) {
  Kernel kernel(R"(
ld.global.f32 %r1, [%in0];
st.shared.f32 [0], %r1;
red.shared.add.f32 [0], %r1;
ld.shared.f32 %r2, [0];
st.global.f32 [%in0], %r2;)");
  kernel.launch.block = {1, 1, 1};
  kernel.launch.dynamicShared = 4;
  kernel.add(std::vector<float>{0x1p-140F});
  ASSERT_EQ(kernel.run(), "");
  EXPECT_EQ(kernel.read<float>(0, 1)[0], 0x1p-139F);
}

TEST(Atomics, EachLaneComesOnceInAnyOrder) {
  std::vector<uint32_t> first;
  for (uint64_t seed : {0, 1, 7}) {
    Kernel kernel(threadAddresses(2) + "atom.global.add.u32 %r1, [%in0], 3;\n"
                                       "st.global.u32 [%d2], %r1;");
    kernel.options.scheduleSeed = seed;
    kernel.launch.block = {64, 1, 1};
    kernel.add(std::vector<uint32_t>{0});
    kernel.addBytes(256);
    ASSERT_EQ(kernel.run(), "");
    EXPECT_EQ(kernel.read<uint32_t>(0, 1)[0], 192u);
    std::vector<uint32_t> given = kernel.read<uint32_t>(1, 64), all = given;
    std::sort(all.begin(), all.end());
    for (unsigned i = 0; i < 64; ++i)
      EXPECT_EQ(all[i], 3 * i);
    if (seed == 0)
      first = given;
    else
      EXPECT_NE(given, first);
  }
}

TEST(Atomics, DoNotRaceWithOneAnotherInSharedMemory) {
  std::string zero = "mov.u32 %r0, %tid.x;\nsetp.eq.u32 %p1, %r0, 0;\n"
                     "@%p1 st.shared.u32 [0], 0;\n";
  std::string add = "red.shared.add.u32 [0], 1;\n";
  std::string read = "ld.shared.u32 %r1, [0];\nst.global.u32 [%in0], %r1;";
  auto run = [](const std::string &body) {
    Kernel kernel(body);
    kernel.launch.block = {64, 1, 1};
    kernel.launch.dynamicShared = 4;
    kernel.addBytes(4);
    std::string error = kernel.run();
    if (error.empty())
      EXPECT_EQ(kernel.read<uint32_t>(0, 1)[0], 64u);
    return error;
  };
  EXPECT_EQ(run(zero + "bar.sync 0;\n" + add + "bar.sync 0;\n" + read), "");
  EXPECT_NE(run(zero + add + "bar.sync 0;\n" + read), "");
  EXPECT_NE(run(zero + "bar.sync 0;\n" + add + read), "");
}

TEST(Atomics, AreCheckedLikeOtherAccesses) {
  auto run = [](const std::string &body, bool isWritten = true) {
    Kernel kernel(body);
    kernel.launch.block = {1, 1, 1};
    if (isWritten)
      kernel.add(std::vector<uint32_t>{1, 2});
    else
      kernel.addBytes(8);
    return kernel.run();
  };
  EXPECT_NE(run("red.global.add.u32 [%in0+8], 1;")
                .find("changes 4 bytes at offset 8"),
            std::string::npos);
  EXPECT_NE(run("red.global.add.u32 [%in0+2], 1;").find("no multiple of 4"),
            std::string::npos);
  EXPECT_NE(run("red.global.add.u32 [%in0], 1;", false).find("never written"),
            std::string::npos);
}

TEST(Atomics, RefuseWhatTheyDoNotKnow) {
  for (const char *form :
       {"red.global.exch.b32 [%in0], %r1;", "red.global.add.b32 [%in0], %r1;",
        "atom.global.add.f16 %h0, [%in0], %h1;",
        "atom.global.inc.s32 %r0, [%in0], %r1;",
        "atom.shared::cluster.add.u32 %r0, [%in0], %r1;",
        "red.global.add.v2.f32 [%in0], {%r0,%r1};",
        "match.any.sync.b16 %r0, %h1, -1;",
        "stmatrix.sync.aligned.m8n8.x3.shared.b16 [%r0], {%r1,%r2,%r3};"}) {
    Kernel kernel(form);
    kernel.add(std::vector<uint32_t>{1});
    EXPECT_NE(kernel.run(), "") << form;
  }
}

TEST(Match, FindsTheLanesWithTheSameValue) {
  Kernel kernel(threadAddresses(2) +
                "ld.global.u32 %r1, [%d1];\n"
                "match.any.sync.b32 %r2, %r1, 0xffffffff;\n"
                "st.global.u32 [%d2], %r2;");
  std::vector<uint32_t> values(32);
  for (unsigned lane = 0; lane < 32; ++lane)
    values[lane] = lane * lane % 5;
  kernel.add(values);
  kernel.addBytes(128);
  ASSERT_EQ(kernel.run(), "");
  std::vector<uint32_t> found = kernel.read<uint32_t>(1, 32);
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned other = 0; other < 32; ++other)
      EXPECT_EQ(found[lane] >> other & 1, values[lane] == values[other]);
}

TEST(Match, TellsWhetherAllAgree) {
  auto run = [](uint64_t odd) {
    Kernel kernel(R"(
mov.u32 %r0, %tid.x;
mul.wide.u32 %d0, %r0, 8;
add.s64 %d1, %in0, %d0;
add.s64 %d2, %in1, %d0;
ld.global.u64 %d3, [%d1];
match.all.sync.b64 %r1|%p1, %d3, -1;
selp.u32 %r2, 1, 0, %p1;
st.global.v2.u32 [%d2], {%r1, %r2};)");
    std::vector<uint64_t> values(32, 1ULL << 50);
    values[9] ^= odd;
    kernel.add(values);
    kernel.addBytes(256);
    EXPECT_EQ(kernel.run(), "");
    return kernel.read<uint32_t>(1, 64);
  };
  std::vector<uint32_t> same = run(0), other = run(1ULL << 40);
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(same[2 * lane], ~0U);
    EXPECT_EQ(same[2 * lane + 1], 1u);
    EXPECT_EQ(other[2 * lane] + other[2 * lane + 1], 0u);
  }
}

/// Lane l holds the numbers 2 l and 2 l + 1 of each matrix, plus 64 for each.
static std::vector<uint16_t> store(const std::string &trans) {
  Kernel kernel(R"(
mov.u32 %r0, %tid.x;
mul.lo.u32 %r1, %r0, 16;
mul.lo.u32 %r2, %r0, 131074;
add.u32 %r2, %r2, 65536;
add.u32 %r3, %r2, 4194368;
add.u32 %r4, %r3, 4194368;
add.u32 %r5, %r4, 4194368;
stmatrix.sync.aligned.m8n8.x4)" +
                trans + R"(.shared.b16 [%r1],
  {%r2,%r3,%r4,%r5};
bar.sync 0;
ld.shared.v4.u32 {%r6,%r7,%r8,%r9}, [%r1];
mul.wide.u32 %d0, %r0, 16;
add.s64 %d1, %in0, %d0;
st.global.v4.u32 [%d1], {%r6,%r7,%r8,%r9};)");
  kernel.launch.dynamicShared = 512;
  kernel.addBytes(512);
  EXPECT_EQ(kernel.run(), "");
  return kernel.read<uint16_t>(0, 256);
}

TEST(StoreMatrix, WritesRowsOrColumns) {
  std::vector<uint16_t> rows = store(""), columns = store(".trans");
  for (unsigned matrix = 0; matrix < 4; ++matrix)
    for (unsigned i = 0; i < 8; ++i)
      for (unsigned j = 0; j < 8; ++j) {
        EXPECT_EQ(rows[matrix * 64 + i * 8 + j], matrix * 64 + i * 8 + j);
        EXPECT_EQ(columns[matrix * 64 + j * 8 + i], matrix * 64 + i * 8 + j);
      }
}

/// What was stored by columns is loaded by columns as it was.
TEST(StoreMatrix, IsTheWayBack) {
  Kernel kernel(R"(
mov.u32 %r0, %tid.x;
mul.lo.u32 %r1, %r0, 16;
mul.lo.u32 %r2, %r0, 131074;
add.u32 %r3, %r2, 1;
add.u32 %r4, %r2, 2;
add.u32 %r5, %r2, 3;
stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%r1], {%r2,%r3,%r4,%r5};
bar.sync 0;
ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r6,%r7,%r8,%r9}, [%r1];
mul.wide.u32 %d0, %r0, 16;
add.s64 %d1, %in0, %d0;
st.global.v4.u32 [%d1], {%r6,%r7,%r8,%r9};)");
  kernel.launch.dynamicShared = 512;
  kernel.addBytes(512);
  ASSERT_EQ(kernel.run(), "");
  std::vector<uint32_t> found = kernel.read<uint32_t>(0, 128);
  for (unsigned lane = 0; lane < 32; ++lane)
    for (unsigned i = 0; i < 4; ++i)
      EXPECT_EQ(found[4 * lane + i], lane * 131074 + i);
}

} // namespace neo::ptx
