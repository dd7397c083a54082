//===- ScalarSlice.h - What one scalar of a body is made of -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The body of a neo.compute knows its operands' elements, its loops and
// constants. The body of a linalg operation also sees every scalar defined
// before it, and holds what other results need. A slice is the part that one
// scalar needs, in order:
//
//     ^bb0(%a, %b, %acc):
//       %0 = arith.mulf %a, %scale      slice of %0: the element of %a,
//       %1 = arith.addf %b, %b          the constant that %scale is, mulf
//       %2 = arith.addf %acc, %0
//
// A scalar from outside joins the slice if it is made of constants and of
// elements at constant indices. Who builds a neo.compute says what the scalars
// are, adds the ones to compute, and reads off the operands.
//
// A body that reads a tensor and selects the element or a constant becomes an
// operand with a guard, which derivatives can see through:
//
//     %a = tensor.extract %A[%i]
//     %b = arith.select %in, %a, %c0      -->   %A[i] if (8 - i >= 0) else 0
//
// An element that is not needed everywhere (Demand.h) is read under a guard
// too, where its index does not lie inside anyway; one whose index differs by
// case is read once per case.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_LINALGTONEO_SCALARSLICE_H
#define NEO_CONVERSION_LINALGTONEO_SCALARSLICE_H

#include "Demand.h"
#include "IndexExpression.h"
#include "Raising.h"

#include "mlir/IR/IRMapping.h"

namespace neo {

class ScalarSlice {
public:
  /// A slice for an operator over loops of `extents` that takes the place of
  /// `scope`.
  ScalarSlice(Raising &raising, mlir::Operation *scope,
              llvm::ArrayRef<int64_t> extents)
      : raising(raising), scope(scope), region(extents) {}

  /// `scalar` is the element of `tensor` at `map`.
  void defineElement(mlir::Value scalar, mlir::Value tensor,
                     mlir::AffineMap map);
  /// `scalar` is the value of loop `loop`.
  void defineLoop(mlir::Value scalar, unsigned loop) { loops[scalar] = loop; }
  /// `scalar` is another name of `original`.
  void defineAlias(mlir::Value scalar, mlir::Value original) {
    aliases[scalar] = original;
  }
  /// `body` is there for `root` alone.
  void defineRoot(mlir::Block &body, mlir::Value root) {
    demand = Demand(body, root);
  }

  /// The guard of a `scalar` that is `isPad` wherever the guard fails, and the
  /// constant; `scalar` becomes what it is where the guard holds. None, and
  /// `scalar` is as it was, where it is not such a choice.
  mlir::TypedAttr takeGuard(mlir::Value &scalar, Conditions &guard,
                            llvm::function_ref<bool(mlir::TypedAttr)> isPad);
  /// What has to hold for `literal`, if that is a condition of loops.
  std::optional<Conditions> readLiteral(Literal literal);
  /// What `scalar` is as an index expression, if it is one.
  std::optional<mlir::AffineExpr> readIndex(mlir::Value scalar);
  /// Nothing is computed where `where` fails.
  void restrictTo(const Conditions &where) { region = region.under(where); }

  /// Takes in `scalar` and everything it needs.
  mlir::LogicalResult add(mlir::Value scalar);

  /// What is read, in the order in which `clone` expects the elements.
  llvm::ArrayRef<OperandSpec> getOperands() const { return operands; }
  const LoopRegion &getRegion() const { return region; }

  /// Builds the slice; `values` then maps all that was added.
  void clone(mlir::OpBuilder &b, mlir::ValueRange read,
             mlir::IRMapping &values) const;

private:
  /// The elements that a scalar is, each but the last where its guard holds.
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
  /// All that was added, each after what it needs.
  llvm::SmallVector<mlir::Value> order;
  llvm::DenseSet<mlir::Value> added;
  llvm::SmallVector<OperandSpec> operands;
};

} // namespace neo

#endif // NEO_CONVERSION_LINALGTONEO_SCALARSLICE_H
