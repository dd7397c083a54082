//===- PassStatistic.cpp - What passes have done, counted -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/PassStatistic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"

#include <mutex>
#include <tuple>
#include <vector>

using namespace neo;

namespace {
/// Those that have been counted at least once.
struct Listed {
  std::mutex mutex;
  std::vector<const PassStatistic *> statistics;
};
} // namespace

static Listed &getListed() {
  static Listed listed;
  return listed;
}

static std::atomic<bool> areCollected = false;

void neo::collectPassStatistics() { areCollected = true; }
bool neo::arePassStatisticsCollected() { return areCollected; }

void PassStatistic::operator+=(uint64_t more) {
  if (more == 0)
    return;
  count += more;
  if (isListed || isListed.exchange(true))
    return;
  std::lock_guard<std::mutex> lock(getListed().mutex);
  getListed().statistics.push_back(this);
}

void neo::printPassStatistics(llvm::raw_ostream &os) {
  std::lock_guard<std::mutex> lock(getListed().mutex);
  auto &statistics = getListed().statistics;
  auto key = [](const PassStatistic *each) {
    return std::tuple(llvm::StringRef(each->getPass()),
                      llvm::StringRef(each->getWhat()));
  };
  llvm::sort(statistics,
             [&](const auto *a, const auto *b) { return key(a) < key(b); });
  os << "===- what passes have done -===\n";
  llvm::StringRef pass;
  for (const PassStatistic *each : statistics) {
    if (pass != each->getPass())
      os << (pass = each->getPass()) << "\n";
    os << llvm::format("%8llu  ", (unsigned long long)each->getCount())
       << each->getWhat() << "\n";
  }
}
