//===- Files.cpp - The files of a module ----------------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace neo {

InputFile::~InputFile() {
  if (handle >= 0)
    close(handle);
}

bool InputFile::open(const std::string &path, std::string &error) {
  name = path;
  // Opening a pipe would block until there is a writer.
  handle = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat about;
  if (handle < 0 || fstat(handle, &about) != 0) {
    error = path + " cannot be read: " + std::strerror(errno);
    return false;
  }
  if (!S_ISREG(about.st_mode)) {
    error = path + " is no file";
    return false;
  }
  bytes = about.st_size;
  return true;
}

bool InputFile::read(uint64_t offset, void *to, size_t count,
                     std::string &error) const {
  auto *place = static_cast<char *>(to);
  constexpr size_t most = size_t(1) << 30; // One call reads a limited amount.
  while (count > 0) {
    ssize_t got = pread(handle, place, std::min(count, most), off_t(offset));
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0) {
      error =
          name +
          (got == 0 ? " is cut off: it ends at byte " + std::to_string(offset)
                    : std::string(" cannot be read: ") + std::strerror(errno));
      return false;
    }
    place += got;
    offset += got;
    count -= got;
  }
  return true;
}

std::optional<std::string> readFile(const std::string &path, size_t most,
                                    std::string &error) {
  InputFile file;
  if (!file.open(path, error))
    return std::nullopt;
  if (file.size() > most) {
    error = path + " has " + std::to_string(file.size()) +
            " bytes; this file of a module has at most " + std::to_string(most);
    return std::nullopt;
  }
  std::string text(file.size(), '\0');
  if (!file.read(0, text.data(), text.size(), error))
    return std::nullopt;
  return text;
}

bool isPlainName(const std::string &name) {
  constexpr const char *letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/";
  return !name.empty() && name.find_first_not_of(letters) == name.npos &&
         name[0] != '/' && name.find("..") == name.npos;
}

} // namespace neo
