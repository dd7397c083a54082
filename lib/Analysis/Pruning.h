//===- Pruning.h - bounds of the free loops, and few guards -----*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Last stage of the inversion. The constraints of the system, written in z and
// t, are the guards; most of them are consequences of the boxes or of each
// other. The others bound t; of these the fewest and simplest guards are kept
// that linear programming can prove sufficient.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_ANALYSIS_PRUNING_H
#define NEO_LIB_ANALYSIS_PRUNING_H

#include "Substitution.h"

namespace neo {

/// Turns a parametrisation of the solutions into an inversion; `conditions` are
/// the forms in z that are 0 where a solution exists. Searches take their nodes
/// from `searchNodes`; without any, an implied guard may be kept.
Inversion prune(const InversionProblem &problem, const LinearSystem &system,
                llvm::ArrayRef<Form> conditions,
                const Parametrisation &solution, unsigned &searchNodes);

} // namespace neo

#endif // NEO_LIB_ANALYSIS_PRUNING_H
