//===- AffineForms.cpp - AffineExpr to Form and back ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/AffineForms.h"

#include "Neo/Analysis/ModTerms.h"

using namespace mlir;
using namespace neo;

Form FormReader::read(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Form(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return Form::variable(dim.getPosition());
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Form lhs = read(binary.getLHS()), rhs = read(binary.getRHS());
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return rhs.isConstant() ? lhs * rhs.constant() : rhs * lhs.constant();
  case AffineExprKind::CeilDiv:
    return -Form::floorDiv(-lhs, rhs.constant(), box);
  case AffineExprKind::Mod: {
    Form mod = Form::mod(lhs, rhs.constant(), box);
    mods.push_back({mod, Interval::ofExtent(rhs.constant())});
    return mod;
  }
  default:
    return Form::floorDiv(lhs, rhs.constant(), box);
  }
}

llvm::SmallVector<Form, 4> FormReader::read(AffineMap map) {
  llvm::SmallVector<Form, 4> forms;
  for (AffineExpr expr : map.getResults())
    forms.push_back(read(expr));
  return forms;
}

llvm::SmallVector<Guard, 2> FormReader::read(IntegerSet set) {
  llvm::SmallVector<Guard, 2> guards;
  if (!set)
    return guards;
  for (unsigned i = 0, e = set.getNumConstraints(); i < e; ++i)
    guards.push_back({read(set.getConstraint(i)), set.isEq(i)});
  return guards;
}

static AffineExpr toAffine(const ModTerm &term, MLIRContext *context) {
  AffineExpr dividend = neo::toAffine(term.dividend, context);
  switch (term.kind) {
  case ModTerm::Kind::FloorDiv:
    return dividend.floorDiv(term.divisor);
  case ModTerm::Kind::Mod:
    return dividend % term.divisor;
  case ModTerm::Kind::Variable:
    break;
  }
  return getAffineDimExpr(*term.dividend.asVariable(), context);
}

AffineExpr neo::toAffine(const Form &form, MLIRContext *context) {
  // Base case of the recursion: a single variable is its own term.
  if (std::optional<unsigned> variable = form.asVariable())
    return getAffineDimExpr(*variable, context);
  ModSum sum = withMods(form);
  AffineExpr expr = getAffineConstantExpr(0, context);
  for (const ModTerm &term : sum.terms)
    expr = expr + ::toAffine(term, context) * term.coefficient;
  return expr + sum.constant;
}

AffineMap neo::toAffineMap(llvm::ArrayRef<Form> forms, unsigned numDims,
                           MLIRContext *context) {
  llvm::SmallVector<AffineExpr> results;
  for (const Form &form : forms)
    results.push_back(toAffine(form, context));
  return AffineMap::get(numDims, 0, results, context);
}

IntegerSet neo::toIntegerSet(llvm::ArrayRef<Guard> guards, unsigned numDims,
                             MLIRContext *context) {
  if (guards.empty())
    return {};
  llvm::SmallVector<AffineExpr> constraints;
  llvm::SmallVector<bool> equalities;
  for (const Guard &guard : guards) {
    constraints.push_back(toAffine(guard.form, context));
    equalities.push_back(guard.isEquality);
  }
  return IntegerSet::get(numDims, 0, constraints, equalities);
}
