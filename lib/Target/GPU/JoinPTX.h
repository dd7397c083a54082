//===- JoinPTX.h - Texts of PTX as one --------------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Kernels that were compiled apart become one text. What they share, functions
// and tables of libdevice and the declaration of shared memory, stands in each
// of the parts, word for word:
//
//     .version 8.0                      .version 8.0
//     .global .b8 table[24] = {...};    .global .b8 table[24] = {...};
//     .visible .entry f0() {...}        .visible .entry f0() {...}
//                                       .visible .entry f1() {...}
//     .version 8.0
//     .global .b8 table[24] = {...};
//     .visible .entry f1() {...}
//
// The order of a part is kept, so that all is declared before it is used.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_GPU_JOINPTX_H
#define NEO_LIB_TARGET_GPU_JOINPTX_H

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace neo {

/// The text of all `parts`, which are of one version and for one chip.
std::string joinPTX(llvm::ArrayRef<std::string> parts);

} // namespace neo

#endif // NEO_LIB_TARGET_GPU_JOINPTX_H
