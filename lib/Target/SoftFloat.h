//===- SoftFloat.h - conversions a processor may lack -----------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// Where the processor cannot round f64 to f16, LLVM calls a function of the
// compiler's support library, which older ones (GCC 12's) do not have or do not
// export. The linker of kernels brings its own. Roundings to bf16 are expanded
// (HalfRoundings.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_SOFTFLOAT_H
#define NEO_LIB_TARGET_SOFTFLOAT_H

#include "llvm/Support/Error.h"

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace neo {

/// Gives kernels linked by `jit` the functions that LLVM calls.
llvm::Error defineSoftFloat(llvm::orc::LLJIT &jit);

} // namespace neo

#endif // NEO_LIB_TARGET_SOFTFLOAT_H
