//===- Scratch.cpp - Memory of a thread on the stack ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Scratch.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

/// Clears all but the first `used` elements, and the vector that they end in.
static void clearPadding(OpBuilder &b, Location loc, Value scratch,
                         int64_t used) {
  constexpr int64_t lanes = 16; // No vector that is loaded from it has more.
  auto type = cast<MemRefType>(scratch.getType());
  auto vector = VectorType::get(lanes, type.getElementType());
  Value zeros = arith::ConstantOp::create(b, loc, b.getZeroAttr(vector));
  for (int64_t at = used / lanes * lanes; at < type.getNumElements();
       at += lanes)
    vector::StoreOp::create(
        b, loc, zeros, scratch,
        arith::ConstantIndexOp::create(b, loc, at).getResult());
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
