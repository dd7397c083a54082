//===- SideBySide.h - Long chains of operations in turns --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A step of a kernel evaluates its body for several vectors. In an exponential
// each operation waits for the one before, some fifty cycles for fifteen
// operations, and a processor looks for others among the hundred or so that
// come next. So several chains take turns:
//
//     a1 a2 a3 store  b1 b2 b3 store   -->   a1 b1 a2 b2 a3 b3 store store
//
// Where an operation goes is how far along its own chain it is, in cycles from
// the chain's beginning over the cycles of the whole. Chains of one kind then
// take turns, and a short one is spread along a long one, as the maximum of a
// row along the exponentials of another. What only begins a chain, a load, goes
// just before its first use.
//
// Each chain in turns holds registers. Of the ways to go all together, in two
// groups, in four and so on the first is taken whose live values, with the
// constants and the tables, fit the registers; if none does, the block stays
// as it was written.
//
// Only blocks that evaluate a function or divide are ordered: elsewhere the
// order of a tile (TileLoops.h) is what keeps its sums in registers. Nor are
// those that carry sums: passes over different rows (RowStages.cpp) have
// enough beside an exponential.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOVECTOR_SIDEBYSIDE_H
#define NEO_CONVERSION_NEOTOVECTOR_SIDEBYSIDE_H

#include "Neo/Dialect/NeoDialect.h"

#include "llvm/ADT/SetVector.h"

namespace neo {

/// How many vectors a step of `kernel`, which reduces nothing, takes: four
/// where chains are long. erf and tanh have six tables each, which leaves
/// registers for no more than two.
int64_t countSideBySide(KernelOp kernel);

/// The blocks in `root` that divide vectors or evaluate functions of them.
llvm::SetVector<mlir::Block *> findLongChains(mlir::Operation *root);

/// Lets the chains of `block` take turns in a machine with so many vector
/// `registers`.
void orderSideBySide(mlir::Block &block, unsigned registers);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOVECTOR_SIDEBYSIDE_H
