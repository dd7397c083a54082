//===- DeviceMemory.h - The global memory that kernels see ------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Global memory is a set of buffers, each with its own range of addresses: the
// buffer's index in the high bits, the byte offset in the low ones. So an
// address identifies its buffer without a search, also when it is out of
// bounds: the gap between buffers is larger than any kernel strides over by
// accident.
//
//     DeviceMemory memory;
//     uint64_t x = memory.allocate(4 * n, "x");
//     memory.write(x, host.data(), 4 * n);
//
// A shadow byte says whether a byte was ever written. A buffer starts
// uninitialised; writes by the host or a kernel initialise it. Buffers are
// aligned to 256 bytes, as the driver's are, and to no more: code that assumes
// more is caught by the alignment checks.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_EMULATOR_DEVICEMEMORY_H
#define NEO_EMULATOR_DEVICEMEMORY_H

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace neo::ptx {

class DeviceMemory {
public:
  /// One allocation. `data` and `initialised` have a byte for each byte.
  struct Buffer {
    std::string name;
    std::vector<uint8_t> data;
    std::vector<uint8_t> initialised;
    bool alive = true;
    bool readOnly = false;
  };

  /// A new buffer, uninitialised; its address. The name is for error messages.
  uint64_t allocate(size_t bytes, std::string name = "");

  /// Gives a buffer back; later accesses are errors. False if `address` is not
  /// the start of a living buffer.
  bool free(uint64_t address);

  /// Copies from and to the host. False if the range is not inside one living
  /// buffer.
  bool write(uint64_t address, const void *source, size_t bytes);
  bool read(uint64_t address, void *destination, size_t bytes) const;

  /// The buffer at `address` and the offset in it, or null. The offset may lie
  /// outside of the buffer, by less than half of the gap.
  Buffer *find(uint64_t address, int64_t &offset);
  const Buffer *find(uint64_t address, int64_t &offset) const;

  /// How many bytes of the range that starts at `address` are initialised.
  size_t countInitialised(uint64_t address, size_t bytes) const;

  /// How many buffers are alive, to find leaks.
  size_t countLiving() const;

  /// Addresses of a module's variables, by the module's identity. They live as
  /// long as this memory, as those of a loaded CUDA module do.
  std::map<uint64_t, std::vector<uint64_t>> variables;

private:
  bool isInside(uint64_t address, size_t bytes) const;

  std::deque<Buffer> buffers;
};

} // namespace neo::ptx

#endif // NEO_EMULATOR_DEVICEMEMORY_H
