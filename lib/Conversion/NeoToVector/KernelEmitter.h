//===- KernelEmitter.h - One kernel from one loop nest ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Emits the function `kernel(operands..., result, begin, end)` of a nest and
// its schedule: loops over register tiles, of which the outermost are parallel,
// and an epilogue of smaller tiles for the remainder of each loop.
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
  int64_t extent; // trip count of the parallel range
  int64_t grain;  // fewest steps that pay for a task of their own
  /// For a kernel that takes the number of items (Batch.h): how many of them
  /// one step of the range covers, 0 if the range does not iterate over items.
  /// `extent` counts the steps of one such tile.
  std::optional<int64_t> batchTile = std::nullopt;
  /// Do the steps of the range have disjoint footprints (DisjointFootprints.h)?
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
/// Adds the return to an empty kernel; the builder's insertion point is before
/// it.
mlir::OpBuilder enterKernel(mlir::func::FuncOp function);
/// Creates a loop from `begin` to `end` with step 1 and sets the insertion
/// point inside it; returns its induction variable.
mlir::Value walkRange(mlir::OpBuilder &b, mlir::Location loc, mlir::Value begin,
                      mlir::Value end);

/// The grain of a range of `extent` steps, over `points` points in all: the
/// fewest steps that take about ten microseconds.
int64_t chooseGrain(int64_t points, int64_t extent);

/// Loads the number of items from `buffer`.
mlir::Value loadItems(mlir::OpBuilder &b, mlir::Location loc,
                      mlir::Value buffer);

/// The launch parameters of the kernel `function` of `nest` and `schedule`.
Kernel describeKernel(mlir::func::FuncOp function, const LoopNest &nest,
                      const Schedule &schedule);

/// Emits the kernel of `nest` at the end of `module`, called `name`.
Kernel emitKernel(mlir::ModuleOp module, llvm::StringRef name,
                  const LoopNest &nest, const Schedule &schedule);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_KERNELEMITTER_H
