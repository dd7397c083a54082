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
  void use(int buffer, int64_t step);
  void stretchOver(const LaunchLoop &loop);

  const LaunchPlan &plan;
  std::vector<Lifetime> lifetimes;
};
} // namespace

/// A slice is there in every trip of its loop.
void LifetimeFinder::use(int buffer, int64_t step) {
  const BufferSpec &spec = plan.buffers[buffer];
  if (spec.kind == BufferKind::Slice) {
    use(spec.slice.base, step);
    if (spec.slice.loop < 0)
      return;
    const LaunchLoop &loop = plan.loops[spec.slice.loop];
    use(spec.slice.base, loop.begin);
    use(spec.slice.base, int64_t(loop.end) - 1);
  }
  if (spec.kind != BufferKind::Temporary)
    return;
  Lifetime &lifetime = lifetimes[buffer];
  if (lifetime.first > lifetime.last)
    lifetime = {spec.bytes, step, step};
  lifetime.first = std::min(lifetime.first, step);
  lifetime.last = std::max(lifetime.last, step);
}

/// What comes from before `loop` and is used in it is used again in its next
/// trip.
void LifetimeFinder::stretchOver(const LaunchLoop &loop) {
  int64_t begin = loop.begin, last = int64_t(loop.end) - 1;
  for (Lifetime &lifetime : lifetimes)
    if (lifetime.first < begin && lifetime.last >= begin)
      lifetime.last = std::max(lifetime.last, last);
}

std::vector<Lifetime> LifetimeFinder::find() {
  for (size_t step = 0; step < plan.launches.size(); ++step)
    for (int buffer : plan.launches[step].buffers)
      use(buffer, step);
  // Copies come after all launches.
  for (const Copy &copy : plan.copies)
    use(copy.from, plan.launches.size());
  // From the inside out: a lifetime stretched over a loop may be one that the
  // loop around it stretches further.
  for (size_t loop = plan.loops.size(); loop-- > 0;)
    stretchOver(plan.loops[loop]);
  return std::move(lifetimes);
}

std::vector<Lifetime> temporaryLifetimes(const LaunchPlan &plan) {
  return LifetimeFinder(plan).find();
}

} // namespace neo
