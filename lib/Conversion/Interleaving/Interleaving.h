//===- Interleaving.h - Operations of several chains in turn ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A step of a kernel evaluates its body for several vectors. In an exponential
// each operation waits for the one before, some fifty cycles for fifteen
// operations, and a processor looks for others among the hundred or so that
// come next. So several chains are interleaved, by list scheduling:
//
//     a1 a2 a3 store  b1 b2 b3 store   -->   a1 b1 a2 b2 a3 b3 store store
//
// Where an operation goes is how far along its own chain it is, in cycles from
// the chain's beginning over the cycles of the whole. Chains of one kind then
// alternate, and a short one is spread along a long one, as the maximum of a
// row along the exponentials of another. What only begins a chain, a load, goes
// just before its first use.
//
// Each chain in flight holds registers. Of the ways to go all together, in two
// groups, in four and so on the first is taken whose live values, with the
// constants and the tables, fit the registers; if none does, the block stays
// as it was written.
//
// Only blocks with long chains (LongChains.h) are ordered: elsewhere the
// order of a tile (TileLoops.h) is what keeps its sums in registers. Nor are
// those that carry sums: sweeps over different rows (RowStages.cpp) have
// enough beside an exponential.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_INTERLEAVING_INTERLEAVING_H
#define NEO_CONVERSION_INTERLEAVING_INTERLEAVING_H

#include "mlir/IR/Block.h"

namespace neo {

/// Interleaves the chains of `block` for a machine with so many vector
/// `registers`.
void interleave(mlir::Block &block, unsigned registers);

} // namespace neo

#endif // NEO_CONVERSION_INTERLEAVING_INTERLEAVING_H
