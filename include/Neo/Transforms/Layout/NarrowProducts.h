//===- NarrowProducts.h - Contractions of narrow numbers --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A contraction whose operands are f16, bf16 or i8 uses every element many
// times, and converting it at each use costs more than multiplying it. There
// are two remedies.
//
// Words. Where the processor multiplies pairs of bf16 or i16, or fours of
// bytes, both operands are copied with 2 or 4 steps of one reduction loop next
// to each other, in a word of 32 bits (PackedDotProduct.h), and the loop takes
// words:
//
//     C[i, j] = sum_k A[i, k] * B[k, j]                          k < 64, bf16
// -->
//     P[i, w] = word of A[i, 2 w], A[i, 2 w + 1]                       w < 32
//     Q[w, j] = word of B[2 w, j], B[2 w + 1, j]
//     C[i, j] = sum_w P[i, w] . Q[w, j]
//
// Steps that a last word lacks are zeros. Bytes are multiplied unsigned by
// signed only. If both are signed, 128 is added to one of them, by turning its
// highest bit round, and 128 times the sums of the other are subtracted from
// the result; all of it modulo 2^32, so exactly:
//
//     sum a b = sum (a + 128) b - 128 sum b
//
// AVX2, and AVX-512 without VNNI, multiply no bytes, but pairs of i16. Bytes of
// either sign are i16 as well, so the copies extend them, and nothing has to be
// corrected. Words are half as many steps as a sum in f32 has.
//
// Bytes that are added up in 64 bits, as Python's are, are added up in 32
// first, where that many products fit.
//
// Wide copies. Otherwise an operand is converted once, in a copy, and what is
// left is a contraction over f32 or i32 like any other. Sums of bytes that stay
// within 2^24 are taken in f32, which holds all of these exactly.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_LAYOUT_NARROWPRODUCTS_H
#define NEO_TRANSFORMS_LAYOUT_NARROWPRODUCTS_H

#include "Neo/Dialect/InstructionSet.h"
#include "Neo/Dialect/NeoDialect.h"

#include "mlir/IR/PatternMatch.h"

namespace neo {

/// Replaces the contraction `op` by one over words, if it is one of narrow
/// numbers that `instructions` can multiply so and words pay; else `reason`,
/// which comes empty, says why a product of two such numbers stays.
bool usePackedDotProduct(ComputeOp op, const InstructionSet &instructions,
                         mlir::RewriterBase &rewriter, llvm::StringRef &reason);

/// The contraction `op`, or the one in 32 bits that replaces it if it adds up
/// few enough products of narrow integers in 64.
ComputeOp sumShort(ComputeOp op, mlir::RewriterBase &rewriter);

/// The contraction `op`, or the one in f32 that replaces it if it adds up few
/// enough products of bytes in i32 for f32 to be exact.
ComputeOp sumInFloats(ComputeOp op, mlir::RewriterBase &rewriter);

/// Replaces narrow operands of the contraction `op` by wide copies where they
/// pay; says what it does with each, and why, in remarks if `explain`.
bool widenOperands(ComputeOp op, mlir::RewriterBase &rewriter,
                   bool explain = false);

} // namespace neo

#endif // NEO_TRANSFORMS_LAYOUT_NARROWPRODUCTS_H
