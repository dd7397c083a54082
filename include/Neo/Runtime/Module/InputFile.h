//===- InputFile.h - An open file of a module -------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Read, not mapped: truncating a file while it is mapped kills the process.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_MODULE_INPUTFILE_H
#define NEO_RUNTIME_MODULE_INPUTFILE_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace neo {

/// An open file, to be read from anywhere.
class InputFile {
public:
  InputFile() = default;
  InputFile(const InputFile &) = delete;
  InputFile &operator=(const InputFile &) = delete;
  ~InputFile();

  /// False, and a message in `error`, if `path` is not a readable file.
  bool open(const std::string &path, std::string &error);
  uint64_t size() const { return bytes; }
  const std::string &path() const { return name; }
  int descriptor() const { return handle; }
  /// The bytes at `offset`. False, and a message, if there are not so many.
  bool read(uint64_t offset, void *to, size_t count, std::string &error) const;

private:
  std::string name;
  int handle = -1;
  uint64_t bytes = 0;
};

} // namespace neo

#endif // NEO_RUNTIME_MODULE_INPUTFILE_H
