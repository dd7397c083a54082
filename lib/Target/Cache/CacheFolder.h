//===- CacheFolder.h - The files of a cache ---------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Files of a cache are read whole, written whole, and removed when they are too
// many. The time of a file's last change is when it was last used: reading sets
// it anew, since the time of the last access is seldom kept.
//
// Looking through the folder takes a while, so a process does it when it first
// stores something, then after every eighth of the limit, and whenever what it
// has stored might have filled the folder. Other processes do the same; between
// them the folder may for a while hold a little more than its limit.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TARGET_CACHE_CACHEFOLDER_H
#define NEO_LIB_TARGET_CACHE_CACHEFOLDER_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neo {

struct CachedFile {
  std::string path;
  uint64_t bytes;
  /// Nanoseconds.
  int64_t lastUse;
};

/// The entries in `folder`; removes what writers that died have left.
std::vector<CachedFile> listEntries(const std::string &folder);

/// The content of a file that belongs to this user, which counts as a use.
std::optional<std::string> readEntry(const std::string &path);

/// Makes `path` a file of these bytes, at once for all readers. 0, or the
/// number of the system's error.
int writeEntry(const std::string &folder, const std::string &path,
               const std::string &bytes);

/// Told of every entry written: removes the least recently used where there are
/// more than `most` bytes, and says how many.
uint64_t makeRoom(const std::string &folder, uint64_t written, uint64_t most);

} // namespace neo

#endif // NEO_LIB_TARGET_CACHE_CACHEFOLDER_H
