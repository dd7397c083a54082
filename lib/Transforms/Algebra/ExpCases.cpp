//===- ExpCases.cpp - Case analysis of selects ----------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Algebra/ExpTerms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

/// Limits of the case analysis: every condition doubles the number of readers.
constexpr unsigned mostAssumed = 2, mostConditions = 4;

Value ExpReader::resolve(Value value) const {
  while (auto choice = value.getDefiningOp<arith::SelectOp>()) {
    auto known = assumed.find(choice.getCondition());
    if (known == assumed.end())
      break;
    value = known->second ? choice.getTrueValue() : choice.getFalseValue();
  }
  return value;
}

/// The conditions of selects in the backward slice of `value`.
const ExpReader::Conditions &ExpReader::findConditions(Value value) {
  auto found = conditions.find(value);
  if (found != conditions.end())
    return found->second;
  Conditions all;
  if (Operation *inner = value.getDefiningOp()) {
    auto choice = dyn_cast<arith::SelectOp>(inner);
    if (choice && !assumed.contains(choice.getCondition()))
      all.insert(choice.getCondition());
    for (Value operand : inner->getOperands())
      if (isa<FloatType>(operand.getType()))
        all.insert_range(findConditions(operand).getArrayRef());
  }
  return conditions[value] = std::move(all);
}

static bool isSame(const ExpRational &a, const ExpRational &b) {
  auto has = [](const ExpRational &r, const ExpRational::Factor &factor) {
    return llvm::any_of(r.getFactors(), [&](const ExpRational::Factor &f) {
      return f.polynomial == factor.polynomial && f.exponent == factor.exponent;
    });
  };
  return a.getScale() == b.getScale() && a.getPower() == b.getPower() &&
         a.getFactors().size() == b.getFactors().size() &&
         llvm::all_of(a.getFactors(), [&](auto &f) { return has(b, f); });
}

/// Are both a function of the same exponential, and the same one?
static bool isSame(const ExpTerm &a, const ExpTerm &b) {
  return a.base && a.base == b.base && !a.isZero && !b.isZero &&
         a.others.size() == b.others.size() &&
         std::is_permutation(a.others.begin(), a.others.end(),
                             b.others.begin()) &&
         isSame(a.rational, b.rational);
}

/// The term of `value`, if it is the same whether or not a condition holds.
std::optional<ExpTerm> ExpReader::readCases(Value value) {
  // Copied: reading more values may reallocate the map.
  Conditions all = findConditions(value);
  if (assumed.size() >= mostAssumed || all.size() > mostConditions)
    return std::nullopt;
  for (Value condition : all) {
    auto &[holds, fails] = cases[condition];
    if (!holds) {
      holds = std::make_unique<ExpReader>();
      fails = std::make_unique<ExpReader>();
      holds->assumed = fails->assumed = assumed;
      holds->assumed[condition] = true;
      fails->assumed[condition] = false;
    }
    ExpReader &yes = *holds, &no = *fails;
    ExpTerm term = yes.read(value);
    if (isSame(term, no.read(value)))
      return term;
  }
  return std::nullopt;
}
