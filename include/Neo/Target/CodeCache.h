//===- CodeCache.h - What was compiled, kept on disk ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A folder of the user's in which compiled programs outlive the process:
//
//     <key>.program   the plan of a program: buffers, launches, their kernels
//     <key>.kernel    the object code of one kernel, for all programs
//     <key>.graph     what a front end made of a graph (neo/torch/stored.py)
//     <key>.machine   what was measured of this machine (Calibration.h)
//
// A program's key is a hash of its text, a kernel's of its IR, each together
// with everything else that the result depends on: the processor and its
// features, the options, and the build of Neo, LLVM and MLIR (BuildId.h). So
// nothing ever becomes outdated; what nobody asks for any more is removed when
// the folder outgrows its limit, least recently used first. A program whose
// text is known skips every pass; where one operator of it has changed, the
// kernels of the others are found.
//
// What is found is machine code that will be run, so nothing is trusted: an
// entry carries a hash of its key and its bytes, and must belong to this user.
// What fails is removed and compiled again. Entries are written beside their
// place and renamed into it, so that readers in other processes and threads see
// a whole one or none, and writers of the same one do not meet. No lock is held
// by anybody: a process that is killed leaves at most a file to be cleared up.
//
// A folder that cannot be read or written costs a message on stderr, once, and
// the time that is not saved.
//
//     NEO_CACHE=0      no cache
//     NEO_CACHE_DIR    the folder; else XDG_CACHE_HOME/neo, else ~/.cache/neo
//     NEO_CACHE_MB     the most it may hold, 1024 if not set
//
//===----------------------------------------------------------------------===//

#ifndef NEO_TARGET_CODECACHE_H
#define NEO_TARGET_CODECACHE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace neo {

enum class CacheEntry { program, kernel, graph, machine };

/// What this process did with its cache, and what lies in it.
struct CacheUsage {
  struct Counts {
    uint64_t hits = 0, misses = 0;
  };
  Counts programs, kernels, graphs;
  uint64_t stored = 0, damaged = 0, removed = 0;
  /// Of the folder, whoever wrote them.
  uint64_t entries = 0, bytes = 0;
};

class CodeCache {
public:
  /// As the environment says at this moment; none if it cannot be told which
  /// build of Neo this is.
  static CodeCache fromEnvironment();

  /// A cache in `folder` of at most so many bytes; none if `folder` is empty.
  explicit CodeCache(std::string folder = "", uint64_t mostBytes = 0)
      : folder(std::move(folder)), mostBytes(mostBytes) {}

  bool isOn() const { return !folder.empty(); }
  const std::string &getFolder() const { return folder; }
  uint64_t getLimit() const { return mostBytes; }

  /// The name of what is made from `parts` by this build of Neo.
  static std::string makeKey(llvm::ArrayRef<llvm::StringRef> parts);

  /// What was stored under `key`; nothing if it is not there or is damaged.
  std::optional<std::string> get(CacheEntry kind, llvm::StringRef key) const;

  /// Stores `bytes`, and removes others where they are too many.
  void put(CacheEntry kind, llvm::StringRef key, llvm::StringRef bytes) const;

  /// Counts since this process began, of all its caches; looks into the folder.
  CacheUsage usage() const;

  /// Removes every entry. Other files that lie in the folder stay.
  void clear() const;

private:
  std::string pathOf(CacheEntry kind, llvm::StringRef key) const;

  std::string folder;
  uint64_t mostBytes;
};

} // namespace neo

#endif // NEO_TARGET_CODECACHE_H
