//===- AMXProduct.h - Tiles in tile registers -------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// AMX multiplies matrices that lie in tile registers, of 16 rows of 16 words.
// A word is a packed pair of bf16 or four bytes (PackedDotProduct.h), so that
//
//     C[i, j] = sum_k A[i, k] . B[k, j]      i: 16 rows, k and j: 16 words
//
// is one instruction of 16 cycles, where vectors take 256. A nest of packed dot
// products has this form if one operand is contiguous along a reduction loop k
// and the other along the lanes j, each at a constant stride from row to row:
//
//     left   A    rows i, columns k      a register has up to 16 rows
//     right  B    rows k, columns j
//
// `matrix` in a schedule says so: `vector [j: 16] tile [i: 32, j: 2] matrix` is
// four accumulators, fed by two registers of each operand every 16 steps of k.
// Other reduction loops, the taps of a convolution, go on around k.
//
// Rows and columns that are left at the end of a loop are computed with those
// before them, once more, so that all registers have one configuration: LLVM
// gives a register one for the whole function, and there are eight. The depth
// is padded when operands are packed (DotProductOperands.cpp). A loop of less
// than 16 makes every register smaller.
//
// The accumulators are stored on the stack at the end and read as vectors from
// there, so that what follows, an epilogue or partial sums, is that of any
// tile.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_AMXPRODUCT_H
#define NEO_SCHEDULE_AMXPRODUCT_H

#include "Neo/Dialect/PackedDotProduct.h"
#include "Neo/Dialect/TileRegisters.h"
#include "Neo/Schedule/Schedule.h"

namespace neo {

/// Bytes of a word, and words in a row of a tile register.
constexpr int64_t wordBytes = 4, tileWords = tileRowBytes / wordBytes;

/// The parts that loops and operands of a nest have in a product of matrices.
struct AMXProduct {
  unsigned rows, columns, depth; // loops
  unsigned left, right;          // operands
  WordParts parts;
  /// Is the left operand the first factor? Of bytes that one is unsigned.
  bool leftIsFirst;
};

/// Those parts under `schedule`; nothing, and why, where there are none.
std::optional<AMXProduct> planAMXProduct(const LoopNest &nest,
                                         const Schedule &schedule,
                                         std::string &reason);

/// Accumulators and operands of the tile of `schedule`.
int64_t countTileRegisters(const AMXProduct &product, const Schedule &schedule);

/// `schedule`, whose lanes are chosen, with every tile of tile registers, each
/// once.
std::vector<Schedule> listAMXTiles(const LoopNest &nest,
                                   const Schedule &schedule,
                                   const TargetModel &target);

} // namespace neo

#endif // NEO_SCHEDULE_AMXPRODUCT_H
