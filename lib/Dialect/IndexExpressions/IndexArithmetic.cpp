//===- IndexArithmetic.cpp - Integer operations on index expressions ------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Evaluates operations of arith on expressions of loops. Division has four
// rounding modes; the last column is the resulting expression:
//
//     floordivsi              down             e floordiv c
//     ceildivsi, ceildivui    up               (e + c - 1) floordiv c
//     divsi, divui, shrui     towards zero     e floordiv c where e >= 0,
//                                              (e + c - 1) floordiv c elsewhere
//     remsi, remui            as divsi         e mod c, -((-e) mod c)
//     shrsi                   down             e floordiv 2^k
//     andi with 2^k - 1       down             e mod 2^k
//
// The unsigned ones treat a negative dividend as a value 2^64 larger, so they
// require a dividend that is not negative.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/IndexExpression.h"

#include "Neo/Dialect/AffineSyntax.h"
#include "Neo/Dialect/CheckedAffine.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// The constant that all cases are equal to, if any.
static std::optional<int64_t> getNumber(const Cases &cases) {
  if (cases.size() != 1)
    return std::nullopt;
  auto constant = dyn_cast<AffineConstantExpr>(cases.front().value);
  return constant ? std::optional(constant.getValue()) : std::nullopt;
}

static AffineExpr floorDivide(AffineExpr e, int64_t divisor) {
  return e.floorDiv(divisor);
}

static AffineExpr ceilDivide(AffineExpr e, int64_t divisor) {
  return (e + (divisor - 1)).floorDiv(divisor);
}

Cases IndexReader::combine(const Cases &lhs, const Cases &rhs,
                           Combine combineOne) {
  Cases all;
  for (const Case &l : lhs)
    for (const Case &r : rhs) {
      Conditions when = conjoin(l.when, r.when);
      if (when.empty() || !region.under(when).isEmpty())
        combineOne(all, when, l.value, r.value);
    }
  return all;
}

/// Fails for an unsigned operation on a value that may be negative.
bool IndexReader::requireNotNegative(Operation *op, const Cases &cases) {
  for (const Case &one : cases) {
    if (region.under(one.when).proves({one.value}))
      continue;
    std::string text;
    llvm::raw_string_ostream os(text);
    SmallVector<std::string> names;
    for (size_t d = 0; d < region.getExtents().size(); ++d)
      names.push_back("d" + std::to_string(d));
    printAffine(os, one.value, names);
    std::optional<AffineInterval> range =
        getInterval(one.value, region.getExtents());
    refuse(llvm::formatv(
               "takes '{0}' for unsigned in '{1}', but it is {2}..{3} "
               "over the loops: write arith.floordivsi, or keep it "
               "from below 0 by adding a multiple of the divisor",
               text, op->getName().getStringRef(), range->low, range->high)
               .str());
    return false;
  }
  return true;
}

Cases IndexReader::computeDivision(Operation *op, const Cases &lhs,
                                   int64_t divisor) {
  if (divisor <= 0)
    return refuse("divides by " + Twine(divisor) + " in '" +
                  op->getName().getStringRef() +
                  "': divide by a positive constant, and negate the quotient");
  if (isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp, arith::ShRUIOp>(
          op) &&
      !requireNotNegative(op, lhs))
    return {};
  Cases all;
  for (const Case &one : lhs) {
    AffineExpr e = one.value;
    if (isa<arith::FloorDivSIOp, arith::ShRSIOp>(op))
      all.push_back({one.when, floorDivide(e, divisor)});
    else if (isa<arith::CeilDivSIOp, arith::CeilDivUIOp>(op))
      all.push_back({one.when, ceilDivide(e, divisor)});
    else if (isa<arith::RemSIOp, arith::RemUIOp>(op))
      addSplit(all, region, one.when, {e}, e % divisor, -((-e) % divisor));
    else
      addSplit(all, region, one.when, {e}, floorDivide(e, divisor),
               ceilDivide(e, divisor));
  }
  return all;
}

