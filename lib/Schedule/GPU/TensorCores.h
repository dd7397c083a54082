//===- TensorCores.h - Products that tensor cores make ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// mma.sync.m16n8k16 multiplies two fragments of f16 or bf16, and m16n8k8 two of
// tf32, which the lanes of a warp hold together, and adds to sums in f32 (PTX
// manual, "Matrix Fragments for mma.m16n8k16 with floating point type"):
//
//     sums 16 x 8    lane 4 g + t has rows g, g + 8, columns 2 t, 2 t + 1
//
// In the words of a schedule the fragment of the sums is
//
//     rows     lane 8, register 2        columns   vector 2, lane 4
//
// so whatever follows, joins, epilogues and masked stores, is what it is
// without tensor cores. Operands are always staged; ldmatrix brings 8 x 8
// elements from rows of 16 bytes to the lanes, transposed where the window lies
// the other way. Rows are padded by 16 bytes: eight of them hit different
// banks.
//
// To ldmatrix a word is a pair of halves, so that it brings 8 x 4 words from
// rows along the terms, but cannot transpose them. Where rows lie along the
// side, each lane loads its words, of 4 rows x 8 columns in one access: with a
// pad of 32 bytes they are in different banks, as the rows' lengths are
// multiples of 16.
//
//     bank = 8 * row + column        pitch 136, 264, ...: 8 modulo 32
//
// f32 becomes tf32 in registers, by rounding (cvt.rna.tf32.f32): the bits that
// tensor cores do not look at would be cut off otherwise, and that error has
// one sign.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_SCHEDULE_GPU_TENSORCORES_H
#define NEO_LIB_SCHEDULE_GPU_TENSORCORES_H

#include "TileShape.h"

namespace neo {

/// Is `op` a sum of products of two halves, or of two f32 that may be of tf32,
/// each of which knows the rows or the columns and is zero where it is not
/// read?
bool isTensorCoreProduct(ComputeOp op, const ProductLoops &classes);

/// Elements of `bytes` that the rows of a window are padded by; do they lie
/// along the terms?
int64_t getFragmentPad(int64_t bytes, bool isAlongTerms);

/// Instructions that bring four registers of a fragment from such a window.
int64_t countFragmentLoads(int64_t bytes, bool isAlongTerms);

/// The shape of a tile made of fragments.
std::optional<TileShape> chooseFragmentShape(const TiledProduct &product,
                                             const GPUMachine &machine);

} // namespace neo

#endif // NEO_LIB_SCHEDULE_GPU_TENSORCORES_H
