//===- LaunchPlan.cpp - a compiled program as data ------------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/LaunchPlan.h"

#include "Lifetimes.h"

#include <algorithm>

namespace neo {

namespace {

/// Checks one plan; every check returns an error message, or nothing.
class Checker {
public:
  explicit Checker(const LaunchPlan &plan)
      : plan(plan), written(plan.buffers.size(), false) {}

  std::string check();

private:
  std::string checkIndices(BufferKind kind, const char *what, bool dense) const;
  std::string checkConstants() const;
  std::string checkPrepared() const;
  std::string checkLaunch(size_t position);
  std::string checkIndexChecks(const Launch &launch) const;
  std::string checkTogether(size_t position) const;
  std::string checkCopy(size_t position);
  std::string checkResults() const;
  std::string checkLoop(size_t position) const;
  std::string checkSlice(size_t position) const;
  std::string checkSizes() const;
  std::string checkMemory() const;

  void markWritten(int buffer);
  bool exists(int buffer) const {
    return buffer >= 0 && size_t(buffer) < plan.buffers.size();
  }
  std::string noBuffer(int buffer) const {
    return "names buffer " + std::to_string(buffer) + ", but the plan has " +
           std::to_string(plan.buffers.size()) + " buffers";
  }

  const LaunchPlan &plan;
  /// Buffers that a launch names or a copy fills.
  std::vector<bool> written;
};

} // namespace

// (L1)
std::string Checker::checkIndices(BufferKind kind, const char *what,
                                  bool dense) const {
  std::vector<int> indices;
  for (const BufferSpec &buffer : plan.buffers)
    if (buffer.kind == kind)
      indices.push_back(buffer.index);
  std::sort(indices.begin(), indices.end());
  for (size_t i = 0; i < indices.size(); ++i) {
    std::string name = what + (" " + std::to_string(indices[i]));
    if (indices[i] < 0)
      return name + " has a negative index; indices begin at 0";
    if (i != 0 && indices[i] == indices[i - 1])
      return name + " has two buffers; give it one and use a copy";
    if (dense && size_t(indices[i]) != i)
      return what + (" " + std::to_string(i)) +
             " has no buffer, though later ones have; number them without gaps";
  }
  return "";
}

// (L2)
std::string Checker::checkConstants() const {
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const BufferSpec &buffer = plan.buffers[i];
    bool isConstant = buffer.kind == BufferKind::Constant;
    if (isConstant && !buffer.tensor.empty() && buffer.data.empty() &&
        buffer.copies != 0 && buffer.bytes % buffer.copies == 0)
      continue;
    size_t wanted = isConstant ? buffer.bytes : 0;
    size_t found = 0;
    if (__builtin_mul_overflow(buffer.data.size(), buffer.copies, &found) ||
        found != wanted)
      return "buffer " + std::to_string(i) + " carries " +
             std::to_string(buffer.data.size()) + " bytes of data" +
             (buffer.copies == 1
                  ? ""
                  : ", " + std::to_string(buffer.copies) + " times,") +
             " instead of " + std::to_string(wanted) +
             (isConstant ? "" : "; only constants carry data");
  }
  return "";
}

/// A write to a slice is one to the buffer that it is a view of.
void Checker::markWritten(int buffer) {
  for (;;) {
    written[buffer] = true;
    const BufferSpec &spec = plan.buffers[buffer];
    if (spec.kind != BufferKind::Slice || !exists(spec.slice.base) ||
        spec.slice.base >= buffer)
      return;
    buffer = spec.slice.base;
  }
}

// (L3)
std::string Checker::checkLaunch(size_t position) {
  const Launch &launch = plan.launches[position];
  std::string name = "launch " + std::to_string(position);
  if (!launch.name.empty())
    name += " (" + launch.name + ")";
  if (!launch.fn)
    return name + " has no kernel";
  if (launch.extent < 0 || launch.grain < 1)
    return name + " has extent " + std::to_string(launch.extent) +
           " and grain " + std::to_string(launch.grain) +
           "; the extent must be >= 0 and the grain >= 1";
  for (int buffer : launch.buffers) {
    if (!exists(buffer))
      return name + " " + noBuffer(buffer);
    markWritten(buffer);
  }
  std::string problem = checkIndexChecks(launch);
  return problem.empty() ? "" : name + " " + problem;
}

