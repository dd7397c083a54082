//===- BuildId.h - Which build of a library is running ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The linker writes a hash of everything it links into the file (the GNU build
// ID), and the file's header is part of what is mapped. It is read from memory:
// the file on disk may be the next build already, while this process still runs
// the one before. A version number would not do, since a compiler in
// development makes other code every minute under the same number.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_CACHE_BUILDID_H
#define NEO_LIB_TARGET_CACHE_BUILDID_H

#include <string>

namespace neo {

/// The build ID of the library or program that `address` lies in, as bytes;
/// empty if it has none.
std::string findBuildId(const void *address);

/// Those of Neo, LLVM and MLIR, one after the other; empty if one has none.
const std::string &getCompilerBuild();

} // namespace neo

#endif // NEO_LIB_TARGET_CACHE_BUILDID_H
