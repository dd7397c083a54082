//===- MatrixProducts.h - Instructions of a whole warp ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_MATRIXPRODUCTS_H
#define NEO_LIB_EMULATOR_MATRIXPRODUCTS_H

#include "Decoder.h"

namespace neo::ptx {

/// Checks that all 32 lanes execute an `.aligned` instruction.
bool checkWholeWarp(Warp &warp, LaneMask lanes);

Execute decodeLoadMatrix(Decoder &d);
Execute decodeStoreMatrix(Decoder &d);

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_MATRIXPRODUCTS_H
