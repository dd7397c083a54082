//===- Interpreter.h - What a neo function computes -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The reference interpreter visits every point of every loop in row-major
// order and does what docs/Dialect.md says, one number at a time:
//
//     for each point x of the output loops
//       value = identity
//       for each point r of the reduction loops
//         if where(x, r)
//           value = combine(value, body(a_1(x, r), ..., a_K(x, r)))
//       out[x] = value
//
// It is simple because it is the oracle of every pass: a pass is right if the
// interpreter computes the same before and after it, and the interpreter itself
// is verified by reading it.
//
// Every float operation rounds to its own type. With `doublePrecision` all
// floats are doubles instead, results included: the value that a correct
// program approaches, whatever order it sums in.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_INTERPRETER_INTERPRETER_H
#define NEO_DIALECT_INTERPRETER_INTERPRETER_H

#include "Neo/Dialect/Interpreter/Tensor.h"
#include "Neo/Dialect/NeoDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace neo {

struct InterpreterOptions {
  bool doublePrecision = false;
  /// Calls may nest this deep before they count as endless recursion.
  unsigned maxCallDepth = 256;
  /// Told what is wrong with an index from data, beside the diagnostic (R1).
  std::string *wrongIndex = nullptr;
};

/// Runs `function` on `inputs`, one tensor per argument. Reports on the
/// function or operation at fault and fails if inputs do not fit or something
/// has no meaning here.
llvm::FailureOr<llvm::SmallVector<Tensor>>
interpret(mlir::func::FuncOp function, llvm::ArrayRef<Tensor> inputs,
          const InterpreterOptions &options = {});

/// Runs one operator on its operands.
llvm::FailureOr<Tensor>
interpretCompute(ComputeOp op, llvm::ArrayRef<const Tensor *> operands,
                 const InterpreterOptions &options);

/// The same for indices that are data; fails where one is not inside (R1).
llvm::FailureOr<Tensor> interpretGather(GatherOp op,
                                        llvm::ArrayRef<const Tensor *> operands,
                                        const InterpreterOptions &options);
llvm::FailureOr<Tensor>
interpretScatterAdd(ScatterAddOp op, llvm::ArrayRef<const Tensor *> operands,
                    const InterpreterOptions &options);

/// Runs a loop over time: its last state, then its stacked outputs.
llvm::FailureOr<llvm::SmallVector<Tensor>>
interpretScan(ScanOp op, llvm::ArrayRef<const Tensor *> operands,
              const InterpreterOptions &options);

/// The kind that values of `type` have under `options`.
std::optional<ElementKind>
getInterpretedKind(mlir::Type type, const InterpreterOptions &options);

/// A tensor of zeros for a result of `op`; fails if it does not fit in memory.
llvm::FailureOr<Tensor> allocateTensor(mlir::Operation *op, ElementKind kind,
                                       llvm::ArrayRef<int64_t> shape);

} // namespace neo

#endif // NEO_DIALECT_INTERPRETER_INTERPRETER_H
