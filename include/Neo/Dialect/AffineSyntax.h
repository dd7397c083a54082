//===- AffineSyntax.h - Index expressions as text ---------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Index expressions print with the names of the loops they are made of, as
// they were written: `2 * p + r - 1`, `(c floordiv 4) * 8 + c mod 4`.
// Comparisons are stored as MLIR stores them, `e >= 0` and `e == 0`.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_AFFINESYNTAX_H
#define NEO_DIALECT_AFFINESYNTAX_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/OpImplementation.h"

namespace neo {

using LoopNames = llvm::ArrayRef<std::pair<llvm::StringRef, mlir::AffineExpr>>;

/// Prints `expr`; dimension d is called names[d].
void printAffine(llvm::raw_ostream &os, mlir::AffineExpr expr,
                 llvm::ArrayRef<std::string> names);

/// Prints `(e >= 0, f == 0)`.
void printConditions(llvm::raw_ostream &os, mlir::IntegerSet set,
                     llvm::ArrayRef<std::string> names);

/// Can `name` stand for a loop in an index: an identifier, and no operator?
bool isLoopName(llvm::StringRef name);

/// Does `expr` divide by anything but positive constants?
bool dividesByNonPositive(mlir::AffineExpr expr);

/// Parses an index over the loops `names`; an error where its numbers come near
/// the ends of 64 bits (CheckedAffine.h).
mlir::ParseResult parseAffine(mlir::AsmParser &parser, LoopNames names,
                              mlir::AffineExpr &expr);

/// Parses `(e < f, g == h, ...)` over the loops `names`.
mlir::ParseResult parseConditions(mlir::AsmParser &parser, LoopNames names,
                                  mlir::IntegerSet &set);

} // namespace neo

#endif // NEO_DIALECT_AFFINESYNTAX_H
