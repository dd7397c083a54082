//===- CacheFolder.cpp - The files of a cache -----------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "CacheFolder.h"

#include "Neo/Runtime/ForkSafeMutex.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <mutex>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

static int64_t toNanoseconds(const timespec &time) {
  return int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// Names are the work of CodeCache::pathOf and of mkstemp; what is called
/// otherwise is not ours.
static bool isEntry(StringRef name) {
  return name.consume_back(".program") || name.consume_back(".kernel") ||
                 name.consume_back(".graph") || name.consume_back(".machine")
             ? name.size() == 64 && all_of(name, isHexDigit)
             : false;
}

static bool isAbandoned(StringRef name, const struct stat &about) {
  return name.starts_with("neo-tmp-") &&
         time(nullptr) - about.st_mtim.tv_sec > 3600;
}

std::vector<neo::CachedFile> neo::listEntries(const std::string &folder) {
  std::vector<CachedFile> files;
  DIR *open = opendir(folder.c_str());
  if (!open)
    return files;
  while (dirent *each = readdir(open)) {
    StringRef name = each->d_name;
    struct stat about;
    if (!isEntry(name) && !name.starts_with("neo-tmp-"))
      continue;
    if (fstatat(dirfd(open), each->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0)
      continue; // Removed by another process meanwhile.
    std::string path = (folder + "/" + name).str();
    if (isEntry(name))
      files.push_back(
          {path, uint64_t(about.st_size), toNanoseconds(about.st_mtim)});
    else if (isAbandoned(name, about))
      unlink(path.c_str());
  }
  closedir(open);
  return files;
}

static bool readAll(int file, std::string &bytes) {
  size_t filled = 0;
  while (filled < bytes.size()) {
    ssize_t count = read(file, &bytes[filled], bytes.size() - filled);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    filled += count;
  }
  return true;
}

std::optional<std::string> neo::readEntry(const std::string &path) {
  // Not blocking: a pipe in the entry's place would never open otherwise.
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0)
    return std::nullopt;
  struct stat about;
  std::optional<std::string> found;
  if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) &&
      (about.st_uid == geteuid() || about.st_uid == 0)) {
    found.emplace(about.st_size, '\0');
    if (!readAll(file, *found))
      found.reset();
    futimens(file, nullptr);
  }
  close(file);
  return found;
}

static bool writeAll(int file, const std::string &bytes) {
  size_t written = 0;
  while (written < bytes.size()) {
    ssize_t count = write(file, &bytes[written], bytes.size() - written);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return false;
    written += count;
  }
  return true;
}

int neo::writeEntry(const std::string &folder, const std::string &path,
                    const std::string &bytes) {
  if (std::error_code error = sys::fs::create_directories(
          folder, /*IgnoreExisting=*/true, sys::fs::perms::owner_all))
    return error.value();
  std::string name = folder + "/neo-tmp-XXXXXX";
  int file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0)
    return errno;
  int error = writeAll(file, bytes) ? 0 : errno;
  // On some file systems it is closing that says the disk is full.
  if (close(file) != 0 && error == 0)
    error = errno;
  if (error == 0 && rename(name.c_str(), path.c_str()) != 0)
    error = errno;
  if (error != 0)
    unlink(name.c_str());
  return error;
}

/// Removes entries until a tenth of the limit is free; gives what stays.
static uint64_t removeOldest(std::vector<neo::CachedFile> files, uint64_t total,
                             uint64_t most, uint64_t &removed) {
  llvm::sort(files, [](const auto &a, const auto &b) {
    return std::tie(a.lastUse, a.path) < std::tie(b.lastUse, b.path);
  });
  for (const neo::CachedFile &file : files) {
    if (total <= most - most / 10)
      break;
    unlink(file.path.c_str());
    total -= file.bytes;
    ++removed;
  }
  return total;
}

uint64_t neo::makeRoom(const std::string &folder, uint64_t written,
                       uint64_t most) {
  static ForkSafeMutex mutex;
  static std::string lastFolder;
  static uint64_t estimate = 0, unseen = 0;
  std::lock_guard<ForkSafeMutex> lock(mutex);
  bool isKnown = folder == lastFolder;
  estimate += written;
  unseen += written;
  if (isKnown && estimate <= most && unseen <= most / 8)
    return 0;
  lastFolder = folder;
  unseen = 0;
  std::vector<CachedFile> files = listEntries(folder);
  estimate = 0;
  for (const CachedFile &file : files)
    estimate += file.bytes;
  uint64_t removed = 0;
  if (estimate > most)
    estimate = removeOldest(std::move(files), estimate, most, removed);
  return removed;
}
