//===- Instructions.h - What this processor understands ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A target of a module names an architecture and what its code needs of a
// processor, as compilers call it: "x86-64-v3", "avx512bf16", "neon". A name
// that is unknown here counts as missing: better an error than an illegal
// instruction.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_MODULE_INSTRUCTIONS_H
#define NEO_LIB_RUNTIME_MODULE_INSTRUCTIONS_H

#include <string>
#include <vector>

namespace neo {

/// "x86-64", "aarch64", or "unknown".
std::string hereArchitecture();

/// The first of `needs` that this processor lacks; empty if it has all.
std::string findMissing(const std::vector<std::string> &needs);

} // namespace neo

#endif // NEO_LIB_RUNTIME_MODULE_INSTRUCTIONS_H
