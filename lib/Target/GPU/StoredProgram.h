//===- StoredProgram.h - Programs for a GPU in the cache --------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A program whose text is known skips every pass, as on the CPU (CodeCache.h):
// what is kept is its plan, what each kernel needs, and the PTX. Cubins are
// entries of their own, which other programs find as well (Assembler.h).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_GPU_STOREDPROGRAM_H
#define NEO_LIB_TARGET_GPU_STOREDPROGRAM_H

#include "Neo/Runtime/Cuda/GPUProgram.h"

#include <optional>
#include <string_view>

namespace neo {

/// `program`, without its cubins, in bytes.
std::string writeProgram(const GPUProgram &program);

/// Nothing if `bytes` are not what writeProgram() wrote.
std::optional<GPUProgram> readGPUProgram(std::string_view bytes);

} // namespace neo

#endif // NEO_LIB_TARGET_GPU_STOREDPROGRAM_H
