//===- GPUFragmentVerifier.h - What tensor cores cannot follow --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// `mma 16` or `mma 8` in a schedule leaves nothing of the operator's body to be
// emitted, and takes which lane has which element from the instruction. So the
// operator has to be the product that tensor cores make, its axes have to begin
// as fragments do, and its windows have to be what fragments are loaded from:
//
//     axes     ..., rows, columns, terms
//     rows     <lane 8>, an even number in registers
//     columns  <vector 2>, <lane 4>, a multiple of 4 in registers
//     windows  of rows and terms, and of columns and terms; rows of one that
//              ldmatrix loads begin at multiples of 16 bytes
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_DIALECT_GPUFRAGMENTVERIFIER_H
#define NEO_LIB_DIALECT_GPUFRAGMENTVERIFIER_H

#include "Neo/Dialect/GPUSchedule.h"

namespace neo {

/// Fails, with a message at `op`, if tensor cores are to multiply and cannot.
/// There is a plan for each operand.
mlir::LogicalResult verifyGPUFragments(ComputeOp op, GPUScheduleAttr schedule);

} // namespace neo

#endif // NEO_LIB_DIALECT_GPUFRAGMENTVERIFIER_H
