//===- AffineSyntax.cpp - Index expressions printed -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/AffineSyntax.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace neo;

namespace {
/// `factor * atom`, or the constant `factor` where there is no atom. An atom is
/// a loop, a division or a remainder.
struct Term {
  int64_t factor;
  AffineExpr atom = {};
};
using Terms = SmallVector<Term>;

/// Prints one expression as a sum of terms.
class AffinePrinter {
public:
  AffinePrinter(raw_ostream &os, ArrayRef<std::string> names)
      : os(os), names(names) {}

  void print(AffineExpr expr) { printSum(getTerms(expr)); }
  void printCondition(AffineExpr expr, bool isEquality);

  static Terms getTerms(AffineExpr expr) {
    Terms terms;
    addTerms(expr, 1, terms);
    llvm::erase_if(terms, [](Term term) { return term.factor == 0; });
    auto *constant = llvm::find_if(terms, [](Term term) { return !term.atom; });
    if (constant != terms.end())
      std::rotate(constant, constant + 1, terms.end());
    return terms;
  }

private:
  static void addTerm(Term term, Terms &terms);
  static void addTerms(AffineExpr expr, int64_t factor, Terms &terms);
  void printSum(Terms terms);
  void printTerm(Term term, bool isFirst);
  void printAtom(AffineExpr atom);
  void printFactor(AffineExpr expr);

  raw_ostream &os;
  ArrayRef<std::string> names;
};
} // namespace

/// Adds to the term of the same atom, if there is one and the sum fits.
void AffinePrinter::addTerm(Term term, Terms &terms) {
  for (Term &other : terms) {
    int64_t sum;
    if (other.atom != term.atom ||
        llvm::AddOverflow(other.factor, term.factor, sum))
      continue;
    other.factor = sum;
    return;
  }
  terms.push_back(term);
}

/// Multiplies sums and products out, as far as that fits 64 bits.
void AffinePrinter::addTerms(AffineExpr expr, int64_t factor, Terms &terms) {
  auto constant = dyn_cast<AffineConstantExpr>(expr);
  int64_t product;
  if (constant && !llvm::MulOverflow(factor, constant.getValue(), product))
    return addTerm({product}, terms);
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary && binary.getKind() == AffineExprKind::Add) {
    addTerms(binary.getLHS(), factor, terms);
    addTerms(binary.getRHS(), factor, terms);
    return;
  }
  if (binary && binary.getKind() == AffineExprKind::Mul) {
    auto scale = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (scale && !llvm::MulOverflow(factor, scale.getValue(), product))
      return addTerms(binary.getLHS(), product, terms);
  }
  addTerm({factor, expr}, terms);
}

/// A sum reads best if it starts with a term that is not subtracted.
void AffinePrinter::printSum(Terms terms) {
  if (terms.empty())
    os << 0;
  auto *positive =
      llvm::find_if(terms, [](Term term) { return term.factor >= 0; });
  if (positive != terms.end())
    std::rotate(terms.begin(), positive, positive + 1);
  for (auto [i, term] : llvm::enumerate(terms))
    printTerm(term, i == 0);
}

void AffinePrinter::printTerm(Term term, bool isFirst) {
  // Unsigned, so that the least integer has a magnitude too.
  uint64_t magnitude =
      term.factor < 0 ? -uint64_t(term.factor) : uint64_t(term.factor);
  if (term.factor < 0)
    os << (isFirst ? "-" : " - ");
  else if (!isFirst)
    os << " + ";
  if (!term.atom) {
    os << magnitude;
    return;
  }
  if (magnitude == 1 && isFirst && term.factor > 0)
    return printAtom(term.atom);
  if (magnitude != 1)
    os << magnitude << " * ";
  printFactor(term.atom);
}

static StringRef spellOperator(AffineExprKind kind) {
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

void AffinePrinter::printAtom(AffineExpr atom) {
  if (auto dim = dyn_cast<AffineDimExpr>(atom)) {
    os << names[dim.getPosition()];
    return;
  }
  auto binary = cast<AffineBinaryOpExpr>(atom);
  printFactor(binary.getLHS());
  os << spellOperator(atom.getKind());
  printFactor(binary.getRHS());
}

void AffinePrinter::printFactor(AffineExpr expr) {
  auto constant = dyn_cast<AffineConstantExpr>(expr);
  bool isPlain =
      isa<AffineDimExpr>(expr) || (constant && constant.getValue() >= 0);
  if (isPlain)
    return print(expr);
  os << "(";
  print(expr);
  os << ")";
}

/// `3 - k >= 0` says more as `k < 4`.
void AffinePrinter::printCondition(AffineExpr expr, bool isEquality) {
  int64_t bound = 1;
  bool overflows = false, isUpperBound = !isEquality;
  Terms negated;
  for (Term term : getTerms(expr)) {
    if (!term.atom) {
      overflows |= llvm::AddOverflow(bound, term.factor, bound);
      continue;
    }
    isUpperBound &= term.factor < 0 && term.factor != INT64_MIN;
    negated.push_back({term.factor < 0 ? -term.factor : 0, term.atom});
  }
  if (isUpperBound && !overflows && !negated.empty()) {
    printSum(negated);
    os << " < " << bound;
    return;
  }
  print(expr);
  os << (isEquality ? " == 0" : " >= 0");
}

void neo::printAffine(raw_ostream &os, AffineExpr expr,
                      ArrayRef<std::string> names) {
  AffinePrinter(os, names).print(expr);
}

void neo::printConditions(raw_ostream &os, IntegerSet set,
                          ArrayRef<std::string> names) {
  os << "(";
  llvm::interleaveComma(llvm::seq<unsigned>(0, set.getNumConstraints()), os,
                        [&](unsigned i) {
                          AffinePrinter(os, names).printCondition(
                              set.getConstraint(i), set.isEq(i));
                        });
  os << ")";
}

bool neo::isLoopName(StringRef name) {
  bool isIdentifier =
      !name.empty() && !llvm::isDigit(name.front()) &&
      llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  bool isOperator = name == "mod" || name == "floordiv" || name == "ceildiv";
  return isIdentifier && !isOperator;
}

bool neo::dividesByNonPositive(AffineExpr expr) {
  bool found = false;
  expr.walk([&](AffineExpr e) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(e);
    if (!binary || binary.getKind() == AffineExprKind::Add ||
        binary.getKind() == AffineExprKind::Mul)
      return;
    auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    found |= !divisor || divisor.getValue() <= 0;
  });
  return found;
}
