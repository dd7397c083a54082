//===- LoopNames.h - Names for the loops of an adjoint ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A loop of the adjoint that is a loop of the forward operator keeps its name:
// the adjoint of `C[i, j] = sum_k A[i, k] * B[k, j]` for A has the loops i, k
// and sums over j. The others are called z0, z1, ... (elements of the operand)
// and t0, t1, ... (free loops of the inversion).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_LOOPNAMES_H
#define NEO_TRANSFORMS_AUTODIFF_LOOPNAMES_H

#include "Neo/Analysis/IndexInversion.h"

#include <string>

namespace neo {

/// Names of z and t of `inversion`, which inverts an access at `index`;
/// `forward` names the loops of `index`.
llvm::SmallVector<std::string>
nameAdjointLoops(const Inversion &inversion, llvm::ArrayRef<Form> index,
                 llvm::ArrayRef<std::string> forward);

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_LOOPNAMES_H
