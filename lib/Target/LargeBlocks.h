//===- LargeBlocks.h - Instructions of large blocks in order ----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Before registers are allocated, LLVM puts the selected instructions of a
// block in an order: on x86 that of the source, kept by a list that is searched
// from end to end for each of them. A block of ten thousand, as a tile of many
// steps with indices that divide is, took 7 of 7.3 seconds there. Blocks of
// more than a few thousand nodes are ordered by the need for registers instead
// (the list-burr scheduler, a heap), in 0.1 s. The machine scheduler comes
// after either.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_LARGEBLOCKS_H
#define NEO_LIB_TARGET_LARGEBLOCKS_H

namespace neo {

/// Has LLVM order large blocks so, in this process.
void orderLargeBlocksFast();

} // namespace neo

#endif // NEO_LIB_TARGET_LARGEBLOCKS_H
