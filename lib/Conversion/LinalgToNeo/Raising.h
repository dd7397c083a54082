//===- Raising.h - Building neo.compute from other operations ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// linalg is more general than neo.compute, which also has maps and a body:
// results accumulate into the initial value of `outs`, one operation has
// several results, and bodies may use any dominating scalar. Raising decomposes
// this:
//
//     %C = linalg.generic {(i, k), (k, j), (i, j); parallel, parallel,
//            reduction} ins(%A, %B) outs(%D) { acc + a * b }
//       -->
//     %R = neo.compute [i: 4, j: 5] sum [k: 6] %A[i, k], %B[k, j] { a * b }
//     %C = neo.compute [i: 4, j: 5] %D[i, j], %R[i, j] { d + r }
//
// and where %D holds the identity of the sum everywhere, %R is %C.
//
// Each operation is raised separately: it becomes several neo.compute, or it is
// kept and the reason is recorded. Whether a result is a legal neo.compute is
// decided by the verifier, whose message is the reason. So legality is defined
// in one place.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_LINALGTONEO_RAISING_H
#define NEO_CONVERSION_LINALGTONEO_RAISING_H

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace neo {

using RaisedValues = mlir::FailureOr<llvm::SmallVector<mlir::Value>>;

class Raising {
public:
  explicit Raising(mlir::RewriterBase &b) : b(b) {}

  /// Builds at the operation that is raised.
  mlir::RewriterBase &b;

  /// Records why the operation is not raised; the first reason is kept.
  mlir::LogicalResult refuse(const llvm::Twine &why);
  /// Returns the reason and clears it.
  std::string takeRefusal() { return std::exchange(refusal, {}); }

  /// Fails for buffers, dynamic sizes and element types that neo does not have.
  mlir::LogicalResult checkTensor(mlir::Type type, const llvm::Twine &what);
  /// The same for all operands and results; scalars are accepted.
  mlir::LogicalResult checkTypes(mlir::Operation *op);

  /// `tensor`, or zeros for a tensor.empty, whose values are unspecified.
  mlir::Value getReadable(mlir::Value tensor);

  /// A neo.compute that the verifier accepts.
  mlir::FailureOr<mlir::Value> build(mlir::Location loc,
                                     const ComputeSpec &spec);

  /// `source` read at `map`; where `guard` fails, `pad`.
  RaisedValues buildReindexing(mlir::Location loc, mlir::RankedTensorType type,
                               OperandSpec source);

private:
  std::string refusal;
};

/// The constant that every element of `tensor` is, or null.
mlir::TypedAttr getSplat(mlir::Value tensor);

/// The value of a constant scalar, or null.
mlir::TypedAttr getConstant(mlir::Value scalar);

/// Emits an i1: does `inside` hold at the current point of a neo.compute's
/// body?
mlir::Value evaluate(mlir::OpBuilder &b, mlir::Location loc,
                     mlir::IntegerSet inside);

/// Each returns the replacements of the operation's results, or fails and
/// records a reason.
RaisedValues raiseGeneric(mlir::linalg::GenericOp op, Raising &raising);
RaisedValues raiseNamed(mlir::linalg::LinalgOp op, Raising &raising);
RaisedValues raiseElementwise(mlir::Operation *op, Raising &raising);
RaisedValues raiseOp(mlir::tensor::SplatOp op, Raising &raising);
RaisedValues raiseOp(mlir::tensor::FromElementsOp op, Raising &raising);
RaisedValues raiseOp(mlir::tensor::GenerateOp op, Raising &raising);
RaisedValues raiseOp(mlir::tensor::CollapseShapeOp op, Raising &raising);
RaisedValues raiseOp(mlir::tensor::ExpandShapeOp op, Raising &raising);
RaisedValues raiseOp(mlir::tensor::ReshapeOp op, Raising &raising);
RaisedValues raiseOp(mlir::tensor::CastOp op, Raising &raising);
RaisedValues raiseOp(mlir::tensor::PadOp op, Raising &raising);
RaisedValues raiseOp(mlir::tensor::ExtractSliceOp op, Raising &raising);
RaisedValues raiseOp(mlir::tensor::InsertSliceOp op, Raising &raising);
RaisedValues raiseOp(mlir::tensor::ConcatOp op, Raising &raising);

/// Decomposes a composite operation into several, which are to be raised
/// instead; empty for every other operation.
llvm::SmallVector<mlir::Operation *> decompose(mlir::Operation *op,
                                               Raising &raising);

} // namespace neo

#endif // NEO_CONVERSION_LINALGTONEO_RAISING_H
