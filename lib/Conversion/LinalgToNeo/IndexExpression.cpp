//===- IndexExpression.cpp - Scalars that are index expressions -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "IndexExpression.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace neo;

namespace {
class Reader {
public:
  explicit Reader(const llvm::DenseMap<Value, unsigned> &loops)
      : loops(loops) {}

  AffineExpr read(Value value);

private:
  AffineExpr readBinary(Operation *op);
  AffineExpr readApply(affine::AffineApplyOp apply);

  const llvm::DenseMap<Value, unsigned> &loops;
};
} // namespace

static bool isConstant(AffineExpr expr) {
  return isa<AffineConstantExpr>(expr);
}

AffineExpr Reader::readBinary(Operation *op) {
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::FloorDivSIOp,
           arith::CeilDivSIOp>(op))
    return {};
  AffineExpr lhs = read(op->getOperand(0)), rhs = read(op->getOperand(1));
  if (!lhs || !rhs)
    return {};
  if (isa<arith::AddIOp>(op))
    return lhs + rhs;
  if (isa<arith::SubIOp>(op))
    return lhs - rhs;
  if (isa<arith::MulIOp>(op))
    return isConstant(lhs) || isConstant(rhs) ? lhs * rhs : AffineExpr();
  auto divisor = dyn_cast<AffineConstantExpr>(rhs);
  if (!divisor || divisor.getValue() <= 0)
    return {};
  return isa<arith::FloorDivSIOp>(op) ? lhs.floorDiv(rhs) : lhs.ceilDiv(rhs);
}

AffineExpr Reader::readApply(affine::AffineApplyOp apply) {
  SmallVector<AffineExpr> operands;
  for (Value operand : apply.getMapOperands()) {
    AffineExpr expr = read(operand);
    if (!expr)
      return {};
    operands.push_back(expr);
  }
  AffineMap map = apply.getAffineMap();
  ArrayRef<AffineExpr> all(operands);
  AffineExpr result = map.getResult(0).replaceDimsAndSymbols(
      all.take_front(map.getNumDims()), all.drop_front(map.getNumDims()));
  return result.isPureAffine() ? result : AffineExpr();
}

AffineExpr Reader::read(Value value) {
  MLIRContext *context = value.getContext();
  if (auto loop = loops.find(value); loop != loops.end())
    return getAffineDimExpr(loop->second, context);
  // In narrower integers the same operations wrap.
  if (!value.getType().isIndex() && !value.getType().isInteger(64))
    return {};
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return getAffineConstantExpr(constant.getSExtValue(), context);
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  if (auto cast = dyn_cast<arith::IndexCastOp>(op))
    return read(cast.getIn());
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return readApply(apply);
  return readBinary(op);
}

AffineExpr
neo::getIndexExpression(Value value,
                        const llvm::DenseMap<Value, unsigned> &loops) {
  return Reader(loops).read(value);
}
