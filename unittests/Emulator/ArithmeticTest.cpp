//===- ArithmeticTest.cpp - Instructions against their definitions --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Form.h"

namespace neo::ptx {

namespace {
class Forms : public testing::TestWithParam<Form> {};
} // namespace

TEST_P(Forms, HasItsValue) { expectValue(GetParam()); }

static const Form integers[] = {
    {"add.cc.u32 %r0, %r1, %r2;\naddc.u32 %r0, %r3, 0;", 0xffffffff, 1, 5, 6},
    {"add.cc.u32 %r0, %r1, %r2;\naddc.u32 %r0, %r3, 0;", 0xfffffffe, 1, 5, 5},
    {"sub.cc.u64 %d0, %d1, %d2;\nsubc.u64 %d0, %d3, 0;", 1, 2, 5, 4},
    {"mad.lo.cc.u32 %r0, %r1, %r2, %r3;\nmadc.hi.u32 %r0, %r1, %r2, 0;",
     0x80000000, 2, 0, 1},
    {"mad.lo.cc.u32 %r0, %r1, %r2, %r3;\nmadc.hi.u32 %r0, %r1, %r2, 0;",
     0xffffffff, 1, 1, 1},
    {"add.cc.u32 %r0, %r1, %r2;\naddc.cc.u32 %r0, %r1, 0;\n"
     "addc.u32 %r0, %r3, 0;",
     0xffffffff, 1, 7, 8},
    {"mad.hi.cc.s32 %r0, %r1, %r2, %r3;", 0xffffffff, 5, 1, 0},
    {"add.s32 %r0, %r1, %r2;", 0xffffffff, 2, 0, 1},
    {"add.s64 %d0, %d1, %d2;", ~0ull, 2, 0, 1},
    {"sub.s16 %h0, %h1, %h2;", 1, 2, 0, 0xffff},
    {"mul.lo.s32 %r0, %r1, %r2;", 0x10001, 0x10001, 0, 0x20001},
    {"mul.hi.u32 %r0, %r1, %r2;", 0x80000000, 6, 0, 3},
    {"mul.hi.s32 %r0, %r1, %r2;", 0xffffffff, 5, 0, 0xffffffff},
    {"mul.wide.s32 %d0, %r1, %r2;", 0xffffffff, 5, 0, uint64_t(-5)},
    {"mul.wide.u16 %r0, %h1, %h2;", 0xffff, 0xffff, 0, 0xfffe0001},
    {"mad.lo.s32 %r0, %r1, %r2, %r3;", 3, 4, 5, 17},
    {"mad.wide.u32 %d0, %r1, %r2, %d3;", 1u << 31, 4, 5, (1ull << 33) + 5},
    {"div.s32 %r0, %r1, %r2;", uint32_t(-7), 2, 0, uint32_t(-3)},
    {"rem.s32 %r0, %r1, %r2;", uint32_t(-7), 2, 0, uint32_t(-1)},
    {"div.u32 %r0, %r1, %r2;", 0xfffffff9, 2, 0, 0x7ffffffc},
    {"abs.s32 %r0, %r1;", uint32_t(-7), 0, 0, 7},
    {"neg.s32 %r0, %r1;", 7, 0, 0, uint32_t(-7)},
    {"min.s32 %r0, %r1, %r2;", uint32_t(-7), 2, 0, uint32_t(-7)},
    {"min.u32 %r0, %r1, %r2;", uint32_t(-7), 2, 0, 2},
    {"max.s64 %d0, %d1, %d2;", ~0ull, 2, 0, 2},
    {"sad.u32 %r0, %r1, %r2, %r3;", 3, 8, 1, 6},
    {"dp4a.s32.u32 %r0, %r1, %r2, %r3;", 0xff020304, 0x04030201, 10, 22},
    {"and.b32 %r0, %r1, %r2;", 12, 10, 0, 8},
    {"xor.b32 %r0, %r1, %r2;", 12, 10, 0, 6},
    {"not.b32 %r0, %r1;", 12, 0, 0, 0xfffffff3},
    {"shl.b32 %r0, %r1, %r2;", 3, 31, 0, 0x80000000},
    {"shl.b32 %r0, %r1, %r2;", 3, 32, 0, 0},
    {"shr.s32 %r0, %r1, %r2;", 0x80000000, 40, 0, 0xffffffff},
    {"shr.u32 %r0, %r1, %r2;", 0x80000000, 31, 0, 1},
    {"shf.l.wrap.b32 %r0, %r1, %r2, %r3;", 0x80000001, 3, 33, 7},
    {"shf.r.clamp.b32 %r0, %r1, %r2, %r3;", 1, 3, 32, 3},
    {"bfe.u32 %r0, %r1, %r2, %r3;", 0xabcd, 4, 8, 0xbc},
    {"bfe.s32 %r0, %r1, %r2, %r3;", 0xabcd, 4, 8, 0xffffffbc},
    {"bfi.b32 %r0, %r1, %r2, %r3, 8;", 0xab, 0xffff, 4, 0xfabf},
    {"prmt.b32 %r0, %r1, %r2, %r3;", 0x33221100, 0x77665544, 0x7531,
     0x77553311},
    {"lop3.b32 %r0, %r1, %r2, %r3, 0x80;", 15, 12, 10, 8},
    {"lop3.b32 %r0, %r1, %r2, %r3, 0x96;", 15, 12, 10, 9},
    {"popc.b32 %r0, %r1;", 0xff01, 0, 0, 9},
    {"clz.b32 %r0, %r1;", 1, 0, 0, 31},
    {"bfind.u32 %r0, %r1;", 0x00f0, 0, 0, 7},
    {"bfind.u32 %r0, %r1;", 0, 0, 0, 0xffffffff},
    {"bfind.s32 %r0, %r1;", 0xfffffff0, 0, 0, 3},
    {"bfind.s64 %r0, %d1;", ~0ull, 0, 0, 0xffffffff},
    {"bfind.shiftamt.u32 %r0, %r1;", 0x00f0, 0, 0, 24},
    {"bfind.shiftamt.u64 %r0, %d1;", 0x00f0, 0, 0, 56},
    {"brev.b32 %r0, %r1;", 1, 0, 0, 0x80000000},
    {"selp.b32 %r0, %r1, %r2, %p1;", 3, 4, 0, 4},
    {"slct.u32.s32 %r0, %r1, %r2, %r3;", 3, 4, 0xffffffff, 4},
    {"set.lt.u32.s32 %r0, %r1, %r2;", 3, 4, 0, 0xffffffff},
    {"mov.b32 %r0, {%h1, %h2};", 1, 2, 0, 0x20001},
    {"mov.b64 {%r0, %r5}, %d1;", 0x500000006, 0, 0, 6},
};

static const Form floats[] = {
    // Of 3 + 2^-50 the upper word is that of 3.
    {"rcp.approx.ftz.f64 %d0, %d1;", 0x4008000000000002, 0, 0,
     0x3fd5555500000000},
    {"rcp.approx.ftz.f64 %d0, %d1;", 1, 0, 0, 0x7ff0000000000000},
    {"rsqrt.approx.ftz.f64 %d0, %d1;", 0x4010000000000000, 0, 0,
     0x3fe0000000000000},
    {"copysign.f32 %r0, %r1, %r2;", 0xbf800000, 0x40000000, 0, 0xc0000000},
    {"copysign.f64 %d0, %d1, %d2;", 0, 0xc000000000000000, 0,
     0x4000000000000000},
    {"add.f32 %r0, %r1, %r2;", 0x3f800000, 0x40000000, 0, 0x40400000},
    {"add.rz.f32 %r0, %r1, %r2;", 0x3f800000, 0x33ffffff, 0, 0x3f800000},
    {"add.rp.f32 %r0, %r1, %r2;", 0x3f800000, 0x00000001, 0, 0x3f800001},
    {"add.rm.f32 %r0, %r1, %r2;", 0x3f800000, 0x80000001, 0, 0x3f7fffff},
    {"sub.f32 %r0, %r1, %r2;", 0x7f800000, 0x7f800000, 0, 0x7fffffff},
    {"mul.f32 %r0, %r1, %r2;", 0x00800000, 0x3f000000, 0, 0x00400000},
    {"mul.ftz.f32 %r0, %r1, %r2;", 0x00800000, 0x3f000000, 0, 0},
    {"add.sat.f32 %r0, %r1, %r2;", 0x3f800000, 0x40000000, 0, 0x3f800000},
    // (1 + 2^-12)^2 - 1 - 2^-11 is 2^-24 only if the product is not rounded.
    {"fma.rn.f32 %r0, %r1, %r2, %r3;", 0x3f800800, 0x3f800800, 0xbf801000,
     0x33800000},
    {"fma.rp.f32 %r0, %r1, %r2, %r3;", 0x3f800001, 0x3f800001, 0, 0x3f800003},
    {"fma.rz.f32 %r0, %r1, %r2, %r3;", 0x3f800001, 0x3f800001, 0, 0x3f800002},
    {"div.rn.f32 %r0, %r1, %r2;", 0x3f800000, 0x40400000, 0, 0x3eaaaaab},
    {"div.rz.f32 %r0, %r1, %r2;", 0x3f800000, 0x40400000, 0, 0x3eaaaaaa},
    {"rcp.rp.f32 %r0, %r1;", 0xc0400000, 0, 0, 0xbeaaaaaa},
    {"sqrt.rn.f32 %r0, %r1;", 0x40000000, 0, 0, 0x3fb504f3},
    {"sqrt.rp.f32 %r0, %r1;", 0x40000000, 0, 0, 0x3fb504f4},
    {"min.f32 %r0, %r1, %r2;", 0x7fc00000, 0x3f800000, 0, 0x3f800000},
    {"min.NaN.f32 %r0, %r1, %r2;", 0x7fc00000, 0x3f800000, 0, 0x7fffffff},
    {"max.f32 %r0, %r1, %r2;", 0x80000000, 0, 0, 0},
    {"abs.f32 %r0, %r1;", 0xbf800000, 0, 0, 0x3f800000},
    {"neg.f32 %r0, %r1;", 0x3f800000, 0, 0, 0xbf800000},
    {"ex2.approx.f32 %r0, %r1;", 0x40400000, 0, 0, 0x41000000},
    {"lg2.approx.f32 %r0, %r1;", 0x41000000, 0, 0, 0x40400000},
    {"rsqrt.approx.f32 %r0, %r1;", 0x40800000, 0, 0, 0x3f000000},
    {"fma.rn.f64 %d0, %d1, %d2, %d3;", 0x4000000000000000, 0x4008000000000000,
     0x3ff0000000000000, 0x401c000000000000},
    {"add.rp.f64 %d0, %d1, %d2;", 0x3ff0000000000000, 1, 0, 0x3ff0000000000001},
    {"add.f16 %h0, %h1, %h2;", 0x3c00, 0x4000, 0, 0x4200},
    // 2048 + 1 is a tie to even, 2048 + 3 another.
    {"add.f16 %h0, %h1, %h2;", 0x6800, 0x3c00, 0, 0x6800},
    {"add.f16 %h0, %h1, %h2;", 0x6800, 0x4200, 0, 0x6802},
    {"mul.f16x2 %r0, %r1, %r2;", 0x40003c00, 0x40004000, 0, 0x44004000},
    {"fma.rn.bf16x2 %r0, %r1, %r2, %r3;", 0x40003f80, 0x40004000, 0x3f803f80,
     0x40a04040},
    {"fma.rn.relu.f16 %h0, %h1, %h2, %h3;", 0x3c00, 0xbc00, 0, 0},
    {"max.bf16 %h0, %h1, %h2;", 0xbf80, 0x3f80, 0, 0x3f80},
};

static const Form conversions[] = {
    {"cvt.s32.s8 %r0, %r1;", 0x80, 0, 0, 0xffffff80},
    {"cvt.u16.s32 %h0, %r1;", 0x12345, 0, 0, 0x2345},
    {"cvt.sat.s8.s32 %r0, %r1;", 300, 0, 0, 127},
    {"cvt.sat.u8.s32 %r0, %r1;", uint32_t(-3), 0, 0, 0},
    {"cvt.rn.f32.s32 %r0, %r1;", 0x01000001, 0, 0, 0x4b800000},
    {"cvt.rp.f32.s32 %r0, %r1;", 0x01000001, 0, 0, 0x4b800001},
    {"cvt.rn.f32.u64 %r0, %d1;", ~0ull, 0, 0, 0x5f800000},
    {"cvt.rzi.s32.f32 %r0, %r1;", 0xc0200000, 0, 0, uint32_t(-2)},
    {"cvt.rmi.s32.f32 %r0, %r1;", 0xc0200000, 0, 0, uint32_t(-3)},
    {"cvt.rni.s32.f32 %r0, %r1;", 0x40200000, 0, 0, 2},
    {"cvt.rzi.u32.f32 %r0, %r1;", 0xbf800000, 0, 0, 0},
    {"cvt.rzi.s32.f32 %r0, %r1;", 0x7f800000, 0, 0, 0x7fffffff},
    {"cvt.rzi.s32.f32 %r0, %r1;", 0x7fc00000, 0, 0, 0},
    {"cvt.rpi.f32.f32 %r0, %r1;", 0x3fc00000, 0, 0, 0x40000000},
    {"cvt.rn.f16.f32 %h0, %r1;", 0x3f801000, 0, 0, 0x3c00},
    {"cvt.rn.f16.f32 %h0, %r1;", 0x3f801001, 0, 0, 0x3c01},
    {"cvt.rn.f16.f32 %h0, %r1;", 0x477ff000, 0, 0, 0x7c00},
    {"cvt.rz.f16.f32 %h0, %r1;", 0x477ff000, 0, 0, 0x7bff},
    {"cvt.rn.f16.f32 %h0, %r1;", 0x33000001, 0, 0, 1},
    {"cvt.rn.bf16.f32 %h0, %r1;", 0x3f808000, 0, 0, 0x3f80},
    {"cvt.rn.bf16.f32 %h0, %r1;", 0x3f818000, 0, 0, 0x3f82},
    {"cvt.f32.f16 %r0, %h1;", 1, 0, 0, 0x33800000},
    {"cvt.f32.bf16 %r0, %h1;", 0x3f82, 0, 0, 0x3f820000},
    {"cvt.rn.f16x2.f32 %r0, %r1, %r2;", 0x3f800000, 0x40000000, 0, 0x3c004000},
    {"cvt.rna.tf32.f32 %r0, %r1;", 0x3f801000, 0, 0, 0x3f802000},
    {"cvt.f64.f32 %d0, %r1;", 0x3f800000, 0, 0, 0x3ff0000000000000},
    {"cvt.rn.f32.f64 %r0, %d1;", 0x3ff0000010000000, 0, 0, 0x3f800000},
};

INSTANTIATE_TEST_SUITE_P(Integers, Forms, testing::ValuesIn(integers));
INSTANTIATE_TEST_SUITE_P(Floats, Forms, testing::ValuesIn(floats));
INSTANTIATE_TEST_SUITE_P(Conversions, Forms, testing::ValuesIn(conversions));

} // namespace neo::ptx
