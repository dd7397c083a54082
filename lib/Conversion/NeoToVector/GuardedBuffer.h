//===- GuardedBuffer.h - Masked loads of an operand -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Every way to read the lanes of an operand (AccessPlan.h) comes down to
// contiguous vector loads and scalar loads. They are emitted here, each under a
// mask: masked-off lanes access no memory, so an out-of-bounds index under a
// failing guard is harmless, and they hold the pad. Masks are built from the
// guard of the same vector (LaneGuard.h).
//
// Values have their storage type, in which an i1 is a byte, until the vector is
// complete (fromStorage).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_GUARDEDBUFFER_H
#define NEO_CONVERSION_NEOTOVECTOR_GUARDEDBUFFER_H

#include "LaneGuard.h"

namespace neo {

/// The pad: the value of `operand` where its guard fails.
mlir::TypedAttr getPad(const NestOperand &operand);

class GuardedBuffer {
public:
  /// Reads `operand` at `point`; both must outlive this object.
  GuardedBuffer(TileState &state, const NestOperand &operand,
                mlir::Value buffer, const TilePoint &point)
      : guard(state, operand.guard, point), state(state), operand(operand),
        buffer(buffer) {}

  const LaneGuard guard;

  /// Loads contiguous elements from `from` on, `count` or a whole vector, where
  /// `mask` is on; elsewhere `others`, or the pad.
  mlir::Value load(mlir::Value from, int64_t count, ReadMask mask,
                   mlir::Value others = {});
  /// Loads the element at `from`, or gives the pad; the index is 0 where the
  /// mask is off.
  mlir::Value loadOne(mlir::Value from, ReadMask mask);
  /// Loads the elements at `places`, a vector of index, one by one, in the
  /// lanes that are inside the loops and in which `mask` is on; elsewhere the
  /// pad.
  mlir::Value loadEach(mlir::Value places,
                       llvm::function_ref<bool(int64_t)> isInside,
                       ReadMask mask);
  /// Selects `all` in the lanes of `mask`, elsewhere the pad.
  mlir::Value padBeside(ReadMask mask, mlir::Value all);

  mlir::Type elementType() const;
  mlir::VectorType vectorType() const { return state.vectorOf(elementType()); }
  /// The pad as a value of `type`, splat if that is a vector.
  mlir::Value padding(mlir::Type type);
  /// Converts a loaded value from its storage type to the type of the body's
  /// argument.
  mlir::Value fromStorage(mlir::Value value);

private:
  TileState &state;
  const NestOperand &operand;
  mlir::Value buffer;
};

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_GUARDEDBUFFER_H
