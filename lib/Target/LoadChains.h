//===- LoadChains.h - Few loads at the end of one chain ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// While LLVM selects instructions, loads of a block hang on the chain of what
// last wrote memory; in a kernel, on the one at the block's entry. For each of
// them, and each time it looks at it again, X86 walks through all users of that
// chain in search of a wider load of the same address (combineLoad in
// X86ISelLowering.cpp): 1,090 loads of a block took 4.6 s, the rest of the code
// generator 0.2 s. An empty assembly instruction is the end of a chain and
// costs nothing but a boundary for the scheduler, so one stands behind every
// 128 loads of chains that have more than twice as many:
//
//     %1 = load ...
//     ...
//     %128 = load ...
//     call void asm sideeffect "", ""()
//     %129 = load ...
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_LOADCHAINS_H
#define NEO_LIB_TARGET_LOADCHAINS_H

#include "llvm/IR/Module.h"

namespace neo {

/// Ends the chains of blocks with many loads. To be called behind all passes
/// that move loads.
void endLoadChains(llvm::Module &module);

} // namespace neo

#endif // NEO_LIB_TARGET_LOADCHAINS_H
