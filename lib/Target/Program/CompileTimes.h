//===- CompileTimes.h - Where compile time goes -----------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// No search of the compiler is without a bound, so that a small program takes
// a fraction of a second. A program that takes longer than its budget, which
// grows with the number of its kernels, says which passes took the time:
//
//     compiling took 7.4 s, over its budget of 5.5 s: LLVM 5.1 s,
//     neo-schedule 1.6 s, canonicalize 0.3 s
//
// What is counted are seconds of a core in the thread that compiles: what other
// processes take of the machine is not the compiler's, and kernels that are
// compiled in parallel add up. A pass that runs a pipeline of its own counts
// what that takes once more.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_PROGRAM_COMPILETIMES_H
#define NEO_LIB_TARGET_PROGRAM_COMPILETIMES_H

#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringMap.h"

#include <mutex>

namespace neo {

class CompileTimes {
public:
  /// A program of one kernel may take `budgetSeconds`, each further one a
  /// tenth of that. 0 is no budget.
  explicit CompileTimes(double budgetSeconds = budgetFromEnvironment());

  /// NEO_COMPILE_BUDGET; 5 s where it is no number.
  static double budgetFromEnvironment();

  /// Has each pass of `pm` counted.
  void watch(mlir::PassManager &pm);

  /// Any thread may.
  void add(llvm::StringRef stage, double seconds);

  /// What took the time, if `kernels` may not take so much; else nothing.
  std::string describeExcess(size_t kernels) const;

  /// Counts a scope as time of `stage`.
  class Span {
  public:
    Span(CompileTimes &times, llvm::StringRef stage);
    ~Span();

  private:
    CompileTimes &times;
    llvm::StringRef stage;
    double begin;
  };

private:
  double budget;
  mutable std::mutex mutex;
  llvm::StringMap<double> seconds;
};

} // namespace neo

#endif // NEO_LIB_TARGET_PROGRAM_COMPILETIMES_H
