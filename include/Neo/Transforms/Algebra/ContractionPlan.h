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
// node's cost depends on the sets of factors below it only. So the best tree of
// a set consists of the best trees of two subsets: dynamic programming over
// subsets, with 3^8 = 6561 partitions for 8 factors. Greedy choices are a
// factor of ten off on chains of four matrices; no search is needed.
//
// Every further factor triples the time, so beyond 8 the order is greedy: the
// pair with the cheapest node is replaced by that node, until two factors are
// left. That is far better than one operator over all loops.
//
// Nodes of one factor are part of the choice. Summing an operand over loops
// that nothing else sees, before it meets the others, is what pulls the others
// out of the sum:
//
//     sum_{k, l} a[i] * B[i, k] * C[i, l]
//     --> a[i] * (sum_k B[i, k]) * (sum_l C[i, l])
//
// A tensor that exists already, because forward and backward share it, costs
// only the reads. So does a product of fixed factors (FixedValues.h), which is
// computed in the first run and reused: of W1 * (W2 * x) both weights are
// multiplied once, if their product is not much larger than they.
//
// A *condition* on terms is applied at the first node that has all its loops.
// Loops are bits here and nothing is known of index expressions: an
// intermediate is indexed by the loops themselves, which is valid for all maps
// and guards of the operands.
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
    /// The loop that indexes its innermost (contiguous) dimension, if any.
    LoopSet contiguous = 0;
    /// Is it a fixed value, where the product is not?
    bool isFixed = false;
  };

  llvm::SmallVector<int64_t> extents;
  LoopSet outputs = 0;
  /// Sets of factors whose product, summed over the loops that nothing else
  /// needs, exists as a tensor, each with the innermost loop of that tensor.
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
  /// The cost of the expression as one operator.
  double getWholeCost() const;
};

/// A node is a factor, by its number, or a step, by number + count of factors.
struct ContractionStep {
  llvm::SmallVector<unsigned, 2> nodes;
  /// Loops that it runs over, those that its result has, and the one of them
  /// that is to be innermost (none: any).
  LoopSet loops = 0, kept = 0, innermost = 0;
  /// The conditions that it applies.
  llvm::SmallVector<unsigned, 2> conditions;
  /// The set of factors of an existing tensor, if this step is one.
  unsigned known = 0;
};

struct ContractionPlan {
  /// In topological order; the last step computes the result.
  llvm::SmallVector<ContractionStep> steps;
  double cycles = 0;

  /// For each step the set of factors, of `count`, whose product it computes.
  llvm::SmallVector<unsigned> getSubsets(unsigned count) const;
};

/// The largest numbers of factors for exhaustive search, and for greedy search.
constexpr unsigned maxCompared = 8, maxFactors = 24;

/// The cheapest plan; it may have a single step.
ContractionPlan planContractions(const ContractionProblem &problem);

} // namespace neo

#endif // NEO_TRANSFORMS_ALGEBRA_CONTRACTIONPLAN_H