// (L10)
std::string Checker::checkTogether(size_t position) const {
  const Launch &leader = plan.launches[position];
  if (leader.together == 1)
    return "";
  std::string name = "launch " + std::to_string(position) + " is interleaved ";
  if (leader.together == 0)
    return name + "with nothing, not even itself";
  size_t launches = plan.launches.size(), end = position + leader.together;
  if (leader.block < 1 || leader.together > launches - position)
    return name + "with " + std::to_string(leader.together - 1) +
           " others, in blocks of " + std::to_string(leader.block) +
           ": there are not so many, or blocks are empty";
  bool inOrder =
      plan.loops.empty() && (end <= plan.prepared || position >= plan.prepared);
  for (size_t i = position; inOrder && i < end; ++i) {
    const Launch &launch = plan.launches[i];
    inOrder = launch.extent == leader.extent && launch.checks.empty() &&
              (i == position || launch.together == 1);
    for (int buffer : launch.buffers) {
      BufferKind kind = plan.buffers[buffer].kind;
      inOrder &= kind != BufferKind::Temporary && kind != BufferKind::Slice;
    }
  }
  return inOrder ? "" : name + "with launches that depend on an order";
}

// (L6)
std::string Checker::checkIndexChecks(const Launch &launch) const {
  for (const IndexCheck &check : launch.checks) {
    if (check.buffer < 0 || size_t(check.buffer) >= launch.buffers.size())
      return "checks its buffer " + std::to_string(check.buffer) +
             ", but names " + std::to_string(launch.buffers.size()) +
             " buffers";
    size_t bytes = plan.buffers[launch.buffers[check.buffer]].bytes;
    size_t wanted = check.isWide ? 8 : 4;
    for (int64_t size : check.range.shape)
      if (size < 0 || __builtin_mul_overflow(wanted, size_t(size), &wanted))
        return "checks indices of a shape that no buffer has";
    if (bytes != wanted)
      return "checks indices of " + std::to_string(wanted) +
             " bytes in a buffer of " + std::to_string(bytes);
  }
  return "";
}

// (L4)
std::string Checker::checkCopy(size_t position) {
  const Copy &copy = plan.copies[position];
  std::string name = "copy " + std::to_string(position);
  for (int buffer : {copy.from, copy.to})
    if (!exists(buffer))
      return name + " " + noBuffer(buffer);
  const BufferSpec &from = plan.buffers[copy.from], &to = plan.buffers[copy.to];
  if (to.kind != BufferKind::Result || copy.from == copy.to)
    return name + " must go to a result, from another buffer";
  if (from.bytes != to.bytes)
    return name + " goes from " + std::to_string(from.bytes) + " bytes to " +
           std::to_string(to.bytes) + " bytes; both must be of one size";
  written[copy.to] = true;
  return "";
}

// (L7)
std::string Checker::checkLoop(size_t position) const {
  const LaunchLoop &loop = plan.loops[position];
  std::string name = "loop " + std::to_string(position);
  bool inRange = loop.begin <= loop.end && loop.end <= plan.launches.size() &&
                 loop.next > position && loop.next <= plan.loops.size();
  if (!inRange || loop.trips < 0)
    return name + " runs launches " + std::to_string(loop.begin) + " to " +
           std::to_string(loop.end) + " " + std::to_string(loop.trips) +
           " times, but the plan has " + std::to_string(plan.launches.size()) +
           " launches";
  for (size_t other = position + 1; other < plan.loops.size(); ++other) {
    const LaunchLoop &later = plan.loops[other];
    bool inside = other < loop.next;
    if (later.begin < (inside ? loop.begin : loop.end) ||
        (inside && later.end > loop.end))
      return name + " and loop " + std::to_string(other) +
             " overlap; loops must nest";
  }
  return "";
}

