//===- Arena.h - one aligned block of memory --------------------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// A block of memory that is allocated once and kept. Blocks of 2 MiB and more
// are aligned to 2 MiB and request huge pages: a kernel that walks many rows at
// once otherwise has a TLB miss in every row.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_RUNTIME_ARENA_H
#define NEO_RUNTIME_ARENA_H

#include <cstddef>
#include <string>
#include <utility>

namespace neo {

class Arena {
public:
  Arena() = default;
  Arena(Arena &&other) noexcept
      : base(std::exchange(other.base, nullptr)),
        bytes(std::exchange(other.bytes, 0)) {}
  Arena &operator=(Arena &&other) noexcept {
    std::swap(base, other.base);
    std::swap(bytes, other.bytes);
    return *this;
  }
  ~Arena();

  /// Makes this a block of `size` bytes, aligned to 64. False, and a message
  /// in `error`, when that exceeds the machine's memory or the system refuses.
  bool allocate(size_t size, std::string &error);

  /// The first byte; never null once allocate() succeeded, even for 0 bytes.
  char *data() const { return base; }
  size_t size() const { return bytes; }

private:
  char *base = nullptr;
  size_t bytes = 0;
};

} // namespace neo

#endif // NEO_RUNTIME_ARENA_H
