//===- MatrixLoads.cpp - ldmatrix, stmatrix -------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Loads 1, 2 or 4 matrices of 8 x 8 halves. Lane 8 m + r gives the address of
// row r of matrix m; lane l gets elements 2 (l mod 4) and the next of row l /
// 4, or, with .trans, of column l / 4. stmatrix is the reverse.
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"
#include "MatrixProducts.h"
#include "MemoryAccess.h"
#include "Messages.h"

#include <utility>

namespace neo::ptx {

static constexpr uint16_t transposed = 1;

static uint16_t element(const uint8_t *const *rows, unsigned row,
                        unsigned column) {
  uint16_t value = 0;
  std::memcpy(&value, rows[row] + 2 * column, sizeof(value));
  return value;
}

/// The rows of `number` / 8 matrices; false, and an error, if one is out of
/// bounds.
static bool findRows(Warp &warp, const Instruction &i, unsigned number,
                     Access kind, uint8_t **rows) {
  const uint64_t *base = warp.lanes(i.operand[0]);
  uint64_t addresses[warpSize];
  for (unsigned lane = 0; lane < number; ++lane) {
    uint64_t address = base[lane] + uint64_t(i.offset);
    rows[lane] = resolve(warp, lane, i.space, address, 16, kind);
    if (!rows[lane])
      return false;
    addresses[lane] = address;
  }
  countMatrixRows(warp, addresses, number);
  return true;
}

static void loadMatrices(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint8_t *rows[warpSize];
  unsigned number = 8 * unsigned(i.list.size());
  if (!checkWholeWarp(warp, lanes) ||
      !findRows(warp, i, number, Access::Read, rows))
    return;
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
}

static void storeMatrices(Warp &warp, const Instruction &i, LaneMask lanes) {
  uint8_t *rows[warpSize];
  unsigned number = 8 * unsigned(i.list.size());
  if (!checkWholeWarp(warp, lanes) ||
      !findRows(warp, i, number, Access::Write, rows))
    return;
  for (size_t matrix = 0; matrix < i.list.size(); ++matrix)
    for (unsigned lane = 0; lane < warpSize; ++lane)
      for (unsigned part = 0; part < 2; ++part) {
        auto value = uint16_t(warp.lanes(i.list[matrix])[lane] >> 16 * part);
        unsigned row = lane / 4, column = lane % 4 * 2 + part;
        if (i.flags & transposed)
          std::swap(row, column);
        std::memcpy(rows[8 * matrix + row] + 2 * column, &value, sizeof value);
      }
}

/// `.sync.aligned.m8n8.x4.trans.shared.b16`; the number of matrices, 0 if this
/// is another form.
static unsigned takeForm(Decoder &d) {
  constexpr unsigned numbers[] = {1, 2, 4};
  bool known = d.take("sync") && d.take("aligned") && d.take("m8n8");
  int number = d.takeOne({"x1", "x2", "x4"});
  d.out.flags = d.take("trans") ? transposed : 0;
  d.out.space = d.takeSpace();
  bool shared = d.out.space == Space::Shared || d.out.space == Space::Generic;
  d.operands(2);
  return known && number >= 0 && shared && d.takeType() == Type::B16
             ? numbers[number]
             : 0;
}

Execute decodeLoadMatrix(Decoder &d) {
  unsigned number = takeForm(d);
  if (number == 0 || d.failed())
    return nullptr;
  if (d.writeVector(0, Type::B32) != number)
    d.fail("it loads " + std::to_string(number) + " registers");
  d.address(1);
  return &loadMatrices;
}

Execute decodeStoreMatrix(Decoder &d) {
  d.require(90, "stmatrix");
  unsigned number = takeForm(d);
  if (number == 0 || d.failed())
    return nullptr;
  d.address(0);
  if (d.readVector(1, Type::B32) != number)
    d.fail("it stores " + std::to_string(number) + " registers");
  return &storeMatrices;
}

} // namespace neo::ptx
