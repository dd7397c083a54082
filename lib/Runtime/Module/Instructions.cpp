//===- Instructions.cpp - What this processor understands -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Instructions.h"

namespace neo {

#if defined(__x86_64__)

std::string hereArchitecture() { return "x86-64"; }

/// The compiler's builtin checks processor and operating system, which has to
/// save the registers; it accepts string literals only.
static std::vector<std::string> listInstructions() {
  std::vector<std::string> names;
  __builtin_cpu_init();
#define NEO_ASK(name)                                                          \
  if (__builtin_cpu_supports(name))                                            \
  names.push_back(name)
  NEO_ASK("x86-64-v2");
  NEO_ASK("x86-64-v3");
  NEO_ASK("x86-64-v4");
  NEO_ASK("avx2");
  NEO_ASK("fma");
  NEO_ASK("avx512f");
  NEO_ASK("avx512bw");
  NEO_ASK("avx512dq");
  NEO_ASK("avx512vl");
  NEO_ASK("avx512vnni");
  NEO_ASK("avx512bf16");
#undef NEO_ASK
  // Zen 5 is detected by its model, where the compiler supports that.
#if defined(__clang__) && __clang_major__ >= 19
  if (__builtin_cpu_is("znver5"))
    names.push_back("znver5");
#endif
  return names;
}

#elif defined(__aarch64__)

std::string hereArchitecture() { return "aarch64"; }

/// All of them have it.
static std::vector<std::string> listInstructions() { return {"neon"}; }

#else

std::string hereArchitecture() { return "unknown"; }
static std::vector<std::string> listInstructions() { return {}; }

#endif

std::string findMissing(const std::vector<std::string> &needs) {
  std::vector<std::string> here = listInstructions();
  for (const std::string &need : needs) {
    bool found = false;
    for (const std::string &known : here)
      found |= known == need;
    if (!found)
      return need;
  }
  return "";
}

} // namespace neo
