//===- Assembler.h - ptxas of the CUDA toolkit ------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The driver assembles PTX when it loads it: one kernel after the other, in
// this process, and again in the next one. Where the toolkit is there, its
// assembler does it before: several kernels at once, each in a process of its
// own, and what it makes, a *cubin* for one chip, is kept in the cache of
// machine code (CodeCache.h) under the kernel's text, the chip and the
// toolkit's version. A program of which one kernel has changed finds the
// others.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_GPU_ASSEMBLER_H
#define NEO_LIB_TARGET_GPU_ASSEMBLER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace neo {

class Assembler {
public:
  /// The ptxas that NEO_PTXAS names, or that of the toolkit, or the first in
  /// PATH; nothing if there is none.
  static std::optional<Assembler> find();

  /// As CUDA counts: 12080 is 12.8.
  int getVersion() const { return version; }
  bool knows(llvm::StringRef chip) const;

  /// A cubin for every kernel of `ptx`, by name. The error names the kernel.
  llvm::Expected<std::map<std::string, std::string>>
  assemble(llvm::StringRef ptx, llvm::StringRef chip) const;

private:
  explicit Assembler(std::string program);

  std::string program;
  /// What it says of its version, and of the chips that it knows.
  std::string about, options;
  int version = 0;
};

} // namespace neo

#endif // NEO_LIB_TARGET_GPU_ASSEMBLER_H
