//===- CacheLine.h - What caches keep and memory moves ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Caches keep whole lines, and memory moves whole lines: one element that is
// read costs the line that it lies in. Lines have 64 bytes on every x86
// processor with AVX (CPUID leaf 1, CLFLUSH line size) and on Arm's server
// cores (CTR_EL0.DminLine), those that Neo makes code for. A vector of AVX-512
// is one line, one of AVX2 is half of one.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_MACHINE_CACHELINE_H
#define NEO_MACHINE_CACHELINE_H

#include <cstdint>

namespace neo {

constexpr int64_t cacheLineBytes = 64;

} // namespace neo

#endif // NEO_MACHINE_CACHELINE_H
