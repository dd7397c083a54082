//===- MatrixLoads.cpp - ldmatrix -----------------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Loads 1, 2 or 4 matrices of 8 x 8 halves. Lane 8 m + r gives the address of
// row r of matrix m; lane l gets elements 2 (l mod 4) and the next of row l /
// 4, or, with .trans, of column l / 4.
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"
#include "MatrixProducts.h"
#include "MemoryAccess.h"
#include "Sentences.h"

namespace neo::ptx {

static constexpr uint16_t transposed = 1;

static uint16_t element(const uint8_t *const *rows, unsigned row,
                        unsigned column) {
  uint16_t value = 0;
  std::memcpy(&value, rows[row] + 2 * column, sizeof(value));
  return value;
}

static void loadMatrices(Warp &warp, const Instruction &i, LaneMask lanes) {
  if (!checkWholeWarp(warp, lanes))
    return;
  unsigned number = 8 * unsigned(i.list.size());
  const uint64_t *base = warp.lanes(i.operand[0]);
  const uint8_t *rows[warpSize];
  uint64_t addresses[warpSize];
  for (unsigned lane = 0; lane < number; ++lane) {
    uint64_t address = base[lane] + uint64_t(i.offset);
    rows[lane] = resolve(warp, lane, i.space, address, 16, Access::Read);
    if (!rows[lane])
      return;
    addresses[lane] = address;
  }
  for (size_t matrix = 0; matrix < i.list.size(); ++matrix) {
    const uint8_t *const *first = rows + 8 * matrix;
    uint64_t *d = warp.lanes(i.list[matrix]);
    for (unsigned lane = 0; lane < warpSize; ++lane) {
      unsigned row = lane / 4, column = lane % 4 * 2;
      bool turns = i.flags & transposed;
      uint32_t low =
          turns ? element(first, column, row) : element(first, row, column);
      uint32_t high = turns ? element(first, column + 1, row)
                            : element(first, row, column + 1);
      d[lane] = low | high << 16;
    }
  }
  countMatrixRows(warp, addresses, number);
}

Execute decodeLoadMatrix(Decoder &d) {
  constexpr unsigned numbers[] = {1, 2, 4};
  bool known = d.take("sync") && d.take("aligned") && d.take("m8n8");
  int number = d.takeOne({"x1", "x2", "x4"});
  d.out.flags = d.take("trans") ? transposed : 0;
  d.out.space = d.takeSpace();
  if (!known || number < 0 || d.takeType() != Type::B16)
    return nullptr;
  d.operands(2);
  if (d.writeVector(0, Type::B32) != numbers[number])
    d.fail("it loads " + std::to_string(numbers[number]) + " registers");
  d.address(1);
  bool shared = d.out.space == Space::Shared || d.out.space == Space::Generic;
  return shared ? &loadMatrices : nullptr;
}

} // namespace neo::ptx
