//===- PackedDotProduct.h - Sums of products of narrow numbers --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Processors multiply narrow numbers by the word: two bf16, four bytes or two
// i16 that lie in 32 bits, by as many others, and add up the products in f32 or
// i32. A
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

/// What a word holds: two bf16, four bytes, or two i16.
enum class WordParts { halves, bytes, shorts };

/// The arguments of a body that are words, and what they hold. Of bytes, the
/// first word's are unsigned and the second's signed.
struct PackedDotProduct {
  mlir::Value first, second;
  WordParts parts;
};

/// How many parts a word has.
inline int64_t countParts(WordParts parts) {
  return parts == WordParts::bytes ? 4 : 2;
}

/// The body of a product of words; an f32, or an i32.
mlir::Value buildPackedDotProduct(mlir::OpBuilder &b, mlir::Location loc,
                                  const PackedDotProduct &product);

/// The product that `op` sums, where it is of words. A value that is rounded to
/// bf16 behind it counts as well.
std::optional<PackedDotProduct> matchPackedDotProduct(ComputeOp op);

/// The word of some parts (bf16, i8 or i16), the first in the low bits; every
/// bit of `flipped` is turned round.
mlir::Value buildWord(mlir::OpBuilder &b, mlir::Location loc,
                      mlir::ValueRange parts, int64_t flipped);

/// How parts become a word: bits that are turned round, and which operation
/// extends each part to its share of the word; null if none has to.
struct WordForm {
  int64_t flipped;
  mlir::Operation *extension;
};

/// The form of the word that `op`'s body makes of all its operands in order.
std::optional<WordForm> matchWord(ComputeOp op);

} // namespace neo

#endif // NEO_DIALECT_PACKEDDOTPRODUCT_H
