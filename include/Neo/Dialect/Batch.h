//===- Batch.h - One extent that stands for any batch size ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A program that serves every batch size is compiled with a number in the
// batch's place, its placeholder, and the module says which number that is:
//
//     module attributes {neo.batch = 127 : i64} {
//       func.func @f(%x: tensor<127x8xf32>) -> tensor<127x8xf32>
//
// From then on 127 is a name. Tensors, maps, derivatives and fusion stay what
// they are; only the kernels' trip counts and the plan's sizes follow the
// arguments at run time. That is right for a *decoupled* batch, one that is
// nothing but a whole index:
// (B1) The batch is one dimension of a tensor, any of them, or none.
// (B2) That dimension is indexed by a loop of that extent alone, or by 0: every
//      batch has a first item. Nothing else is indexed by such a loop.
// (B3) A condition asks of such a loop whether it stands at the first item, or
//      how two of them compare: `b == 0`, `b >= 1`, `b >= c`.
// (B4) No data says which item is read or added to.
//
// The rules are checked before and after a program is optimised. With them an
// operator does what it says whatever the number of items: its loops' values,
// which bodies may use, are those of the items, and no constant is compared
// with them that a small batch does not reach or a large one exceeds. A wrong
// operator is refused and never guessed at.
//
// Where the batch is the first dimension, no position in a buffer depends on
// its extent. Elsewhere one does: x[t, b] of a tensor<10x127> lies at N t + b,
// and a nest keeps the two parts apart (LoopNest.h).
//
// Why a placeholder and no symbol in the extents? All analyses know constants,
// and none had to be taught a second kind.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_BATCH_H
#define NEO_DIALECT_BATCH_H

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/IR/BuiltinOps.h"

namespace neo {

/// The attribute of a module with its batch's placeholder.
constexpr llvm::StringLiteral batchAttrName = "neo.batch";

/// The attribute of a launch whose kernel takes the number of items: how many
/// of them one step of the range covers, 0 if the range is not over them.
constexpr llvm::StringLiteral batchTileAttrName = "neo.batch_tile";

/// The placeholder of the module around `op`; none if it has no batch.
std::optional<int64_t> getBatch(mlir::Operation *op);

/// The dimension of `type` that is the batch, if one is.
std::optional<unsigned> getBatchDimension(mlir::Type type,
                                          std::optional<int64_t> batch);

/// Is the batch a dimension of the tensor `type`?
bool isBatched(mlir::Type type, std::optional<int64_t> batch);

/// Checks (B1) to (B4), and reports what breaks them.
mlir::LogicalResult verifyBatch(mlir::ModuleOp module);

} // namespace neo

#endif // NEO_DIALECT_BATCH_H
