//===- NarrowProducts.h - Contractions of narrow numbers --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A contraction whose operands are f16, bf16 or i8 uses every element many
// times, and converting it at each use costs more than multiplying it. There
// are two ways to avoid that.
//
// Packed dot products. Where the processor has dot products of pairs of bf16 or
// i16, or of four bytes, both operands are copied with 2 or 4 consecutive steps
// of one reduction loop packed in a word of 32 bits (PackedDotProduct.h), and
// the loop is strip-mined to words:
//
//     C[i, j] = sum_k A[i, k] * B[k, j]                          k < 64, bf16
// -->
//     P[i, w] = word of A[i, 2 w], A[i, 2 w + 1]                       w < 32
//     Q[w, j] = word of B[2 w, j], B[2 w + 1, j]
//     C[i, j] = sum_w P[i, w] . Q[w, j]
//
// The last word is padded with zeros. Bytes are multiplied unsigned by signed
// only. If both are signed, 128 is added to one of them, by inverting its
// highest bit, and 128 times the sums of the other are subtracted from the
// result; all of it modulo 2^32, so exactly:
//
//     sum a b = sum (a + 128) b - 128 sum b
//
// AVX2, and AVX-512 without VNNI, have no dot products of bytes, but of pairs
// of i16. Bytes of either sign fit i16, so the copies extend them, and no
// correction is needed. The loop has half as many steps as a sum in f32.
//
// Products of bytes that are accumulated in 64 bits, as Python's are, are
// accumulated in 32 first, where that many products fit.
//
// Wide copies. Otherwise an operand is converted once, in a copy, which leaves
// a contraction over f32 or i32 like any other. Sums of bytes that stay within
// 2^24 are computed in f32, which represents all of these exactly.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TRANSFORMS_LAYOUT_NARROWPRODUCTS_H
#define NEO_TRANSFORMS_LAYOUT_NARROWPRODUCTS_H

#include "Neo/Dialect/InstructionSet.h"
#include "Neo/Dialect/NeoDialect.h"

#include "mlir/IR/PatternMatch.h"

namespace neo {

/// The contraction `op`, or the one that replaces it if other operators extend
/// the elements of its operands: it extends them itself.
ComputeOp readBeforeExtensions(ComputeOp op, mlir::RewriterBase &rewriter);

/// Replaces the contraction `op` of narrow numbers by one over packed words, if
/// `instructions` have such a dot product and that pays; else sets `reason`,
/// which is empty on entry, for a product of two such numbers.
bool usePackedDotProduct(ComputeOp op, const InstructionSet &instructions,
                         mlir::RewriterBase &rewriter, llvm::StringRef &reason);

/// The contraction `op`, or the one in 32 bits that replaces it if it
/// accumulates products of narrow integers in 64 bits, and few enough of them.
ComputeOp accumulateIn32Bits(ComputeOp op, mlir::RewriterBase &rewriter);

/// The contraction `op`, or the one in f32 that replaces it if it accumulates
/// products of bytes in i32, few enough for f32 to be exact.
ComputeOp accumulateInFloats(ComputeOp op, mlir::RewriterBase &rewriter);

/// Replaces narrow operands of the contraction `op` by wide copies where they
/// pay; emits a remark about each if `explain`.
bool widenOperands(ComputeOp op, mlir::RewriterBase &rewriter,
                   bool explain = false);

} // namespace neo

#endif // NEO_TRANSFORMS_LAYOUT_NARROWPRODUCTS_H
