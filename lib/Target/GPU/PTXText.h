//===- PTXText.h - Kernels of PTX, apart and together -----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A program's kernels are compiled apart and become one text, and its kernels
// are assembled apart again. What they share, functions and tables of libdevice
// and the declaration of shared memory, stands in each of the parts, the same
// but for the numbers of labels:
//
//     .version 8.0                      .version 8.0
//     .global .b8 table[24] = {...};    .global .b8 table[24] = {...};
//     .visible .entry f0() {...}        .visible .entry f0() {...}
//                                       .visible .entry f1() {...}
//     .version 8.0
//     .global .b8 table[24] = {...};
//     .visible .entry f1() {...}
//
// The order of a part is kept, so that all is declared before it is used. A
// function that LLVM made another one of, for the constants that one part calls
// it with, has a name of its own in that part.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_GPU_PTXTEXT_H
#define NEO_LIB_TARGET_GPU_PTXTEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace neo {

/// A kernel with all that it needs of the text that it stood in.
struct KernelText {
  std::string name, text;
};

/// The kernels of a text of PTX, each as a text of its own.
std::vector<KernelText> splitKernels(llvm::StringRef ptx);

/// The text of all `parts`, which are of one version and for one chip.
std::string joinPTX(llvm::ArrayRef<std::string> parts);

} // namespace neo

#endif // NEO_LIB_TARGET_GPU_PTXTEXT_H
