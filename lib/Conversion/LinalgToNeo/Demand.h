//===- Demand.h - Where scalars of a body are demanded ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Predicated code computes values speculatively and selects:
//
//     %in = arith.cmpi sge, %at, %c0 : index
//     %safe = arith.select %in, %at, %c0 : i1, index
//     %a = tensor.extract %A[%safe] : tensor<8xf32>
//     %b = arith.mulf %a, %w : f32
//     %c = arith.select %in, %b, %zero : i1, f32
//
// %a is demanded only where %in holds, through %b; and there %safe equals %at.
// This backward analysis propagates the conditions under which a scalar is
// demanded from the root to the operands: a select adds its condition to the
// demand of its operands, and several uses are joined to the conditions that
// they have in common.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_LINALGTONEO_DEMAND_H
#define NEO_CONVERSION_LINALGTONEO_DEMAND_H

#include "mlir/IR/Block.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace neo {

/// An i1 with a known value.
struct Literal {
  mlir::Value condition;
  bool holds;

  bool operator==(const Literal &other) const {
    return condition == other.condition && holds == other.holds;
  }
};

class Demand {
public:
  Demand() = default;
  /// Analyses the scalars of `body` for the demand of `root`.
  Demand(mlir::Block &body, mlir::Value root);

  /// The literals that hold wherever `scalar` is demanded.
  llvm::ArrayRef<Literal> getKnown(mlir::Value scalar) const;

private:
  void need(mlir::Value scalar, llvm::ArrayRef<Literal> known);

  llvm::DenseMap<mlir::Value, llvm::SmallVector<Literal>> known;
};

/// Adds the literal that `condition` is `holds`, and those implied by it: both
/// operands of a true conjunction, or of a false disjunction.
void addLiterals(llvm::SmallVectorImpl<Literal> &literals,
                 mlir::Value condition, bool holds);

} // namespace neo

#endif // NEO_CONVERSION_LINALGTONEO_DEMAND_H
