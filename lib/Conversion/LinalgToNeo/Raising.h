//===- Raising.h - From an operation on tensors to neo.compute --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// linalg says what neo.compute says, with maps and a body, and more: results
// accumulate into whatever `outs` holds, one operation has several results,
// scalars come from anywhere. Raising takes this apart:
//
//     %C = linalg.generic {(i, k), (k, j), (i, j); parallel, parallel,
//            reduction} ins(%A, %B) outs(%D) { acc + a * b }
//       -->
//     %R = neo.compute [i: 4, j: 5] sum [k: 6] %A[i, k], %B[k, j] { a * b }
//     %C = neo.compute [i: 4, j: 5] %D[i, j], %R[i, j] { d + r }
//
// and where %D holds the identity of the sum everywhere, %R is %C.
//
// Each operation is tried on its own: it becomes neo.computes, or it stays and
// the reason is kept. Whether what was built is a legal neo.compute is not
// decided here: the verifier is asked, and its message is the reason. So there
// is one place that knows what a neo.compute may be.
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

  /// Keeps why the operation stays as it is; the first reason counts.
  mlir::LogicalResult refuse(const llvm::Twine &why);
  /// The reason, which is forgotten.
  std::string takeRefusal() { return std::exchange(refusal, {}); }

  /// Refuses buffers, unknown sizes and elements that neo does not have.
  mlir::LogicalResult checkTensor(mlir::Type type, const llvm::Twine &what);
  /// The same of all operands and results; scalars pass.
  mlir::LogicalResult checkTypes(mlir::Operation *op);

  /// `tensor` as something with values: a tensor.empty holds any, so zeros.
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

/// The number that every element of `tensor` is, or null.
mlir::TypedAttr getSplat(mlir::Value tensor);

/// The number that a scalar always is, or null.
mlir::TypedAttr getConstant(mlir::Value scalar);

/// Does `inside` hold at the point that the body of a neo.compute computes?
mlir::Value evaluate(mlir::OpBuilder &b, mlir::Location loc,
                     mlir::IntegerSet inside);

/// Each gives what takes the place of the operation's results, or fails and
/// leaves a reason.
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

/// Writes an operation that stands for several out as these, which are to be
/// raised in its place; gives nothing for every other operation.
llvm::SmallVector<mlir::Operation *> decompose(mlir::Operation *op,
                                               Raising &raising);

} // namespace neo

#endif // NEO_CONVERSION_LINALGTONEO_RAISING_H
