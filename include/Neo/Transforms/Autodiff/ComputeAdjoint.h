//===- ComputeAdjoint.h - The adjoint of one neo.compute --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The adjoint of an operator with respect to one operand is an operator:
//
//     forward   out[x] = sum_r  body(a, b),  a = A[f(x, r)], b = B[h(x, r)]
//     adjoint   dA[z]  = sum_t  dOut[x(z, t)] * d body / d a
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
// for max and min, by the position of the first extremum, or equal parts where
// ties share (Ties.h), and the product of the other factors for prod.
// Everything else is as for sum.
//
// With `residuePieces` a gradient whose number of terms depends on residues of
// z is computed by residue classes and assembled (AdjointPieces.cpp). With
// `partialSums` a gather that would visit many points without a term, or a long
// sum in pieces, reads partial sums that are computed first, and one that has
// terms for a part of its elements reads these (AdjointPartialSums.cpp).
//
// Several operand slots with the same tensor and access are treated as one;
// with different accesses each gets its own adjoint and they are added.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_AUTODIFF_COMPUTEADJOINT_H
#define NEO_TRANSFORMS_AUTODIFF_COMPUTEADJOINT_H

#include "Neo/Analysis/ResiduePieces.h"
#include "Neo/Dialect/NeoDialect.h"
#include "Neo/Transforms/Autodiff/AffineForms.h"
#include "Neo/Transforms/Autodiff/ScalarAdjoint.h"

#include <vector>

namespace neo {

struct AdjointOptions {
  /// One dense operator per residue class of z instead of one with guards.
  bool residuePieces = false;
  /// Sum over the loops that an access does not depend on before gathering,
  /// where gathering directly would take many more iterations.
  bool partialSums = false;
  /// Scatter terms to their elements where a gather would mostly visit points
  /// without a term.
  bool scatter = false;
  /// Prove every inversion that a gradient is built from.
  bool prove = true;
  /// Emit a remark with each operand's access and its inverse.
  bool explain = false;
  /// The function that inverts an access; tests of the proof replace it by an
  /// incorrect one.
  Inversion (*inverter)(const InversionProblem &) = invert;
};

/// How a gradient is computed: not at all, gathered at once or by residue
/// classes, gathered from sums made before, or scattered.
enum class AdjointForm { none, gather, pieces, sums, scatter };

/// Builds adjoints of one operator.
class ComputeAdjoint {
public:
  /// New operations are inserted by `builder`; `cotangent` is the result's.
  ComputeAdjoint(mlir::OpBuilder &builder, ComputeOp forward,
                 mlir::Value cotangent, const DerivativeRules &rules,
                 const AdjointOptions &options);

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
  /// The inversion problem and its solution.
  struct Plan {
    unsigned slot;
    InversionProblem problem;
    Inversion inversion;

    /// Does `guard` hold wherever the adjoint's guard does, by construction?
    bool assumes(const Guard &guard) const;
  };

  /// The operator whose terms are summed before they are gathered, the loops
  /// that are dimensions of these sums, and the inversion of each sum.
  struct Detour {
    ComputeOp forward;
    unsigned slot;
    InversionProblem problem;
    llvm::SmallVector<unsigned> seen;
    Inversion sums;
  };

  bool hasNoPoints();
  void readAccesses();
  InversionProblem makeProblem(unsigned slot);
  llvm::SmallVector<Guard, 2> findAbsorbable(const InversionProblem &problem,
                                             ScalarAdjoint &body);
  Plan makePlan(unsigned slot, ScalarAdjoint &body);
  /// Fails if the inversion that the gradient would be built from is refuted.
  mlir::LogicalResult prove(const Plan &plan, const ResidueSplit &split);
  bool isWrong(unsigned slot, const InversionProblem &problem,
               const Inversion &inversion);
  bool isWrongWay(const InversionProblem &gathered, const Inversion &inversion);
  AdjointForm chooseForm(const Plan &plan, const ResidueSplit &split,
                         ScalarAdjoint &body);
  /// Iterations that the adjoint executes, whole or in pieces.
  static double countIterations(const Inversion &whole,
                                const ResidueSplit &split);
  void explain(const Plan &plan, const ResidueSplit &split, AdjointForm form);
  void reportLooseBox(const Plan &plan);
  mlir::Value emit(const Plan &plan, ScalarAdjoint &body);
  /// Terms of an element at one step of the reduction loops that occur in no
  /// guard.
  static int64_t countTaps(const Inversion &inversion);
  /// Are the `terms` of one element of each class so few that one kernel for
  /// all classes fully unrolls them?
  static bool areUnrolled(int64_t terms, const Plan &plan,
                          const ResidueSplit &split);
  /// Do the pieces execute so many fewer iterations that they are worth a
  /// kernel each?
  static bool paysForPieces(const Inversion &whole, const ResidueSplit &split);
  /// Do the cotangents that all pieces read exceed the caches?
  bool exceedsCaches(const ResidueSplit &split);
  mlir::Value emitPieces(const Plan &plan, const ResidueSplit &split,
                         ScalarAdjoint &body);
  llvm::SmallVector<unsigned>
  orderLoops(llvm::function_ref<bool(unsigned)> isTaken);
  llvm::SmallVector<unsigned> findSeenLoops(unsigned slot);
  /// The number of points of the forward operator, and of the loops alone that
  /// the access depends on.
  double countTerms();
  double countSums(unsigned slot);
  bool savesByPartialSums(unsigned slot, double iterations, bool inPieces);
  bool skipsManyElements(const Inversion &inversion, ScalarAdjoint &body);
  InversionProblem makeSumsProblem(llvm::ArrayRef<unsigned> seen);
  Plan planSums(llvm::ArrayRef<unsigned> seen, unsigned slot);
  Plan planTerms(llvm::ArrayRef<unsigned> loops, unsigned slot);
  ComputeOp buildRead(llvm::ArrayRef<unsigned> seen, unsigned slot,
                      mlir::RankedTensorType type);
  mlir::FailureOr<mlir::Value> sumThenGather(unsigned slot,
                                             ScalarAdjoint &body);
  bool savesByScatter(unsigned slot, double iterations);
  /// The contribution of `slot` by scattering its terms, which needs no inverse
  /// of the access.
  mlir::Value scatter(unsigned slot, ScalarAdjoint &body);
  /// The same where gathering is impossible: a remark gives the reason, as in
  /// "the gradient of operand #0 `reason`".
  mlir::Value scatterInstead(llvm::StringRef reason, unsigned slot,
                             ScalarAdjoint &body);
  OperandSpec makeRead(const Plan &plan, unsigned argument);
  /// The location of the gradient of `slot`, with its role.
  mlir::Location placeOf(unsigned slot);
  Form positionForm();

  mlir::OpBuilder &builder;
  ComputeOp forward;
  const DerivativeRules &rules;
  AdjointOptions options;
  AdjointValues saved;
  llvm::SmallVector<int64_t> extents;
  std::vector<Read> reads;
  llvm::SmallVector<Guard, 2> where;
  llvm::SmallVector<ModForm, 2> whereMods;
  /// Set if sums are gathered: the proof is then about the composition of both
  /// steps.
  const Detour *detour = nullptr;
  /// Has the inversion that the gradient would be built from been refuted?
  bool isRefuted = false;
};

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_COMPUTEADJOINT_H
