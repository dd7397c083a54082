//===- LLVMOption.h - Options of LLVM that have no other way in -*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Some choices of LLVM are command-line options alone, for the whole process. A
// compiler that has Neo as a plugin may have set them: it knows why.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_LLVMOPTION_H
#define NEO_CONVERSION_LLVMOPTION_H

#include "llvm/Support/CommandLine.h"

namespace neo {

/// Gives the option `name` this value, if there is one and nobody has set it.
inline void setLLVMOption(llvm::StringRef name, llvm::StringRef value) {
  llvm::cl::Option *option = llvm::cl::getRegisteredOptions().lookup(name);
  if (option && option->getNumOccurrences() == 0)
    option->addOccurrence(0, name, value);
}

} // namespace neo

#endif // NEO_CONVERSION_LLVMOPTION_H
