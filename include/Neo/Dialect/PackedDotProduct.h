//===- PackedDotProduct.h - Sums of products of narrow numbers --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Processors multiply narrow numbers by the word: two bf16 or four bytes that
// lie in 32 bits, by as many others, and add up the products in f32 or i32. A
// contraction over narrow numbers becomes one over words (PackedDotProducts.cpp
// of the layouts): its reduction loop has half or a quarter of the steps, and
// its body takes both words apart,
//
//     low = bitcast (a << 16), high = bitcast (a & 0xffff0000)   of each word
//     low_a * low_b + high_a * high_b
//
// in plain operations, which the interpreter and every target understand. Here
// such bodies are written, and recognised when a kernel is made, where the
// whole body is one instruction. No operation of its own is needed, and nothing
// has to be believed.
//
// The parts of a word are counted from its low bits, which is their order in
// memory on the little-endian machines that have these instructions.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_PACKEDDOTPRODUCT_H
#define NEO_DIALECT_PACKEDDOTPRODUCT_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// The arguments of a body that are words, and what they hold. Of bytes, the
/// first word's are unsigned and the second's signed.
struct PackedDotProduct {
  mlir::Value first, second;
  bool isBytes;
};

/// How many parts a word has.
inline int64_t partsOfWord(bool isBytes) { return isBytes ? 4 : 2; }

/// The body of a product of words; an f32, or an i32.
mlir::Value buildPackedDotProduct(mlir::OpBuilder &b, mlir::Location loc,
                                  const PackedDotProduct &product);

/// The product that `op` sums, where it is of words. A value that is rounded to
/// bf16 behind it counts as well.
std::optional<PackedDotProduct> matchPackedDotProduct(ComputeOp op);

/// The word of some parts (bf16 or i8), the first in the low bits; every bit of
/// `flipped` is turned round.
mlir::Value buildWord(mlir::OpBuilder &b, mlir::Location loc,
                      mlir::ValueRange parts, int64_t flipped);

/// Is `op`'s body a word of all its operands in order? Then `flipped` receives
/// the bits that are turned round.
bool matchWord(ComputeOp op, int64_t &flipped);

} // namespace neo

#endif // NEO_DIALECT_PACKEDDOTPRODUCT_H
