//===- Checksum.h - Whether bytes are those that were written ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Disks and transfers damage files. A module holds a checksum of each of its
// files and of each tensor of weights:
//
//     lane[i mod 4]  takes word i of 8 bytes:  h = (h ^ word) * odd, mixed
//     checksum       all lanes and the length, mixed once more
//
// A step is a bijection of h, and of the word, so any change within one word
// is found for certain, and any other one but for one in 2^64. Four lanes do
// not wait for each other's multiplication: so it runs at the speed of memory,
// with no special instructions. It is no cryptographic signature: whoever
// changes a module on purpose can recompute it.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_MODULE_CHECKSUM_H
#define NEO_RUNTIME_MODULE_CHECKSUM_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace neo {

uint64_t checksumOf(const void *data, size_t bytes);

/// As in files: 16 hexadecimal digits.
std::string checksumText(const void *data, size_t bytes);

} // namespace neo

#endif // NEO_RUNTIME_MODULE_CHECKSUM_H
