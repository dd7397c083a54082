//===- PieceRead.h - Several short rows in one vector -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Each piece of a vector (LanePieces.h) is one masked load whose pass-through
// operand holds the other lanes, from the address that lane 0 would have:
//
//     register     = lanes 0 to 6 from X, elsewhere the padding
//     register     = lanes 8 to 14 from X + row - 8, elsewhere as before
//     lanes        = the register, permuted for the tap
//
// A piece of one element is broadcast and selected. The loads are equal for all
// taps and points of a tile that read the same rows, so common subexpression
// elimination leaves one of each. Stores likewise write the whole vector once
// per piece, under the mask of the piece.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_PIECEREAD_H
#define NEO_CONVERSION_NEOTOVECTOR_PIECEREAD_H

#include "GuardedBuffer.h"

namespace neo {

/// The lanes of `operand` at `point`, in their storage type.
mlir::Value readPieces(TileState &state, const NestOperand &operand,
                       GuardedBuffer &memory, const TilePoint &point,
                       const LanePiece &piece);

/// Stores `value` piece by piece, if each is contiguous in the result; false if
/// not.
bool storePieces(TileState &state, mlir::Value value, mlir::Value buffer,
                 const TilePoint &point);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_PIECEREAD_H
