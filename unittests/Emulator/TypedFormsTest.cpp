//===- TypedFormsTest.cpp - Forms that only some element types have -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What kernels of f64, f16, bf16, of 8, 16 and 64 bit integers and of Booleans
// have beside the forms in FormsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "Form.h"

namespace neo::ptx {

namespace {
class TypedForms : public testing::TestWithParam<Form> {};
} // namespace

TEST_P(TypedForms, HasItsValue) { expectValue(GetParam()); }

constexpr uint64_t least32 = 0x80000000, most32 = 0x7fffffff;
constexpr uint64_t least64 = 1ull << 63, most64 = ~least64;
constexpr uint64_t one64 = 0x3ff0000000000000, two64 = 0x4000000000000000,
                   half64 = 0x3fe0000000000000, nan64 = 0x7ff8000000000000,
                   infinity64 = 0x7ff0000000000000, minus64 = 1ull << 63;

static const Form typedIntegers[] = {
    {"abs.s16 %h0, %h1;", 0xfff9, 0, 0, 7},
    {"abs.s16 %h0, %h1;", 0x8000, 0, 0, 0x8000},
    {"abs.s64 %d0, %d1;", uint64_t(-7), 0, 0, 7},
    {"abs.s64 %d0, %d1;", least64, 0, 0, least64},
    {"min.s16 %h0, %h1, %h2;", 0x8000, 0x7fff, 0, 0x8000},
    {"max.s16 %h0, %h1, %h2;", 0x8000, 0x7fff, 0, 0x7fff},
    {"shr.s16 %h0, %h1, %r2;", 0x8000, 3, 0, 0xf000},
    {"shr.s16 %h0, %h1, %r2;", 0x8000, 20, 0, 0xffff},
    {"shr.s16 %h0, %h1, %r2;", 0x4000, 20, 0, 0},
    {"shr.s64 %d0, %d1, %r2;", least64, 4, 0, 0xf800000000000000},
    {"shr.s64 %d0, %d1, %r2;", least64, 70, 0, ~0ull},
    {"mul.hi.s64 %d0, %d1, %d2;", ~0ull, 5, 0, ~0ull},
    {"mul.hi.s64 %d0, %d1, %d2;", least64, least64, 0, 1ull << 62},
    {"clz.b64 %r0, %d1;", 0, 0, 0, 64},
    {"clz.b64 %r0, %d1;", 1ull << 32, 0, 0, 31},
    {"clz.b64 %r0, %d1;", ~0ull, 0, 0, 0},
    {"popc.b64 %r0, %d1;", ~0ull, 0, 0, 64},
    {"popc.b64 %r0, %d1;", 5ull << 40, 0, 0, 2},
    // 5:1 - 2:3 with a borrow between the words, then out of the upper one.
    {"sub.cc.u32 %r4, %r1, %r2;\nsubc.u32 %r0, %r3, 2;", 1, 3, 5, 2},
    {"sub.cc.u32 %r4, %r1, %r2;\nsubc.u32 %r0, %r3, 2;", 3, 1, 5, 3},
    {"sub.cc.u32 %r4, %r1, %r2;\nsubc.cc.u32 %r5, %r3, 0;\n"
     "subc.u32 %r0, 9, 0;",
     0, 1, 0, 8},
    // 0xffffffff * 2 + 2 carries out of the low word, into the high product.
    {"mad.lo.cc.u32 %r4, %r1, %r2, %r2;\nmadc.hi.cc.u32 %r0, %r1, %r2, %r3;",
     0xffffffff, 2, 7, 9},
    {"add.cc.u32 %r4, %r1, %r2;\nmadc.lo.cc.u32 %r0, %r2, %r2, %r3;",
     0xffffffff, 2, 7, 12},
    {"add.cc.u32 %r4, %r1, 1;\nmadc.lo.cc.u32 %r4, %r1, %r2, 0;\n"
     "addc.u32 %r0, %r3, 0;",
     0xffffffff, 1, 7, 8},
    {"add.cc.u32 %r4, %r1, 1;\nmadc.hi.cc.u32 %r4, %r1, %r2, %r1;\n"
     "addc.u32 %r0, %r3, 0;",
     0xffffffff, 1, 7, 8},
};
INSTANTIATE_TEST_SUITE_P(Integers, TypedForms,
                         testing::ValuesIn(typedIntegers));

static const Form typedComparisons[] = {
    {"setp.eq.b16 %p2, %h1, %h2;" GIVES_ONE, 0x10007, 7, 0, 1},
    {"setp.eq.b16 %p2, %h1, %h2;" GIVES_ONE, 6, 7, 0, 0},
    {"setp.gt.s16 %p2, %h1, %h2;" GIVES_ONE, 1, 0xffff, 0, 1},
    {"setp.gt.s16 %p2, %h1, %h2;" GIVES_ONE, 7, 7, 0, 0},
    {"setp.gt.f64 %p2, %d1, %d2;" GIVES_ONE, two64, one64, 0, 1},
    {"setp.gt.f64 %p2, %d1, %d2;" GIVES_ONE, nan64, one64, 0, 0},
    {"setp.le.f64 %p2, %d1, %d2;" GIVES_ONE, minus64, 0, 0, 1},
    {"setp.le.f64 %p2, %d1, %d2;" GIVES_ONE, one64, nan64, 0, 0},
    {"setp.equ.f64 %p2, %d1, %d2;" GIVES_ONE, nan64, one64, 0, 1},
    {"setp.equ.f64 %p2, %d1, %d2;" GIVES_ONE, two64, one64, 0, 0},
    {"setp.neu.f64 %p2, %d1, %d2;" GIVES_ONE, nan64, nan64, 0, 1},
    {"setp.neu.f64 %p2, %d1, %d2;" GIVES_ONE, minus64, 0, 0, 0},
    {"setp.ltu.f64 %p2, %d1, %d2;" GIVES_ONE, nan64, one64, 0, 1},
    {"setp.ltu.f64 %p2, %d1, %d2;" GIVES_ONE, one64, one64, 0, 0},
    {"setp.gtu.f64 %p2, %d1, %d2;" GIVES_ONE, one64, nan64, 0, 1},
    {"setp.gtu.f64 %p2, %d1, %d2;" GIVES_ONE, one64, two64, 0, 0},
    {"setp.num.f64 %p2, %d1, %d2;" GIVES_ONE, one64, infinity64, 0, 1},
    {"setp.num.f64 %p2, %d1, %d2;" GIVES_ONE, one64, nan64, 0, 0},
    {"setp.lt.f16 %p2, %h1, %h2;" GIVES_ONE, 0xbc00, 1, 0, 1},
    {"setp.lt.f16 %p2, %h1, %h2;" GIVES_ONE, 0x7e00, 0x7c00, 0, 0},
    {"setp.geu.f16 %p2, %h1, %h2;" GIVES_ONE, 0x7e00, 0x7c00, 0, 1},
    {"setp.geu.f16 %p2, %h1, %h2;" GIVES_ONE, 0xbc00, 1, 0, 0},
    {"setp.lt.bf16 %p2, %h1, %h2;" GIVES_ONE, 0xbf80, 1, 0, 1},
    {"setp.lt.bf16 %p2, %h1, %h2;" GIVES_ONE, 0x7fc0, 0x7f80, 0, 0},
    {"setp.ge.bf16 %p2, %h1, %h2;" GIVES_ONE, 0x4000, 0x4000, 0, 1},
    {"setp.ge.bf16 %p2, %h1, %h2;" GIVES_ONE, 0x7fc0, 0x7f80, 0, 0},
    {"setp.geu.bf16 %p2, %h1, %h2;" GIVES_ONE, 0x7fc0, 0x7f80, 0, 1},
    {"setp.geu.bf16 %p2, %h1, %h2;" GIVES_ONE, 0xbf80, 1, 0, 0},
    {"setp.eq.f16x2 %p2|%p3, %r1, %r2;" GIVES_TWO, 0x80003c00, 0x00004000, 0,
     2},
    {"setp.eq.f16x2 %p2|%p3, %r1, %r2;" GIVES_TWO, 0x7e003c00, 0x7e003c00, 0,
     1},
    {"setp.neu.f16x2 %p2|%p3, %r1, %r2;" GIVES_TWO, 0x7e003c00, 0x7e003c00, 0,
     2},
    {"setp.gt.f16x2 %p2|%p3, %r1, %r2;" GIVES_TWO, 0x3c00bc00, 0xbc003c00, 0,
     2},
    {"setp.le.f16x2 %p2|%p3, %r1, %r2;" GIVES_TWO, 0x3c007e00, 0x3c003c00, 0,
     2},
    {"setp.eq.bf16x2 %p2|%p3, %r1, %r2;" GIVES_TWO, 0x80003f80, 0x00004000, 0,
     2},
    {"setp.neu.bf16x2 %p2|%p3, %r1, %r2;" GIVES_TWO, 0x3f807fc0, 0x3f807fc0, 0,
     1},
    {"setp.gt.bf16x2 %p2|%p3, %r1, %r2;" GIVES_TWO, 0xbf803f80, 0x3f80bf80, 0,
     1},
    {"setp.ge.bf16x2 %p2|%p3, %r1, %r2;" GIVES_TWO, 0x7fc03f80, 0x3f803f80, 0,
     1},
    {"setp.le.bf16x2 %p2|%p3, %r1, %r2;" GIVES_TWO, 0x7fc03f80, 0x3f803f80, 0,
     1},
    {"setp.lt.bf16x2 %p2|%p3, %r1, %r2;" GIVES_TWO, 0xff80bf80, 0x3f80bf80, 0,
     2},
};
INSTANTIATE_TEST_SUITE_P(Comparisons, TypedForms,
                         testing::ValuesIn(typedComparisons));

static const Form typedFloats[] = {
    {"min.f64 %d0, %d1, %d2;", nan64, two64, 0, two64},
    {"min.f64 %d0, %d1, %d2;", 0, minus64, 0, minus64},
    {"sqrt.rn.f64 %d0, %d1;", two64, 0, 0, 0x3ff6a09e667f3bcd},
    {"sqrt.rn.f64 %d0, %d1;", minus64, 0, 0, minus64},
    {"sqrt.rn.f64 %d0, %d1;", 1, 0, 0, 0x1e60000000000000},
    {"sqrt.rn.f64 %d4, %d1;\nsetp.nan.f64 %p2, %d4, %d4;" GIVES_ONE,
     one64 | minus64, 0, 0, 1},
    {"rsqrt.approx.f64 %d0, %d1;", 0x4010000000000000, 0, 0, half64},
    {"rsqrt.approx.f64 %d0, %d1;", 0, 0, 0, infinity64},
    {"rsqrt.approx.f64 %d0, %d1;", minus64, 0, 0, infinity64 | minus64},
    {"rsqrt.approx.f64 %d0, %d1;", infinity64, 0, 0, 0},
    {"div.approx.f32 %r0, %r1, %r2;", 0x40400000, 0xc0000000, 0, 0xbfc00000},
    {"div.approx.f32 %r0, %r1, %r2;", 0x3f800000, 0x80000000, 0, 0xff800000},
    {"div.approx.f32 %r0, %r1, %r2;", 0, 0, 0, 0x7fffffff},
    // 1 / b of divisors over 2^126 is zero: so is the quotient.
    {"div.approx.f32 %r0, %r1, %r2;", 0x7f000000, 0x7e800000, 0, 0x40000000},
    {"div.approx.f32 %r0, %r1, %r2;", 0x7f000000, 0x7e800001, 0, 0},
    {"div.approx.f32 %r0, %r1, %r2;", 0xff000000, 0x7f000000, 0, 0x80000000},
    {"div.approx.ftz.f32 %r0, %r1, %r2;", 0x7f800000, 0x7f000000, 0,
     0x7fffffff},
    {"div.full.f32 %r0, %r1, %r2;", 0x7f000000, 0x7f000000, 0, 0x3f800000},
    {"neg.f16x2 %r0, %r1;", 0x3c00fe00, 0, 0, 0xbc007e00},
    {"neg.bf16x2 %r0, %r1;", 0x3f808000, 0, 0, 0xbf800000},
    {"min.NaN.f16 %h0, %h1, %h2;", 0, 0x8000, 0, 0x8000},
    {"min.NaN.f16 %h0, %h1, %h2;", 0x3c00, 0x7e00, 0, 0x7fff},
    {"min.NaN.bf16 %h0, %h1, %h2;", 0x3f80, 0xbf80, 0, 0xbf80},
    {"min.NaN.bf16 %h0, %h1, %h2;", 0x7fc0, 0xbf80, 0, 0x7fff},
    {"max.NaN.f16x2 %r0, %r1, %r2;", 0x7e003c00, 0x40004000, 0, 0x7fff4000},
    {"max.NaN.f16x2 %r0, %r1, %r2;", 0x80004000, 0x0000fe00, 0, 0x00007fff},
    {"max.NaN.bf16x2 %r0, %r1, %r2;", 0x7fc03f80, 0x40004000, 0, 0x7fff4000},
    {"max.NaN.bf16x2 %r0, %r1, %r2;", 0x8000bf80, 0x0000ff80, 0, 0x0000bf80},
};
INSTANTIATE_TEST_SUITE_P(Floats, TypedForms, testing::ValuesIn(typedFloats));

static const Form toIntegers[] = {
    {"cvt.s16.s8 %h0, %h1;", 0x180, 0, 0, 0xff80},
    {"cvt.s16.s8 %h0, %h1;", 0x17f, 0, 0, 0x7f},
    {"cvt.s32.s16 %r0, %h1;", 0x18000, 0, 0, 0xffff8000},
    {"cvt.s64.s16 %d0, %h1;", 0x18000, 0, 0, 0xffffffffffff8000},
    {"cvt.s64.s8 %d0, %h1;", 0x180, 0, 0, 0xffffffffffffff80},
    {"cvt.rni.s32.f64 %r0, %d1;", 0x4004000000000000, 0, 0, 2},
    {"cvt.rni.s32.f64 %r0, %d1;", 0x400c000000000000, 0, 0, 4},
    {"cvt.rni.s32.f64 %r0, %d1;", 0x4202a05f20000000, 0, 0, most32},
    {"cvt.rni.s32.f64 %r0, %d1;", 0xc202a05f20000000, 0, 0, least32},
    {"cvt.rni.s32.f64 %r0, %d1;", nan64, 0, 0, least32},
    {"cvt.rzi.s32.f64 %r0, %d1;", 0xc004000000000000, 0, 0, uint32_t(-2)},
    {"cvt.rzi.s32.f64 %r0, %d1;", 0x41dfffffffe00000, 0, 0, most32},
    {"cvt.rzi.s32.f64 %r0, %d1;", nan64, 0, 0, least32},
    {"cvt.rzi.s64.f64 %d0, %d1;", 0xc004000000000000, 0, 0, uint64_t(-2)},
    {"cvt.rzi.s64.f64 %d0, %d1;", 0x43e0000000000000, 0, 0, most64},
    {"cvt.rzi.s64.f64 %d0, %d1;", 0xc3e0000000000000, 0, 0, least64},
    {"cvt.rzi.s64.f64 %d0, %d1;", nan64, 0, 0, least64},
    {"cvt.rzi.s32.f16 %r0, %h1;", 0xc100, 0, 0, uint32_t(-2)},
    {"cvt.rzi.s32.f16 %r0, %h1;", 0xfc00, 0, 0, least32},
    {"cvt.rzi.s32.f16 %r0, %h1;", 0x7e00, 0, 0, 0},
    {"cvt.rzi.s64.f16 %d0, %h1;", 0xc100, 0, 0, uint64_t(-2)},
    {"cvt.rzi.s64.f16 %d0, %h1;", 0x7c00, 0, 0, most64},
    {"cvt.rzi.s64.f16 %d0, %h1;", 0x7e00, 0, 0, least64},
    {"cvt.rzi.s32.bf16 %r0, %h1;", 0xc020, 0, 0, uint32_t(-2)},
    {"cvt.rzi.s32.bf16 %r0, %h1;", 0x4f80, 0, 0, most32},
    {"cvt.rzi.s32.bf16 %r0, %h1;", 0x7fc0, 0, 0, 0},
    {"cvt.rzi.s64.bf16 %d0, %h1;", 0x4f80, 0, 0, 1ull << 32},
    {"cvt.rzi.s64.bf16 %d0, %h1;", 0x5f80, 0, 0, most64},
    {"cvt.rzi.s64.bf16 %d0, %h1;", 0x7fc0, 0, 0, least64},
};
INSTANTIATE_TEST_SUITE_P(ToIntegers, TypedForms, testing::ValuesIn(toIntegers));

/// Halves are rounded once: a way over f32 would end in a tie here.
static const Form toFloats[] = {
    {"cvt.rn.f16.f64 %h0, %d1;", 0x3ff0020000001000, 0, 0, 0x3c01},
    {"cvt.rn.f16.f64 %h0, %d1;", 0x3ff0020000000000, 0, 0, 0x3c00},
    {"cvt.rn.f16.f64 %h0, %d1;", nan64, 0, 0, 0x7fff},
    {"cvt.rn.bf16.f64 %h0, %d1;", 0x3ff0100000001000, 0, 0, 0x3f81},
    {"cvt.rn.bf16.f64 %h0, %d1;", 0x3ff0100000000000, 0, 0, 0x3f80},
    {"cvt.rn.bf16.f64 %h0, %d1;", 0x7fefffffffffffff, 0, 0, 0x7f80},
    {"cvt.f64.f16 %d0, %h1;", 1, 0, 0, 0x3e70000000000000},
    {"cvt.f64.f16 %d0, %h1;", 0xfc00, 0, 0, infinity64 | minus64},
    {"cvt.f64.bf16 %d0, %h1;", 0x3f82, 0, 0, 0x3ff0400000000000},
    {"cvt.f64.bf16 %d0, %h1;", 1, 0, 0, 0x37a0000000000000},
    {"cvt.rmi.f64.f64 %d0, %d1;", 0xbff8000000000000, 0, 0, two64 | minus64},
    {"cvt.rmi.f64.f64 %d0, %d1;", minus64, 0, 0, minus64},
    {"cvt.rpi.f64.f64 %d0, %d1;", 0x3ff8000000000000, 0, 0, two64},
    {"cvt.rpi.f64.f64 %d0, %d1;", half64 | minus64, 0, 0, minus64},
    {"cvt.rzi.f64.f64 %d0, %d1;", 0xbff8000000000000, 0, 0, one64 | minus64},
    {"cvt.rzi.f64.f64 %d0, %d1;", infinity64, 0, 0, infinity64},
    {"cvt.rni.f64.f64 %d0, %d1;", 0x4004000000000000, 0, 0, two64},
    {"cvt.rni.f64.f64 %d0, %d1;", half64 | minus64, 0, 0, minus64},
    {"cvt.rn.f16.s16 %h0, %h1;", 0x8000, 0, 0, 0xf800},
    {"cvt.rn.f16.s16 %h0, %h1;", 2049, 0, 0, 0x6800},
    {"cvt.rn.f16.s32 %h0, %r1;", 2051, 0, 0, 0x6802},
    {"cvt.rn.f16.s32 %h0, %r1;", 65519, 0, 0, 0x7bff},
    {"cvt.rn.f16.s32 %h0, %r1;", uint32_t(-65520), 0, 0, 0xfc00},
    {"cvt.rn.f16.s64 %h0, %d1;", uint64_t(-2049), 0, 0, 0xe800},
    {"cvt.rn.f16.s64 %h0, %d1;", 1ull << 40, 0, 0, 0x7c00},
    {"cvt.rn.f16.u32 %h0, %r1;", 2049, 0, 0, 0x6800},
    {"cvt.rn.f16.u32 %h0, %r1;", 0xffffffff, 0, 0, 0x7c00},
    {"cvt.rn.bf16.s16 %h0, %h1;", 0xfeff, 0, 0, 0xc380},
    {"cvt.rn.bf16.s16 %h0, %h1;", 259, 0, 0, 0x4382},
    {"cvt.rn.bf16.s32 %h0, %r1;", 0x01010001, 0, 0, 0x4b81},
    {"cvt.rn.bf16.s32 %h0, %r1;", 0x01010000, 0, 0, 0x4b80},
    {"cvt.rn.bf16.s64 %h0, %d1;", 0x01010001, 0, 0, 0x4b81},
    {"cvt.rn.bf16.s64 %h0, %d1;", least64, 0, 0, 0xdf00},
    {"cvt.rn.bf16.u32 %h0, %r1;", 0xffffffff, 0, 0, 0x4f80},
    {"cvt.rn.f32.s16 %r0, %h1;", 0x8000, 0, 0, 0xc7000000},
    {"cvt.rn.f32.s64 %r0, %d1;", (1ull << 54) + (1ull << 30) + 1, 0, 0,
     0x5a800001},
    {"cvt.rn.f32.s64 %r0, %d1;", least64, 0, 0, 0xdf000000},
    {"cvt.rn.f32.u32 %r0, %r1;", 0x01000001, 0, 0, 0x4b800000},
    {"cvt.rn.f32.u32 %r0, %r1;", 0xffffffff, 0, 0, 0x4f800000},
    {"cvt.rn.f64.s16 %d0, %h1;", 0x8000, 0, 0, 0xc0e0000000000000},
    {"cvt.rn.f64.s32 %d0, %r1;", least32, 0, 0, 0xc1e0000000000000},
    {"cvt.rn.f64.u32 %d0, %r1;", 0xffffffff, 0, 0, 0x41efffffffe00000},
};
INSTANTIATE_TEST_SUITE_P(ToFloats, TypedForms, testing::ValuesIn(toFloats));

static const Form typedAccesses[] = {
    {"ld.global.b8 %h0, [%in0+1];", 0x80ff, 0, 0, 0x80},
    {"ld.global.s8 %h0, [%in0+1];", 0x80ff, 0, 0, 0xff80},
    {"ld.global.s8 %r0, [%in0];", 0x80ff, 0, 0, 0xffffffff},
    {"ld.global.v2.b8 {%h4,%h0}, [%in0];", 0x80ff, 0, 0, 0x80},
    {"ld.global.v4.b16 {%h4,%h5,%h6,%h0}, [%in0];", 5ull << 48, 0, 0, 5},
    {"st.shared.b8 [3], %r1;\nld.shared.b8 %r0, [3];", 0x180, 0, 0, 0x80},
    {"st.shared.b8 [3], %h1;\nld.shared.s8 %r0, [3];", 0x180, 0, 0, 0xffffff80},
    {"st.shared.v2.b8 [2], {%h1,%h2};\nld.shared.b16 %h0, [2];", 0x105, 6, 0,
     0x605},
    {".local .align 8 .b8 depot[16];\nmov.u64 %d4, depot;\n"
     "st.local.b64 [%d4+8], %d1;\nld.local.b64 %d0, [%d4+8];",
     5ull << 40, 0, 0, 5ull << 40},
};
INSTANTIATE_TEST_SUITE_P(Accesses, TypedForms,
                         testing::ValuesIn(typedAccesses));

TEST(TypedCalls, ParametersOf64Bits) {
  Kernel kernel("{ .param .b64 argument; .param .b64 result;\n"
                "ld.global.b64 %d1, [%in0];\nst.param.b64 [argument], %d1;\n"
                "call (result), twice, (argument);\n"
                "ld.param.b64 %d2, [result];\nst.global.b64 [%in1], %d2; }",
                ".func (.param .b64 y) twice(.param .b64 x) { .reg .b64 %d<3>;"
                "ld.param.b64 %d1, [x]; shl.b64 %d2, %d1, 1;"
                "st.param.b64 [y], %d2; ret; }");
  kernel.launch.block = {1, 1, 1};
  kernel.add<uint64_t>({5ull << 40});
  kernel.addBytes(8);
  ASSERT_EQ(kernel.run(), "");
  EXPECT_EQ(kernel.read<uint64_t>(1, 1)[0], 5ull << 41);
}

} // namespace neo::ptx
