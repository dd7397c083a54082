//===- CompileTimes.cpp - Where compile time goes -------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "CompileTimes.h"

#include "Neo/Runtime/Variables.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <ctime>

using namespace mlir;
using namespace neo;

/// So many stages are named, of those that took so large a part.
static constexpr size_t mostNamed = 4;
static constexpr double leastShare = 0.02;

/// Seconds that this thread has computed.
static double threadSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

namespace {

/// Tells `times` of each pass. What a pass manager is nested by has no name.
class PassWatch : public PassInstrumentation {
public:
  explicit PassWatch(CompileTimes &times) : times(times) {}

  void runBeforePass(Pass *pass, Operation *) override {
    if (isNamed(pass))
      begins().push_back(threadSeconds());
  }
  void runAfterPass(Pass *pass, Operation *) override {
    if (isNamed(pass))
      times.add(pass->getArgument(), threadSeconds() - begins().pop_back_val());
  }
  void runAfterPassFailed(Pass *pass, Operation *op) override {
    runAfterPass(pass, op);
  }

private:
  static bool isNamed(Pass *pass) { return !pass->getArgument().empty(); }

  static SmallVector<double> &begins() {
    static thread_local SmallVector<double> begins;
    return begins;
  }

  CompileTimes &times;
};

} // namespace

double CompileTimes::budgetFromEnvironment() {
  return readNumber(
      "NEO_COMPILE_BUDGET", 5,
      {0, 1e9, /*isWhole=*/false, "a number of seconds from 0 on"});
}

CompileTimes::CompileTimes(double budgetSeconds) : budget(budgetSeconds) {}

void CompileTimes::watch(PassManager &pm) {
  pm.addInstrumentation(std::make_unique<PassWatch>(*this));
}

void CompileTimes::add(StringRef stage, double spent) {
  std::lock_guard<std::mutex> lock(mutex);
  seconds[stage] += spent;
}

std::string CompileTimes::describeExcess(size_t kernels) const {
  double allowed =
      budget * (1 + 0.1 * double(std::max<size_t>(kernels, 1) - 1));
  std::vector<std::pair<double, StringRef>> stages;
  double all = 0;
  for (const auto &entry : seconds) {
    stages.push_back({entry.second, entry.first()});
    all += entry.second;
  }
  if (budget == 0 || all <= allowed)
    return "";
  llvm::sort(stages, std::greater<>());
  while (stages.size() > mostNamed || stages.back().first < leastShare * all)
    stages.pop_back();
  std::string text = llvm::formatv(
      "compiling took {0:f1} s, over its budget of {1:f1} s: ", all, allowed);
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(stages, os, [&](const auto &stage) {
    os << llvm::formatv("{0} {1:f1} s", stage.second, stage.first);
  });
  return text;
}

CompileTimes::Span::Span(CompileTimes &times, StringRef stage)
    : times(times), stage(stage), begin(threadSeconds()) {}

CompileTimes::Span::~Span() { times.add(stage, threadSeconds() - begin); }
