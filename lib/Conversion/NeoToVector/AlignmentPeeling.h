//===- AlignmentPeeling.h - Stores of rows at cache lines -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A matrix whose rows are no multiple of a cache line has rows that begin
// anywhere in one. A vector store of a row then splits over two lines, each is
// read before it is written, and streaming stores (Streaming.h) are not
// possible: with the 50257 columns of a vocabulary a softmax takes 1.6 times as
// long as with 50256. So iterations of the loop over such a row are peeled, as
// many as there are before the first line:
//
//     row i      |...aaa|bbbbbbb|bbbbbbb|bbbbbbb|ccc....|      lines
//
//     a  head    a vector from the first element on, of which only the elements
//                before the first line are stored
//     b          whole lines: tiles, then single vectors, by streaming stores
//     c  tail    the last vector that is inside the row, of which only what is
//                left is stored, shifted to the beginning of its line
//
// The vectors at the ends overlap with others: what they compute again is not
// stored, and no load needs a mask. The cost is two vectors a row, and the
// line that two rows share: it is written by ordinary stores, for which it has
// to be read. All streaming stores behind such a store wait for that, so the
// line is prefetched a few rows ahead. Where lines begin follows from the
// address: a tensor that is no whole lines may begin inside of one, as those do
// that a scan stacks.
//
// A vector has to be a whole line: rows of 4 or 8 bytes an element on AVX-512
// are peeled, others not.
//
// Every element is computed on its own, so that nothing is counted twice.
// Results of reductions along the row are written as before, and so are loops
// whose other accesses depend on where the vectors begin.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_ALIGNMENTPEELING_H
#define NEO_CONVERSION_NEOTOVECTOR_ALIGNMENTPEELING_H

#include "RowPlan.h"
#include "TileState.h"

namespace neo {

/// Should the loop over rows of `value`, which `nest` writes, be peeled?
/// `kernel` is the operation that writes it.
bool peelsRows(mlir::Value value, const LoopNest &nest,
               const Schedule &schedule, mlir::Operation *kernel);

/// The loop over such rows, none if the nest writes no rows whose loop is free
/// to begin anywhere; and whether they begin inside of lines, those of one tile
/// all at the same place.
std::optional<unsigned> findPeelableLoop(const LoopNest &nest,
                                         const Schedule &schedule);
bool beginInLines(const LoopNest &nest, const Schedule &schedule, unsigned row);

/// A row of `extent` elements, from position `begin` of `buffer` on. A line has
/// `lanes` elements.
struct LineRow {
  mlir::Value buffer, begin;
  int64_t extent, lanes;
};

/// Emits the peeled loop over `row` in steps of `step`, a multiple of its
/// lanes. `emitInside` emits the elements `from` to `from` + `count`, of which
/// `part` is stored, or all.
void emitPeeled(mlir::OpBuilder &b, mlir::Location loc, const LineRow &row,
                int64_t step,
                llvm::function_ref<void(mlir::Value from, int64_t count,
                                        std::optional<StoredPart> part)>
                    emitInside);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_ALIGNMENTPEELING_H
