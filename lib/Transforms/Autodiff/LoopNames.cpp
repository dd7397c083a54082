//===- LoopNames.cpp - Names for the loops of an adjoint ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/LoopNames.h"

#include "llvm/ADT/STLExtras.h"

using namespace neo;

llvm::SmallVector<std::string>
neo::nameAdjointLoops(const Inversion &inversion, llvm::ArrayRef<Form> index,
                      llvm::ArrayRef<std::string> forward) {
  unsigned rank = inversion.rank();
  llvm::SmallVector<std::string> names(rank + inversion.freeExtents.size());
  for (auto [loop, form] : llvm::enumerate(inversion.loops))
    if (std::optional<unsigned> variable = form.asVariable())
      if (names[*variable].empty())
        names[*variable] = forward[loop];
  // A loop of extent 1 is the constant 0 in the inversion.
  for (auto [d, form] : llvm::enumerate(index))
    if (std::optional<unsigned> loop = form.asVariable())
      if (names[d].empty() && !llvm::is_contained(names, forward[*loop]))
        names[d] = forward[*loop];
  for (unsigned i = 0, e = names.size(); i < e; ++i) {
    if (!names[i].empty())
      continue;
    std::string name =
        i < rank ? "z" + std::to_string(i) : "t" + std::to_string(i - rank);
    while (llvm::is_contained(names, name))
      name += "_";
    names[i] = name;
  }
  return names;
}
