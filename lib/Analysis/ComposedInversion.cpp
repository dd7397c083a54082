//===- ComposedInversion.cpp - Composition of two inversions --------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Analysis/ComposedInversion.h"
#include "llvm/ADT/STLExtras.h"

using namespace neo;

/// The elements of the sums and their free loops, in z, t and t'.
static llvm::SmallVector<Form, 8> valuesOfSums(const Inversion &gather,
                                               const Inversion &sums) {
  llvm::SmallVector<Form, 8> values(gather.loops.begin(), gather.loops.end());
  unsigned first = gather.rank() + gather.freeExtents.size();
  for (unsigned k = 0; k < sums.freeExtents.size(); ++k)
    values.push_back(Form::variable(first + k));
  return values;
}

Inversion neo::composeInversions(const Inversion &gather, const Inversion &sums,
                                 llvm::ArrayRef<unsigned> seen,
                                 llvm::ArrayRef<int64_t> extents) {
  Inversion whole;
  whole.empty = gather.empty || sums.empty;
  whole.overflow = gather.overflow || sums.overflow;
  whole.elementExtents = gather.elementExtents;
  whole.moduli = gather.moduli;
  if (whole.empty || whole.overflow)
    return whole;
  whole.freeExtents = gather.freeExtents;
  llvm::append_range(whole.freeExtents, sums.freeExtents);

  Box box = whole.box();
  llvm::SmallVector<Form, 8> values = valuesOfSums(gather, sums);
  for (const Form &loop : sums.loops)
    whole.loops.push_back(loop.substitute(values, box));
  whole.guards = gather.guards;
  for (const Guard &guard : sums.guards)
    whole.guards.push_back(
        {guard.form.substitute(values, box), guard.isEquality});

  llvm::SmallVector<Form, 8> seenLoops;
  for (unsigned loop : seen)
    seenLoops.push_back(Form::variable(loop));
  for (const Form &value : gather.freeValues)
    whole.freeValues.push_back(
        value.substitute(seenLoops, boxOfExtents(extents)));
  llvm::append_range(whole.freeValues, sums.freeValues);
  return whole;
}
