//===- ContractionPlan.h - The cheapest order of a product ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A sum of products of many factors can be computed in many orders, each a tree
// of sums of products of two. A loop may be summed at a node as soon as no
// factor outside needs its value:
//
//     A[i, j] = sum_{k, l} B[i, k, l] * C[k, j] * D[l, j]     (MTTKRP)
//
//     at once             2 * I*J*K*L operations
//     T[i, k, j] = sum_l B[i, k, l] * D[l, j]                 I*J*K*L
//     A[i, j]    = sum_k T[i, k, j] * C[k, j]               + I*J*K
//     T[k, l, j] = C[k, j] * D[l, j], ...                     K*L*J + I*J*K*L
//
// The cost of a tree is the sum of its nodes' costs (AlgebraCost.h), and a
// node's cost depends on the sets of factors below it only. So the best tree
// of a set is made of the best trees of two halves: dynamic programming over
// subsets, 3^8 = 6561 halves for 8 factors. Greedy choices are a factor of ten
// off on chains of four matrices; no search is needed.
//
// Each factor more takes three times as long, so beyond 8 the order is greedy
// after all: of all pairs the one whose node is the cheapest becomes a factor,
// until two are left. That is far better than one operator over all loops.
//
// Nodes of one factor are part of the choice. Summing an operand over loops
// that nothing else sees, before it meets the others, is what pulls the others
// out of the sum:
//
//     sum_{k, l} a[i] * B[i, k] * C[i, l]
//     --> a[i] * (sum_k B[i, k]) * (sum_l C[i, l])
//
// A tensor that exists already, because forward and backward share it, costs
// nothing but its reading. Nor does one of factors that are the same in every
// run (FixedValues.h), which the first run computes: of W1 * (W2 * x) both
// weights are multiplied once, if their product is not much larger than they.
//
// A *condition* on terms is applied at the first node that has all its loops.
// Loops are bits here and nothing is known of index expressions: an
// intermediate is indexed by the loops themselves, which is right for whatever
// maps and guards the operands have.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_ALGEBRA_CONTRACTIONPLAN_H
#define NEO_TRANSFORMS_ALGEBRA_CONTRACTIONPLAN_H

#include "Neo/Transforms/Algebra/AlgebraCost.h"

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <map>
#include <optional>

namespace neo {

/// A set of loops: loop d is bit d.
using LoopSet = uint64_t;

struct ContractionProblem {
  struct Factor {
    LoopSet loops = 0;
    /// Operations of its value at one point, and the bytes it reads.
    double operations = 0;
    double bytes = 0;
    /// The loop that walks along its innermost dimension, if one does.
    LoopSet contiguous = 0;
    /// Is it the same in every run, where the product is not?
    bool isFixed = false;
  };

  llvm::SmallVector<int64_t> extents;
  LoopSet outputs = 0;
  /// Sets of factors whose sum over the loops that nothing else needs exists,
  /// each with the loop that is innermost in it.
  std::map<unsigned, LoopSet> known;
  llvm::SmallVector<Factor> factors;
  llvm::SmallVector<LoopSet> conditions;
  AlgebraCost cost;

  double countPoints(LoopSet loops) const;
  LoopSet getLoops(unsigned subset) const;
  /// The loops of a term: those of factors, conditions and outputs.
  LoopSet getAllLoops() const;
  /// The loops that the rest of the expression needs of `subset`.
  LoopSet getKept(unsigned subset) const;
  /// What the expression costs as one operator.
  double getWholeCost() const;
};

/// A node is a factor, by its number, or a step, by number + count of factors.
struct ContractionStep {
  llvm::SmallVector<unsigned, 2> nodes;
  /// Loops that it runs over, those that its result has, and the one of them
  /// that is to be innermost (none: any).
  LoopSet loops = 0, kept = 0, innermost = 0;
  /// Which conditions it applies.
  llvm::SmallVector<unsigned, 2> conditions;
  /// The factors of a tensor that exists, if this is one.
  unsigned known = 0;
};

struct ContractionPlan {
  /// Every step before those that use it; the last gives the result.
  llvm::SmallVector<ContractionStep> steps;
  double cycles = 0;
};

/// Most factors of which all orders are compared, and that are put in order.
constexpr unsigned maxCompared = 8, maxFactors = 24;

/// The cheapest plan; it may have a single step.
ContractionPlan planContractions(const ContractionProblem &problem);

} // namespace neo

#endif // NEO_TRANSFORMS_ALGEBRA_CONTRACTIONPLAN_H
