//===- Fingerprint.cpp - Has memory been written? -------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Fingerprint.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <cstring>

namespace py = pybind11;
using namespace neo::python;

namespace {
/// Memory of an array from its first element to its last.
struct Memory {
  const char *first;
  int64_t bytes;
};

class Fingerprint {
public:
  explicit Fingerprint(std::vector<py::array> given) : arrays(given) {
    for (const py::array &array : arrays)
      parts.push_back(memoryOf(array));
  }
  uint64_t get() const;

private:
  static Memory memoryOf(const py::array &array);

  std::vector<py::array> arrays; // Keeps the memory.
  std::vector<Memory> parts;
};
} // namespace

constexpr int64_t wordBytes = 8, mostWords = 64;

Memory Fingerprint::memoryOf(const py::array &array) {
  if (array.size() == 0)
    return {nullptr, 0};
  auto *data = static_cast<const char *>(array.data());
  int64_t below = 0, above = 0;
  for (py::ssize_t d = 0; d < array.ndim(); ++d) {
    int64_t reach = (array.shape(d) - 1) * array.strides(d);
    (reach < 0 ? below : above) += reach;
  }
  return {data + below, above - below + array.itemsize()};
}

/// FNV-1a of words (Fowler, Noll and Vo).
static uint64_t mix(uint64_t hash, uint64_t word) {
  return (hash ^ word) * 0x100000001b3ULL;
}

static uint64_t readWord(const char *from, int64_t bytes) {
  uint64_t word = 0;
  std::memcpy(&word, from, size_t(bytes));
  return word;
}

static uint64_t mixMemory(uint64_t hash, const Memory &memory) {
  int64_t words = memory.bytes / wordBytes, rest = memory.bytes % wordBytes;
  int64_t samples = std::min(words, mostWords);
  for (int64_t n = 0; n < samples; ++n) {
    int64_t word = samples == 1 ? 0 : n * (words - 1) / (samples - 1);
    hash = mix(hash, readWord(memory.first + word * wordBytes, wordBytes));
  }
  return rest ? mix(hash, readWord(memory.first + words * wordBytes, rest))
              : hash;
}

uint64_t Fingerprint::get() const {
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (const Memory &memory : parts)
    hash = mixMemory(hash, memory);
  return hash;
}

void neo::python::addFingerprint(py::module_ &module) {
  py::class_<Fingerprint>(module, "Fingerprint")
      .def(py::init<std::vector<py::array>>(), py::arg("arrays"))
      .def("get", &Fingerprint::get);
}
