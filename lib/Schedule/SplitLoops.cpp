//===- SplitLoops.cpp - Loops that indices take apart ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SplitLoops.h"

#include "Neo/Dialect/AffineRange.h"

using namespace mlir;
using namespace neo;

void neo::forEachForm(LoopNest &nest,
                      llvm::function_ref<void(LinearForm &)> visit) {
  visit(nest.output);
  for (NestOperand &operand : nest.operands) {
    visit(operand.access);
    for (NestCondition &condition : operand.guard)
      visit(condition.form);
  }
  for (NestCondition &condition : nest.where)
    visit(condition.form);
  for (NestCondition &condition : nest.nonzero)
    visit(condition.form);
}

/// `loop`, or `loop` and a constant.
static bool isShifted(AffineExpr expr, unsigned loop, unsigned loops) {
  LinearForm form = LinearForm::get(expr, loops);
  SmallVector<int64_t> coefficients(loops, 0);
  coefficients[loop] = 1;
  return form.irregular.none() && form.coefficients == coefficients;
}

/// The constant that every division over `loop` divides by; 0 if there is
/// none, or more than one, or if something else than the loop is divided.
static int64_t commonDivisor(LoopNest &nest, unsigned loop) {
  int64_t common = -1;
  unsigned loops = nest.loops.size();
  forEachForm(nest, [&](LinearForm &form) {
    if (!form.irregular[loop])
      return;
    form.expr.walk([&](AffineExpr expr) {
      auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
      bool divides = expr.getKind() == AffineExprKind::FloorDiv ||
                     expr.getKind() == AffineExprKind::Mod;
      if (!binary || !divides || !binary.getLHS().isFunctionOfDim(loop))
        return;
      auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
      bool plain = divisor && isShifted(binary.getLHS(), loop, loops);
      if (!plain || (common > 0 && common != divisor.getValue()))
        common = 0;
      else if (common < 0)
        common = divisor.getValue();
    });
  });
  return std::max<int64_t>(common, 0);
}

/// Over two steps every function is a straight line: of a loop of two, a
/// division is its value at 0 and what step 1 adds.
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

/// Makes `loop` the pair (loop, loop + 1) with `inner` steps in the second.
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

/// Leaves out divisions that the extents decide.
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
