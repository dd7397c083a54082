//===- Shuffle.cpp - Values of other lanes --------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Shuffle.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace neo;

static Value shuffleWord(KernelState &state, Value word, int64_t distance) {
  return gpu::ShuffleOp::create(state.b, state.loc, word, distance, warpLanes,
                                gpu::ShuffleMode::XOR)
      .getShuffleResult();
}

/// The halves of 64 bits, one after the other.
static Value shuffleHalves(KernelState &state, Value bits, int64_t distance) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  Value by = arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(32));
  Value low = arith::TruncIOp::create(b, loc, b.getI32Type(), bits);
  Value high = arith::TruncIOp::create(
      b, loc, b.getI32Type(), arith::ShRUIOp::create(b, loc, bits, by));
  low = arith::ExtUIOp::create(b, loc, b.getI64Type(),
                               shuffleWord(state, low, distance));
  high = arith::ExtUIOp::create(b, loc, b.getI64Type(),
                                shuffleWord(state, high, distance));
  return arith::OrIOp::create(b, loc, low,
                              arith::ShLIOp::create(b, loc, high, by));
}

Value neo::shuffleXor(KernelState &state, Value value, int64_t distance) {
  OpBuilder &b = state.b;
  Location loc = state.loc;
  Type type = value.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  Type bits = b.getIntegerType(width);
  if (type != bits)
    value = arith::BitcastOp::create(b, loc, bits, value);
  if (width == 64) {
    value = shuffleHalves(state, value, distance);
  } else if (width == 32) {
    value = shuffleWord(state, value, distance);
  } else {
    Value word = arith::ExtUIOp::create(b, loc, b.getI32Type(), value);
    word = shuffleWord(state, word, distance);
    value = arith::TruncIOp::create(b, loc, bits, word);
  }
  return type == bits ? value
                      : Value(arith::BitcastOp::create(b, loc, type, value));
}
