//===- Files.h - The files of a module --------------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Names come from the manifest and stay inside of the folder.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_MODULE_FILES_H
#define NEO_LIB_RUNTIME_MODULE_FILES_H

#include "Neo/Runtime/Module/InputFile.h"

#include <optional>

namespace neo {

/// Longer texts are not accepted.
constexpr size_t longestText = size_t(16) << 20;

/// A whole file of at most `most` bytes.
std::optional<std::string> readFile(const std::string &path, size_t most,
                                    std::string &error);

/// Is `name` that of a file in the module's folder, or in one in there?
bool isPlainName(const std::string &name);

} // namespace neo

#endif // NEO_LIB_RUNTIME_MODULE_FILES_H
