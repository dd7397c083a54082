//===- PlacedLines.h - Shifted lanes out of whole cache lines ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Columns (SharedShifts.h) are put together from some rows, a vector of each.
// Where an operand begins within a cache line, as NumPy's do, every such vector
// lies in two lines, which takes twice the time to read. Neighbours share their
// lines, so lines are read as they lie, rows are joined there, and the vectors
// are cut out of what has been joined,
//
//     lines      | . . . a0 a1 | a2 a3 b0 b1 | b2 b3 c0 c1 |     each of 3 rows
//     joined     | . . . A0 A1 | A2 A3 B0 B1 | B2 B3 C0 C1 |
//     columns            A0 A1   A2 A3 = A     B0 ... B3 = B
//
// one permutation for a column in place of half its reads. How far an operand
// begins past a line, and so which row a lane of a line comes from, is known
// when the kernel runs: the masks of two neighbouring vectors are 32 bits, of
// which a shift picks those of the line between them, once per call.
//
// The first line of a vector has an element of it, so it lies on a page of the
// operand. The second has none where an operand begins with a line, and is read
// all the same, so that one kernel serves all: vectors of which it may lie
// beyond the operand, those at its end, are not cut out of lines.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_PLACEDLINES_H
#define NEO_CONVERSION_NEOTOVECTOR_PLACEDLINES_H

#include "TileState.h"

#include "Neo/Schedule/SharedShifts.h"

#include <limits>
#include <map>

namespace neo {

class PlacedLines {
public:
  PlacedLines(TileState &state, mlir::ValueRange buffers);

  /// Is `operand` read in lines?
  bool reads(unsigned operand) const { return begin.count(operand); }
  /// Forgets the lines read so far.
  void startStep() { lines.clear(); }
  /// The column at `point`, of those `rows` of `shared` that are wanted; `zero`
  /// is null, or added to every place.
  mlir::Value column(unsigned operand, const SharedShifts &shared,
                     llvm::ArrayRef<bool> rows, const TilePoint &point,
                     mlir::Value zero);

private:
  /// How far an operand begins past a line, in elements, and in words.
  struct Begin {
    mlir::Value elements, words, order;
  };
  static constexpr int64_t notWanted = std::numeric_limits<int64_t>::min();
  /// A line between two vectors: how far the second is from the origin, the
  /// rows, relative to the first, and those of the lanes of both.
  struct Seam {
    int64_t place;
    std::vector<int64_t> rows;
    std::vector<unsigned> rowOf;

    bool operator<(const Seam &other) const {
      return std::tie(place, rows, rowOf) <
             std::tie(other.place, other.rows, other.rowOf);
    }
  };

  mlir::Value findBegin(unsigned operand);
  void enter(unsigned operand);
  int64_t displacement(unsigned operand, const TilePoint &point) const;
  llvm::SmallVector<unsigned> rowsBeside(unsigned operand,
                                         const SharedShifts &shared,
                                         const TilePoint &point,
                                         int64_t step) const;
  mlir::Value readLine(unsigned operand, const Seam &seam, mlir::Value base);
  mlir::Value line(unsigned operand, const Seam &seam, mlir::Value base);
  mlir::Value maskOf(unsigned operand, const Seam &seam, unsigned row);
  mlir::Value call(llvm::StringRef intrinsic, mlir::ValueRange operands);
  mlir::Value number(int32_t value);

  TileState &state;
  mlir::ValueRange buffers;
  mlir::VectorType words;
  mlir::Operation *entry = nullptr; // where the last operand's begin is known
  std::map<unsigned, Begin> begin;
  std::map<std::pair<unsigned, uint32_t>, mlir::Value> masks;
  std::map<std::pair<unsigned, Seam>, mlir::Value> lines;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_PLACEDLINES_H
