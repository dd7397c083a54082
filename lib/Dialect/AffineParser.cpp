//===- AffineParser.cpp - Index expressions from text ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     sum      product (('+' | '-') product)*
//     product  operand (('*' | 'floordiv' | 'ceildiv' | 'mod') operand)*
//     operand  '-' operand | '(' sum ')' | integer | loop
//
// MLIR has a parser of its own for this, but it folds without looking whether
// 64 bits hold the result. This one asks before every step (CheckedAffine.h).
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/AffineSyntax.h"
#include "Neo/Dialect/CheckedAffine.h"

using namespace mlir;
using namespace neo;

namespace {
class AffineParser {
public:
  AffineParser(AsmParser &parser, LoopNames names)
      : parser(parser), names(names), context(parser.getContext()) {}

  ParseResult parseSum(AffineExpr &expr);

private:
  ParseResult parseProduct(AffineExpr &expr);
  ParseResult parseOperand(AffineExpr &expr);
  ParseResult parseLoop(StringRef name, SMLoc loc, AffineExpr &expr);
  std::optional<AffineExprKind> parseOperator();
  ParseResult combine(AffineExprKind kind, AffineExpr &lhs, AffineExpr rhs,
                      SMLoc loc);

  AsmParser &parser;
  LoopNames names;
  MLIRContext *context;
  /// Parentheses that are open.
  unsigned nested = 0;
};
} // namespace

/// The stack is finite.
constexpr unsigned mostNested = 256;

static ParseResult reportLarge(AsmParser &parser, SMLoc loc) {
  return parser.emitError(loc, "the constants of this index reach beyond ")
         << "2^61 = " << maxMagnitude
         << ", where 64-bit arithmetic could wrap: make them smaller (C10)";
}

static bool sumFits(AffineExpr a, AffineExpr b, int64_t rest = 0) {
  std::optional<int64_t> x = getMagnitude(a), y = getMagnitude(b);
  return x && y && *x + *y + rest <= maxMagnitude;
}

/// `lhs kind rhs`, after a look at what folding will make of it.
ParseResult AffineParser::combine(AffineExprKind kind, AffineExpr &lhs,
                                  AffineExpr rhs, SMLoc loc) {
  bool isSum = kind == AffineExprKind::Add;
  if (kind == AffineExprKind::Mul && isa<AffineConstantExpr>(lhs))
    std::swap(lhs, rhs);
  auto constant = dyn_cast<AffineConstantExpr>(rhs);
  if (!isSum && !constant)
    return parser.emitError(loc, kind == AffineExprKind::Mul
                                     ? "an index is multiplied by constants "
                                       "only: one factor must be an integer "
                                       "(C10)"
                                     : "an index is divided by positive "
                                       "constants only (C10)");
  bool fits = true;
  if (isSum) {
    fits = sumFits(lhs, rhs);
  } else if (kind == AffineExprKind::Mul) {
    int64_t magnitude = *getMagnitude(lhs);
    fits = bool(getMagnitude(getAffineDimExpr(0, context) * rhs, {magnitude}));
  }
  if (!fits)
    return reportLarge(parser, loc);
  lhs = getAffineBinaryOpExpr(kind, lhs, rhs);
  return getMagnitude(lhs) ? success() : reportLarge(parser, loc);
}

ParseResult AffineParser::parseSum(AffineExpr &expr) {
  if (parseProduct(expr))
    return failure();
  while (true) {
    SMLoc loc = parser.getCurrentLocation();
    bool subtracts = succeeded(parser.parseOptionalMinus());
    if (!subtracts && failed(parser.parseOptionalPlus()))
      return success();
    AffineExpr rhs;
    if (parseProduct(rhs) ||
        combine(AffineExprKind::Add, expr, subtracts ? -rhs : rhs, loc))
      return failure();
  }
}

std::optional<AffineExprKind> AffineParser::parseOperator() {
  if (succeeded(parser.parseOptionalStar()))
    return AffineExprKind::Mul;
  if (succeeded(parser.parseOptionalKeyword("floordiv")))
    return AffineExprKind::FloorDiv;
  if (succeeded(parser.parseOptionalKeyword("ceildiv")))
    return AffineExprKind::CeilDiv;
  if (succeeded(parser.parseOptionalKeyword("mod")))
    return AffineExprKind::Mod;
  return std::nullopt;
}

ParseResult AffineParser::parseProduct(AffineExpr &expr) {
  if (parseOperand(expr))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  while (std::optional<AffineExprKind> kind = parseOperator()) {
    AffineExpr rhs;
    if (parseOperand(rhs) || combine(*kind, expr, rhs, loc))
      return failure();
    loc = parser.getCurrentLocation();
  }
  return success();
}

ParseResult AffineParser::parseOperand(AffineExpr &expr) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (succeeded(parser.parseOptionalKeyword(&name)))
    return parseLoop(name, loc, expr);
  if (succeeded(parser.parseOptionalMinus())) {
    bool isNegative = true;
    while (succeeded(parser.parseOptionalMinus()))
      isNegative = !isNegative;
    if (parseOperand(expr))
      return failure();
    expr = isNegative ? -expr : expr;
    return success();
  }
  if (succeeded(parser.parseOptionalLParen())) {
    if (++nested > mostNested)
      return parser.emitError(loc, "an index has more than ")
             << mostNested << " parentheses in one another";
    ParseResult result = failure(parseSum(expr) || parser.parseRParen());
    --nested;
    return result;
  }
  APInt integer;
  OptionalParseResult number = parser.parseOptionalInteger(integer);
  if (!number.has_value())
    return parser.emitError(loc, "expected an index: a loop, an integer or a "
                                 "sum in parentheses");
  if (failed(*number))
    return failure();
  if (integer.getActiveBits() > 62 || integer.getSExtValue() > maxMagnitude)
    return reportLarge(parser, loc);
  expr = getAffineConstantExpr(integer.getZExtValue(), context);
  return success();
}

ParseResult AffineParser::parseLoop(StringRef name, SMLoc loc,
                                    AffineExpr &expr) {
  auto *loop =
      llvm::find_if(names, [&](auto &known) { return known.first == name; });
  if (loop == names.end())
    return parser.emitError(loc, "'")
           << name << "' is not a loop of this operator";
  expr = loop->second;
  return success();
}

ParseResult neo::parseAffine(AsmParser &parser, LoopNames names,
                             AffineExpr &expr) {
  return AffineParser(parser, names).parseSum(expr);
}

/// Parses `lhs op rhs` into a constraint `e >= 0` or `e == 0`.
static ParseResult parseCondition(AsmParser &parser, LoopNames names,
                                  SmallVectorImpl<AffineExpr> &constraints,
                                  SmallVectorImpl<bool> &isEquality) {
  AffineExpr lhs, rhs;
  if (parseAffine(parser, names, lhs))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  bool less = succeeded(parser.parseOptionalLess());
  bool greater = !less && succeeded(parser.parseOptionalGreater());
  bool equal = succeeded(parser.parseOptionalEqual());
  if (!less && !greater && (!equal || parser.parseEqual()))
    return parser.emitError(parser.getCurrentLocation(),
                            "expected a comparison: <, <=, >, >= or ==");
  if (parseAffine(parser, names, rhs))
    return failure();
  if (!sumFits(lhs, rhs, /*rest=*/1))
    return reportLarge(parser, loc);
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
