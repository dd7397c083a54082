//===- LongChains.h - Blocks bound by dependence chains ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// An exponential is a long dependence chain, and a division has the latency of
// a dozen products. Blocks with such *chains* are bound by latency: functions
// of one variable become tables there (neo-tabulate-functions), and operations
// are interleaved (neo-interleave). The latter runs after functions were
// expanded, so neo-find-long-chains marks the terminator of the block before.
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
