//===- Raising.cpp - Building neo.compute from other operations -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Raising.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace neo;

LogicalResult Raising::refuse(const Twine &why) {
  if (refusal.empty())
    refusal = why.str();
  return failure();
}

static bool isElement(Type type) {
  return isa<Float64Type, Float32Type, Float16Type, BFloat16Type>(type) ||
         type.isSignlessInteger(64) || type.isSignlessInteger(32) ||
         type.isSignlessInteger(8) || type.isSignlessInteger(1);
}

LogicalResult Raising::checkTensor(Type type, const Twine &what) {
  std::string text = llvm::formatv("{0}", type);
  if (isa<BaseMemRefType>(type))
    return refuse(what + " is the buffer " + text +
                  ": run convert-linalg-to-neo before bufferization");
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return refuse(what + " is " + text +
                  ", but a neo.compute has constant extents: give it a static "
                  "shape");
  if (tensor.getEncoding())
    return refuse(what + " is " + text +
                  ", and its encoding would be lost: remove the encoding");
  if (!isElement(tensor.getElementType()))
    return refuse(what + " is " + text +
                  ", but a neo.compute holds f64, f32, f16, bf16, i64, i32, "
                  "i8 or i1: convert the elements first");
  return success();
}

LogicalResult Raising::checkTypes(Operation *op) {
  for (auto [i, type] : llvm::enumerate(op->getOperandTypes()))
    if (!type.isIntOrIndexOrFloat() &&
        failed(checkTensor(type, "operand #" + Twine(i))))
      return failure();
  for (auto [i, type] : llvm::enumerate(op->getResultTypes()))
    if (!type.isIntOrIndexOrFloat() &&
        failed(checkTensor(type, "result #" + Twine(i))))
      return failure();
  return success();
}

Value Raising::getReadable(Value tensor) {
  if (!tensor.getDefiningOp<tensor::EmptyOp>())
    return tensor;
  // A foreign element type has no zero; it is rejected when an operator is
  // built.
  auto zero = dyn_cast_or_null<TypedAttr>(b.getZeroAttr(tensor.getType()));
  return zero ? Value(arith::ConstantOp::create(b, tensor.getLoc(), zero))
              : tensor;
}

FailureOr<Value> Raising::build(Location loc, const ComputeSpec &spec) {
  auto op = ComputeOp::create(b, loc, spec);
  std::string message;
  ScopedDiagnosticHandler listen(b.getContext(), [&](Diagnostic &diagnostic) {
    if (message.empty())
      message = diagnostic.str();
    return success();
  });
  if (succeeded(verify(op)))
    return op.getResult();
  b.eraseOp(op);
  StringRef reason(message);
  reason.consume_front("'neo.compute' op ");
  return refuse("the neo.compute of it is not legal: " + reason);
}

RaisedValues Raising::buildReindexing(Location loc, RankedTensorType type,
                                      OperandSpec source) {
  source.value = getReadable(source.value);
  ComputeSpec spec;
  spec.operands.push_back(source);
  spec.type = type;
  auto body = [](OpBuilder &, Location, ValueRange elements) -> Value {
    return elements[0];
  };
  spec.body = body;
  FailureOr<Value> result = build(loc, spec);
  if (failed(result))
    return failure();
  return SmallVector<Value>{*result};
}

TypedAttr neo::getConstant(Value scalar) {
  Attribute value;
  if (scalar && matchPattern(scalar, m_Constant(&value)))
    return dyn_cast<TypedAttr>(value);
  return {};
}

TypedAttr neo::getSplat(Value tensor) {
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
    return dyn_cast_or_null<TypedAttr>(
        Builder(empty.getContext())
            .getZeroAttr(empty.getType().getElementType()));
  DenseElementsAttr elements;
  if (matchPattern(tensor, m_Constant(&elements)))
    return elements.isSplat()
               ? dyn_cast<TypedAttr>(elements.getSplatValue<Attribute>())
               : TypedAttr();
  auto compute = tensor.getDefiningOp<ComputeOp>();
  if (!compute || compute.getKind() != ReductionKind::none)
    return {};
  if (auto element = dyn_cast<BlockArgument>(compute.getYielded())) {
    unsigned operand = element.getArgNumber();
    return compute.getGuard(operand) ? TypedAttr()
                                     : getSplat(compute.getOperand(operand));
  }
  return getConstant(compute.getYielded());
}

Value neo::evaluate(OpBuilder &b, Location loc, IntegerSet inside) {
  SmallVector<Value> loops;
  for (unsigned d = 0; d < inside.getNumDims(); ++d)
    loops.push_back(
        IndexOp::create(b, loc, b.getIndexType(), b.getI64IntegerAttr(d)));
  Value zero = arith::ConstantIndexOp::create(b, loc, 0), all;
  for (unsigned i = 0; i < inside.getNumConstraints(); ++i) {
    auto predicate =
        inside.isEq(i) ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge;
    Value value =
        affine::expandAffineExpr(b, loc, inside.getConstraint(i), loops, {});
    Value holds = arith::CmpIOp::create(b, loc, predicate, value, zero);
    all = all ? arith::AndIOp::create(b, loc, all, holds).getResult() : holds;
  }
  return all;
}
