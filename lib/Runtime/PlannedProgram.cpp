//===- PlannedProgram.cpp - A program without its code --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// One description of each structure serves both directions: `visit` passes its
// members to a Writer or to a Reader, so that the two agree in order and type.
//
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/PlannedProgram.h"

#include <cstring>
#include <type_traits>

namespace neo {

namespace {

template <typename T>
constexpr bool isPlain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// The largest value of an enumeration.
template <typename T> constexpr T last = T(1);
template <> constexpr BufferKind last<BufferKind> = BufferKind::Kept;

class Writer {
public:
  template <typename T> std::enable_if_t<isPlain<T>> operator()(T &value) {
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
      append(&value, sizeof value);
    } else {
      auto byte = uint8_t(value);
      append(&byte, sizeof byte);
    }
  }
  template <typename T> void operator()(std::vector<T> &list) {
    writeCount(list.size());
    if constexpr (isPlain<T>)
      append(list.data(), list.size() * sizeof(T));
    else
      for (T &each : list)
        visitFields(*this, each);
  }
  void operator()(std::string &text) {
    writeCount(text.size());
    append(text.data(), text.size());
  }

  std::string bytes;

private:
  void append(const void *data, size_t size) {
    bytes.append(static_cast<const char *>(data), size);
  }
  void writeCount(uint64_t count) { append(&count, sizeof count); }
};

class Reader {
public:
  explicit Reader(std::string_view bytes) : rest(bytes) {}

  template <typename T> std::enable_if_t<isPlain<T>> operator()(T &value) {
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
      take(&value, sizeof value);
    else
      value = T(takeUpTo(unsigned(last<T>)));
  }
  template <typename T> void operator()(std::vector<T> &list) {
    size_t count = readCount(isPlain<T> ? sizeof(T) : 1);
    list.resize(count);
    if constexpr (isPlain<T>)
      take(list.data(), count * sizeof(T));
    else
      for (T &each : list)
        visitFields(*this, each);
  }
  void operator()(std::string &text) {
    text.resize(readCount(1));
    take(text.data(), text.size());
  }

  bool isDone() const { return !isBroken && rest.empty(); }

private:
  void take(void *to, size_t size) {
    isBroken |= size > rest.size();
    if (isBroken || size == 0)
      return;
    std::memcpy(to, rest.data(), size);
    rest.remove_prefix(size);
  }

  /// An enumerator, in one byte; a larger value is refused.
  uint8_t takeUpTo(unsigned most) {
    uint8_t number = 0;
    take(&number, sizeof number);
    isBroken |= number > most;
    return isBroken ? 0 : number;
  }

  /// Elements that take at least so many bytes each: a damaged count cannot
  /// make this allocate more than the bytes could fill.
  size_t readCount(size_t leastBytes) {
    uint64_t count = 0;
    take(&count, sizeof count);
    isBroken |= count > rest.size() / leastBytes;
    return isBroken ? 0 : count;
  }

  std::string_view rest;
  bool isBroken = false;
};

} // namespace

template <typename V> static void visitFields(V &v, BufferType &type) {
  v(type.element), v(type.shape);
}

template <typename V> static void visitFields(V &v, BufferSpec &buffer) {
  v(buffer.kind), v(buffer.bytes), v(buffer.index), v(buffer.data);
  v(buffer.copies);
  v(buffer.bytesPerItem), v(buffer.holdsCount);
  Slice &slice = buffer.slice;
  v(slice.base), v(slice.loop), v(slice.first), v(slice.step), v(slice.period);
}

template <typename V> static void visitFields(V &v, IndexCheck &check) {
  v(check.buffer), v(check.isWide);
  IndexRange &range = check.range;
  v(range.what), v(range.shape), v(range.dimension), v(range.extent);
}

template <typename V> static void visitFields(V &v, Launch &launch) {
  v(launch.buffers), v(launch.extent), v(launch.grain), v(launch.name);
  v(launch.code), v(launch.checks), v(launch.itemsPerStep);
  v(launch.together), v(launch.block);
  // The one kernel that is not compiled has no name for its code.
  if (launch.code.empty())
    launch.fn = copyBytes;
}

template <typename V> static void visitFields(V &v, Copy &copy) {
  v(copy.from), v(copy.to);
}

template <typename V> static void visitFields(V &v, LaunchLoop &loop) {
  v(loop.begin), v(loop.end), v(loop.trips), v(loop.next);
}

template <typename V> static void visitFields(V &v, PlannedProgram &program) {
  v(program.inputs), v(program.results), v(program.hasBatch);
  LaunchPlan &plan = program.plan;
  v(plan.buffers), v(plan.launches), v(plan.copies), v(plan.loops);
  v(plan.prepared);
}

std::string writeProgram(const PlannedProgram &program) {
  Writer writer;
  PlannedProgram copy = program;
  visitFields(writer, copy);
  return std::move(writer.bytes);
}

std::optional<PlannedProgram> readProgram(std::string_view bytes) {
  Reader reader(bytes);
  PlannedProgram program;
  visitFields(reader, program);
  if (!reader.isDone())
    return std::nullopt;
  return program;
}

} // namespace neo
