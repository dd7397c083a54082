//===- DLPackTensor.h - DLPack's structures ---------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The layout in memory that DLPack's versions 0 and 1 agree upon: a tensor,
// what stands around it where it is handed over, and the table of functions by
// which a library hands its tensors over without a capsule (version 1.3).
//
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_DLPACKTENSOR_H
#define NEO_PYTHON_DLPACKTENSOR_H

#include <cstdint>
#include <string>

namespace neo::python {

enum DLTypeCode : uint8_t {
  integer,
  natural,
  floating,
  opaque,
  brain,
  complex,
  boolean
};

struct DLType {
  uint8_t code, bits;
  uint16_t lanes;

  bool operator==(const DLType &other) const {
    return code == other.code && bits == other.bits && lanes == other.lanes;
  }
};

struct DLTensor {
  static constexpr int32_t onCPU = 1, onGPU = 2;
  void *data;
  int32_t deviceKind, deviceNumber;
  int32_t rank;
  DLType type;
  int64_t *shape, *strides;
  uint64_t offset;
};

struct DLManaged {
  static constexpr const char *name = "dltensor", *used = "used_dltensor";
  DLTensor tensor;
  void *context;
  void (*deleter)(DLManaged *);
};

struct DLVersioned {
  static constexpr const char *name = "dltensor_versioned",
                              *used = "used_dltensor_versioned";
  uint32_t major, minor;
  void *context;
  void (*deleter)(DLVersioned *);
  uint64_t flags;
  DLTensor tensor;
};

/// A library's functions; each returns 0, or -1 with a Python exception set.
struct DLExchange {
  static constexpr const char *name = "dlpack_exchange_api";
  uint32_t major, minor;
  DLExchange *older;
  int (*allocate)(DLTensor *, DLVersioned **, void *,
                  void (*)(void *, const char *, const char *));
  int (*fromObject)(void *object, DLVersioned **tensor);
  /// Takes the tensor over.
  int (*toObject)(DLVersioned *tensor, void **object);
  /// Looks at an object that lives on.
  int (*view)(void *object, DLTensor *tensor);
};

/// An element type by Neo's name for arrays.
struct DLNamedType {
  const char *name;
  DLTypeCode code;
  uint8_t bits;
};
constexpr DLNamedType dlTypes[] = {
    {"float64", floating, 64}, {"float32", floating, 32},
    {"float16", floating, 16}, {"bfloat16", brain, 16},
    {"int64", integer, 64},    {"int32", integer, 32},
    {"int8", integer, 8},      {"bool", boolean, 8}};

inline DLType toDLType(const std::string &name) {
  for (const DLNamedType &each : dlTypes)
    if (name == each.name)
      return {each.code, each.bits, 1};
  return {0, 0, 1};
}

} // namespace neo::python

#endif // NEO_PYTHON_DLPACKTENSOR_H
