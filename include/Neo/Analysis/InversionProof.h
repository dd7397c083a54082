//===- InversionProof.h - an independent check of inversions ----*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// An inversion claims that t -> (z, w(z, t)) enumerates the graph of an access,
// every point exactly once:
//
//     forward   { (z, x) : x in the loop box, g(x), f(x) = stride z + phase }
//     inverse   { (z, x) : t in its box, guards(z, t), x = w(z, t) }
//
// Equality of such sets is decidable, but t is existentially quantified on one
// side, and its elimination is the expensive part. The derivation also provides
// the t of a given x (the certificate `freeValues`, t = T(x)). With it the
// proof is split into small ones:
//
//   for all z, t in their boxes with guards(z, t), and x := w(z, t):
//     x in the loop box,  g(x),  f(x) = stride z + phase,  T(x) = t
//   for all x in the loop box with g(x) that read an element z := z(x):
//     t := T(x) in its box,  guards(z, t),  w(z, t) = x
//
// The first four imply that only readers of z are visited, and none twice; the
// last three, that all are.
//
// Worked example: A[2 p + r] with p = z floordiv 2 - t, r = z mod 2 + 2 t and
// the certificate t = r floordiv 2. For the last line, z := 2 p + r gives
//
//     (2 p + r) floordiv 2 - r floordiv 2  =  p + r floordiv 2 - r floordiv 2
//
// which is p: here canonicalisation decides it. Otherwise intervals, a linear
// program and a search for an integer counterexample are tried, in this order.
// This code is independent of the derivation's, which drops implied guards by
// its own: errors there are detected here.
//
// The search has a budget. If it is exhausted and the loops have few points,
// all of them are enumerated, which is complete; else a slower search that
// always terminates is used, if the system is small. So a proof is fast for any
// extents, and sound: a wrong certificate may make a correct inversion Unknown,
// but never a wrong one Equal.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_ANALYSIS_INVERSIONPROOF_H
#define NEO_ANALYSIS_INVERSIONPROOF_H

#include "Neo/Analysis/IndexInversion.h"

namespace neo {

struct InversionProof {
  enum class Verdict { Equal, Different, Unknown };
  Verdict verdict = Verdict::Unknown;
  /// If Different, an element and a loop point (z, x) that the inversion visits
  /// though x does not read z, does not visit though it does, or visits twice;
  /// empty if none was searched for.
  llvm::SmallVector<int64_t, 8> counterexample;

  bool isEqual() const { return verdict == Verdict::Equal; }
  bool isDifferent() const { return verdict == Verdict::Different; }
};

/// Does the inversion satisfy contract (C) of IndexInversion.h? Up to `maxWalk`
/// points are enumerated if necessary.
InversionProof proveInversion(const InversionProblem &problem,
                              const Inversion &inversion,
                              int64_t maxWalk = 1 << 16);

} // namespace neo

#endif // NEO_ANALYSIS_INVERSIONPROOF_H
