//===- Demand.h - Where the scalars of a body are needed --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A body without branches computes what it does not need and selects:
//
//     %in = arith.cmpi sge, %at, %c0 : index
//     %safe = arith.select %in, %at, %c0 : i1, index
//     %a = tensor.extract %A[%safe] : tensor<8xf32>
//     %b = arith.mulf %a, %w : f32
//     %c = arith.select %in, %b, %zero : i1, f32
//
// %a is needed only where %in holds, through %b; and there %safe is %at. What
// is known where a scalar is needed goes from the root to the operands: a
// select adds its condition to what it hands on, and what is needed in two
// places is needed under what both know.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_LINALGTONEO_DEMAND_H
#define NEO_CONVERSION_LINALGTONEO_DEMAND_H

#include "mlir/IR/Block.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace neo {

/// An i1 that is known.
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
  /// Of the scalars of `body`, when it is there for `root`.
  Demand(mlir::Block &body, mlir::Value root);

  /// What is known wherever `scalar` is needed.
  llvm::ArrayRef<Literal> getKnown(mlir::Value scalar) const;

private:
  void need(mlir::Value scalar, llvm::ArrayRef<Literal> known);

  llvm::DenseMap<mlir::Value, llvm::SmallVector<Literal>> known;
};

/// Adds that `condition` is `holds`, and what follows from it: both parts of a
/// conjunction that holds, or of a disjunction that does not.
void addLiterals(llvm::SmallVectorImpl<Literal> &literals,
                 mlir::Value condition, bool holds);

} // namespace neo

#endif // NEO_CONVERSION_LINALGTONEO_DEMAND_H
