//===- Form.h - One instruction against its definition ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_UNITTESTS_EMULATOR_FORM_H
#define NEO_UNITTESTS_EMULATOR_FORM_H

#include "Kernel.h"

/// The end of a form that gives a predicate: 1 if it holds.
#define GIVES_ONE "\nselp.u32 %r0, 1, 0, %p2;"
/// Of packed halves: 1 for the low one, 2 for the high one.
#define GIVES_TWO                                                              \
  "\nselp.u32 %r4, 2, 0, %p3;\nselp.u32 %r0, 1, 0, %p2;\n"                     \
  "add.u32 %r0, %r0, %r4;"

namespace neo::ptx {

/// `instruction` on %r1, %r2, %r3 (or their %d, %h) gives the result, in %r0,
/// %d0 or %h0. %p1 says that %r3 is not 0.
struct Form {
  const char *instruction;
  uint64_t a, b, c, expected;
};

inline std::ostream &operator<<(std::ostream &out, const Form &form) {
  return out << form.instruction;
}

/// Inputs arrive as 64 bits in %d1 to %d3 and, cut, in %r and %h.
inline void expectValue(const Form &form) {
  Kernel kernel(std::string("ld.global.u64 %d1, [%in0];\n"
                            "ld.global.u64 %d2, [%in0+8];\n"
                            "ld.global.u64 %d3, [%in0+16];\n"
                            "cvt.u32.u64 %r1, %d1;\ncvt.u32.u64 %r2, %d2;\n"
                            "cvt.u32.u64 %r3, %d3;\ncvt.u16.u64 %h1, %d1;\n"
                            "cvt.u16.u64 %h2, %d2;\ncvt.u16.u64 %h3, %d3;\n"
                            "mov.b32 %r0, 0;\nmov.b64 %d0, 0;\n"
                            "mov.b16 %h0, 0;\nsetp.ne.u32 %p1, %r3, 0;\n") +
                form.instruction +
                "\ncvt.u64.u32 %d5, %r0;\ncvt.u64.u16 %d6, %h0;\n"
                "or.b64 %d0, %d0, %d5;\nor.b64 %d0, %d0, %d6;\n"
                "st.global.u64 [%in1], %d0;");
  kernel.launch.block = {1, 1, 1};
  kernel.launch.dynamicShared = 64;
  kernel.add<uint64_t>({form.a, form.b, form.c});
  kernel.addBytes(16);
  ASSERT_EQ(kernel.run(), "");
  EXPECT_EQ(kernel.read<uint64_t>(1, 1)[0], form.expected) << form.instruction;
}

} // namespace neo::ptx

#endif // NEO_UNITTESTS_EMULATOR_FORM_H
