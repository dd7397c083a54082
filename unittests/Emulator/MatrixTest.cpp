//===- MatrixTest.cpp - ldmatrix and mma.sync -----------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A 16 x 16 and a 16 x 8 matrix of f16 go to shared memory in rows, through
// ldmatrix to fragments, through mma to a 16 x 8 result that the lanes store.
// The expected product is taken of the matrices themselves.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

namespace neo::ptx {

/// Small integers as f16: exact, and so are their sums of products.
static uint16_t half(int value) {
  static const uint16_t bits[] = {0, 0x3c00, 0x4000, 0x4200, 0x4400};
  return value < 0 ? uint16_t(bits[-value] | 0x8000) : bits[value];
}

static const char *product = R"(
mov.u32 %r0, %tid.x;
mul.wide.u32 %d0, %r0, 16;
add.s64 %d1, %in0, %d0;
add.s64 %d2, %in1, %d0;
cp.async.cg.shared.global [%d0], [%d1], 16;
setp.lt.u32 %p1, %r0, 16;
@%p1 cp.async.cg.shared.global [%d0+512], [%d2], 16;
cp.async.wait_all;
bar.sync 0;
and.b32 %r1, %r0, 15;
mul.lo.u32 %r1, %r1, 32;
shr.u32 %r2, %r0, 4;
mad.lo.u32 %r1, %r2, 16, %r1;
ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r3,%r4,%r5,%r6}, [%r1];
and.b32 %r2, %r0, 15;
mad.lo.u32 %r2, %r2, 16, 512;
ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r7,%r8}, [%r2];
mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
  {%r9,%r10,%r11,%r12}, {%r3,%r4,%r5,%r6}, {%r7,%r8},
  {0f3F800000,0f3F800000,0f3F800000,0f3F800000};
shr.u32 %r1, %r0, 2;
and.b32 %r2, %r0, 3;
mul.lo.u32 %r1, %r1, 32;
mad.lo.u32 %r1, %r2, 8, %r1;
cvt.u64.u32 %d3, %r1;
add.s64 %d3, %in2, %d3;
st.global.v2.f32 [%d3], {%r9,%r10};
st.global.v2.f32 [%d3+256], {%r11,%r12};)";

/// The same as bf16.
static uint16_t brainHalf(int value) {
  static const uint16_t bits[] = {0, 0x3f80, 0x4000, 0x4040, 0x4080};
  return value < 0 ? uint16_t(bits[-value] | 0x8000) : bits[value];
}

/// The product by `text` of matrices whose elements `encode` writes.
static void expectProduct(const std::string &text, uint16_t (*encode)(int)) {
  std::vector<uint16_t> a(256), b(128);
  auto inA = [](int i, int k) { return (i * 3 + k * 5) % 9 - 4; };
  auto inB = [](int k, int j) { return (k * 7 + j * 2) % 9 - 4; };
  for (int i = 0; i < 16; ++i)
    for (int k = 0; k < 16; ++k)
      a[i * 16 + k] = encode(inA(i, k));
  for (int k = 0; k < 16; ++k)
    for (int j = 0; j < 8; ++j)
      b[k * 8 + j] = encode(inB(k, j));
  Kernel kernel(text);
  kernel.launch.dynamicShared = 768;
  kernel.add(a);
  kernel.add(b);
  kernel.addBytes(512);
  ASSERT_EQ(kernel.run(), "");
  std::vector<float> found = kernel.read<float>(2, 128);
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 8; ++j) {
      int sum = 1;
      for (int k = 0; k < 16; ++k)
        sum += inA(i, k) * inB(k, j);
      EXPECT_EQ(found[i * 8 + j], float(sum)) << i << " " << j;
    }
  EXPECT_EQ(kernel.report.counters.kinds.at("mma"), 1u);
}

TEST(Matrix, ProductOfHalves) { expectProduct(product, half); }

TEST(Matrix, ProductOfBrainHalves) {
  std::string text = product, form = "mma.sync.aligned.m16n8k16.row.col.";
  size_t types = text.find(form) + form.size();
  std::string brain = "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32";
  text.replace(types, sizeof("f32.f16.f16.f32") - 1, brain.substr(form.size()));
  expectProduct(text, brainHalf);
}

/// A of 16 x 8 and B of 8 x 8 in f32: ldmatrix takes words for pairs of halves,
/// and each lane loads its own of B. The low 13 bits of tf32 do not count.
static const char *productOfTF32 = R"(
mov.u32 %r0, %tid.x;
mul.wide.u32 %d0, %r0, 16;
add.s64 %d1, %in0, %d0;
add.s64 %d2, %in1, %d0;
cp.async.cg.shared.global [%d0], [%d1], 16;
setp.lt.u32 %p1, %r0, 16;
@%p1 cp.async.cg.shared.global [%d0+512], [%d2], 16;
cp.async.wait_all;
bar.sync 0;
and.b32 %r1, %r0, 15;
mul.lo.u32 %r1, %r1, 32;
shr.u32 %r2, %r0, 4;
mad.lo.u32 %r1, %r2, 16, %r1;
ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r3,%r4,%r5,%r6}, [%r1];
and.b32 %r1, %r0, 3;
mul.lo.u32 %r1, %r1, 32;
shr.u32 %r2, %r0, 2;
mad.lo.u32 %r1, %r2, 4, %r1;
ld.shared.b32 %r7, [%r1+512];
ld.shared.b32 %r8, [%r1+640];
or.b32 %r7, %r7, 8191;
mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32
  {%r9,%r10,%r11,%r12}, {%r3,%r4,%r5,%r6}, {%r7,%r8},
  {0f3F800000,0f3F800000,0f3F800000,0f3F800000};
shr.u32 %r1, %r0, 2;
and.b32 %r2, %r0, 3;
mul.lo.u32 %r1, %r1, 32;
mad.lo.u32 %r1, %r2, 8, %r1;
cvt.u64.u32 %d3, %r1;
add.s64 %d3, %in2, %d3;
st.global.v2.f32 [%d3], {%r9,%r10};
st.global.v2.f32 [%d3+256], {%r11,%r12};)";

TEST(Matrix, ProductOfTF32) {
  std::vector<float> a(128), b(64);
  for (int n = 0; n < 128; ++n)
    a[n] = float(n / 8 * 3 + n % 8 * 5) / 8; // 10 bits or fewer.
  for (int n = 0; n < 64; ++n)
    b[n] = float((n / 8 * 7 + n % 8 * 2) % 9 - 4);
  Kernel kernel(productOfTF32);
  kernel.launch.dynamicShared = 768;
  kernel.add(a);
  kernel.add(b);
  kernel.addBytes(512);
  ASSERT_EQ(kernel.run(), "");
  std::vector<float> found = kernel.read<float>(2, 128);
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 8; ++j) {
      float sum = 1;
      for (int k = 0; k < 8; ++k)
        sum += a[i * 8 + k] * b[k * 8 + j];
      EXPECT_EQ(found[i * 8 + j], sum) << i << " " << j;
    }
}

TEST(Matrix, NeedsTheWholeWarp) {
  Kernel kernel("mov.u32 %r0, %tid.x;\nsetp.lt.u32 %p1, %r0, 7;\n"
                "@%p1 ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%r0];");
  EXPECT_NE(kernel.run().find("needs all 32"), std::string::npos);
}

} // namespace neo::ptx
