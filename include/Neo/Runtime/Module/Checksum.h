//===- Checksum.h - Whether bytes are those that were written ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Disks and transfers damage files. A module says of each of its files, and of
// each tensor of weights, what number its bytes give:
//
//     lane[i mod 4]  takes word i of 8 bytes:  h = (h ^ word) * odd, mixed
//     the number     all lanes and the length, mixed once more
//
// A step is a bijection of h, and of the word, so any change within one word
// is found for certain, and any other one but for one in 2^64. Four lanes do
// not wait for each other's multiplication: weights are summed as fast as they
// come from memory, with no instruction that some processor lacks. It is no
// signature: who changes a module on purpose can sum it again.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_MODULE_CHECKSUM_H
#define NEO_RUNTIME_MODULE_CHECKSUM_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace neo {

uint64_t checksumOf(const void *data, size_t bytes);

/// As files say it: 16 digits of base 16.
std::string checksumText(const void *data, size_t bytes);

} // namespace neo

#endif // NEO_RUNTIME_MODULE_CHECKSUM_H
