//===- LongChains.h - Blocks that wait for latency --------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// In an exponential each operation waits for the one before, and a division
// takes as long as a dozen products. A block with such *chains* is worth more
// than others: functions of one number become tables in it
// (neo-tabulate-functions), and its operations are interleaved
// (neo-interleave). The second has to know what the block was before functions
// were expanded, so neo-find-long-chains marks its terminator.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_LONGCHAINS_H
#define NEO_CONVERSION_LONGCHAINS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SetVector.h"

namespace neo {

/// The attribute of the terminator of a block that had long chains.
constexpr llvm::StringLiteral longChainsAttrName = "neo.long_chains";

/// The blocks in `root` that divide vectors or evaluate functions of them.
llvm::SetVector<mlir::Block *> findLongChains(mlir::Operation *root);

} // namespace neo

#endif // NEO_CONVERSION_LONGCHAINS_H
