//===- DotProducts.cpp - dp4a and dp2a ------------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// dp4a adds to c the four products of the bytes of a and b; dp2a the two
// products of the halves of a with two bytes of b, the low or the high ones.
// Sums wrap.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Lanes.h"

namespace neo::ptx {

static constexpr uint16_t firstSigned = 1, secondSigned = 2, highBytes = 4;

static int64_t part(uint64_t word, unsigned index, unsigned bits,
                    bool isSigned) {
  uint64_t value = word >> (index * bits) & ((uint64_t(1) << bits) - 1);
  bool negative = isSigned && (value >> (bits - 1) & 1);
  return int64_t(value) - (negative ? int64_t(1) << bits : 0);
}

template <unsigned parts>
static void dotProduct(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint64_t *d = warp.lanes(i.result);
  const uint64_t *a = warp.lanes(i.operand[0]), *b = warp.lanes(i.operand[1]),
                 *c = warp.lanes(i.operand[2]);
  unsigned first = i.flags & highBytes ? 2 : 0;
  forLanes(lanes, [&](unsigned l) {
    uint64_t sum = c[l];
    for (unsigned k = 0; k < parts; ++k)
      sum += uint64_t(part(a[l], k, 32 / parts, i.flags & firstSigned) *
                      part(b[l], k + first, 8, i.flags & secondSigned));
    d[l] = uint32_t(sum);
  });
}

template <unsigned parts> static Execute decodeDotProduct(Decoder &d) {
  if (parts == 2) {
    int half = d.takeOne({"lo", "hi"});
    if (half < 0)
      return nullptr;
    d.out.flags |= half == 1 ? highBytes : 0;
  }
  Type second = d.takeType(), first = d.takeType();
  if (!isOneOf(first, {Type::U32, Type::S32}) ||
      !isOneOf(second, {Type::U32, Type::S32}))
    return nullptr;
  d.out.flags |= isSigned(first) ? firstSigned : 0;
  d.out.flags |= isSigned(second) ? secondSigned : 0;
  d.operands(4);
  d.write(0, Type::U32);
  for (unsigned i = 1; i < 4; ++i)
    d.read(i, Type::U32);
  return &dotProduct<parts>;
}

void addDotProducts(OpcodeTable &table) {
  table["dp4a"] = &decodeDotProduct<4>;
  table["dp2a"] = &decodeDotProduct<2>;
}

} // namespace neo::ptx
