//===- MemoryPlan.cpp - where temporaries live in one arena ---------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/MemoryPlan.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace neo {

std::optional<size_t> alignedSize(size_t bytes) {
  constexpr size_t mask = MemoryPlan::alignment - 1;
  size_t rounded;
  if (__builtin_add_overflow(bytes, mask, &rounded))
    return std::nullopt;
  return rounded & ~mask;
}

namespace {

/// Places rectangles one by one.
struct Packer {
  explicit Packer(const std::vector<Lifetime> &buffers)
      : buffers(buffers), offsets(buffers.size(), 0) {}

  void place(size_t buffer);
  size_t bestOffset(const Lifetime &buffer) const;

  const std::vector<Lifetime> &buffers;
  std::vector<size_t> offsets;
  size_t peak = 0;
  /// The buffers placed so far, sorted by address.
  std::multimap<size_t, size_t> byOffset;
};

} // namespace

/// Sweeps upward over the buffers alive together with `buffer`: what lies
/// between the highest end so far and the next offset is a gap.
size_t Packer::bestOffset(const Lifetime &buffer) const {
  size_t end = 0, best = 0, bestGap = SIZE_MAX;
  for (auto [offset, other] : byOffset) {
    if (!buffers[other].meets(buffer))
      continue;
    if (offset >= end && offset - end >= buffer.bytes &&
        offset - end < bestGap) {
      best = end;
      bestGap = offset - end;
    }
    end = std::max(end, offset + buffers[other].bytes);
  }
  return bestGap == SIZE_MAX ? end : best;
}

void Packer::place(size_t buffer) {
  size_t offset = bestOffset(buffers[buffer]);
  offsets[buffer] = offset;
  byOffset.emplace(offset, buffer);
  peak = std::max(peak, offset + buffers[buffer].bytes);
}

using Order = bool (*)(const Lifetime &, const Lifetime &);

static bool largestFirst(const Lifetime &a, const Lifetime &b) {
  return a.bytes > b.bytes;
}

static bool largestAreaFirst(const Lifetime &a, const Lifetime &b) {
  auto area = [](const Lifetime &l) {
    return double(l.bytes) * double(l.last - l.first + 1);
  };
  return area(a) > area(b);
}

static bool firstUseFirst(const Lifetime &a, const Lifetime &b) {
  return a.first < b.first;
}

static Packer packInOrder(const std::vector<Lifetime> &buffers, Order order) {
  std::vector<size_t> sequence(buffers.size());
  std::iota(sequence.begin(), sequence.end(), size_t(0));
  std::sort(sequence.begin(), sequence.end(), [&](size_t a, size_t b) {
    bool before = order(buffers[a], buffers[b]);
    return before || (!order(buffers[b], buffers[a]) && a < b);
  });
  Packer packer(buffers);
  for (size_t buffer : sequence)
    if (buffers[buffer].isUsed())
      packer.place(buffer);
  return packer;
}

/// The maximum of the bytes that are live at one step: sizes are added where
/// lifetimes begin and subtracted just after they end, in the order of steps.
static size_t maxLiveBytesOf(const std::vector<Lifetime> &buffers) {
  std::map<int64_t, size_t> begins, ends;
  for (const Lifetime &buffer : buffers) {
    if (!buffer.isUsed())
      continue;
    begins[buffer.first] += buffer.bytes;
    ends[buffer.last] += buffer.bytes;
  }
  size_t alive = 0, most = 0;
  auto end = ends.begin();
  for (auto [step, bytes] : begins) {
    for (; end != ends.end() && end->first < step; ++end)
      alive -= end->second;
    alive += bytes;
    most = std::max(most, alive);
  }
  return most;
}

/// The lifetimes with rounded sizes, and the sum of these; nothing on overflow.
/// With a sum in range, no offset in the packing can overflow.
static std::optional<size_t> roundSizes(std::vector<Lifetime> &buffers) {
  size_t sum = 0;
  for (Lifetime &buffer : buffers) {
    if (!buffer.isUsed())
      continue;
    std::optional<size_t> rounded = alignedSize(buffer.bytes);
    if (!rounded || __builtin_add_overflow(sum, *rounded, &sum))
      return std::nullopt;
    buffer.bytes = *rounded;
  }
  return sum;
}

std::optional<MemoryPlan>
MemoryPlan::compute(const std::vector<Lifetime> &lifetimes,
                    std::string &error) {
  std::vector<Lifetime> buffers = lifetimes;
  std::optional<size_t> sum = roundSizes(buffers);
  if (!sum) {
    error = "the program's temporaries add up to more than 2^64 bytes; use "
            "smaller extents";
    return std::nullopt;
  }
  Packer best = packInOrder(buffers, largestFirst);
  for (Order order : {largestAreaFirst, firstUseFirst}) {
    Packer packer = packInOrder(buffers, order);
    if (packer.peak < best.peak) {
      best.offsets = std::move(packer.offsets);
      best.peak = packer.peak;
    }
  }
  MemoryPlan plan;
  plan.offsets = std::move(best.offsets);
  plan.peakBytes = best.peak;
  plan.sumBytes = *sum;
  plan.maxLiveBytes = maxLiveBytesOf(buffers);
  return plan;
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

static std::string nameOf(size_t buffer) {
  return "temporary " + std::to_string(buffer);
}

/// The buffers in use, in the order of their first or last steps.
static std::vector<std::pair<int64_t, size_t>>
sortedBy(const std::vector<Lifetime> &lifetimes, int64_t Lifetime::*step) {
  std::vector<std::pair<int64_t, size_t>> events;
  for (size_t i = 0; i < lifetimes.size(); ++i)
    if (lifetimes[i].isUsed())
      events.push_back({lifetimes[i].*step, i});
  std::sort(events.begin(), events.end());
  return events;
}

/// Walks through the steps with the live buffers of each, sorted by address: a
/// new one has to fit between its neighbours.
std::string
MemoryPlan::findProblem(const std::vector<Lifetime> &lifetimes) const {
  if (offsets.size() != lifetimes.size())
    return "the memory plan has " + std::to_string(offsets.size()) +
           " offsets for " + std::to_string(lifetimes.size()) + " buffers";
  auto endOf = [&](size_t i) { return offsets[i] + lifetimes[i].bytes; };
  auto ends = sortedBy(lifetimes, &Lifetime::last);
  auto end = ends.begin();
  std::map<size_t, size_t> alive;
  for (auto [step, i] : sortedBy(lifetimes, &Lifetime::first)) {
    std::optional<size_t> bytes = alignedSize(lifetimes[i].bytes);
    if (offsets[i] % alignment != 0 || offsets[i] > peakBytes || !bytes ||
        *bytes > peakBytes - offsets[i])
      return nameOf(i) + " takes " + std::to_string(lifetimes[i].bytes) +
             " bytes at offset " + std::to_string(offsets[i]) +
             " of an arena of " + std::to_string(peakBytes) +
             "; offsets are multiples of 64 inside of it";
    for (; end != ends.end() && end->first < step; ++end)
      alive.erase(offsets[end->second]);
    auto [place, isNew] = alive.try_emplace(offsets[i], i);
    auto above = std::next(place);
    if (!isNew || (above != alive.end() && endOf(i) > above->first) ||
        (place != alive.begin() &&
         endOf(std::prev(place)->second) > offsets[i]))
      return nameOf(i) + " lies where another one does at the same time";
  }
  return "";
}

} // namespace neo
