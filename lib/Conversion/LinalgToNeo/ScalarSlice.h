//===- ScalarSlice.h - Backward slices of scalars in a body -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The body of a neo.compute can use its operands' elements, its loops and
// constants. The body of a linalg operation can also use every dominating
// scalar, and computes several results. A backward slice is the part of it that
// one scalar depends on, in order:
//
//     ^bb0(%a, %b, %acc):
//       %0 = arith.mulf %a, %scale      slice of %0: the element of %a,
//       %1 = arith.addf %b, %b          the constant that %scale is, mulf
//       %2 = arith.addf %acc, %0
//
// A scalar from outside can be part of the slice if it is computed from
// constants and elements at constant indices. To build a neo.compute, define
// the known scalars, add those to compute, then query the operands.
//
// A body that reads a tensor and selects the element or a constant becomes an
// operand with a guard, which can be differentiated:
//
//     %a = tensor.extract %A[%i]
//     %b = arith.select %in, %a, %c0      -->   %A[i] if (8 - i >= 0) else 0
//
// An element that is not demanded everywhere (Demand.h) is read under a guard
// too, unless its index is proven to be in bounds; one whose index has several
// cases is read once per case.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_LINALGTONEO_SCALARSLICE_H
#define NEO_CONVERSION_LINALGTONEO_SCALARSLICE_H

#include "Demand.h"
#include "Neo/Dialect/IndexExpression.h"
#include "Raising.h"

#include "mlir/IR/IRMapping.h"

namespace neo {

class ScalarSlice {
public:
  /// A slice for an operator over loops of `extents` that replaces `scope`.
  ScalarSlice(Raising &raising, mlir::Operation *scope,
              llvm::ArrayRef<int64_t> extents)
      : raising(raising), scope(scope), region(extents) {}

  /// `scalar` is the element of `tensor` at `map`.
  void defineElement(mlir::Value scalar, mlir::Value tensor,
                     mlir::AffineMap map);
  /// `scalar` is the value of loop `loop`.
  void defineLoop(mlir::Value scalar, unsigned loop) { loops[scalar] = loop; }
  /// `scalar` is an alias of `original`.
  void defineAlias(mlir::Value scalar, mlir::Value original) {
    aliases[scalar] = original;
  }
  /// Only `root` is demanded of `body`.
  void defineRoot(mlir::Block &body, mlir::Value root) {
    demand = Demand(body, root);
  }

  /// Matches a `scalar` that is a constant accepted by `isPad` wherever a guard
  /// fails: returns the constant and sets the guard, and `scalar` to its value
  /// under the guard. Null, with `scalar` unchanged, if it does not match.
  mlir::TypedAttr takeGuard(mlir::Value &scalar, Conditions &guard,
                            llvm::function_ref<bool(mlir::TypedAttr)> isPad);
  /// The conditions on loops under which `literal` holds, if it is one.
  std::optional<Conditions> readLiteral(Literal literal);
  /// `scalar` as an index expression, if it is one.
  std::optional<mlir::AffineExpr> readIndex(mlir::Value scalar);
  /// Restricts the region to the points where `where` holds.
  void restrictTo(const Conditions &where) { region = region.under(where); }

  /// Adds `scalar` and everything that it depends on.
  mlir::LogicalResult add(mlir::Value scalar);

  /// The operands, in the order in which `clone` expects their elements.
  llvm::ArrayRef<OperandSpec> getOperands() const { return operands; }
  const LoopRegion &getRegion() const { return region; }

  /// Clones the slice; `values` then maps all scalars that were added.
  void clone(mlir::OpBuilder &b, mlir::ValueRange read,
             mlir::IRMapping &values) const;

private:
  /// The elements that a scalar is equal to, each but the last where its guard
  /// holds.
  using Elements = llvm::SmallVector<OperandSpec, 1>;

  mlir::TypedAttr getPad(mlir::Value scalar) const;
  Conditions getKnown(mlir::Value scalar);
  bool addGuardedElement(mlir::Value scalar);
  std::optional<OperandSpec> readUnder(mlir::Value element,
                                       const LoopRegion &inside);
  bool isInside(const OperandSpec &element, const LoopRegion &where) const;
  mlir::LogicalResult addOperation(mlir::Value scalar);
  mlir::LogicalResult addExtract(mlir::tensor::ExtractOp extract);
  mlir::LogicalResult checkSource(mlir::tensor::ExtractOp extract);
  mlir::FailureOr<Elements> readIndices(mlir::tensor::ExtractOp extract,
                                        const LoopRegion &where);
  void restrict(OperandSpec &element, llvm::ArrayRef<Condition> guard,
                mlir::TypedAttr pad) const;
  void define(mlir::Value scalar, Elements elements);
  mlir::Value choose(mlir::OpBuilder &b, const Elements &of,
                     mlir::ValueRange read) const;

  Raising &raising;
  mlir::Operation *scope;
  LoopRegion region;
  Demand demand;
  llvm::DenseMap<mlir::Value, Elements> elements;
  llvm::DenseMap<mlir::Value, mlir::TypedAttr> constants;
  llvm::DenseMap<mlir::Value, unsigned> loops;
  llvm::DenseMap<mlir::Value, mlir::Value> aliases;
  /// All scalars that were added, in topological order.
  llvm::SmallVector<mlir::Value> order;
  llvm::DenseSet<mlir::Value> added;
  llvm::SmallVector<OperandSpec> operands;
};

} // namespace neo

#endif // NEO_CONVERSION_LINALGTONEO_SCALARSLICE_H
