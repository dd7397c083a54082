//===- PlanText.cpp - A launch plan as a text -----------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Module/PlanText.h"

#include "JsonFields.h"

namespace neo {

template <> struct WordsOf<BufferKind> {
  static constexpr const char *words[] = {"input",    "result", "temporary",
                                          "constant", "slice",  "kept"};
};

template <typename V> static void visit(V &v, Slice &slice) {
  v("base", slice.base), v("loop", slice.loop), v("first", slice.first);
  v("step", slice.step), v("period", slice.period);
}

/// The further fields of a buffer depend on its kind, which comes first.
template <typename V> static void visit(V &v, BufferSpec &buffer) {
  v("kind", buffer.kind), v("bytes", buffer.bytes);
  if (buffer.kind == BufferKind::Input || buffer.kind == BufferKind::Result)
    v("index", buffer.index);
  if (buffer.kind == BufferKind::Constant)
    v("tensor", buffer.tensor), v("copies", buffer.copies);
  if (buffer.kind == BufferKind::Slice)
    v("slice", buffer.slice);
}

template <typename V> static void visit(V &v, IndexCheck &check) {
  v("buffer", check.buffer), v("wide", check.isWide);
  IndexRange &range = check.range;
  v("what", range.what), v("shape", range.shape);
  v("dimension", range.dimension), v("extent", range.extent);
}

template <typename V> static void visit(V &v, Launch &launch) {
  v("name", launch.name), v("code", launch.code), v("buffers", launch.buffers);
  v("extent", launch.extent), v("grain", launch.grain);
  v("together", launch.together), v("block", launch.block);
  v("checks", launch.checks);
}

template <typename V> static void visit(V &v, Copy &copy) {
  v("from", copy.from), v("to", copy.to);
}

template <typename V> static void visit(V &v, LaunchLoop &loop) {
  v("begin", loop.begin), v("end", loop.end), v("trips", loop.trips);
  v("next", loop.next);
}

template <typename V> static void visit(V &v, MemoryPlan &memory) {
  v("bytes", memory.peakBytes), v("offsets", memory.offsets);
}

template <typename V> static void visit(V &v, LaunchPlan &plan) {
  v("buffers", plan.buffers), v("launches", plan.launches);
  v("copies", plan.copies), v("loops", plan.loops);
  v("prepared", plan.prepared);
  if (!plan.memory)
    plan.memory.emplace();
  v("memory", *plan.memory);
}

std::string writePlanText(const LaunchPlan &plan) {
  LaunchPlan copy = plan;
  return FieldWriter().write(copy);
}

std::optional<LaunchPlan> readPlanText(std::string_view text,
                                       const std::string &place,
                                       std::string &error) {
  std::optional<Json> json = Json::parse(text, error);
  if (!json) {
    error = place + ": " + error;
    return std::nullopt;
  }
  FieldReader reader(place);
  LaunchPlan plan;
  if (!reader.read(*json, plan)) {
    error = reader.error();
    return std::nullopt;
  }
  // The one kernel that is not compiled has no name for its code.
  for (Launch &launch : plan.launches)
    if (launch.code.empty())
      launch.fn = copyBytes;
  return plan;
}

} // namespace neo