/// Shifts by constants, and a mask of the lowest bits.
Cases IndexReader::computeBits(Operation *op, const Cases &lhs,
                               const Cases &rhs) {
  bool isMask = isa<arith::AndIOp>(op);
  std::optional<int64_t> left = getNumber(lhs), right = getNumber(rhs);
  const Cases &bits = isMask && !right ? rhs : lhs;
  std::optional<int64_t> number = isMask && !right ? left : right;
  std::string name = op->getName().getStringRef().str();
  if (isMask && number && *number >= 0 && llvm::isPowerOf2_64(*number + 1))
    return combine(
        bits, {Case{{}, bits.front().value}},
        [&](Cases &all, const Conditions &when, AffineExpr e, AffineExpr) {
          all.push_back({when, e % (*number + 1)});
        });
  if (isMask || !number || *number < 0 || *number > 60)
    return refuse("goes through '" + name +
                  "', which is arithmetic only with a constant: shift by "
                  "0..60, mask by 2^k - 1, or divide");
  if (!isa<arith::ShLIOp>(op))
    return computeDivision(op, lhs, int64_t(1) << *number);
  Case factor{{},
              getAffineConstantExpr(int64_t(1) << *number, op->getContext())};
  return computeProduct(lhs, {factor});
}

/// A product with a constant.
Cases IndexReader::computeProduct(const Cases &lhs, const Cases &rhs) {
  std::optional<int64_t> left = getNumber(lhs), right = getNumber(rhs);
  if (!left && !right)
    return refuse("multiplies loops by each other, but an index is a sum of "
                  "loops times constants: make one of them a constant");
  bool overflows = false;
  Cases all = combine(
      lhs, rhs,
      [&](Cases &to, const Conditions &when, AffineExpr l, AffineExpr r) {
        // Canonical form: the constant is the right operand.
        if (!right)
          std::swap(l, r);
        std::optional<int64_t> least = getMagnitude(l),
                               factor = getMagnitude(r);
        int64_t product;
        overflows |= !least || !factor ||
                     llvm::MulOverflow(*least, *factor, product) ||
                     product > maxMagnitude;
        if (!overflows)
          to.push_back({when, l * r});
      });
  return overflows ? refuse("leaves 64 bits: use smaller constants") : all;
}

Cases IndexReader::computeBinary(Operation *op) {
  if (op->getNumOperands() != 2 || op->getNumResults() != 1 ||
      !isa<arith::ArithDialect>(op->getDialect()))
    return refuseData(op->getResult(0));
  Cases lhs = read(op->getOperand(0));
  Cases rhs = lhs.empty() ? Cases() : read(op->getOperand(1));
  if (rhs.empty())
    return {};
  return llvm::TypeSwitch<Operation *, Cases>(op)
      .Case<arith::AddIOp, arith::SubIOp, arith::MaxSIOp, arith::MaxUIOp,
            arith::MinSIOp, arith::MinUIOp>(
          [&](Operation *) { return computeSum(op, lhs, rhs); })
      .Case([&](arith::MulIOp) { return computeProduct(lhs, rhs); })
      .Case<arith::AndIOp, arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(
          [&](Operation *) { return computeBits(op, lhs, rhs); })
      .Case<arith::FloorDivSIOp, arith::CeilDivSIOp, arith::CeilDivUIOp,
            arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
          [&](Operation *) {
            if (std::optional<int64_t> divisor = getNumber(rhs))
              return computeDivision(op, lhs, *divisor);
            return refuse("divides by what depends on the loops in '" +
                          op->getName().getStringRef() +
                          "': divide by a positive constant");
          })
      .Default([&](Operation *) { return refuseData(op->getResult(0)); });
}

/// Sums, differences, and the larger or smaller of two.
Cases IndexReader::computeSum(Operation *op, const Cases &lhs,
                              const Cases &rhs) {
  if (isa<arith::MaxUIOp, arith::MinUIOp>(op) &&
      (!requireNotNegative(op, lhs) || !requireNotNegative(op, rhs)))
    return {};
  return combine(
      lhs, rhs,
      [&](Cases &to, const Conditions &when, AffineExpr l, AffineExpr r) {
        if (isa<arith::AddIOp>(op))
          to.push_back({when, l + r});
        else if (isa<arith::SubIOp>(op))
          to.push_back({when, l - r});
        else if (isa<arith::MaxSIOp, arith::MaxUIOp>(op))
          addSplit(to, region, when, {l - r}, l, r);
        else
          addSplit(to, region, when, {r - l}, l, r);
      });
}

