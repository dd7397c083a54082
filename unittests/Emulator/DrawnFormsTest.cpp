//===- DrawnFormsTest.cpp - Forms that random programs have ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// What no operator of the benchmark has, and programs of the fuzzer do: guards
// on integers and halves, conversions of short integers, divisions by constants
// in 16 bits.
//
//===----------------------------------------------------------------------===//

#include "Form.h"

namespace neo::ptx {

namespace {
class DrawnForms : public testing::TestWithParam<Form> {};
} // namespace

TEST_P(DrawnForms, HasItsValue) { expectValue(GetParam()); }

static const Form drawnIntegers[] = {
    {"min.u64 %d0, %d1, %d2;", ~0ull, 3, 0, 3},
    {"min.u64 %d0, %d1, %d2;", 1ull << 40, 1ull << 63, 0, 1ull << 40},
    // The upper half of -2 * 3, and of the square of the least number.
    {"mul.hi.s16 %h0, %h1, %h2;", 0xfffe, 3, 0, 0xffff},
    {"mul.hi.s16 %h0, %h1, %h2;", 0x8000, 0x8000, 0, 0x4000},
    {"mul.wide.s16 %r0, %h1, %h2;", 0xfffe, 3, 0, 0xfffffffa},
    {"mul.wide.s16 %r0, %h1, %h2;", 0x8000, 0x8000, 0, 0x40000000},
    {"neg.s16 %h0, %h1;", 7, 0, 0, 0xfff9},
    {"neg.s16 %h0, %h1;", 0x8000, 0, 0, 0x8000},
    {"not.b16 %h0, %h1;", 0xf0f0, 0, 0, 0x0f0f},
    {"not.b64 %d0, %d1;", 1ull << 40, 0, 0, ~(1ull << 40)},
    {"xor.b16 %h0, %h1, %h2;", 12, 10, 0, 6},
    {"setp.ne.u32 %p3, %r1, 0;\nxor.pred %p2, %p1, %p3;" GIVES_ONE, 1, 0, 1, 0},
    {"setp.ne.u32 %p3, %r1, 0;\nxor.pred %p2, %p1, %p3;" GIVES_ONE, 1, 0, 0, 1},
};
INSTANTIATE_TEST_SUITE_P(Integers, DrawnForms,
                         testing::ValuesIn(drawnIntegers));

static const Form drawnComparisons[] = {
    {"setp.ge.u64 %p2, %d1, %d2;" GIVES_ONE, ~0ull, 1, 0, 1},
    {"setp.ge.u64 %p2, %d1, %d2;" GIVES_ONE, 7, 7, 0, 1},
    {"setp.ge.u64 %p2, %d1, %d2;" GIVES_ONE, 6, 7, 0, 0},
    {"setp.le.s32 %p2, %r1, %r2;" GIVES_ONE, 0xffffffff, 0, 0, 1},
    {"setp.le.s32 %p2, %r1, %r2;" GIVES_ONE, 1, 0xffffffff, 0, 0},
    {"setp.ge.s64 %p2, %d1, %d2;" GIVES_ONE, ~0ull, 1, 0, 0},
    {"setp.ge.s64 %p2, %d1, %d2;" GIVES_ONE, ~0ull, ~0ull, 0, 1},
    {"setp.leu.f64 %p2, %d1, %d2;" GIVES_ONE, 0x4000000000000000,
     0x3ff0000000000000, 0, 0},
    {"setp.leu.f64 %p2, %d1, %d2;" GIVES_ONE, 0x7ff8000000000000,
     0x3ff0000000000000, 0, 1},
    {"setp.ne.f64 %p2, %d1, %d2;" GIVES_ONE, 1ull << 63, 0, 0, 0},
    {"setp.ne.f64 %p2, %d1, %d2;" GIVES_ONE, 0x7ff8000000000000, 0, 0, 0},
    {"setp.ne.f64 %p2, %d1, %d2;" GIVES_ONE, 1, 0, 0, 1},
    {"setp.neu.f16 %p2, %h1, %h2;" GIVES_ONE, 0x7e00, 0x7e00, 0, 1},
    {"setp.neu.f16 %p2, %h1, %h2;" GIVES_ONE, 0x8000, 0, 0, 0},
    {"setp.ne.f32 %p2, %r1, %r2;" GIVES_ONE, 0x3f800000, 0x40000000, 0, 1},
    {"setp.ne.f32 %p2, %r1, %r2;" GIVES_ONE, 0x80000000, 0, 0, 0},
    {"setp.ne.f32 %p2, %r1, %r2;" GIVES_ONE, 0x7fc00000, 0, 0, 0},
    {"setp.gt.f16 %p2, %h1, %h2;" GIVES_ONE, 0x4000, 0x3c00, 0, 1},
    {"setp.gt.f16 %p2, %h1, %h2;" GIVES_ONE, 0x7e00, 0x3c00, 0, 0},
    {"setp.le.f16 %p2, %h1, %h2;" GIVES_ONE, 0x8000, 0, 0, 1},
    {"setp.le.f16 %p2, %h1, %h2;" GIVES_ONE, 0x3c00, 0x7e00, 0, 0},
    {"setp.ge.f16 %p2, %h1, %h2;" GIVES_ONE, 0x3c00, 0xbc00, 0, 1},
    {"setp.ge.f16 %p2, %h1, %h2;" GIVES_ONE, 0x7e00, 0x7e00, 0, 0},
    {"setp.lt.f16x2 %p2|%p3, %r1, %r2;" GIVES_TWO, 0x3c00bc00, 0x3c003c00, 0,
     1},
    {"setp.lt.f16x2 %p2|%p3, %r1, %r2;" GIVES_TWO, 0xbc007e00, 0x3c003c00, 0,
     2},
};
INSTANTIATE_TEST_SUITE_P(Comparisons, DrawnForms,
                         testing::ValuesIn(drawnComparisons));

static const Form drawnFloats[] = {
    {"rcp.rn.f32 %r0, %r1;", 0x40400000, 0, 0, 0x3eaaaaab},
    {"rcp.rn.f32 %r0, %r1;", 0x80000000, 0, 0, 0xff800000},
    // The reciprocal of 2^127 is not a normal number.
    {"rcp.rn.f32 %r0, %r1;", 0x7f000000, 0, 0, 0x00400000},
    {"rcp.rn.f64 %d0, %d1;", 0x4008000000000000, 0, 0, 0x3fd5555555555555},
    {"rcp.rn.f64 %d0, %d1;", 0x7ff0000000000000, 0, 0, 0},
    {"abs.f16 %h0, %h1;", 0xbc00, 0, 0, 0x3c00},
    {"abs.f16 %h0, %h1;", 0x8000, 0, 0, 0},
    {"abs.bf16 %h0, %h1;", 0xbf80, 0, 0, 0x3f80},
    {"abs.bf16 %h0, %h1;", 0xff80, 0, 0, 0x7f80},
    {"sub.rn.f16x2 %r0, %r1, %r2;", 0x40003c00, 0x3c004000, 0, 0x3c00bc00},
    // 2049 is no half: 2048 - (-1) goes to the even neighbour.
    {"sub.rn.f16x2 %r0, %r1, %r2;", 0x68003c00, 0xbc003c00, 0, 0x68000000},
    {"cvt.rn.f16.u16 %h0, %h1;", 0x0801, 0, 0, 0x6800},
    {"cvt.rn.f16.u16 %h0, %h1;", 0xffff, 0, 0, 0x7c00},
    {"cvt.rn.f16.u64 %h0, %d1;", 0x0803, 0, 0, 0x6802},
    {"cvt.rn.f16.u64 %h0, %d1;", ~0ull, 0, 0, 0x7c00},
    {"cvt.rn.f32.u16 %r0, %h1;", 0xffff, 0, 0, 0x477fff00},
    {"cvt.rn.f64.u16 %d0, %h1;", 0xffff, 0, 0, 0x40efffe000000000},
    {"cvt.rn.f64.u64 %d0, %d1;", (1ull << 53) + 1, 0, 0, 0x4340000000000000},
    {"cvt.rn.f64.u64 %d0, %d1;", ~0ull, 0, 0, 0x43f0000000000000},
    {"cvt.s8.s64 %h0, %d1;", 0x100000180, 0, 0, 0xff80},
    {"cvt.s8.s64 %h0, %d1;", 0x100000017f, 0, 0, 0x7f},
};
INSTANTIATE_TEST_SUITE_P(Floats, DrawnForms, testing::ValuesIn(drawnFloats));

static const Form drawnAccesses[] = {
    {"ld.global.s32 %r0, [%in0+8];", 0, 0x80000000, 0, 0x80000000},
    {"ld.global.s32 %d0, [%in0+8];", 0, 0x80000000, 0, 0xffffffff80000000},
    {"st.global.v4.b16 [%in0+8], {%h1, %h2, %h3, %h1};\n"
     "ld.global.u64 %d0, [%in0+8];",
     1, 2, 3, 0x0001000300020001},
};
INSTANTIATE_TEST_SUITE_P(Accesses, DrawnForms,
                         testing::ValuesIn(drawnAccesses));

} // namespace neo::ptx
