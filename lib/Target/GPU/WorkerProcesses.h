//===- WorkerProcesses.h - Work that may not end well -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// LLVM ends the process where it meets what it cannot select, and ptxas may
// crash or run for an hour. A kernel is therefore compiled in a process of its
// own, a copy of this one made by fork, which sends back what it made:
//
//     std::vector<Work> work = {{"kernel 'f0'", [] { return compile(...); }}};
//     for (WorkResult &result : runApart(work, 2, seconds)) ...
//
// A copy has one thread and everything this process had in memory, so nothing
// has to be written down for it, and nothing it does is seen here. What it
// writes on stderr is kept, and told where it ends otherwise than it should:
//
//     the compiler of kernel 'f0' was stopped by signal 6 (Aborted): LLVM
//     ERROR: Cannot select ...
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_GPU_WORKERPROCESSES_H
#define NEO_LIB_TARGET_GPU_WORKERPROCESSES_H

#include "llvm/ADT/ArrayRef.h"

#include <functional>
#include <string>
#include <vector>

namespace neo {

/// What a worker made, or a message that says why it is not there.
struct WorkResult {
  std::string output, error;
  /// The work did not come to its end.
  bool isBroken = false;
};

struct Work {
  /// For errors: what is compiled.
  std::string name;
  std::function<WorkResult()> run;
};

/// Does each piece of `work` in a process of its own, `most` at a time, none
/// for longer than `seconds`. Results are in the order of `work`.
std::vector<WorkResult> runApart(llvm::ArrayRef<Work> work, unsigned most,
                                 double seconds);

/// As many as this process may use processors; a limit in seconds, 120 or what
/// NEO_GPU_COMPILE_SECONDS says.
unsigned getWorkerCount();
double getWorkerLimit();

} // namespace neo

#endif // NEO_LIB_TARGET_GPU_WORKERPROCESSES_H
