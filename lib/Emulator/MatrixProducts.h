//===- MatrixProducts.h - Instructions of a whole warp ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_MATRIXPRODUCTS_H
#define NEO_LIB_EMULATOR_MATRIXPRODUCTS_H

#include "Decoder.h"

namespace neo::ptx {

/// An `.aligned` instruction needs all 32 lanes; an error if some are missing.
bool checkWholeWarp(Warp &warp, LaneMask lanes);

Execute decodeLoadMatrix(Decoder &d);
Execute decodeStoreMatrix(Decoder &d);

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_MATRIXPRODUCTS_H
