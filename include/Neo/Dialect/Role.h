//===- Role.h - What a pass made of a place in the program ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// An operator that a pass derives is found where the one is that it was derived
// from: a gradient in the line of the expression, a copy in that of its reader.
// So that a person can be told which is which, its location also has the role
// that it plays there:
//
//     loc("gradient of operand #1"("train.mlir":4:10))
//
// Nothing is decided by a role: it is for `neo.explain`, and for whoever reads
// IR with its locations.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_ROLE_H
#define NEO_DIALECT_ROLE_H

#include "mlir/IR/Builders.h"

namespace neo {

constexpr llvm::StringLiteral packedRole = "in panels";
constexpr llvm::StringLiteral paddedRole = "with zeros around it";
constexpr llvm::StringLiteral periodicRole = "repeated at its ends";
constexpr llvm::StringLiteral widenedRole = "in wider elements";
constexpr llvm::StringLiteral reorderedRole = "in another order";
constexpr llvm::StringLiteral summedGradientRole = "gradient of the result";

/// `place`, and what is made of it there.
inline mlir::Location withRole(mlir::Location place, const llvm::Twine &role) {
  return mlir::NameLoc::get(mlir::StringAttr::get(place.getContext(), role),
                            place);
}

} // namespace neo

#endif // NEO_DIALECT_ROLE_H