// (L7)
std::string Checker::checkSlice(size_t position) const {
  const BufferSpec &buffer = plan.buffers[position];
  const Slice &slice = buffer.slice;
  if (buffer.kind != BufferKind::Slice)
    return "";
  std::string name = "slice " + std::to_string(position);
  if (!exists(slice.base))
    return name + " " + noBuffer(slice.base);
  if (size_t(slice.base) >= position)
    return name + " lies in buffer " + std::to_string(slice.base) +
           "; a buffer comes before its slices";
  size_t size = plan.buffers[slice.base].bytes;
  bool hasLoop = slice.loop < int64_t(plan.loops.size());
  // A loop without trips has slices of stacks without elements.
  int64_t trips = hasLoop && slice.loop >= 0 ? plan.loops[slice.loop].trips : 1;
  bool isThere = hasLoop && trips > 0;
  if (!hasLoop || slice.period < 1 || !slice.isInRange(trips) ||
      (isThere && buffer.bytes != 0 &&
       size / buffer.bytes < size_t(slice.period)))
    return name + " takes " + std::to_string(buffer.bytes) + " bytes at " +
           std::to_string(slice.period) + " positions of a buffer of " +
           std::to_string(size) + " bytes";
  return "";
}

// (L8)
std::string Checker::checkSizes() const {
  for (size_t i = 0; i < plan.buffers.size(); ++i)
    if (plan.buffers[i].bytesPerItem != 0 || plan.buffers[i].holdsCount)
      return "buffer " + std::to_string(i) +
             " depends on the size of a batch; choose one by planForBatch";
  for (size_t i = 0; i < plan.launches.size(); ++i)
    if (plan.launches[i].itemsPerStep != 0)
      return "launch " + std::to_string(i) +
             " depends on the size of a batch; choose one by planForBatch";
  return "";
}

// (L9)
std::string Checker::checkPrepared() const {
  size_t most =
      plan.loops.empty() ? plan.launches.size() : plan.loops.front().begin;
  if (plan.prepared > most)
    return "the first run prepares " + std::to_string(plan.prepared) +
           " launches, but only " + std::to_string(most) +
           " come before every loop";
  std::vector<bool> made(plan.buffers.size());
  for (size_t i = 0; i < plan.prepared; ++i)
    for (int buffer : plan.launches[i].buffers) {
      BufferKind kind = plan.buffers[buffer].kind;
      if (kind != BufferKind::Input && kind != BufferKind::Constant &&
          kind != BufferKind::Kept)
        return "launch " + std::to_string(i) + " runs once, but names buffer " +
               std::to_string(buffer) + ", which is not kept";
      made[buffer] = true;
    }
  for (size_t i = 0; i < plan.buffers.size(); ++i)
    if (plan.buffers[i].kind == BufferKind::Kept && !made[i])
      return "buffer " + std::to_string(i) + " is kept, but never prepared";
  return "";
}

// (L5)
std::string Checker::checkResults() const {
  for (size_t i = 0; i < plan.buffers.size(); ++i) {
    const BufferSpec &buffer = plan.buffers[i];
    if (buffer.kind == BufferKind::Result && buffer.bytes != 0 && !written[i])
      return "result " + std::to_string(buffer.index) +
             " is computed by no launch and filled by no copy";
  }
  return "";
}

// (L11)
std::string Checker::checkMemory() const {
  return plan.memory ? plan.memory->findProblem(temporaryLifetimes(plan)) : "";
}

std::string Checker::check() {
  std::string error = checkSizes();
  if (error.empty())
    error = checkIndices(BufferKind::Input, "input", /*dense=*/false);
  if (error.empty())
    error = checkIndices(BufferKind::Result, "result", /*dense=*/true);
  if (error.empty())
    error = checkConstants();
  for (size_t i = 0; error.empty() && i < plan.launches.size(); ++i)
    error = checkLaunch(i);
  for (size_t i = 0; error.empty() && i < plan.launches.size(); ++i)
    error = checkTogether(i);
  for (size_t i = 0; error.empty() && i < plan.copies.size(); ++i)
    error = checkCopy(i);
  for (size_t i = 0; error.empty() && i < plan.loops.size(); ++i)
    error = checkLoop(i);
  for (size_t i = 0; error.empty() && i < plan.buffers.size(); ++i)
    error = checkSlice(i);
  if (error.empty())
    error = checkPrepared();
  if (error.empty())
    error = checkMemory();
  return error.empty() ? checkResults() : error;
}

bool validateLaunchPlan(const LaunchPlan &plan, std::string &error) {
  std::string found = Checker(plan).check();
  if (!found.empty())
    error = found;
  return found.empty();
}

} // namespace neo
