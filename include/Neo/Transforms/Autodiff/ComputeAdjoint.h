//===- ComputeAdjoint.h - The adjoint of one neo.compute --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The adjoint of an operator with respect to one operand is an operator:
//
//     forward     out[x]  = sum_r  body(a, b),    a = A[f(x, r)], b = B[h(x,
//     r)] adjoint     dA[z]   = sum_t  dOut[x(z,t)] * d body / d a (A[z],
//     B[h(z,t)])
//
// where t -> (x, r)(z, t) enumerates the points that read A[z], each once,
// under a guard (IndexInversion.h). Three parts meet here:
//
//     FormReader       the operand's access as integer-linear forms
//     invert           loops, guard and (x, r) of the adjoint
//     ScalarAdjoint    its body
//
// Worked example. For  C[i, j] = sum_k A[i, k] * B[k, j]  and operand A the
// access is (i, k); its inverse is i = z0, k = z1 with j free:
//
//     dA[i, k] = sum_j  dC[i, j] * B[k, j]
//
// Reductions other than sum give a term a weight (AdjointWeights.cpp): 1 or 0
// for max and min, by the position of the first extremum, and the product of
// the other factors for prod. Everything else is as for sum.
//
// An operand that stands in several slots with the same access counts as one;
// with different accesses each gets its own adjoint and they are added.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_COMPUTEADJOINT_H
#define NEO_TRANSFORMS_AUTODIFF_COMPUTEADJOINT_H

#include "Neo/Analysis/IndexInversion.h"
#include "Neo/Dialect/NeoDialect.h"
#include "Neo/Transforms/Autodiff/AffineForms.h"
#include "Neo/Transforms/Autodiff/ScalarAdjoint.h"

#include <vector>

namespace neo {

/// The operator whose adjoints are wanted, in the analysis' terms.
class ComputeAdjoint {
public:
  /// New operations are inserted by `builder`; `cotangent` is the result's.
  ComputeAdjoint(mlir::OpBuilder &builder, ComputeOp forward,
                 mlir::Value cotangent, const DerivativeRules &rules);

  /// The slots of each group read the same element of the same tensor.
  llvm::SmallVector<llvm::SmallVector<unsigned, 1>> groupSlots();

  /// The contribution of the slots of one group to the gradient of their
  /// tensor; a null value if it is identically zero.
  mlir::FailureOr<mlir::Value> differentiate(llvm::ArrayRef<unsigned> slots);

private:
  struct Read {
    llvm::SmallVector<Form, 4> index;
    llvm::SmallVector<Guard, 2> guards;
    llvm::SmallVector<ModForm, 2> mods;
  };

  bool hasNoPoints() const;
  void readAccesses();
  void saveReductionValues();
  InversionProblem makeProblem(unsigned slot) const;
  llvm::SmallVector<Guard, 2> findAbsorbable(const InversionProblem &problem,
                                             ScalarAdjoint &body) const;
  Inversion findInversion(unsigned slot, ScalarAdjoint &body);
  void reportLooseBox(const Inversion &inversion, unsigned slot) const;
  mlir::Value emit(const Inversion &inversion, unsigned slot,
                   ScalarAdjoint &body);
  OperandSpec makeRead(const Inversion &inversion, unsigned argument);
  Form positionForm() const;

  mlir::OpBuilder &builder;
  mutable ComputeOp forward;
  const DerivativeRules &rules;
  SavedValues saved;
  llvm::SmallVector<int64_t> extents;
  std::vector<Read> reads;
  llvm::SmallVector<Guard, 2> where;
  llvm::SmallVector<ModForm, 2> whereMods;
  /// Guards that hold wherever the adjoint's guard does.
  llvm::SmallVector<Guard, 4> assumed;
};

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_COMPUTEADJOINT_H
