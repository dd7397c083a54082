//===- PlacedLines.h - Shifted lanes from whole cache lines -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Columns (SharedShifts.h) are blended from a vector of each of several rows.
// If an operand is not aligned to cache lines, as arrays of NumPy are not,
// every such load splits over two lines, which takes twice the time. Adjacent
// vectors share their lines, so whole aligned lines are loaded, rows are
// blended in these, and the vectors are extracted from two adjacent blended
// lines by one permutation,
//
//     lines      | . . . a0 a1 | a2 a3 b0 b1 | b2 b3 c0 c1 |     each of 3 rows
//     joined     | . . . A0 A1 | A2 A3 B0 B1 | B2 B3 C0 C1 |
//     columns            A0 A1   A2 A3 = A     B0 ... B3 = B
//
// which replaces half of the loads. The misalignment of an operand, and so the
// row that each lane of a line belongs to, is known at run time only: the masks
// of two adjacent vectors are 32 bits, of which a shift selects those of the
// line between them, once per call.
//
// The first line of a vector contains an element of it, so it lies on a page of
// the operand. If the operand is aligned, the second line contains none but is
// loaded all the same, so that one kernel works for every alignment. Vectors
// whose second line may be beyond the operand, those at its end, are loaded
// directly.
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

  /// Is `operand` loaded as whole lines?
  bool reads(unsigned operand) const { return begin.count(operand); }
  /// Drops the lines loaded so far.
  void startStep() { lines.clear(); }
  /// The column at `point`, of the selected `rows` of `shared`; `zero` is null,
  /// or added to every position.
  mlir::Value column(unsigned operand, const SharedShifts &shared,
                     llvm::ArrayRef<bool> rows, const TilePoint &point,
                     mlir::Value zero);

private:
  /// The misalignment of an operand to a line, in elements and in words, and
  /// the permutation that extracts a vector from two lines.
  struct Begin {
    mlir::Value elements, words, order;
  };
  static constexpr int64_t notWanted = std::numeric_limits<int64_t>::min();
  /// The line shared by two adjacent vectors: the distance of the second one
  /// from the origin, the positions of rows relative to the first, and the rows
  /// that the lanes of both belong to.
  struct Seam {
    int64_t place;
    std::vector<int64_t> rows;
    std::vector<unsigned> rowOf;

    bool operator<(const Seam &other) const {
      return std::tie(place, rows, rowOf) <
             std::tie(other.place, other.rows, other.rowOf);
    }
  };

  mlir::Value findMisalignment(unsigned operand);
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
  mlir::Operation *entry = nullptr; // of the last misalignment
  std::map<unsigned, Begin> begin;
  std::map<std::pair<unsigned, uint32_t>, mlir::Value> masks;
  std::map<std::pair<unsigned, Seam>, mlir::Value> lines;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_PLACEDLINES_H
