//===- RefusalsTest.cpp - What is refused before it runs, and why ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// One row per diagnostic of the lexer, the parser, the builder and the decoder:
// a text that is wrong in one way, and the words that say so. Each names its
// line.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

namespace neo::ptx {

namespace {
struct Refusal {
  const char *text;
  const char *words;
};
} // namespace

static void expectRefused(const std::string &text, const char *words) {
  std::string error;
  EXPECT_FALSE(Module::parse(text, error).has_value()) << text;
  EXPECT_NE(error.find(words), std::string::npos) << text << "\n" << error;
  EXPECT_EQ(error.find("line "), 0u) << error;
}

TEST(Refusals, OfModules) {
  const Refusal refusals[] = {
      {"/* endless", "this comment has no end"},
      {".pragma \"name", "this string has no end"},
      {".alias f, g;", "the emulator does not know '.alias' here"},
      {".section .debug { ", "a '{' has no '}'"},
      {".entry k() { ret;", "the body of 'k' has no end"},
      {".entry k(.param .u32 x", "the text ends where ',' should be"},
      {".entry k() .maxntid x { ret; }", "'x' is no extent"},
      {".entry k() .fast { ret; }", "the directive '.fast' of a function"},
      {".entry k() { } .entry k() { }", "there are two functions called 'k'"},
      {".global .u32 k; .entry k() { }", "the name 'k' is taken"},
      {".extern .global .u32 x;", "'x' is defined in another module"},
      {".entry k(.reg .u32 x) { }", "knows parameters in .param only"},
      {".entry k(.param .u32 x, .param .u32 x) { }",
       "there are two parameters called 'x'"},
  };
  for (const Refusal &refusal : refusals)
    expectRefused(refusal.text, refusal.words);
}

TEST(Refusals, OfVariables) {
  const Refusal refusals[] = {
      {".global .align 3 .u32 x;", "an alignment has to be a power of two"},
      {".global .managed .u32 x;", "does not know '.managed' of a variable"},
      {".global x;", "this variable has no type that the emulator knows"},
      {".global .u32 = 1;", "the name of a variable should stand here"},
      {".global .u32 x[n];", "'n' is no extent"},
      {".global .u32 x[1] = {1, 2};",
       "the initialiser of 'x' has 8 bytes, the variable 4"},
      {".global .u64 x = y;", "the emulator knows numbers as initialisers"},
      {".global .u32 x = 1.5;", "is not of the variable's type"},
      {".global .f32 x = 1;", "is not of the variable's type"},
      {".global .f64 x = 0f3F800000;", "is not of the variable's type"},
      {".global .u32 x = 0x;", "'0x' is no number"},
      {".global .f32 x = 0f12;", "'0f12' is no number"},
      {".global .u32 x; .global .u32 x;", "there are two variables called 'x'"},
  };
  for (const Refusal &refusal : refusals)
    expectRefused(refusal.text, refusal.words);
}

TEST(Refusals, OfBodies) {
  const Refusal refusals[] = {
      {".align 4;", "the emulator does not know the directive '.align' in"},
      {".reg .v3 x;", "'.v3' is no type of registers"},
      {".reg .b32 x<n>;", "a number of registers should stand here"},
      {", add.s32;", "',' stands where an instruction should"},
      {"l: l:", "there are two labels called 'l'"},
      {".reg .b32 x; .reg .b32 x;", "there are two registers called 'x'"},
      {".reg .b32 %r2;", "there are two registers called '%r2'"},
      {".reg .b32 x3; .reg .b32 x<9>;",
       "there are two registers called 'x...'"},
      {".shared .u32 x; .shared .u32 x;", "there are two variables called 'x'"},
      {"t: .branchtargets nowhere;", "there is no label 'nowhere'"},
      {"l: ret; t: .branchtargets l; t: .branchtargets l;",
       "there are two names 't'"},
      {"brx.idx %r0, t;", "there is no .branchtargets called 't'"},
      {"call f;", "calls functions by their names, not 'f'"},
      {"call k, (%r0);", "in .param variables, which '%r0' is not"},
      {".param .b32 x; call k, (x);", "the call of 'k' passes 1 values of 0"},
  };
  for (const Refusal &refusal : refusals)
    expectRefused(Kernel(refusal.text).text(), refusal.words);
}

TEST(Refusals, OfCalls) {
  const std::string kernel = ".entry k() { .param .b64 x; call f, (x); ret; }";
  expectRefused(".func f(.param .b64 y);" + kernel,
                "it calls 'f', which has no body in this module");
  expectRefused(".func f(.param .b32 y) { ret; }" + kernel,
                "the call of 'f' passes 8 bytes as 'y', which has 4");
}

TEST(Refusals, OfOperands) {
  const Refusal refusals[] = {
      {"ld.global.u32 %r0, [%d0+x];", "'x' is no offset"},
      {"ld.global.u32 %r0, [+];", "'+' is no address"},
      {"add.s32 %r0, -%r1, %r2;", "'-' stands before a number only"},
      {"add.s32 %r0, %r1, @;", "'@' is no operand"},
      {"add.s32 %r0, %r1, 0f3F800000;", "a float stands where an integer"},
      {"add.f32 %r0, %r1, 1;", "an integer stands where a float"},
      {"add.f64 %d0, %d1, 0f3F800000;", "not of the instruction's type"},
      {"add.s32 %r0, %r1, %p1;", "'%p1' is no value that 'add.s32' can read"},
      {"add.s32 %r0, %r1, !%p1;", "a predicate stands where a register"},
      {"add.s32 %r0, %r1, [%d0];", "an address or vector stands where"},
      {"add.s32 5, %r1, %r2;", "the result has to be a register that was"},
      {"@%r0 add.s32 %r0, %r1, %r2;",
       "a predicate should stand where '%r0' does"},
      {"ld.global.u32 %r0, %d0;", "an address in brackets should stand here"},
      {"ld.global.v2.u32 %r0, [%d0];", "the vector has 1 registers, not 2"},
      {"cp.async.wait_group %r0;", "operand 1 has to be an integer"},
      {"cp.async.ca.shared.global [%d0], [%d1], 5;",
       "it copies 4, 8 or 16 bytes, and .cg 16, not 5"},
      {"cp.async.ca.shared.global [%d0], [%d1+4294967296], 4;",
       "this offset has more than 32 bits"},
      {"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
       "{%r0,%r1,%r2,%r3}, {%r4,%r5}, {%r6,%r7}, {%r0,%r1,%r2,%r3};",
       "other numbers of registers than the shape"},
  };
  for (const Refusal &refusal : refusals)
    expectRefused(Kernel(refusal.text).text(), refusal.words);
}

TEST(Refusals, OfDeepNesting) {
  const std::string braces(100000, '{');
  expectRefused(".global .u32 x[] = " + braces, "are nested too deeply");
  expectRefused(Kernel("mov.u32 %r0, " + braces).text(),
                "are nested too deeply");
}

/// "Operand Type Checking" in the PTX manual.
TEST(Refusals, OfTypesOfRegisters) {
  const std::string registers =
      ".reg .f32 %f<9>; .reg .f64 %g<9>; .reg .u32 %u<9>; .reg .f16 %e<9>;"
      ".reg .s64 %s<9>; .reg .f16x2 %ee<9>; .reg .u16 %uh<9>;\n";
  const char *refused[] = {
      "add.u32 %r2, %f1, %r1;",
      "add.u32 %f1, %r1, %r1;",
      "add.f32 %r2, %u1, %r1;",
      "add.f64 %g1, %g1, %s1;",
      "mov.u32 %r1, %f1;",
      "mov.f32 %f1, %u1;",
      "mov.u32 %f1, %tid.x;",
      "ld.global.u32 %f1, [%d0];",
      "ld.global.f32 %u1, [%d0];",
      "ld.global.f32 %g1, [%d0];",
      "st.global.s32 [%d0], %f1;",
      "ld.global.b32 %r1, [%g1];",
      "shl.b32 %r1, %r1, %f1;",
      "popc.b32 %f1, %r1;",
      "cvt.rzi.s32.f32 %f1, %r1;",
      "cvt.u32.u16 %r1, %f1;",
      "cvt.f32.f16 %f1, %uh1;",
      "cvt.rn.bf16.f32 %e1, %f1;",
      "fma.rn.bf16 %h1, %h1, %h1, %e1;",
      "fma.rn.bf16x2 %r1, %r1, %r1, %ee1;",
      "max.f16x2 %r1, %r1, %f1;",
      "setp.lt.s32 %p1, %f1, %f2;",
      "atom.global.add.u32 %r1, [%d0], %f1;",
      "mad.wide.u32 %d1, %r1, %r1, %g1;",
      "bar.sync %f1;",
  };
  for (const char *refusal : refused)
    expectRefused(Kernel(registers + refusal).text(), "");
  expectRefused(Kernel(registers + refused[0]).text(),
                "register '%f1' is declared .f32, which is no operand of type "
                ".u32");
}

TEST(Types, OfRegistersThatGoTogether) {
  const std::string registers =
      ".reg .f32 %f<9>; .reg .f64 %g<9>; .reg .u32 %u<9>; .reg .f16 %e<9>;"
      ".reg .s64 %s<9>; .reg .f16x2 %ee<9>; .reg .s16 %sh<9>;\n";
  const char *accepted[] = {
      "add.u32 %r2, %u1, %r1;",
      "mov.b32 %r1, %f1;",
      "mov.b32 %f1, %u1;",
      "and.b32 %r1, %f1, %u1;",
      "ld.global.b32 %f1, [%d0];",
      "ld.global.b16 %f1, [%d0];",
      "ld.global.u16 %s1, [%d0];",
      "st.global.u8 [%d0], %sh1;",
      "max.f16x2 %ee1, %r1, %ee2;",
      "selp.b32 %f1, %r1, %u1, %p1;",
      "cvt.rn.f16.f32 %e1, %f1;",
      "cvt.rn.f16.f32 %r1, %f1;",
      "vote.sync.ballot.b32 %u1, %p1, -1;",
  };
  for (const char *instruction : accepted) {
    std::string error;
    EXPECT_TRUE(Module::parse(Kernel(registers + instruction).text(), error))
        << error;
  }
}

/// What a chip does not have: such a module names an older one as its .target.
TEST(Refusals, OfOlderTargets) {
  const char *newer[] = {
      "add.bf16 %h1, %h2, %h3;",
      "setp.lt.bf16x2 %p1|%p2, %r1, %r2;",
      "cvt.f64.bf16 %d1, %h1;",
      "cvt.rn.bf16.s32 %h1, %r1;",
      "tanh.approx.bf16 %h1, %h2;",
      "ex2.approx.ftz.bf16x2 %r1, %r2;",
      "fence.sc.cluster;",
      "atom.global.add.noftz.bf16 %h1, [%d0], %h2;",
      "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r1], {%r2};"};
  for (const char *instruction : newer) {
    std::string text = Kernel(instruction).text(), error;
    EXPECT_TRUE(Module::parse(text, error)) << error;
    text.replace(text.find("sm_90"), 5, "sm_80");
    expectRefused(text, "needs sm_90 or newer");
  }
  expectRefused(Kernel("ld.global.v8.b32 {%r1,%r2,%r3,%r4,%r5,%r6,%r7,%r8}, "
                       "[%d0];")
                    .text(),
                "needs sm_100 or newer");
}

/// Combinations of modifiers that the manual does not have.
static const char *const wrongModifiers[] = {
    "fma.f32 %r1, %r2, %r3, %r4;",
    "mad.f64 %d1, %d2, %d3, %d4;",
    "fma.rn.relu.f32 %r1, %r2, %r3, %r4;",
    "mad.rn.f16 %h1, %h2, %h3, %h4;",
    "add.ftz.f64 %d1, %d2, %d3;",
    "mul.sat.bf16 %h1, %h2, %h3;",
    "min.NaN.f64 %d1, %d2, %d3;",
    "neg.ftz.bf16 %h1, %h2;",
    "div.rn.sat.f32 %r1, %r2, %r3;",
    "sqrt.rn.ftz.f64 %d1, %d2;",
    "ex2.approx.f64 %d1, %d2;",
    "ex2.approx.bf16 %h1, %h2;",
    "tanh.approx.ftz.f32 %r1, %r2;",
    "setp.lt.b32 %p1, %r1, %r2;",
    "setp.lo.s32 %p1, %r1, %r2;",
    "setp.hs.f32 %p1, %r1, %r2;",
    "setp.lt.f16 %p1|%p2, %h1, %h2;",
    "set.lt.b32.s32 %r1, %r2, %r3;",
    "selp.bf16 %h1, %h2, %h3, %p1;",
    "mov.tf32 %r1, %r2;",
    "mov.u32 %r1, {%h1, %h2};",
    "mov.u64 %d1, %tid.x;",
    "add.u32 %r1, %tid.x, 1;",
    "mov.u32 %r1, %clock64;",
    "add.f16 %h1, %h2, 0x3c00;",
    "mov.b32 %r1, 1.5;",
    "redux.sync.and.u32 %r1, %r2, -1;",
    "activemask.s32 %r1;",
    "bar.sync.aligned 0;",
    "barrier.warp.sync -1;",
    "membar.sc.gl;",
    "fence.gl;",
    "cvta.u64 %d1, %d2;",
    "prefetch.global [%d1];",
    "red.global.acquire.add.u32 [%d1], %r1;",
    "atom.global.add.noftz.f32 %r1, [%d1], %r2;",
    "ld.relaxed.global.b32 %r1, [%d1];",
    "ld.gpu.global.b32 %r1, [%d1];",
    "ld.volatile.local.b32 %r1, [%d1];",
    "ld.release.gpu.b32 %r1, [%d1];",
    "st.acquire.gpu.b32 [%d1], %r1;",
    "ld.shared.nc.b32 %r1, [%r1];",
    "ld.volatile.global.ca.b32 %r1, [%d1];",
    "ld.global.wt.b32 %r1, [%d1];",
    "ld.shared.L1::no_allocate.b32 %r1, [%r1];",
    "ld.global.bf16 %h1, [%d1];",
    "st.const.b32 [%d1], %r1;",
    "ldu.shared.b32 %r1, [%r1];",
    "cvt.u32.b32 %r1, %r2;",
    "cvt.f32.f64 %r1, %d1;",
    "cvt.rn.f64.f32 %d1, %r1;",
    "cvt.rni.f16.f32 %h1, %r1;",
    "cvt.rna.f16.f32 %h1, %r1;",
    "cvt.s32.f32 %r1, %r2;",
    "cvt.rn.s32.f32 %r1, %r2;",
    "cvt.f32.s32 %r1, %r2;",
    "cvt.rn.s32.s16 %r1, %h1;",
    "cvt.sat.s64.s32 %d1, %r1;",
    "cvt.rn.relu.f32.f64 %r1, %d1;",
    "cvt.rn.relu.sat.f16.f32 %h1, %r1;",
    "cvt.rn.sat.bf16.f32 %h1, %r1;",
    "cvt.rn.ftz.f16.f64 %h1, %d1;",
    "cvt.rm.f16x2.f32 %r1, %r2, %r3;",
    "cvt.rn.satfinite.f16.f32 %h1, %r1;",
    "cvt.tf32.f32 %r1, %r2;",
    "dp4a.b32.u32 %r1, %r2, %r3, %r4;",
    "nanosleep.s32 %r1;",
    "cvt.rn.bf16.u8 %h1, %h2;",
    "st.param.u64 [p0], %d1;",
    "ld.shared.b64 %d1, [p0];",
};

TEST(Refusals, OfModifiers) {
  for (const char *refusal : wrongModifiers) {
    Kernel kernel(refusal);
    kernel.addBytes(8);
    expectRefused(kernel.text(), "");
  }
}

TEST(Refusals, OfForms) {
  expectRefused(Kernel("add %r0, %r1, %r2;").text(),
                "the instruction has no type that the emulator knows");
  expectRefused(Kernel("shfl.idx.b32 %r0, %r1, 0, 31, -1;").text(),
                "the emulator does not know this form of 'shfl'");
}

} // namespace neo::ptx
