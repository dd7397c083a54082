//===- ScalarProgram.h - The body of a neo.compute, decoded -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A body is a straight line of scalar operations. It is decoded once into
// instructions over numbered slots and then run at every point:
//
//     ^bb0(%a: f32, %w: f32):              slots 0 and 1
//       %0 = arith.mulf %a, %w : f32       slot 2 = arith.mulf(slots 0, 1)
//       neo.yield %0 : f32                 gives slot 2
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_INTERPRETER_SCALARPROGRAM_H
#define NEO_DIALECT_INTERPRETER_SCALARPROGRAM_H

#include "Neo/Dialect/Interpreter/Interpreter.h"
#include "Neo/Dialect/Interpreter/ScalarTable.h"

#include "llvm/ADT/DenseMap.h"

namespace neo {

class ScalarProgram {
public:
  /// Decodes the body of `op`; reports an operation without a meaning here.
  static llvm::FailureOr<ScalarProgram>
  decode(ComputeOp op, const InterpreterOptions &options);

  /// Where the value of body argument `i` goes before a run.
  Scalar &getArgument(unsigned i) { return slots[i]; }

  /// What the body yields at the given values of all loops.
  Scalar run(const int64_t *loops);

  ElementKind getResultKind() const { return kinds[resultSlot]; }

private:
  struct Instruction {
    const ScalarFunction *function;
    llvm::SmallVector<unsigned, 3> operands;
    unsigned result;
    ElementKind from, to;
    int64_t predicate;
  };
  struct LoopRead {
    unsigned slot, loop;
  };

  unsigned addSlot(mlir::Value value, const InterpreterOptions &options);
  llvm::LogicalResult addOperation(mlir::Operation &op,
                                   const InterpreterOptions &options);
  llvm::LogicalResult addInstruction(mlir::Operation &op, unsigned result);

  llvm::SmallVector<Scalar> slots;
  llvm::SmallVector<ElementKind> kinds;
  llvm::SmallVector<Instruction> instructions;
  llvm::SmallVector<LoopRead> loopReads;
  llvm::DenseMap<mlir::Value, unsigned> slotOf;
  unsigned resultSlot = 0;
};

} // namespace neo

#endif // NEO_DIALECT_INTERPRETER_SCALARPROGRAM_H