/// `l predicate r` as a condition on signed integers, and whether it is
/// negated.
static std::pair<Condition, bool> getComparison(arith::CmpIPredicate predicate,
                                                AffineExpr l, AffineExpr r) {
  using Predicate = arith::CmpIPredicate;
  switch (predicate) {
  case Predicate::eq:
    return {{l - r, true}, false};
  case Predicate::ne:
    return {{l - r, true}, true};
  case Predicate::slt:
  case Predicate::ult:
    return {{r - l - 1}, false};
  case Predicate::sle:
  case Predicate::ule:
    return {{r - l}, false};
  case Predicate::sgt:
  case Predicate::ugt:
    return {{l - r - 1}, false};
  case Predicate::sge:
  case Predicate::uge:
    return {{l - r}, false};
  }
  llvm_unreachable("a predicate of arith.cmpi");
}

static bool isUnsigned(arith::CmpIPredicate predicate) {
  using Predicate = arith::CmpIPredicate;
  return predicate == Predicate::ult || predicate == Predicate::ule ||
         predicate == Predicate::ugt || predicate == Predicate::uge;
}

/// Adds the cases of `l predicate r`. Unsigned, a negative number is larger
/// than every other: `x < n` then implies 0 <= x, too, which is why it is
/// written.
void IndexReader::compare(arith::CmpIPredicate predicate, Cases &to,
                          const Conditions &when, AffineExpr l, AffineExpr r) {
  AffineExpr no = getAffineConstantExpr(0, l.getContext()), yes = no + 1;
  auto [condition, isOpposite] = getComparison(predicate, l, r);
  AffineExpr then = isOpposite ? no : yes, otherwise = isOpposite ? yes : no;
  if (!isUnsigned(predicate))
    return addSplit(to, region, when, condition, then, otherwise);
  Cases leftSigns;
  addSplit(leftSigns, region, when, {l}, yes, no);
  for (const Case &left : leftSigns) {
    Cases rightSigns;
    addSplit(rightSigns, region, left.when, {r}, yes, no);
    for (const Case &right : rightSigns) {
      using Predicate = arith::CmpIPredicate;
      bool wantsMore =
          predicate == Predicate::ugt || predicate == Predicate::uge;
      bool leftIsMore = left.value == no;
      if (left.value == right.value)
        addSplit(to, region, right.when, condition, then, otherwise);
      else
        to.push_back({right.when, leftIsMore == wantsMore ? yes : no});
    }
  }
}

Cases IndexReader::computeCompare(arith::CmpIOp op) {
  if (op.getLhs().getType().isInteger(1))
    return refuse("compares two i1: use arith.andi, ori and xori");
  Cases lhs = read(op.getLhs());
  Cases rhs = lhs.empty() ? Cases() : read(op.getRhs());
  return combine(
      lhs, rhs,
      [&](Cases &to, const Conditions &when, AffineExpr l, AffineExpr r) {
        compare(op.getPredicate(), to, when, l, r);
      });
}

/// Conjunctions, disjunctions and negations. Short-circuit evaluation limits
/// the number of cases.
Cases IndexReader::computeLogic(Operation *op) {
  bool isAnd = isa<arith::AndIOp, arith::MulIOp, arith::MinUIOp>(op);
  bool isOr = isa<arith::OrIOp, arith::MaxUIOp>(op);
  if (!isAnd && !isOr && !isa<arith::XOrIOp, arith::AddIOp>(op))
    return refuseData(op->getResult(0));
  Cases all;
  for (const Case &l : read(op->getOperand(0))) {
    bool holds = cast<AffineConstantExpr>(l.value).getValue() != 0;
    if ((isAnd && !holds) || (isOr && holds)) {
      all.push_back(l);
      continue;
    }
    Cases rhs = read(op->getOperand(1));
    if (rhs.empty())
      return {};
    for (const Case &r : rhs)
      addCase(all, region,
              {conjoin(l.when, r.when),
               isAnd || isOr || !holds ? r.value : 1 - r.value});
  }
  return all;
}
