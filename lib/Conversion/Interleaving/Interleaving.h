//===- Interleaving.h - List scheduling of several chains -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A step of a kernel evaluates its body for several vectors. An exponential is
// a dependence chain, some fifty cycles for fifteen operations, and the
// out-of-order window holds only about a hundred operations. So several chains
// are interleaved, by list scheduling:
//
//     a1 a2 a3 store  b1 b2 b3 store   -->   a1 b1 a2 b2 a3 b3 store store
//
// The priority of an operation is its relative depth: its depth in cycles over
// the latency of its whole chain. Equal chains then alternate, and a short
// chain is spread along a long one, as the maximum of a row along the
// exponentials of another. The head of a chain, a load, is placed just before
// its first use.
//
// Each chain in flight occupies registers. All chains are interleaved together,
// or in two groups, in four and so on: the first variant is chosen whose live
// values, with constants and tables, fit the registers; if none does, the block
// is not changed.
//
// Only blocks with long chains (LongChains.h) are reordered: elsewhere the
// order of a tile (TileLoops.h) keeps its accumulators in registers. Blocks
// with accumulators are not reordered either: software-pipelined sweeps
// (RowStages.cpp) have enough parallelism beside an exponential.
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
