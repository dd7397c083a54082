//===- RebuildCompute.h - Taking a neo.compute apart ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A rewrite that changes some operands or guards of a neo.compute builds it
// anew: it starts from the specification of the old one, changes what it came
// for, and clones the body over the values that take the arguments' places.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_REBUILDCOMPUTE_H
#define NEO_DIALECT_REBUILDCOMPUTE_H

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace neo {

/// Everything that makes `op`, but its body.
ComputeSpec getSpecWithoutBody(ComputeOp op);

/// `read`, an operand of a producer, where loop d of that has the value of
/// result d of `map`: what a reader at `map` of the producer reads of it. A
/// failure if 64 bits do not hold that over `extents`, the loops of `map`.
mlir::FailureOr<OperandSpec> readAt(OperandSpec read, mlir::AffineMap map,
                                    llvm::ArrayRef<int64_t> extents);

/// Makes what `spec` reads, and when it has terms, follow from other loops:
/// those of its type and reduction, where old loop d has the value of result d
/// of `map`. A failure, as of readAt, may leave some of it as it was.
mlir::LogicalResult moveTo(ComputeSpec &spec, mlir::AffineMap map);

/// Is `number`, as a pad is one, 0 or -0.0? Null is none.
bool isZeroAttr(mlir::Attribute number);

/// Replaces `op` by the operator of `spec`, which has the same loops and terms,
/// and the attributes that say something of these.
ComputeOp replaceWith(mlir::RewriterBase &rewriter, ComputeOp op,
                      const ComputeSpec &spec);

/// An operator that only reads: each element of `type` is what `read` gives.
ComputeOp createRead(mlir::OpBuilder &b, mlir::Location loc,
                     const OperandSpec &read, mlir::RankedTensorType type,
                     llvm::ArrayRef<std::string> loops = {});

/// Is every read of `spec` proven to be inside its operand (C4)? What takes
/// conditions away asks before it builds.
bool readsInside(const ComputeSpec &spec);

/// The number of floordiv and mod in the indices and conditions of `spec`.
unsigned countDivisions(const ComputeSpec &spec);

/// Clones the body of `op`; `values` maps its arguments. Gives what it yields.
mlir::Value cloneBody(mlir::OpBuilder &b, ComputeOp op,
                      mlir::IRMapping &values);
/// The same, with one value for every argument.
mlir::Value cloneBody(mlir::OpBuilder &b, ComputeOp op,
                      mlir::ValueRange arguments);
/// The same at another point: loop d of `op` has the value of result d of
/// `loops`, a map over the loops of the operation that is built.
mlir::Value cloneBodyAt(mlir::OpBuilder &b, ComputeOp op,
                        mlir::ValueRange arguments, mlir::AffineMap loops);

/// Clones what `root`, a value of a body, is made of; `values` maps the
/// arguments it needs. If `loopOf` is given, the old loop d is loop
/// `loopOf[d]` of the operation that is built.
mlir::Value cloneExpression(mlir::OpBuilder &b, mlir::Value root,
                            mlir::IRMapping &values,
                            llvm::ArrayRef<int> loopOf = {});

} // namespace neo

#endif // NEO_DIALECT_REBUILDCOMPUTE_H
