//===- CompileProgress.h - How far compiling has come -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Most of what a first compilation takes is machine code, kernel by kernel.
// Whoever waits asks how many there are and how many are done:
//
//     compileProgress().found      kernels that had to be compiled
//     compileProgress().compiled   those of them that are
//
// Both count since the process began, for all threads: what a program adds is
// the difference to what they were before.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TARGET_COMPILEPROGRESS_H
#define NEO_TARGET_COMPILEPROGRESS_H

#include <atomic>
#include <cstdint>

namespace neo {

struct CompileProgress {
  std::atomic<int64_t> found{0}, compiled{0};
};

/// That of the process.
CompileProgress &compileProgress();

} // namespace neo

#endif // NEO_TARGET_COMPILEPROGRESS_H
