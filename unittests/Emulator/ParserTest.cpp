//===- ParserTest.cpp - What is no PTX, and what is not known -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Kernel.h"

namespace neo::ptx {

static std::string errorOfModule(const std::string &body) {
  return Kernel(body).run();
}

TEST(Parser, NamesLineAndInstruction) {
  EXPECT_EQ(errorOfModule("tcgen05.alloc.b32 [%r1], 32;"),
            "line 11: 'tcgen05.alloc.b32': the emulator does not know "
            "'tcgen05'");
}

TEST(Parser, RefusesModifiersItDoesNotKnow) {
  EXPECT_NE(
      errorOfModule("add.frob.s32 %r0, %r1, %r2;").find("'.frob' of 'add'"),
      std::string::npos);
}

TEST(Parser, RefusesRegistersOfAnotherWidth) {
  EXPECT_NE(errorOfModule("add.s32 %d0, %r1, %r2;").find("has 64 bits"),
            std::string::npos);
}

TEST(Parser, RefusesNamesThatWereNotDeclared) {
  EXPECT_NE(
      errorOfModule("add.s32 %r0, %r99, %r2;").find("'%r99' was not declared"),
      std::string::npos);
  EXPECT_NE(errorOfModule("bra nowhere;").find("no label 'nowhere'"),
            std::string::npos);
}

TEST(Parser, RefusesWrongNumbersOfOperands) {
  EXPECT_NE(errorOfModule("add.s32 %r0, %r1;").find("takes 3 operands, not 2"),
            std::string::npos);
}

TEST(Parser, ScopesHaveTheirOwnNames) {
  EXPECT_EQ(errorOfModule("{ .reg .b32 t; mov.u32 t, 1; }\n"
                          "{ .reg .b64 t; mov.u64 t, 1; bra l; l: }"),
            "");
}

TEST(Parser, NeverCrashesOnPiecesOfText) {
  std::string text = Kernel("{ .reg .pred q; @!%p1 bra l; l: }\n"
                            "ld.global.v2.u32 {%r1, %r2}, [%d1+-8];")
                         .text();
  for (size_t length = 0; length < text.size(); ++length) {
    std::string error;
    bool parsed = Module::parse(text.substr(0, length), error).has_value();
    EXPECT_EQ(parsed, error.empty()) << length;
  }
}

} // namespace neo::ptx
