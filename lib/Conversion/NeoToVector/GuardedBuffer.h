//===- GuardedBuffer.h - A buffer behind the guard of its operand -*- C++ -*-=//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// However the lanes of an operand are read (AccessPlan.h), it is done by loads
// of neighbours, or of one element. They are emitted here, and each under a
// mask: where it is off, nothing is touched, so that an index outside the
// buffer under a failing guard is harmless, and what comes back is the pad.
// Masks are made by the guard of the same vector (LaneGuard.h).
//
// All values are as they lie in memory, where an i1 is a byte, until the whole
// vector is there (fromStorage).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_GUARDEDBUFFER_H
#define NEO_CONVERSION_NEOTOVECTOR_GUARDEDBUFFER_H

#include "LaneGuard.h"

namespace neo {

/// What is read where the guard of `operand` fails.
mlir::TypedAttr getPad(const NestOperand &operand);

class GuardedBuffer {
public:
  /// Of `operand` at `point`, both of which outlive this.
  GuardedBuffer(TileState &state, const NestOperand &operand,
                mlir::Value buffer, const TilePoint &point)
      : guard(state, operand.guard, point), state(state), operand(operand),
        buffer(buffer) {}

  const LaneGuard guard;

  /// The neighbours from `from` on that `mask` has, `count` or a whole vector;
  /// elsewhere `others`, or the pad.
  mlir::Value load(mlir::Value from, int64_t count, ReadMask mask,
                   mlir::Value others = {});
  /// The element at `from`, or the pad. The index falls back to 0.
  mlir::Value loadOne(mlir::Value from, ReadMask mask);
  /// `all` in the lanes of `mask`, elsewhere the pad.
  mlir::Value padBeside(ReadMask mask, mlir::Value all);

  mlir::Type elementType() const;
  mlir::VectorType vectorType() const { return state.vectorOf(elementType()); }
  /// The pad in all of `type`, a vector or one element.
  mlir::Value padding(mlir::Type type);
  /// What was read, as the body sees it.
  mlir::Value fromStorage(mlir::Value value);

private:
  TileState &state;
  const NestOperand &operand;
  mlir::Value buffer;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_GUARDEDBUFFER_H
