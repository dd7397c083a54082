//===- Candidates.cpp - Branch and bound over schedules -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Candidates.h"

#include <algorithm>
#include <limits>

using namespace neo;

/// How many candidates are kept: plain, with a panel, and with staged
/// write-back.
constexpr size_t most[] = {24, 12, 8};

static size_t kindOf(const Schedule &schedule) {
  return schedule.stagedLoop ? 2 : schedule.packed.empty() ? 0 : 1;
}

double Candidates::enough(const Schedule &schedule) const {
  size_t kind = kindOf(schedule);
  bool isFull = least[kind].size() == most[kind];
  if (!selects || !isFull || schedule.isOneVector())
    return std::numeric_limits<double>::infinity();
  return least[kind].front();
}

void Candidates::add(double cycles, const Schedule &schedule) {
  if (cycles > enough(schedule))
    return;
  candidates.push_back({cycles, schedule});
  if (schedule.isOneVector())
    return;
  size_t kind = kindOf(schedule);
  std::vector<double> &heap = least[kind];
  heap.push_back(cycles);
  std::push_heap(heap.begin(), heap.end());
  if (heap.size() <= most[kind])
    return;
  std::pop_heap(heap.begin(), heap.end());
  heap.pop_back();
}

std::vector<Candidates::Candidate> Candidates::take() {
  std::vector<size_t> order(candidates.size());
  for (size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::make_pair(candidates[a].cycles, b) <
           std::make_pair(candidates[b].cycles, a);
  });
  size_t left[] = {most[0], most[1], most[2]};
  std::vector<Candidate> fastest;
  for (size_t i : order) {
    size_t &places = left[kindOf(candidates[i].schedule)];
    bool isOne = candidates[i].schedule.isOneVector();
    if (!isOne && places == 0)
      continue;
    places -= isOne ? 0 : 1;
    fastest.push_back(std::move(candidates[i]));
  }
  return fastest;
}
