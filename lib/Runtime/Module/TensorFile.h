//===- TensorFile.h - The weights of a module -------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A file of the safetensors format, which other programs read too:
//
//     8 bytes    the length of the header
//     header     {"93c1..": {"dtype": "F32", "shape": [3, 4],
//                            "data_offsets": [0, 48]}, ...}
//     the rest   the elements of all tensors
//
// A tensor of a module is named by the checksum of its bytes (Checksum.h), so
// the name identifies the data, and equal tensors of all targets are stored
// once.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_RUNTIME_MODULE_TENSORFILE_H
#define NEO_LIB_RUNTIME_MODULE_TENSORFILE_H

#include "Files.h"

#include <unordered_map>

namespace neo {

class TensorFile {
public:
  /// Reads the header; false, and a message in `error`, if it is malformed.
  bool open(const std::string &path, std::string &error);

  /// The elements of tensor `name`, which takes `bytes`. False, and a message,
  /// if there is none or if it is damaged.
  bool read(const std::string &name, char *to, size_t bytes,
            std::string &error) const;

private:
  struct Place {
    uint64_t begin = 0, end = 0;
  };

  InputFile file;
  /// Offsets count from the end of the header.
  uint64_t begin = 0;
  std::unordered_map<std::string, Place> places;
};

} // namespace neo

#endif // NEO_LIB_RUNTIME_MODULE_TENSORFILE_H
