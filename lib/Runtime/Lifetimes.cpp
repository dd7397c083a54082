//===- Lifetimes.cpp - when the temporaries of a plan are alive -----------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Lifetimes.h"

#include <algorithm>

namespace neo {

namespace {
class LifetimeFinder {
public:
  explicit LifetimeFinder(const LaunchPlan &plan)
      : plan(plan), lifetimes(plan.buffers.size()) {}

  std::vector<Lifetime> find();

private:
  void use(int buffer, int64_t first, int64_t last);
  void stretchOver(const LaunchLoop &loop);

  const LaunchPlan &plan;
  std::vector<Lifetime> lifetimes;
};
} // namespace

/// A slice is live in every trip of its loop.
void LifetimeFinder::use(int buffer, int64_t first, int64_t last) {
  while (plan.buffers[buffer].kind == BufferKind::Slice) {
    const Slice &slice = plan.buffers[buffer].slice;
    buffer = slice.base;
    if (slice.loop < 0)
      continue;
    const LaunchLoop &loop = plan.loops[slice.loop];
    int64_t begin = loop.begin, end = int64_t(loop.end) - 1;
    first = std::min({first, begin, end});
    last = std::max({last, begin, end});
  }
  const BufferSpec &spec = plan.buffers[buffer];
  if (spec.kind != BufferKind::Temporary)
    return;
  Lifetime &lifetime = lifetimes[buffer];
  if (lifetime.first > lifetime.last)
    lifetime = {spec.bytes, first, last};
  lifetime.first = std::min(lifetime.first, first);
  lifetime.last = std::max(lifetime.last, last);
}

/// A value from before `loop` that is used in it is used in every trip.
void LifetimeFinder::stretchOver(const LaunchLoop &loop) {
  int64_t begin = loop.begin, last = int64_t(loop.end) - 1;
  for (Lifetime &lifetime : lifetimes)
    if (lifetime.first < begin && lifetime.last >= begin)
      lifetime.last = std::max(lifetime.last, last);
}

std::vector<Lifetime> LifetimeFinder::find() {
  for (size_t step = 0; step < plan.launches.size(); ++step)
    for (int buffer : plan.launches[step].buffers)
      use(buffer, step, step);
  // Copies come after all launches.
  int64_t end = plan.launches.size();
  for (const Copy &copy : plan.copies)
    use(copy.from, end, end);
  // Inner loops first: a lifetime that is extended to a loop may be extended
  // again by the loop around it.
  for (size_t loop = plan.loops.size(); loop-- > 0;)
    stretchOver(plan.loops[loop]);
  return std::move(lifetimes);
}

std::vector<Lifetime> temporaryLifetimes(const LaunchPlan &plan) {
  return LifetimeFinder(plan).find();
}

} // namespace neo
