//===- AffineSyntax.cpp - Index expressions as text -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/AffineSyntax.h"

using namespace mlir;
using namespace neo;

namespace {
/// Prints one expression; only sums inside products need parentheses.
class AffinePrinter {
public:
  AffinePrinter(raw_ostream &os, ArrayRef<std::string> names)
      : os(os), names(names) {}

  void print(AffineExpr expr) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
      os << constant.getValue();
      return;
    }
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      os << names[dim.getPosition()];
      return;
    }
    if (expr.getKind() == AffineExprKind::Add)
      return printSum(cast<AffineBinaryOpExpr>(expr));
    printProduct(cast<AffineBinaryOpExpr>(expr));
  }

private:
  void printSum(AffineBinaryOpExpr sum) {
    print(sum.getLHS());
    AffineExpr term = sum.getRHS();
    if (auto constant = dyn_cast<AffineConstantExpr>(term)) {
      int64_t c = constant.getValue();
      if (c < 0 && c != INT64_MIN)
        os << " - " << -c;
      else
        os << " + " << c;
      return;
    }
    if (auto factor = negativeFactor(term)) {
      os << " - ";
      AffineExpr rest = cast<AffineBinaryOpExpr>(term).getLHS();
      if (*factor != -1)
        os << -*factor << " * ";
      printFactor(rest);
      return;
    }
    os << " + ";
    print(term);
  }

  void printProduct(AffineBinaryOpExpr expr) {
    if (expr.getKind() == AffineExprKind::Mul) {
      auto factor = dyn_cast<AffineConstantExpr>(expr.getRHS());
      if (factor) {
        os << factor.getValue() << " * ";
        return printFactor(expr.getLHS());
      }
    }
    printFactor(expr.getLHS());
    os << spelling(expr.getKind());
    printFactor(expr.getRHS());
  }

  void printFactor(AffineExpr expr) {
    bool atom = isa<AffineDimExpr, AffineConstantExpr>(expr);
    if (!atom)
      os << "(";
    print(expr);
    if (!atom)
      os << ")";
  }

  static std::optional<int64_t> negativeFactor(AffineExpr expr) {
    auto product = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!product || product.getKind() != AffineExprKind::Mul)
      return std::nullopt;
    auto factor = dyn_cast<AffineConstantExpr>(product.getRHS());
    if (!factor || factor.getValue() >= 0 || factor.getValue() == INT64_MIN)
      return std::nullopt;
    return factor.getValue();
  }

  static StringRef spelling(AffineExprKind kind) {
    switch (kind) {
    case AffineExprKind::FloorDiv:
      return " floordiv ";
    case AffineExprKind::CeilDiv:
      return " ceildiv ";
    case AffineExprKind::Mod:
      return " mod ";
    default:
      return " * ";
    }
  }

  raw_ostream &os;
  ArrayRef<std::string> names;
};
} // namespace

void neo::printAffine(raw_ostream &os, AffineExpr expr,
                      ArrayRef<std::string> names) {
  AffinePrinter(os, names).print(expr);
}

void neo::printConditions(raw_ostream &os, IntegerSet set,
                          ArrayRef<std::string> names) {
  os << "(";
  for (unsigned i = 0, e = set.getNumConstraints(); i < e; ++i) {
    if (i)
      os << ", ";
    printAffine(os, set.getConstraint(i), names);
    os << (set.isEq(i) ? " == 0" : " >= 0");
  }
  os << ")";
}

/// Parses `lhs op rhs` into a constraint `e >= 0` or `e == 0`.
static ParseResult parseCondition(AsmParser &parser, LoopNames names,
                                  SmallVectorImpl<AffineExpr> &constraints,
                                  SmallVectorImpl<bool> &isEquality) {
  AffineExpr lhs, rhs;
  if (parser.parseAffineExpr(names, lhs))
    return failure();
  bool less = succeeded(parser.parseOptionalLess());
  bool greater = !less && succeeded(parser.parseOptionalGreater());
  bool equal = succeeded(parser.parseOptionalEqual());
  if (!less && !greater && (!equal || parser.parseEqual()))
    return parser.emitError(parser.getCurrentLocation(),
                            "expected a comparison: <, <=, >, >= or ==");
  if (parser.parseAffineExpr(names, rhs))
    return failure();
  AffineExpr difference = less ? rhs - lhs : lhs - rhs;
  bool strict = (less || greater) && !equal;
  constraints.push_back(strict ? difference - 1 : difference);
  isEquality.push_back(!less && !greater);
  return success();
}

ParseResult neo::parseConditions(AsmParser &parser, LoopNames names,
                                 IntegerSet &set) {
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> isEquality;
  auto parseOne = [&] {
    return parseCondition(parser, names, constraints, isEquality);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne))
    return failure();
  if (constraints.empty())
    return parser.emitError(parser.getCurrentLocation(),
                            "a guard needs at least one condition");
  set = IntegerSet::get(names.size(), 0, constraints, isEquality);
  return success();
}
