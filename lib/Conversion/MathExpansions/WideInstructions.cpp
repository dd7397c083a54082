//===- WideInstructions.cpp - Instructions of AVX-512 only ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/WideInstructions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace neo;

WideInstructions::WideInstructions(OpBuilder &b, Location loc)
    : b(b), loc(loc), floats(VectorType::get({16}, b.getF32Type())),
      none(constant(b.getZeroAttr(floats))),
      all(constant(b.getI16IntegerAttr(-1))),
      current(constant(b.getI32IntegerAttr(4))) {}

Float WideInstructions::lookUp(Bits index, ArrayRef<float> table) {
  Value low = constant(DenseElementsAttr::get(floats, table.take_front(16)));
  if (table.size() == 16)
    return call("permvar.sf.512", {low, index});
  Value high = constant(DenseElementsAttr::get(floats, table.drop_front(16)));
  return call("vpermi2var.ps.512", {low, index, high});
}

Float WideInstructions::exponent(Float x) {
  return call("mask.getexp.ps.512", {x, none, all, current});
}

Float WideInstructions::mantissa(Float x) {
  Value positive = constant(b.getI32IntegerAttr(8));
  return call("mask.getmant.ps.512", {x, positive, none, all, current});
}

Float WideInstructions::within(Float x, double bound) {
  Value closerWithSign = constant(b.getI32IntegerAttr(2));
  return call("mask.range.ps.512",
              {x, x.number(bound), closerWithSign, none, all, current});
}

Float WideInstructions::scale(Float x, Float n) {
  return call("mask.scalef.ps.512", {x, n, none, all, current});
}

Value WideInstructions::constant(TypedAttr value) {
  return arith::ConstantOp::create(b, loc, value);
}

Float WideInstructions::call(StringRef name, ValueRange operands) {
  auto intrinsic = b.getStringAttr("llvm.x86.avx512." + name);
  return {b, loc,
          LLVM::CallIntrinsicOp::create(b, loc, floats, intrinsic, operands)
              .getResult(0)};
}
