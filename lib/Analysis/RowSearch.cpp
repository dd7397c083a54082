//===- RowSearch.cpp - branch and bound over ordered picks ----------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RowSearch.h"
#include "llvm/Support/MathExtras.h"
#include <tuple>

using namespace neo;
using llvm::DynamicAPInt;

/// Nodes after which the search returns the best sequence so far, and the picks
/// of one trip that are tried as alternatives.
static constexpr unsigned maxRowNodes = 1000;
static constexpr unsigned maxFreePicks = 3;

bool RowSearch::Option::operator<(const Option &other) const {
  return std::tie(trips, isStrided, kind, row) <
         std::tie(other.trips, other.isStrided, other.kind, other.row);
}

RowSearch::RowSearch(llvm::ArrayRef<Candidate> candidates, RowSequence rows,
                     IntMatrix directions)
    : candidates(candidates), rows(std::move(rows)),
      directions(std::move(directions)) {}

llvm::SmallVector<RowSearch::Option, 8>
RowSearch::options(const IntMatrix &lattice, unsigned first) const {
  llvm::SmallVector<Option, 8> result;
  for (unsigned row = 0; row < rows.size(); ++row) {
    DynamicAPInt gcd = rowGcd(lattice, row, first);
    if (gcd == 0)
      continue;
    const Candidate &candidate = candidates[rows[row]];
    int64_t span = candidate.tight.hi - candidate.tight.lo;
    int64_t step = gcd > DynamicAPInt(span) ? span + 1 : int64_t(gcd);
    result.push_back({span / step + 1, gcd > 1, candidate.kind, row, step});
  }
  llvm::sort(result);
  // A pick with trip count 1 is free and never worse.
  if (!result.empty() && result.front().trips == 1) {
    unsigned numFree = 0;
    while (numFree < result.size() && numFree < maxFreePicks &&
           result[numFree].trips == 1)
      ++numFree;
    result.truncate(numFree);
  }
  return result;
}

void RowSearch::record(uint64_t cost) {
  Found entry{0, {}, {}};
  for (const Option &pick : picked) {
    if (pick.trips > 1)
      entry.penalty += 2 * unsigned(pick.kind) + pick.isStrided;
    entry.rows.push_back(rows[pick.row]);
    entry.key.push_back({pick.row, pick.gcd});
  }
  llvm::sort(entry.key);
  if (cost < bestCost)
    found.clear();
  bestCost = cost;
  if (llvm::none_of(found, [&](const Found &f) { return f.key == entry.key; }))
    found.push_back(std::move(entry));
}

void RowSearch::search(const IntMatrix &lattice, unsigned first,
                       uint64_t cost) {
  if (cost > bestCost || (++nodes > maxRowNodes && !found.empty()))
    return;
  if (first == lattice.getNumColumns())
    return record(cost);
  for (const Option &option : options(lattice, first)) {
    IntMatrix restricted = lattice;
    concentrateRow(restricted, option.row, first);
    picked.push_back(option);
    search(restricted, first + 1,
           llvm::SaturatingMultiply(cost, uint64_t(option.trips)));
    picked.pop_back();
  }
}

llvm::SmallVector<RowSequence, 4> RowSearch::run(unsigned keep) {
  search(directions, 0, 1);
  llvm::sort(found, [](const Found &a, const Found &b) {
    return std::tie(a.penalty, a.key) < std::tie(b.penalty, b.key);
  });
  llvm::SmallVector<RowSequence, 4> result;
  for (const Found &entry : llvm::ArrayRef(found).take_front(keep))
    result.push_back(entry.rows);
  return result;
}
