//===- FormPrinter.cpp - forms as mathematics -----------------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Analysis/ModTerms.h"
#include "llvm/Support/raw_ostream.h"

using namespace neo;

/// `z` or `4`, but `(z + 1)`.
static std::string operand(const Form &form, Form::Namer name) {
  std::string text = form.str(name);
  bool simple =
      form.asVariable() || (form.isConstant() && form.constant() >= 0);
  return simple ? text : "(" + text + ")";
}

/// The term without sign and coefficient.
static std::string body(const ModTerm &term, Form::Namer name) {
  if (term.kind == ModTerm::Kind::Variable)
    return name(*term.dividend.asVariable());
  const char *op = term.kind == ModTerm::Kind::Mod ? " mod " : " floordiv ";
  return operand(term.dividend, name) + op + std::to_string(term.divisor);
}

/// |value| in decimal; INT64_MIN has no absolute value, but digits.
static std::string magnitude(int64_t value) {
  std::string digits = std::to_string(value);
  return value < 0 ? digits.substr(1) : digits;
}

/// The term without its sign.
static std::string scaled(const ModTerm &term, Form::Namer name,
                          bool parenthesise) {
  std::string text = body(term, name);
  std::string factor = magnitude(term.coefficient);
  if (term.kind != ModTerm::Kind::Variable && (parenthesise || factor != "1"))
    text = "(" + text + ")";
  return factor == "1" ? text : factor + " * " + text;
}

/// Positive terms, then negative ones, then the constant; it comes first when
/// nothing else is positive: `6 - z0`.
void Form::print(llvm::raw_ostream &os, Namer name) const {
  ModSum sum = withMods(*this);
  bool first = true;
  auto add = [&](bool negative, llvm::StringRef text) {
    os << (first ? (negative ? "-" : "") : (negative ? " - " : " + ")) << text;
    first = false;
  };
  for (const ModTerm &term : sum.terms)
    if (term.coefficient > 0)
      add(false, scaled(term, name, /*parenthesise=*/false));
  bool constantFirst = first && sum.constant > 0;
  if (constantFirst)
    add(false, magnitude(sum.constant));
  for (const ModTerm &term : sum.terms)
    if (term.coefficient < 0)
      add(true, scaled(term, name, /*parenthesise=*/first));
  if (first || (sum.constant != 0 && !constantFirst))
    add(sum.constant < 0, magnitude(sum.constant));
}

std::string Form::str(Namer name) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os, name);
  return text;
}
