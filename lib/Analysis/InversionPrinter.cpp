//===- InversionPrinter.cpp - accesses and inverses as mathematics --------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Analysis/InversionPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace neo;

static void printGuards(llvm::raw_ostream &os, llvm::StringRef keyword,
                        llvm::ArrayRef<Guard> guards, Form::Namer name) {
  for (auto [i, guard] : llvm::enumerate(guards)) {
    os << (i ? llvm::StringRef(", ") : keyword);
    guard.form.print(os, name);
    os << (guard.isEquality ? " == 0" : " >= 0");
  }
}

std::string neo::toString(const InversionProblem &problem,
                          llvm::ArrayRef<std::string> loopNames) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto name = [&](unsigned id) { return loopNames[id]; };
  for (auto [l, extent] : llvm::enumerate(problem.extents))
    os << (l ? ", " : "") << loopNames[l] << " < " << extent;
  os << " : A(";
  llvm::interleaveComma(problem.access.shape, os);
  os << ")[";
  llvm::interleaveComma(problem.access.index, os,
                        [&](const Form &form) { form.print(os, name); });
  os << "]";
  printGuards(os, " if ", problem.access.guards, name);
  printGuards(os, " absorbing ", problem.absorbed, name);
  return text;
}

std::string neo::toString(const Inversion &inversion,
                          llvm::ArrayRef<std::string> loopNames) {
  if (inversion.empty)
    return "empty";
  std::string text;
  llvm::raw_string_ostream os(text);
  unsigned rank = inversion.rank();
  auto name = [&](unsigned id) {
    return id < rank ? "z" + std::to_string(id)
                     : "t" + std::to_string(id - rank);
  };
  for (auto [k, extent] : llvm::enumerate(inversion.freeExtents))
    os << (k ? ", t" : "t") << k << " < " << extent;
  if (!inversion.freeExtents.empty())
    os << " : ";
  for (auto [l, loop] : llvm::enumerate(inversion.loops)) {
    os << (l ? ", " : "") << loopNames[l] << " = ";
    loop.print(os, name);
  }
  printGuards(os, " if ", inversion.guards, name);
  return text;
}
