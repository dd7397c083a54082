//===- Tensor.cpp - Tensors of the reference interpreter ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Interpreter/Tensor.h"

#include "llvm/ADT/APFloat.h"

#include <cstring>

using namespace mlir;
using namespace neo;

unsigned neo::getByteWidth(ElementKind kind) {
  switch (kind) {
  case ElementKind::f64:
    return 8;
  case ElementKind::f32:
    return 4;
  case ElementKind::f16:
  case ElementKind::bf16:
    return 2;
  default:
    return (getBitWidth(kind) + 7) / 8;
  }
}

static int64_t countElements(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

Tensor::Tensor(ElementKind kind, ArrayRef<int64_t> shape)
    : kind(kind), shape(shape), numElements(countElements(shape)),
      bytes(numElements * getByteWidth(kind)) {}

template <typename T> static T read(const char *at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

template <typename T> static void write(char *at, T value) {
  std::memcpy(at, &value, sizeof(T));
}

static double readHalf(const llvm::fltSemantics &semantics, const char *at) {
  APFloat value(semantics, APInt(16, read<uint16_t>(at)));
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

static void writeHalf(const llvm::fltSemantics &semantics, char *at,
                      double value) {
  APFloat half(value);
  bool losesInfo;
  half.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  write<uint16_t>(at, half.bitcastToAPInt().getZExtValue());
}

Scalar Tensor::load(int64_t position) const {
  const char *at = bytes.data() + position * getByteWidth(kind);
  switch (kind) {
  case ElementKind::f64:
    return makeFloat(read<double>(at));
  case ElementKind::f32:
    return makeFloat(read<float>(at));
  case ElementKind::f16:
    return makeFloat(readHalf(APFloat::IEEEhalf(), at));
  case ElementKind::bf16:
    return makeFloat(readHalf(APFloat::BFloat(), at));
  case ElementKind::i32:
    return makeInteger(read<int32_t>(at));
  case ElementKind::i16:
    return makeInteger(read<int16_t>(at));
  case ElementKind::i8:
    return makeInteger(read<int8_t>(at));
  case ElementKind::i1:
    return makeInteger(*at ? -1 : 0);
  default:
    return makeInteger(read<int64_t>(at));
  }
}

void Tensor::store(int64_t position, Scalar value) {
  char *at = bytes.data() + position * getByteWidth(kind);
  switch (kind) {
  case ElementKind::f64:
    return write(at, value.f);
  case ElementKind::f32:
    return write<float>(at, value.f);
  case ElementKind::f16:
    return writeHalf(APFloat::IEEEhalf(), at, value.f);
  case ElementKind::bf16:
    return writeHalf(APFloat::BFloat(), at, value.f);
  case ElementKind::i32:
    return write<int32_t>(at, value.i);
  case ElementKind::i16:
    return write<int16_t>(at, value.i);
  case ElementKind::i8:
    return write<int8_t>(at, value.i);
  case ElementKind::i1:
    return write<int8_t>(at, value.i ? 1 : 0);
  default:
    return write(at, value.i);
  }
}

Tensor neo::castTensor(const Tensor &tensor, ElementKind kind) {
  Tensor result(kind, tensor.getShape());
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
    result.store(i, makeCanonical(kind, tensor.load(i)));
  return result;
}
