//===- CodeCache.cpp - What was compiled, kept on disk --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Target/CodeCache.h"

#include "Neo/Runtime/Variables.h"

#include "BuildId.h"
#include "CacheFolder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace llvm;
using namespace neo;

namespace {
/// Of the process, all threads together.
struct Counters {
  struct Kind {
    std::atomic<uint64_t> hits{0}, misses{0};
  };
  Kind kinds[4];
  std::atomic<uint64_t> stored{0}, damaged{0}, removed{0};
};
} // namespace

static Counters counters;

static Counters::Kind &countersOf(CacheEntry kind) {
  return counters.kinds[unsigned(kind)];
}

//===----------------------------------------------------------------------===//
// Where it is
//===----------------------------------------------------------------------===//

static std::string variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

static std::string findFolder() {
  if (std::string folder = variable("NEO_CACHE_DIR"); !folder.empty())
    return folder;
  // Relative paths are to be ignored, says the specification of XDG.
  if (std::string base = variable("XDG_CACHE_HOME");
      StringRef(base).starts_with("/"))
    return base + "/neo";
  if (std::string home = variable("HOME"); StringRef(home).starts_with("/"))
    return home + "/.cache/neo";
  return "";
}

static uint64_t findLimit() {
  constexpr double most = uint64_t(1) << 30;
  double megabytes = readNumber("NEO_CACHE_MB", 1024,
                                {1, most, /*isWhole=*/true,
                                 "a whole number of megabytes from 1 to 2^30"});
  return uint64_t(megabytes) << 20;
}

CodeCache CodeCache::fromEnvironment() {
  // A program with another user's rights must not run what that user wrote.
  bool hasForeignRights = geteuid() != getuid() || getegid() != getgid();
  if (!isSwitchedOn("NEO_CACHE") || hasForeignRights ||
      getCompilerBuild().empty())
    return CodeCache();
  return CodeCache(findFolder(), findLimit());
}

std::string CodeCache::pathOf(CacheEntry kind, StringRef key) const {
  constexpr const char *endings[] = {".program", ".kernel", ".graph",
                                     ".machine"};
  return (folder + "/" + key + endings[unsigned(kind)]).str();
}

//===----------------------------------------------------------------------===//
// Hashes
//===----------------------------------------------------------------------===//

static constexpr size_t hashBytes = 32;

/// Of the parts and their lengths, so that they cannot flow into one another.
static std::string hashOf(ArrayRef<StringRef> parts) {
  BLAKE3 hash;
  for (StringRef part : parts) {
    uint64_t length = part.size();
    hash.update(
        ArrayRef(reinterpret_cast<const uint8_t *>(&length), sizeof length));
    hash.update(part);
  }
  auto bytes = hash.final<hashBytes>();
  return std::string(bytes.begin(), bytes.end());
}

std::string CodeCache::makeKey(ArrayRef<StringRef> parts) {
  SmallVector<StringRef> all = {"neo cache 1", getCompilerBuild()};
  all.append(parts.begin(), parts.end());
  return toHex(hashOf(all), /*LowerCase=*/true);
}

//===----------------------------------------------------------------------===//
// In and out
//===----------------------------------------------------------------------===//

std::optional<std::string> CodeCache::get(CacheEntry kind,
                                          StringRef key) const {
  if (!isOn())
    return std::nullopt;
  std::string path = pathOf(kind, key);
  std::optional<std::string> entry = readEntry(path);
  if (entry && (entry->size() < hashBytes ||
                StringRef(*entry).take_front(hashBytes) !=
                    hashOf({key, StringRef(*entry).substr(hashBytes)}))) {
    ++counters.damaged;
    unlink(path.c_str());
    entry.reset();
  }
  ++(entry ? countersOf(kind).hits : countersOf(kind).misses);
  if (entry)
    entry->erase(0, hashBytes);
  return entry;
}

static void warn(const std::string &folder, int error) {
  static std::atomic<bool> isSaid{false};
  if (!isSaid.exchange(true))
    std::fprintf(
        stderr,
        "neo: cannot keep compiled programs in '%s' (%s): each process "
        "will compile its own; set NEO_CACHE_DIR to a folder that can "
        "be written, or NEO_CACHE=0 for no cache\n",
        folder.c_str(), std::strerror(error));
}

void CodeCache::put(CacheEntry kind, StringRef key, StringRef bytes) const {
  if (!isOn() || bytes.size() + hashBytes > mostBytes)
    return;
  std::string entry = hashOf({key, bytes});
  entry += bytes;
  if (int error = writeEntry(folder, pathOf(kind, key), entry)) {
    warn(folder, error);
    return;
  }
  ++counters.stored;
  counters.removed += makeRoom(folder, entry.size(), mostBytes);
}

CacheUsage CodeCache::usage() const {
  CacheUsage usage;
  auto read = [](const Counters::Kind &kind) {
    return CacheUsage::Counts{kind.hits, kind.misses};
  };
  usage.programs = read(countersOf(CacheEntry::program));
  usage.kernels = read(countersOf(CacheEntry::kernel));
  usage.graphs = read(countersOf(CacheEntry::graph));
  usage.stored = counters.stored;
  usage.damaged = counters.damaged;
  usage.removed = counters.removed;
  if (isOn())
    for (const CachedFile &file : listEntries(folder)) {
      ++usage.entries;
      usage.bytes += file.bytes;
    }
  return usage;
}

void CodeCache::clear() const {
  if (isOn())
    for (const CachedFile &file : listEntries(folder))
      unlink(file.path.c_str());
}
