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
// z is computed class by class and put together (AdjointPieces.cpp). With
// `partialSums` a gather that would walk many points without a term, or a long
// sum in pieces, reads sums that were made before (AdjointPartialSums.cpp).
//
// An operand that stands in several slots with the same access counts as one;
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
  /// Sum over the loops an access does not see before gathering, where
  /// gathering at once would do much more work.
  bool partialSums = false;
  /// Send terms to their elements where gathering them would mostly visit
  /// points that have none.
  bool scatter = false;
  /// Prove every inversion that a gradient is built from.
  bool prove = true;
  /// Say in a remark what each operand's access and its inverse are.
  bool explain = false;
  /// What inverts an access; tests of the proof put in something wrong.
  Inversion (*inverter)(const InversionProblem &) = invert;
};

/// How a gradient is computed: not at all, gathered at once or by residue
/// classes, gathered from sums made before, or scattered.
enum class AdjointForm { none, gather, pieces, sums, scatter };

/// The operator whose adjoints are wanted, in the analysis' terms.
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
  /// What is asked of the analysis, and its answer.
  struct Plan {
    unsigned slot;
    InversionProblem problem;
    Inversion inversion;

    /// Does `guard` hold wherever the adjoint's guard does, by construction?
    bool assumes(const Guard &guard) const;
  };

  /// The operator whose terms were summed before this one gathers them, which
  /// of its loops the sums have for dimensions, and what each sum stands for.
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
  /// Fails if what the gradient would gather by is wrong.
  mlir::LogicalResult prove(const Plan &plan, const ResidueSplit &split);
  bool isWrong(unsigned slot, const InversionProblem &problem,
               const Inversion &inversion);
  bool isWrongWay(const InversionProblem &gathered, const Inversion &inversion);
  AdjointForm chooseForm(const Plan &plan, const ResidueSplit &split);
  /// What the adjoint executes, whole or in pieces.
  static double countIterations(const Inversion &whole,
                                const ResidueSplit &split);
  void explain(const Plan &plan, const ResidueSplit &split, AdjointForm form);
  void reportLooseBox(const Plan &plan);
  mlir::Value emit(const Plan &plan, ScalarAdjoint &body);
  /// Terms of an element at one step of the loops that run evenly beside its
  /// taps: no guard asks about those.
  static int64_t countTaps(const Inversion &inversion);
  /// Are the `terms` of one element of each class so few that a kernel for all
  /// of them writes them out?
  static bool areWrittenOut(int64_t terms, const Plan &plan,
                            const ResidueSplit &split);
  /// Are the cotangents that all pieces read more than caches keep?
  bool leavesCaches(const ResidueSplit &split);
  mlir::Value emitPieces(const Plan &plan, const ResidueSplit &split,
                         ScalarAdjoint &body);
  llvm::SmallVector<unsigned>
  orderLoops(llvm::function_ref<bool(unsigned)> isTaken);
  llvm::SmallVector<unsigned> findSeenLoops(unsigned slot);
  /// The points of the forward operator, and those of its seen loops alone.
  double countTerms();
  double countSums(unsigned slot);
  bool savesByPartialSums(unsigned slot, double iterations, bool inPieces);
  InversionProblem makeSumsProblem(llvm::ArrayRef<unsigned> seen);
  Plan planSums(llvm::ArrayRef<unsigned> seen, unsigned slot);
  Plan planTerms(llvm::ArrayRef<unsigned> loops, unsigned slot);
  ComputeOp buildRead(llvm::ArrayRef<unsigned> seen, unsigned slot,
                      mlir::RankedTensorType type);
  mlir::FailureOr<mlir::Value> sumThenGather(unsigned slot,
                                             ScalarAdjoint &body);
  bool savesByScatter(unsigned slot, double iterations);
  /// The contribution of `slot` by sending its terms, which asks for no
  /// inverse of the access.
  mlir::Value scatter(unsigned slot, ScalarAdjoint &body);
  /// The same where gathering is out of the question: a remark says why, as in
  /// "the gradient of operand #0 `reason`".
  mlir::Value scatterInstead(llvm::StringRef reason, unsigned slot,
                             ScalarAdjoint &body);
  OperandSpec makeRead(const Plan &plan, unsigned argument);
  /// Where the gradient of `slot` comes from, and that it is one.
  mlir::Location placeOf(unsigned slot);
  Form positionForm();

  mlir::OpBuilder &builder;
  ComputeOp forward;
  const DerivativeRules &rules;
  AdjointOptions options;
  SavedValues saved;
  llvm::SmallVector<int64_t> extents;
  std::vector<Read> reads;
  llvm::SmallVector<Guard, 2> where;
  llvm::SmallVector<ModForm, 2> whereMods;
  /// Set if what is gathered here are sums: the proof is about both steps.
  const Detour *detour = nullptr;
  /// Was what the gradient would gather by shown to be wrong?
  bool isRefuted = false;
};

} // namespace neo

#endif // NEO_TRANSFORMS_AUTODIFF_COMPUTEADJOINT_H
