//===- Batch.h - One extent that stands for any batch size ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A program that serves every batch size is compiled with a number in the
// batch's place, its stand-in, and the module says which number that is:
//
//     module attributes {neo.batch = 127 : i64} {
//       func.func @f(%x: tensor<127x8xf32>) -> tensor<127x8xf32>
//
// From then on 127 is a name. Tensors, maps, derivatives and fusion stay what
// they are; only the kernels' trip counts and the plan's sizes follow the
// arguments at run time. That is right for a *decoupled* batch, one that is
// nothing but a whole index:
// (B1) A tensor has the batch as its first dimension and nowhere else.
// (B2) The first dimension of such a tensor is indexed by a loop of that
//      extent, and nothing else is; guards do not mention the loop.
// (B3) Bodies do not use the loop's value, and no position is counted over it.
// (B4) No data says which item is read or added to, and no scan has a batch.
//
// The rules are checked before and after a program is optimised. With them an
// operator treats all items alike, whatever their number; a wrong one is
// refused and never guessed at. Why a stand-in and no symbol in the extents?
// Every analysis knows constants, and none had to be taught a second kind.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_BATCH_H
#define NEO_DIALECT_BATCH_H

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/IR/BuiltinOps.h"

namespace neo {

/// The attribute of a module with its batch's stand-in.
constexpr llvm::StringLiteral batchAttrName = "neo.batch";

/// The attribute of a launch whose kernel takes the number of items: how many
/// of them one step of the range covers, 0 if the range is not over them.
constexpr llvm::StringLiteral batchTileAttrName = "neo.batch_tile";

/// The stand-in of the module around `op`; nothing if it has none.
std::optional<int64_t> getBatch(mlir::Operation *op);

/// Is `type` a tensor with one slice per item?
bool isBatched(mlir::Type type, std::optional<int64_t> batch);

/// Checks (B1) to (B4) and reports what breaks them.
mlir::LogicalResult verifyBatch(mlir::ModuleOp module);

} // namespace neo

#endif // NEO_DIALECT_BATCH_H
