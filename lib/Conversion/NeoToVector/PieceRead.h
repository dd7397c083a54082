//===- PieceRead.h - Short rows put together in a vector --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Each piece of a vector (LanePieces.h) is one load under a mask that leaves
// the other lanes as they are, from where its first lane would begin:
//
//     register     = lanes 0 to 6 from X, elsewhere the padding
//     register     = lanes 8 to 14 from X + row - 8, elsewhere as before
//     lanes        = the register, permuted as tap and lanes want it
//
// A piece of one element is broadcast and selected. The loads are the same for
// all taps and points of a tile that read the same rows, and so become one.
// Stores go the same way: the whole vector, under a mask for each piece.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_PIECEREAD_H
#define NEO_CONVERSION_NEOTOVECTOR_PIECEREAD_H

#include "GuardedBuffer.h"

namespace neo {

/// The lanes of `operand` at `point`, as they lie in `memory`.
mlir::Value readPieces(TileState &state, const NestOperand &operand,
                       GuardedBuffer &memory, const TilePoint &point,
                       const LanePiece &piece);

/// Stores `value` piece by piece, if each is a run of neighbours in the result;
/// false if not.
bool storePieces(TileState &state, mlir::Value value, mlir::Value buffer,
                 const TilePoint &point);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_PIECEREAD_H
