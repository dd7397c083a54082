//===- Scratch.cpp - Memory of a thread on the stack ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Scratch.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

/// Clears what lies behind the first `used` elements.
static void clearPadding(OpBuilder &b, Location loc, Value scratch,
                         int64_t used) {
  auto type = cast<MemRefType>(scratch.getType());
  auto padding =
      VectorType::get(type.getNumElements() - used, type.getElementType());
  Value zeros = arith::ConstantOp::create(b, loc, b.getZeroAttr(padding));
  Value begin = arith::ConstantIndexOp::create(b, loc, used);
  vector::StoreOp::create(b, loc, zeros, scratch, begin);
}

Value neo::allocateScratch(OpBuilder &b, Location loc, int64_t elements,
                           Type type, int64_t used) {
  OpBuilder::InsertionGuard guard(b);
  Operation *parent = b.getInsertionBlock()->getParentOp();
  auto function = dyn_cast<func::FuncOp>(parent);
  if (!function)
    function = parent->getParentOfType<func::FuncOp>();
  b.setInsertionPointToStart(&function.getBody().front());
  Value scratch = memref::AllocaOp::create(
      b, loc, MemRefType::get({elements}, type), b.getI64IntegerAttr(64));
  if (used < elements)
    clearPadding(b, loc, scratch, used);
  return scratch;
}
