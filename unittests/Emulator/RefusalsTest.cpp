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

TEST(Refusals, OfForms) {
  expectRefused(Kernel("add %r0, %r1, %r2;").text(),
                "the instruction has no type that the emulator knows");
  expectRefused(Kernel("shfl.idx.b32 %r0, %r1, 0, 31, -1;").text(),
                "the emulator does not know this form of 'shfl'");
}

} // namespace neo::ptx
