//===- FormsTest.cpp - The forms that kernels of Neo have -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What ArithmeticTest.cpp leaves out of the list that
// test/python/emulated_forms.py prints.
//
//===----------------------------------------------------------------------===//

#include "Form.h"

namespace neo::ptx {

namespace {
class EmittedForms : public testing::TestWithParam<Form> {};
} // namespace

TEST_P(EmittedForms, HasItsValue) { expectValue(GetParam()); }

constexpr uint64_t one32 = 0x3f800000, two32 = 0x40000000, three32 = 0x40400000,
                   nan32 = 0x7fc00000;
constexpr uint64_t one64 = 0x3ff0000000000000, two64 = 0x4000000000000000,
                   three64 = 0x4008000000000000, nan64 = 0x7ff8000000000000;

static const Form emittedIntegers[] = {
    {"sub.s32 %r0, %r1, %r2;", 1, 3, 0, 0xfffffffe},
    {"sub.s64 %d0, %d1, %d2;", 1, 3, 0, ~0ull - 1},
    {"add.u64 %d0, %d1, %d2;", ~0ull, 3, 0, 2},
    {"add.s16 %h0, %h1, %h2;", 0xffff, 3, 0, 2},
    {"or.b32 %r0, %r1, %r2;", 12, 10, 0, 14},
    {"or.b16 %h0, %h1, %h2;", 12, 10, 0, 14},
    {"and.b16 %h0, %h1, %h2;", 12, 10, 0, 8},
    {"and.b64 %d0, %d1, %d2;", 3ull << 40, 1ull << 40, 0, 1ull << 40},
    {"shl.b64 %d0, %d1, %r2;", 3, 40, 0, 3ull << 40},
    {"shl.b16 %h0, %h1, %r2;", 3, 15, 0, 0x8000},
    {"shr.u16 %h0, %h1, %r2;", 0x8000, 3, 0, 0x1000},
    {"shr.u64 %d0, %d1, %r2;", 3ull << 40, 40, 0, 3},
    {"mul.lo.s16 %h0, %h1, %h2;", 0x101, 0x101, 0, 0x0201},
    {"mul.hi.u16 %h0, %h1, %h2;", 0x8000, 6, 0, 3},
    {"mul.hi.u64 %d0, %d1, %d2;", 1ull << 63, 6, 0, 3},
    {"mul.lo.s64 %d0, %d1, %d2;", ~0ull, 3, 0, ~0ull - 2},
    {"mad.lo.s16 %h0, %h1, %h2, %h3;", 3, 5, 0xfff0, 0xffff},
    {"mad.lo.s64 %d0, %d1, %d2, %d3;", 3, 5, 1ull << 40, (1ull << 40) + 15},
    {"max.s32 %r0, %r1, %r2;", 0xffffffff, 3, 0, 3},
    {"min.s64 %d0, %d1, %d2;", ~0ull, 3, 0, ~0ull},
    {"bfe.u64 %d0, %d1, 8, 4;", 0xabcd, 0, 0, 0xb},
    {"bfe.s64 %d0, %d1, 8, 4;", 0xabcd, 0, 0, ~0ull - 4},
    {"bfe.s64 %d0, %d1, 60, 8;", 0x9ull << 60, 0, 0, ~0ull - 6},
    {"bfe.s64 %d0, %d1, 8, 0;", ~0ull, 0, 0, 0},
    {"xor.b64 %d0, %d1, %d2;", 3ull << 40, 1ull << 40, 0, 1ull << 41},
    {"neg.s64 %d0, %d1;", 3ull << 40, 0, 0, -(3ull << 40)},
    {"selp.b64 %d0, %d1, %d2, %p1;", 7, 9, 1, 7},
    {"selp.b16 %h0, %h1, %h2, %p1;", 7, 9, 0, 9},
    {"selp.f32 %r0, %r1, %r2, %p1;", one32, two32, 1, one32},
    {"selp.f64 %d0, %d1, %d2, %p1;", one64, two64, 0, two64},
    {"cvt.u32.u16 %r0, %h1;", 0x1fffe, 0, 0, 0xfffe},
    {"cvt.u16.u32 %h0, %r1;", 0x1fffe, 0, 0, 0xfffe},
    {"cvt.s8.s32 %h0, %r1;", 0x180, 0, 0, 0xff80},
    {"cvt.s8.s32 %h0, %r1;", 0x17f, 0, 0, 0x7f},
    {"cvt.u64.u16 %d0, %h1;", 0x1fffe, 0, 0, 0xfffe},
    {"or.b64 %d0, %d1, %d2;", 1ull << 40, 3, 0, (1ull << 40) + 3},
    {"mov.b16 %h0, %h1;", 0x1fffe, 0, 0, 0xfffe},
    {"cvt.u32.u64 %r0, %d1;", 0x1fffffffe, 0, 0, 0xfffffffe},
    {"cvt.u16.u64 %h0, %d1;", 0x1fffe, 0, 0, 0xfffe},
    {"cvt.s64.s32 %d0, %r1;", 0xfffffffe, 0, 0, ~0ull - 1},
};
INSTANTIATE_TEST_SUITE_P(Integers, EmittedForms,
                         testing::ValuesIn(emittedIntegers));

static const Form comparisons[] = {
    {"setp.gt.s32 %p2, %r1, %r2;" GIVES_ONE, 3, 0xffffffff, 0, 1},
    {"setp.lt.s32 %p2, %r1, %r2;" GIVES_ONE, 3, 0xffffffff, 0, 0},
    {"setp.gt.u32 %p2, %r1, %r2;" GIVES_ONE, 3, 0xffffffff, 0, 0},
    {"setp.eq.b32 %p2, %r1, %r2;" GIVES_ONE, 3, 3, 0, 1},
    {"setp.ne.b32 %p2, %r1, %r2;" GIVES_ONE, 3, 3, 0, 0},
    {"setp.eq.b64 %p2, %d1, %d2;" GIVES_ONE, 1ull << 40, 0, 0, 0},
    {"setp.ne.b64 %p2, %d1, %d2;" GIVES_ONE, 1ull << 40, 0, 0, 1},
    {"setp.gt.u64 %p2, %d1, %d2;" GIVES_ONE, ~0ull, 1, 0, 1},
    {"setp.lt.u64 %p2, %d1, %d2;" GIVES_ONE, ~0ull, 1, 0, 0},
    {"setp.lt.s64 %p2, %d1, %d2;" GIVES_ONE, ~0ull, 1, 0, 1},
    {"setp.gt.s64 %p2, %d1, %d2;" GIVES_ONE, ~0ull, 1, 0, 0},
    {"setp.lt.u16 %p2, %h1, %h2;" GIVES_ONE, 1, 0xffff, 0, 1},
    {"setp.gt.u16 %p2, %h1, %h2;" GIVES_ONE, 1, 0xffff, 0, 0},
    {"setp.lt.s16 %p2, %h1, %h2;" GIVES_ONE, 1, 0xffff, 0, 0},
    {"setp.lt.s16 %p2, %h1, %h2;" GIVES_ONE, 0x8000, 0x7fff, 0, 1},
    {"setp.ge.u16 %p2, %h1, %h2;" GIVES_ONE, 7, 7, 0, 1},
    {"setp.ne.b16 %p2, %h1, %h2;" GIVES_ONE, 7, 7, 0, 0},
    {"setp.lt.f32 %p2, %r1, %r2;" GIVES_ONE, one32, two32, 0, 1},
    {"setp.lt.f32 %p2, %r1, %r2;" GIVES_ONE, nan32, two32, 0, 0},
    {"setp.gt.f32 %p2, %r1, %r2;" GIVES_ONE, three32, two32, 0, 1},
    {"setp.le.f32 %p2, %r1, %r2;" GIVES_ONE, two32, two32, 0, 1},
    {"setp.ge.f32 %p2, %r1, %r2;" GIVES_ONE, nan32, two32, 0, 0},
    {"setp.eq.f32 %p2, %r1, %r2;" GIVES_ONE, 0x80000000, 0, 0, 1},
    {"setp.ltu.f32 %p2, %r1, %r2;" GIVES_ONE, nan32, two32, 0, 1},
    {"setp.leu.f32 %p2, %r1, %r2;" GIVES_ONE, three32, two32, 0, 0},
    {"setp.gtu.f32 %p2, %r1, %r2;" GIVES_ONE, nan32, two32, 0, 1},
    {"setp.geu.f32 %p2, %r1, %r2;" GIVES_ONE, one32, two32, 0, 0},
    {"setp.neu.f32 %p2, %r1, %r2;" GIVES_ONE, nan32, nan32, 0, 1},
    {"setp.num.f32 %p2, %r1, %r2;" GIVES_ONE, nan32, two32, 0, 0},
    {"setp.nan.f32 %p2, %r1, %r2;" GIVES_ONE, nan32, two32, 0, 1},
    {"setp.lt.f64 %p2, %d1, %d2;" GIVES_ONE, one64, two64, 0, 1},
    {"setp.ge.f64 %p2, %d1, %d2;" GIVES_ONE, nan64, two64, 0, 0},
    {"setp.eq.f64 %p2, %d1, %d2;" GIVES_ONE, two64, two64, 0, 1},
    {"setp.nan.f64 %p2, %d1, %d2;" GIVES_ONE, nan64, two64, 0, 1},
    {"setp.nan.f16 %p2, %h1, %h2;" GIVES_ONE, 0x7e00, 0x4000, 0, 1},
    {"setp.num.f16 %p2, %h1, %h2;" GIVES_ONE, 0x3c00, 0x4000, 0, 1},
    {"setp.eq.f16 %p2, %h1, %h2;" GIVES_ONE, 0x8000, 0, 0, 1},
    {"setp.gtu.f16 %p2, %h1, %h2;" GIVES_ONE, 0x3c00, 0x4000, 0, 0},
    {"setp.ltu.f16 %p2, %h1, %h2;" GIVES_ONE, 0x3c00, 0x4000, 0, 1},
    {"setp.nan.bf16 %p2, %h1, %h2;" GIVES_ONE, 0x7fc0, 0x4000, 0, 1},
    {"setp.num.bf16 %p2, %h1, %h2;" GIVES_ONE, 0x7fc0, 0x4000, 0, 0},
    {"setp.eq.bf16 %p2, %h1, %h2;" GIVES_ONE, 0x3f80, 0x3f80, 0, 1},
    {"setp.gt.bf16 %p2, %h1, %h2;" GIVES_ONE, 0x4040, 0x4000, 0, 1},
    {"setp.gt.bf16 %p2, %h1, %h2;" GIVES_ONE, 0x7fc0, 0x4000, 0, 0},
    {"setp.le.bf16 %p2, %h1, %h2;" GIVES_ONE, 0x4000, 0x4000, 0, 1},
    {"setp.le.bf16 %p2, %h1, %h2;" GIVES_ONE, 0x3f80, 0x7fc0, 0, 0},
    {"setp.neu.bf16 %p2, %h1, %h2;" GIVES_ONE, 0x7fc0, 0x7fc0, 0, 1},
    {"setp.neu.bf16 %p2, %h1, %h2;" GIVES_ONE, 0x8000, 0, 0, 0},
    {"setp.gtu.bf16 %p2, %h1, %h2;" GIVES_ONE, 0x7fc0, 0x4000, 0, 1},
    {"setp.ltu.bf16 %p2, %h1, %h2;" GIVES_ONE, 0x4040, 0x4000, 0, 0},
    {"setp.ne.u32 %p3, %r1, 0;\nand.pred %p2, %p1, %p3;" GIVES_ONE, 1, 0, 0, 0},
    {"setp.ne.u32 %p3, %r1, 0;\nor.pred %p2, %p1, %p3;" GIVES_ONE, 1, 0, 0, 1},
    {"not.pred %p2, %p1;" GIVES_ONE, 0, 0, 1, 0},
    {"mov.pred %p2, %p1;" GIVES_ONE, 0, 0, 1, 1},
};
INSTANTIATE_TEST_SUITE_P(Comparisons, EmittedForms,
                         testing::ValuesIn(comparisons));

static const Form emittedFloats[] = {
    {"add.rn.f32 %r0, %r1, %r2;", one32, 0x33800000, 0, one32},
    {"sub.rn.f32 %r0, %r1, %r2;", three32, two32, 0, one32},
    {"mul.rn.f32 %r0, %r1, %r2;", three32, two32, 0, 0x40c00000},
    {"fma.rm.f32 %r0, %r1, %r2, %r3;", one32, one32, 0xb3000000, 0x3f7fffff},
    {"add.rn.f64 %d0, %d1, %d2;", one64, 0x3ca0000000000000, 0, one64},
    {"sub.rn.f64 %d0, %d1, %d2;", three64, two64, 0, one64},
    {"mul.rn.f64 %d0, %d1, %d2;", three64, two64, 0, 0x4018000000000000},
    {"div.rn.f64 %d0, %d1, %d2;", one64, three64, 0, 0x3fd5555555555555},
    {"neg.f64 %d0, %d1;", one64, 0, 0, 0xbff0000000000000},
    {"abs.f64 %d0, %d1;", 0xbff0000000000000, 0, 0, one64},
    {"max.f64 %d0, %d1, %d2;", nan64, two64, 0, two64},
    {"max.NaN.f32 %r0, %r1, %r2;", nan32, two32, 0, 0x7fffffff},
    {"max.NaN.f16 %h0, %h1, %h2;", 0x7e00, 0x4000, 0, 0x7fff},
    {"max.NaN.bf16 %h0, %h1, %h2;", 0x3f80, 0x4000, 0, 0x4000},
    {"add.rn.f16 %h0, %h1, %h2;", 0x3c00, 0x4000, 0, 0x4200},
    {"sub.rn.f16 %h0, %h1, %h2;", 0x4200, 0x4000, 0, 0x3c00},
    {"mul.rn.f16 %h0, %h1, %h2;", 0x4200, 0x4000, 0, 0x4600},
    {"neg.f16 %h0, %h1;", 0x3c00, 0, 0, 0xbc00},
    {"add.rn.f16x2 %r0, %r1, %r2;", 0x3c004000, 0x40004000, 0, 0x42004400},
    {"mul.rn.f16x2 %r0, %r1, %r2;", 0x3c004200, 0x40004000, 0, 0x40004600},
    {"add.rn.bf16 %h0, %h1, %h2;", 0x3f80, 0x4000, 0, 0x4040},
    {"sub.rn.bf16 %h0, %h1, %h2;", 0x4040, 0x4000, 0, 0x3f80},
    {"mul.rn.bf16 %h0, %h1, %h2;", 0x4040, 0x4000, 0, 0x40c0},
    {"fma.rn.bf16 %h0, %h1, %h2, %h3;", 0x4040, 0x4000, 0x3f80, 0x40e0},
    {"neg.bf16 %h0, %h1;", 0x3f80, 0, 0, 0xbf80},
    {"add.rn.bf16x2 %r0, %r1, %r2;", 0x3f804000, 0x40003f80, 0, 0x40404040},
    {"mul.rn.bf16x2 %r0, %r1, %r2;", 0x3f804040, 0x40004000, 0, 0x400040c0},
    {"cvt.rn.bf16x2.f32 %r0, %r1, %r2;", one32, three32, 0, 0x3f804040},
    {"cvt.sat.f32.f32 %r0, %r1;", three32, 0, 0, one32},
    {"cvt.rni.f32.f32 %r0, %r1;", 0x40200000, 0, 0, two32},
    {"cvt.rmi.f32.f32 %r0, %r1;", 0xbfc00000, 0, 0, 0xc0000000},
    {"cvt.rzi.f32.f32 %r0, %r1;", 0xbfc00000, 0, 0, 0xbf800000},
    {"cvt.rzi.s64.f32 %d0, %r1;", 0xbfc00000, 0, 0, ~0ull},
    {"cvt.rn.f64.s64 %d0, %d1;", ~0ull, 0, 0, 0xbff0000000000000},
    {"ex2.approx.ftz.f32 %r0, %r1;", three32, 0, 0, 0x41000000},
    {"rcp.approx.ftz.f32 %r0, %r1;", two32, 0, 0, 0x3f000000},
    {"sqrt.approx.f32 %r0, %r1;", 0x40800000, 0, 0, two32},
    {"div.approx.ftz.f32 %r0, %r1, %r2;", three32, two32, 0, 0x3fc00000},
};
INSTANTIATE_TEST_SUITE_P(Floats, EmittedForms,
                         testing::ValuesIn(emittedFloats));

/// The inputs lie in %in0, one behind the other.
static const Form accesses[] = {
    {"ld.param.b64 %d4, [p0];\nld.global.b32 %r0, [%d4];", 7, 0, 0, 7},
    {"cvta.to.global.u64 %d4, %in0;\nld.global.b32 %r0, [%d4+8];", 7, 9, 0, 9},
    {"ld.global.b16 %h0, [%in0+2];", 0x50007, 0, 0, 5},
    {"ld.global.b64 %d0, [%in0+8];", 0, 5ull << 40, 0, 5ull << 40},
    {"ld.global.v2.b16 {%h4,%h0}, [%in0];", 0x50007, 0, 0, 5},
    {"ld.global.v2.b32 {%r4,%r0}, [%in0];", 5ull << 32, 0, 0, 5},
    {"ld.global.v4.b32 {%r4,%r5,%r6,%r0}, [%in0];", 0, 5ull << 32, 0, 5},
    {"ld.global.v2.b64 {%d4,%d0}, [%in0];", 0, 5ull << 40, 0, 5ull << 40},
    {"st.global.b8 [%in1], %r1;\nld.global.u8 %r0, [%in1];", 0x105, 0, 0, 5},
    {"st.global.v2.b8 [%in1], {%h1,%h2};\nld.global.b16 %h0, [%in1];", 5, 6, 0,
     0x605},
    {"st.global.b16 [%in1], %h1;\nld.global.b16 %h0, [%in1];", 5, 0, 0, 5},
    {"st.global.b32 [%in1], %r1;\nld.global.b32 %r0, [%in1];", 5, 0, 0, 5},
    {"st.global.b64 [%in1], %d1;\nld.global.b64 %d0, [%in1];", 5, 0, 0, 5},
    {"st.global.v2.b16 [%in1], {%h1,%h2};\nld.global.b32 %r0, [%in1];", 5, 6, 0,
     0x60005},
    {"st.global.v2.b32 [%in1], {%r1,%r2};\nld.global.b64 %d0, [%in1];", 5, 6, 0,
     6ull << 32 | 5},
    {"st.global.v4.b32 [%in1], {%r1,%r1,%r1,%r2};\nld.global.b32 %r0, "
     "[%in1+12];",
     5, 6, 0, 6},
    {"st.global.v2.b64 [%in1], {%d1,%d2};\nld.global.b64 %d0, [%in1+8];", 5, 6,
     0, 6},
    {"st.shared.b16 [2], %h1;\nld.shared.b16 %h0, [2];", 5, 0, 0, 5},
    {"st.shared.b32 [4], %r1;\nld.shared.b32 %r0, [4];", 5, 0, 0, 5},
    {"st.shared.b64 [8], %d1;\nld.shared.b64 %d0, [8];", 5, 0, 0, 5},
    {"st.shared.b64 [0], %d1;\nld.shared.v4.b16 {%h4,%h5,%h6,%h0}, [0];",
     5ull << 48, 0, 0, 5},
    {"st.shared.v4.b32 [0], {%r2,%r2,%r2,%r1};\nld.shared.b32 %r0, [12];", 7, 1,
     0, 7},
    {"st.shared.b64 [0], %d1;\nld.shared.v2.b32 {%r4,%r0}, [0];", 5ull << 32, 0,
     0, 5},
    {"st.shared.b64 [0], %d1;\nst.shared.b64 [8], %d2;\n"
     "ld.shared.v4.b32 {%r4,%r5,%r6,%r0}, [0];",
     0, 5ull << 32, 0, 5},
    {"st.shared.b64 [0], %d1;\nst.shared.b64 [8], %d2;\n"
     "ld.shared.v2.b64 {%d4,%d0}, [0];",
     0, 5, 0, 5},
    {".local .align 8 .b8 depot[16];\nmov.u64 %d4, depot;\n"
     "st.local.b32 [%d4+4], %r1;\nld.local.b32 %r0, [%d4+4];",
     5, 0, 0, 5},
};
INSTANTIATE_TEST_SUITE_P(Accesses, EmittedForms, testing::ValuesIn(accesses));

} // namespace neo::ptx
