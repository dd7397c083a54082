//===- KernelEmitter.h - One kernel from one loop nest ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Writes the function `kernel(operands..., result, begin, end)` of a nest and
// its schedule: tiles of output elements, the first loops shared among threads,
// the remainder of a loop as a smaller tile with code of its own.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_KERNELEMITTER_H
#define NEO_CONVERSION_NEOTOVECTOR_KERNELEMITTER_H

#include "TileBody.h"

namespace neo {

/// The attribute that marks a function as a kernel.
constexpr llvm::StringLiteral kernelAttrName = "neo.kernel";

struct Kernel {
  mlir::func::FuncOp function;
  int64_t extent; // of the range that threads share
  int64_t grain;  // least part of it worth a thread's while
  /// Of a kernel that takes the number of items (Batch.h): how many of them
  /// one step of the range covers, 0 if the range is not over them. `extent`
  /// counts the steps of one such tile.
  std::optional<int64_t> batchTile = std::nullopt;
  /// Have steps of the range disjoint footprints (DisjointFootprints.h)?
  bool hasDisjointFootprints = false;
};

/// An empty function that takes the flat buffers of tensors of the types
/// `operands` and `results`, and a range. With `countsItems`, a buffer of one
/// i64 comes after the results: the size of the batch.
mlir::func::FuncOp
createKernelFunction(mlir::ModuleOp module, llvm::StringRef name,
                     mlir::Location loc, mlir::TypeRange operands,
                     mlir::TypeRange results, bool countsItems = false);
/// The same, with the operands and results of `op`.
mlir::func::FuncOp createKernelFunction(mlir::ModuleOp module,
                                        llvm::StringRef name,
                                        mlir::Operation *op,
                                        bool countsItems = false);
/// Ends an empty kernel; what is built goes before its end.
mlir::OpBuilder enterKernel(mlir::func::FuncOp function);
/// Goes from `begin` to `end` step by step, inside from now on; gives the step.
mlir::Value walkRange(mlir::OpBuilder &b, mlir::Location loc, mlir::Value begin,
                      mlir::Value end);

/// The least part of a range of `extent` steps, over `points` points in all,
/// that is worth a thread's while: about ten microseconds of work.
int64_t chooseGrain(int64_t points, int64_t extent);

/// The number of items, which a kernel is given as `buffer`.
mlir::Value loadItems(mlir::OpBuilder &b, mlir::Location loc,
                      mlir::Value buffer);

/// How the kernel `function`, by `nest` and `schedule`, is launched.
Kernel describeKernel(mlir::func::FuncOp function, const LoopNest &nest,
                      const Schedule &schedule);

/// Emits the kernel of `nest` at the end of `module`, called `name`.
Kernel emitKernel(mlir::ModuleOp module, llvm::StringRef name,
                  const LoopNest &nest, const Schedule &schedule);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_KERNELEMITTER_H
