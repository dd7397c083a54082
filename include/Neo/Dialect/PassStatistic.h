//===- PassStatistic.h - What passes have done, counted ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// MLIR counts in `Pass::Statistic`, which is an `llvm::Statistic`; releases of
// LLVM are built without those, and `--mlir-pass-statistics` prints nothing. So
// Neo's passes count for themselves, in every build:
//
//     static PassStatistic fused("neo-fuse", "producers computed where read");
//     ...
//     ++fused;
//
//     $ neo-opt FILE --neo-optimize --neo-statistics
//     ===- what passes have done -===
//     neo-fuse
//        12  producers computed where read
//
// A statistic is a constant until it is counted for the first time: nothing
// runs before `main`. Counting is for all modules of the process and any number
// of threads; what no pass has counted is not printed.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_PASSSTATISTIC_H
#define NEO_DIALECT_PASSSTATISTIC_H

#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <cstdint>

namespace neo {

class PassStatistic {
public:
  constexpr PassStatistic(const char *pass, const char *what)
      : pass(pass), what(what) {}
  PassStatistic(const PassStatistic &) = delete;
  PassStatistic &operator=(const PassStatistic &) = delete;

  void operator+=(uint64_t more);
  void operator++() { *this += 1; }

  const char *getPass() const { return pass; }
  const char *getWhat() const { return what; }
  uint64_t getCount() const { return count; }

private:
  const char *pass, *what;
  std::atomic<uint64_t> count = 0;
  std::atomic<bool> isListed = false;
};

/// Whoever will print statistics says so before passes run: some are counted
/// only then, for they take time.
void collectPassStatistics();
bool arePassStatisticsCollected();

/// What has been counted, by pass, in the order of their names.
void printPassStatistics(llvm::raw_ostream &os);

} // namespace neo

#endif // NEO_DIALECT_PASSSTATISTIC_H
