//===- Lanes.h - One operation in each lane ---------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Most instructions are a function of one lane's operands, which is a functor:
//
//     template <typename T> struct Least {
//       using Value = T;
//       T operator()(T a, T b) const { return a < b ? a : b; }
//     };
//
// and `binary<Least<int32_t>>` executes it for a warp.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_LANES_H
#define NEO_LIB_EMULATOR_LANES_H

#include "Decoder.h"
#include "Warp.h"

#include <cstring>

namespace neo::ptx {

/// The low bits of a word as a value of T, and back.
template <typename T> T fromWord(uint64_t word) {
  T value;
  std::memcpy(&value, &word, sizeof(T));
  return value;
}
template <typename T> uint64_t toWord(T value) {
  uint64_t word = 0;
  std::memcpy(&word, &value, sizeof(T));
  return word;
}

template <typename F> void forLanes(LaneMask lanes, F f) {
  if (lanes == allLanes) {
    for (unsigned lane = 0; lane < warpSize; ++lane)
      f(lane);
    return;
  }
  for (; lanes != 0; lanes &= lanes - 1)
    f(unsigned(__builtin_ctz(lanes)));
}

template <typename Op>
void unary(Warp &warp, const Instruction &i, LaneMask lanes) {
  using T = typename Op::Value;
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]);
  forLanes(lanes, [&](unsigned l) { d[l] = toWord(Op()(fromWord<T>(a[l]))); });
}

template <typename Op>
void binary(Warp &warp, const Instruction &i, LaneMask lanes) {
  using T = typename Op::Value;
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]), *b = warp.lanes(i.operand[1]);
  forLanes(lanes, [&](unsigned l) {
    d[l] = toWord(Op()(fromWord<T>(a[l]), fromWord<T>(b[l])));
  });
}

/// The third operand may have another type, as mad.wide's.
template <typename Op>
void ternary(Warp &warp, const Instruction &i, LaneMask lanes) {
  using T = typename Op::Value;
  using Third = typename Op::Third;
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]), *b = warp.lanes(i.operand[1]),
                 *c = warp.lanes(i.operand[2]);
  forLanes(lanes, [&](unsigned l) {
    d[l] = toWord(
        Op()(fromWord<T>(a[l]), fromWord<T>(b[l]), fromWord<Third>(c[l])));
  });
}

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_LANES_H
