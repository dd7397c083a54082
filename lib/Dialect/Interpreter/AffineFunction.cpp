//===- AffineFunction.cpp - Index expressions as functions ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Interpreter/AffineFunction.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

AffineFunction neo::decodeAffine(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return [value = constant.getValue()](const int64_t *) { return value; };
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return [d = dim.getPosition()](const int64_t *loops) { return loops[d]; };
  auto binary = cast<AffineBinaryOpExpr>(expr);
  AffineFunction a = decodeAffine(binary.getLHS());
  AffineFunction b = decodeAffine(binary.getRHS());
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return [=](const int64_t *loops) { return a(loops) + b(loops); };
  case AffineExprKind::Mul:
    return [=](const int64_t *loops) { return a(loops) * b(loops); };
  case AffineExprKind::FloorDiv:
    return [=](const int64_t *loops) {
      return llvm::divideFloorSigned(a(loops), b(loops));
    };
  case AffineExprKind::CeilDiv:
    return [=](const int64_t *loops) {
      return llvm::divideCeilSigned(a(loops), b(loops));
    };
  default:
    return [=](const int64_t *loops) { return llvm::mod(a(loops), b(loops)); };
  }
}

Condition neo::decodeCondition(IntegerSet set) {
  if (!set)
    return [](const int64_t *) { return true; };
  SmallVector<std::pair<AffineFunction, bool>> constraints;
  for (unsigned i = 0, e = set.getNumConstraints(); i < e; ++i)
    constraints.push_back({decodeAffine(set.getConstraint(i)), set.isEq(i)});
  return [=](const int64_t *loops) {
    return llvm::all_of(constraints, [&](const auto &constraint) {
      int64_t value = constraint.first(loops);
      return constraint.second ? value == 0 : value >= 0;
    });
  };
}
