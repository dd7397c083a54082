//===- LibraryLanes.h - Lanes that the C library computes -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A formula may be right only for arguments of some size, as that of a sine is.
// Others are rare, so that a branch is cheap, which a kernel does not take:
//
//     %anywhere = vector.reduction <or>, %outside
//     scf.if %anywhere { for each lane: math.sin; select by %outside }
//
// The calls are in a loop: unrolled they would be most of a kernel's code.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_CONVERSION_APPROXIMATEMATH_LIBRARYLANES_H
#define NEO_LIB_CONVERSION_APPROXIMATEMATH_LIBRARYLANES_H

#include "Neo/Conversion/Lanes.h"

namespace neo {

/// Marks an operation that stays a call of the C library.
constexpr llvm::StringLiteral libraryCall = "library_call";

/// `result`, but where it holds that arguments are `outside` of what its
/// formula is right for: there what the C library makes of the operands, which
/// have the type of the result, by the function of `op`.
Float correctByLibrary(mlir::OpBuilder &b, mlir::Operation *op, Truth outside,
                       llvm::ArrayRef<Float> operands, Float result);

} // namespace neo

#endif // NEO_LIB_CONVERSION_APPROXIMATEMATH_LIBRARYLANES_H
