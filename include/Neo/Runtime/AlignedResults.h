//===- AlignedResults.h - Results where kernels want them -------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Kernels write large tensors by streaming stores of whole cache lines, which
// have to be aligned (Kernel.h). A caller may bring memory
// of any alignment. A large result that does not begin a line is computed in
// memory of its own and copied when the run is done; Neo's own results always
// begin one.
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
  /// Makes memory for those of `results` that need it; false if there is none.
  bool prepare(const LaunchPlan &plan, void *const *results);
  /// Where result `index` is computed.
  void *address(int index) const { return addresses[index]; }
  /// Copies to the caller what was computed elsewhere.
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
