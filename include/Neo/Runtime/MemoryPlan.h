//===- MemoryPlan.h - where temporaries live in one arena -------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// A program's launches run in a fixed order, so each temporary is alive during
// a known interval of steps, and two temporaries whose intervals do not
// overlap may share memory. With steps to the right and addresses upward, a
// buffer is a rectangle, and rectangles must not overlap:
//
//     bytes
//      192 +-------+
//          |   C   |            A: 128 bytes, steps 0..1
//      128 +---+---+---+        B:  64 bytes, steps 2..3
//          |       | D |        C:  64 bytes, steps 0..1
//       64 |   A   +---+---+    D:  64 bytes, steps 2..2
//          |       |   B   |
//        0 +-------+-------+
//          step 0   1   2   3   arena 192 bytes instead of 320
//
// Packing rectangles is NP-hard; the plan is greedy. Buffers are placed one by
// one, each into the smallest gap that holds it among those already placed
// that are alive at the same time, or on top of them. Three orders are tried
// (largest first, largest area first, first use first) and the smallest arena
// wins. No arena can be smaller than the bytes that are live at one step;
// their maximum is reported as `maxLiveBytes`, a lower bound to compare with.
//
// Sizes are rounded up to 64 bytes: every offset is aligned for full vectors,
// and no two buffers share a cache line.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_MEMORYPLAN_H
#define NEO_RUNTIME_MEMORYPLAN_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neo {

/// A buffer that is alive from step `first` to step `last`, both included.
/// With first > last it is never used and takes no memory.
struct Lifetime {
  size_t bytes = 0;
  int64_t first = 0;
  int64_t last = -1;

  bool isUsed() const { return bytes != 0 && first <= last; }
  bool meets(const Lifetime &other) const {
    return first <= other.last && other.first <= last;
  }
};

struct MemoryPlan {
  static constexpr size_t alignment = 64;

  /// One offset per buffer, a multiple of `alignment`.
  std::vector<size_t> offsets;
  /// The size of the arena.
  size_t peakBytes = 0;
  /// What the buffers would take without sharing.
  size_t sumBytes = 0;
  /// The maximum of the bytes that are live at one step: a lower bound.
  size_t maxLiveBytes = 0;

  /// Nothing, and a message in `error`, when the sizes do not add up to a
  /// number of bytes that this machine can address.
  static std::optional<MemoryPlan>
  compute(const std::vector<Lifetime> &lifetimes, std::string &error);

  /// Checks offsets that were read from a file: an error message if a buffer is
  /// outside of the arena or overlaps another live one; else empty.
  std::string findProblem(const std::vector<Lifetime> &lifetimes) const;
};

/// `bytes` rounded up to MemoryPlan::alignment, or nothing on overflow.
std::optional<size_t> alignedSize(size_t bytes);

} // namespace neo

#endif // NEO_RUNTIME_MEMORYPLAN_H
