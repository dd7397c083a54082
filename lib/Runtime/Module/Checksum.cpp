//===- Checksum.cpp - Whether bytes are those that were written -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Runtime/Module/Checksum.h"

#include <cstring>

namespace neo {

/// 2^64 divided by the golden ratio: odd, with well-mixed bits.
static constexpr uint64_t factor = 0x9e3779b97f4a7c15;

static uint64_t mix(uint64_t state, uint64_t word) {
  state = (state ^ word) * factor;
  // The multiplication moves information up only; this mixes it down.
  return state ^ state >> 32;
}

/// Little-endian, so that the number is one for all machines.
static uint64_t wordAt(const unsigned char *bytes, size_t count) {
  uint64_t word = 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  std::memcpy(&word, bytes, count);
#else
  for (size_t i = 0; i < count; ++i)
    word |= uint64_t(bytes[i]) << 8 * i;
#endif
  return word;
}

uint64_t checksumOf(const void *data, size_t bytes) {
  constexpr size_t lanes = 4, word = sizeof(uint64_t);
  const auto *rest = static_cast<const unsigned char *>(data);
  uint64_t state[lanes] = {1, 2, 3, 4};
  size_t left = bytes;
  for (; left >= lanes * word; left -= lanes * word, rest += lanes * word)
    for (size_t lane = 0; lane < lanes; ++lane)
      state[lane] = mix(state[lane], wordAt(rest + lane * word, word));
  for (size_t lane = 0; left > 0; ++lane) {
    size_t count = left < word ? left : word;
    state[lane] = mix(state[lane], wordAt(rest, count));
    left -= count;
    rest += count;
  }
  uint64_t all = bytes;
  for (uint64_t lane : state)
    all = mix(all, lane);
  return mix(all, 0);
}

std::string checksumText(const void *data, size_t bytes) {
  uint64_t sum = checksumOf(data, bytes);
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4)
    text += "0123456789abcdef"[sum >> shift & 15];
  return text;
}

} // namespace neo
