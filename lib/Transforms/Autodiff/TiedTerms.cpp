//===- TiedTerms.cpp - Materialised terms of extrema ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TiedTerms.h"
#include "WhereGuards.h"

#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Ties.h"

using namespace mlir;
using namespace neo;

/// The terms of `op`, one for each point of its loops. Outside its `where`
/// guard, where there is no term, nothing is read.
static ComputeOp makeTerms(OpBuilder &b, ComputeOp op) {
  ComputeSpec spec = getSpecWithoutBody(op);
  moveWhereIntoReads(spec, b);
  spec.kind = ReductionKind::none;
  spec.reductionExtents.clear();
  spec.type = RankedTensorType::get(op.getExtents(), op.getYielded().getType());
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    return cloneBody(b, op, arguments);
  };
  spec.body = body;
  return ComputeOp::create(b, op.getLoc(), spec);
}

/// `op` over terms that have been computed.
static ComputeOp reduceTerms(OpBuilder &b, ComputeOp op, ComputeOp terms) {
  ComputeSpec spec = getSpecWithoutBody(op);
  AffineMap here = b.getMultiDimIdentityMap(op.getNumLoops());
  spec.operands.assign(1, OperandSpec{terms.getResult(), here});
  auto body = [](OpBuilder &, Location, ValueRange arguments) {
    return arguments.front();
  };
  spec.body = body;
  auto reduced = ComputeOp::create(b, op.getLoc(), spec);
  keepAttributes(op, reduced);
  return reduced;
}

void neo::nameTiedTerms(func::FuncOp function) {
  SmallVector<ComputeOp> computed;
  function.walk([&](ComputeOp op) {
    if (sharesTies(op) && !isa<BlockArgument>(op.getYielded()))
      computed.push_back(op);
  });
  for (ComputeOp op : computed) {
    OpBuilder b(op);
    ComputeOp reduced = reduceTerms(b, op, makeTerms(b, op));
    op.getResult().replaceAllUsesWith(reduced.getResult());
    op.erase();
  }
}
