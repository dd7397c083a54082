//===- InversionProof.h - an independent check of inversions ----*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// An inversion claims that t -> (z, w(z, t)) runs through the graph of an
// access, every point once:
//
//     forward   { (z, x) : x in the loop box, g(x), f(x) = stride z + phase }
//     inverse   { (z, x) : t in its box, guards(z, t), x = w(z, t) }
//
// Equality of such sets is decidable, but the t is in the way: it is an unknown
// of one side only, and eliminating it is the expensive part of the decision.
// The derivation knows more, namely which t finds a given x (the certificate
// `freeValues`, t = T(x)). With it the proof is split into small ones:
//
//   for all z, t in their boxes with guards(z, t), and x := w(z, t):
//     x in the loop box,  g(x),  f(x) = stride z + phase,  T(x) = t
//   for all x in the loop box with g(x) that read an element z := z(x):
//     t := T(x) in its box,  guards(z, t),  w(z, t) = x
//
// The first four say that only readers of z are visited, and none twice; the
// last three that all are.
//
// Worked example: A[2 p + r] with p = z floordiv 2 - t, r = z mod 2 + 2 t and
// the certificate t = r floordiv 2. For the last line, z := 2 p + r gives
//
//     (2 p + r) floordiv 2 - r floordiv 2  =  p + r floordiv 2 - r floordiv 2
//
// which is p: here canonical forms settle it. What they leave open goes to
// intervals, a linear program and a search for an integer counterexample, in
// this order. That code is not the derivation's, which uses its own to drop
// guards: a mistake there is found here.
//
// The search has a budget. Where it runs out, and the loops have few points,
// all of them are visited, which settles everything; else a slower search
// answers that always ends, where the system is small enough for it to end
// soon. So a proof is quick whatever the extents, and
// never wrong: a certificate that does not fit makes a right inversion Unknown,
// and no wrong one Equal.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_ANALYSIS_INVERSIONPROOF_H
#define NEO_ANALYSIS_INVERSIONPROOF_H

#include "Neo/Analysis/IndexInversion.h"

namespace neo {

struct InversionProof {
  enum class Verdict { Equal, Different, Unknown };
  Verdict verdict = Verdict::Unknown;
  /// If Different, an element and a loop point (z, x) that the inversion
  /// visits though x does not read z, does not visit though it does, or visits
  /// twice; empty if none was looked for.
  llvm::SmallVector<int64_t, 8> counterexample;

  bool isEqual() const { return verdict == Verdict::Equal; }
  bool isDifferent() const { return verdict == Verdict::Different; }
};

/// Does the inversion satisfy contract (C) of IndexInversion.h? Up to `maxWalk`
/// points are visited one by one, if need be.
InversionProof proveInversion(const InversionProblem &problem,
                              const Inversion &inversion,
                              int64_t maxWalk = 1 << 16);

} // namespace neo

#endif // NEO_ANALYSIS_INVERSIONPROOF_H
