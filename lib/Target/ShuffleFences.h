//===- ShuffleFences.h - Keep LLVM from combining forever -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// With AVX-512 without VBMI, LLVM 22 can combine shuffles of halves without
// end, until its stack is full: SelectionDAG::ReplaceAllUsesWith makes a node
// of its own users, where strided lanes of two adjacent vectors are taken more
// than once, and a lane that is in neither of them is inserted:
//
//     a = shuffle <8 x half> u, v [3, 7, 11, 15, ...]
//     b = shuffle <8 x half> u, v [5, 9, 13, ...]
//     c = shuffle <8 x half> u, v [7, 11, 15, ...]
//     d = insertelement b, s, 4
//
// Behind a freeze, which costs no instruction, the insertion and the shuffle
// are not combined:
//
//     d = insertelement (freeze b), s, 4
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_SHUFFLEFENCES_H
#define NEO_LIB_TARGET_SHUFFLEFENCES_H

#include "llvm/IR/Module.h"

namespace neo {

/// Freezes shuffles of halves into which elements are inserted. To be called
/// behind all passes that simplify shuffles.
void fenceShuffles(llvm::Module &module);

} // namespace neo

#endif // NEO_LIB_TARGET_SHUFFLEFENCES_H
