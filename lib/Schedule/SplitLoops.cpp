//===- SplitLoops.cpp - Splitting divided loops ---------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SplitLoops.h"

#include "Neo/Dialect/AffineRange.h"

#include <numeric>

using namespace mlir;
using namespace neo;

/// Is `expr` `loop`, or `loop` plus a constant?
static bool isShifted(AffineExpr expr, unsigned loop, unsigned loops) {
  LinearForm form = LinearForm::get(expr, loops);
  SmallVector<int64_t> coefficients(loops, 0);
  coefficients[loop] = 1;
  return form.irregular.none() && form.coefficients == coefficients;
}

/// The period of `division` in steps of `loop`; 0 if it is not known, or too
/// short for a loop.
static int64_t stepsOf(AffineBinaryOpExpr division, unsigned loop,
                       unsigned loops) {
  auto divisor = dyn_cast<AffineConstantExpr>(division.getRHS());
  LinearForm dividend = LinearForm::get(division.getLHS(), loops);
  if (!divisor || divisor.getValue() <= 0 || dividend.irregular[loop])
    return 0;
  int64_t steps = divisor.getValue() /
                  std::gcd(divisor.getValue(), dividend.coefficients[loop]);
  constexpr int64_t fewest = 4;
  bool plain = isShifted(division.getLHS(), loop, loops);
  return plain || steps == 1 || steps >= fewest ? steps : 0;
}

/// The common period of all divisions over `loop`; 0 if there is none, or only
/// a large one.
static int64_t commonDivisor(LoopNest &nest, unsigned loop) {
  constexpr int64_t largest = 64;
  int64_t common = 1;
  bool single = true;
  forEachForm(nest, [&](LinearForm &form) {
    if (!form.irregular[loop])
      return;
    form.expr.walk([&](AffineExpr expr) {
      auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
      bool divides = expr.getKind() == AffineExprKind::FloorDiv ||
                     expr.getKind() == AffineExprKind::Mod;
      if (!binary || !divides || !binary.getLHS().isFunctionOfDim(loop) ||
          common == 0)
        return;
      int64_t steps = stepsOf(binary, loop, nest.loops.size());
      single &= common == 1 || steps <= 1 || steps == common;
      common = steps ? std::lcm(common, steps) : 0;
    });
  });
  return single || common <= largest ? common : 0;
}

/// Over two points every function is affine: a division of a loop with extent
/// two is its value at 0 plus the loop times the difference.
static AffineExpr straighten(AffineExpr expr, ArrayRef<int64_t> extents) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return expr;
  bool divides = expr.getKind() == AffineExprKind::FloorDiv ||
                 expr.getKind() == AffineExprKind::Mod;
  SmallVector<unsigned> loops;
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    if (expr.isFunctionOfDim(loop))
      loops.push_back(loop);
  if (!divides || loops.size() != 1 || extents[loops[0]] != 2)
    return getAffineBinaryOpExpr(expr.getKind(),
                                 straighten(binary.getLHS(), extents),
                                 straighten(binary.getRHS(), extents));
  MLIRContext *context = expr.getContext();
  AffineExpr step = getAffineDimExpr(loops[0], context);
  AffineExpr first = expr.replace(step, getAffineConstantExpr(0, context));
  AffineExpr second = expr.replace(step, getAffineConstantExpr(1, context));
  return first + (second - first) * step;
}

/// Splits `loop` into loops `loop` and `loop + 1`, the second with `inner`
/// steps.
static void splitLoop(LoopNest &nest, unsigned loop, int64_t inner) {
  MLIRContext *context = nest.op.getContext();
  NestLoop outerLoop = nest.loops[loop], innerLoop = nest.loops[loop];
  outerLoop.extent /= inner;
  outerLoop.name += "_outer";
  innerLoop.extent = inner;
  innerLoop.name += "_inner";
  nest.loops[loop] = outerLoop;
  nest.loops.insert(nest.loops.begin() + loop + 1, innerLoop);

  SmallVector<AffineExpr> replacement;
  for (unsigned l = 0; l + 1 < nest.loops.size(); ++l)
    replacement.push_back(getAffineDimExpr(l <= loop ? l : l + 1, context));
  replacement[loop] = getAffineDimExpr(loop, context) * inner +
                      getAffineDimExpr(loop + 1, context);
  SmallVector<int64_t> extents;
  for (const NestLoop &l : nest.loops)
    extents.push_back(l.extent);
  forEachForm(nest, [&](LinearForm &form) {
    form = form.rewritten(
        [&](AffineExpr expr) {
          return straighten(
              simplifyInBox(expr.replaceDims(replacement), extents), extents);
        },
        extents.size());
  });
  for (AffineExpr &original : nest.originalLoops)
    original = original.replaceDims(replacement);
}

/// Folds divisions that the extents decide.
static void simplifyForms(LoopNest &nest) {
  SmallVector<int64_t> extents;
  for (const NestLoop &loop : nest.loops)
    extents.push_back(loop.extent);
  forEachForm(nest, [&](LinearForm &form) {
    form = form.rewritten(
        [&](AffineExpr expr) { return simplifyInBox(expr, extents); },
        extents.size());
  });
}

void neo::splitDividedLoops(LoopNest &nest) {
  simplifyForms(nest);
  for (unsigned loop = nest.loops.size(); loop-- > 0;) {
    int64_t divisor = commonDivisor(nest, loop);
    if (divisor > 1 && nest.loops[loop].extent % divisor == 0 &&
        nest.loops[loop].extent > divisor)
      splitLoop(nest, loop, divisor);
  }
}
