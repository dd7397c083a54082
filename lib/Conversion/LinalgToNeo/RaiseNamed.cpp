//===- RaiseNamed.cpp - Named operations of linalg as neo.compute ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// linalg can generalise each named operation to a linalg.generic, or decompose
// it into several operations. So no rule per name is needed.
//
//===----------------------------------------------------------------------===//

#include "Raising.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;
using namespace neo;

RaisedValues neo::raiseNamed(linalg::LinalgOp op, Raising &raising) {
  if (failed(raising.checkTypes(op)))
    return failure();
  // Generalise a copy: an operation that cannot be raised is kept as it is.
  Operation *copy = raising.b.clone(*op);
  FailureOr<linalg::GenericOp> generic =
      linalg::generalizeNamedOp(raising.b, cast<linalg::LinalgOp>(copy));
  assert(succeeded(generic) && "a named operation has a general form");
  raising.b.setInsertionPoint(*generic);
  RaisedValues results = raiseGeneric(*generic, raising);
  raising.b.setInsertionPoint(op);
  raising.b.eraseOp(*generic);
  return results;
}

/// The maximum that linalg subtracts in a softmax ignores NaN and is
/// initialised with NaN. A NaN reaches every element through the sum anyway, so
/// a maximum that propagates it and is initialised with -inf is equivalent.
static void handNaNOn(Operation *part, RewriterBase &b) {
  auto constant = dyn_cast<arith::ConstantOp>(part);
  auto number =
      constant ? dyn_cast<FloatAttr>(constant.getValue()) : FloatAttr();
  if (number && number.getValue().isNaN())
    constant.setValueAttr(b.getFloatAttr(
        number.getType(),
        APFloat::getInf(number.getValue().getSemantics(), true)));
  part->walk([&](arith::MaxNumFOp max) {
    b.setInsertionPoint(max);
    b.replaceOpWithNewOp<arith::MaximumFOp>(max, max.getLhs(), max.getRhs());
  });
}

static bool standsForSeveral(Operation *op) {
  return isa<linalg::SoftmaxOp, linalg::PackOp, linalg::UnPackOp>(op);
}

static LogicalResult replaceByParts(Operation *op, RewriterBase &b) {
  if (auto pack = dyn_cast<linalg::PackOp>(op))
    return linalg::lowerPack(b, pack);
  if (auto unpack = dyn_cast<linalg::UnPackOp>(op))
    return linalg::lowerUnPack(b, unpack);
  FailureOr<SmallVector<Value>> results =
      cast<linalg::SoftmaxOp>(op).decomposeOperation(b);
  if (failed(results))
    return failure();
  b.replaceOp(op, *results);
  return success();
}

/// linalg decomposes invalid operations as well.
static LogicalResult checkWhole(Operation *op, Raising &raising) {
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(op->getOperand(0)));
  if (isa<linalg::SoftmaxOp>(op) && !isFloat)
    return raising.refuse("it is a softmax of integers: convert the elements "
                          "first");
  return raising.checkTypes(op);
}

SmallVector<Operation *> neo::decompose(Operation *op, Raising &raising) {
  RewriterBase &b = raising.b;
  if (!standsForSeveral(op) || failed(checkWhole(op, raising)))
    return {};
  bool isSoftmax = isa<linalg::SoftmaxOp>(op);
  Operation *before = op->getPrevNode(), *after = op->getNextNode();
  Block *block = op->getBlock();
  b.setInsertionPoint(op);
  if (failed(replaceByParts(op, b)))
    return {};
  SmallVector<Operation *> parts;
  Operation *part = before ? before->getNextNode() : &block->front();
  for (; part != after; part = part->getNextNode()) {
    if (isSoftmax)
      handNaNOn(part, b);
    parts.push_back(part);
  }
  return parts;
}
