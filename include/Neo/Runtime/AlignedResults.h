//===- AlignedResults.h - Results where kernels want them -------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Kernels write large tensors by streaming stores of whole cache lines, which
// have to be aligned (Kernel.h), but a caller's memory may have any alignment.
// A large result that is not aligned to a line is computed in a temporary
// buffer and copied when the run is done; results that Neo allocates are
// aligned.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_ALIGNEDRESULTS_H
#define NEO_RUNTIME_ALIGNEDRESULTS_H

#include "Neo/Runtime/LaunchPlan.h"

#include <cstdlib>
#include <memory>
#include <vector>

namespace neo {

class AlignedResults {
public:
  /// Allocates memory for those of `results` that need it; false if that fails.
  bool prepare(const LaunchPlan &plan, void *const *results);
  /// Where result `index` is computed.
  void *address(int index) const { return addresses[index]; }
  /// Copies the results that were computed in temporary buffers.
  void deliver();

private:
  struct Free {
    void operator()(void *memory) const { std::free(memory); }
  };
  struct Detour {
    std::unique_ptr<void, Free> memory;
    void *target;
    size_t bytes;
  };
  std::vector<void *> addresses;
  std::vector<Detour> detours;
};

} // namespace neo

#endif // NEO_RUNTIME_ALIGNEDRESULTS_H
