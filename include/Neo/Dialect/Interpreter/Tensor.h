//===- Tensor.h - Tensors of the reference interpreter ----------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A kind, a shape and the elements in row-major order, as NumPy lays them out:
// f16 and bf16 take two bytes, i1 one byte that is 0 or 1.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_INTERPRETER_TENSOR_H
#define NEO_DIALECT_INTERPRETER_TENSOR_H

#include "Neo/Dialect/Interpreter/Scalar.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace neo {

class Tensor {
public:
  /// One f64, 0.
  Tensor() : Tensor(ElementKind::f64, {}) {}

  /// A tensor of zeros; no extent is negative. The memory has to be there:
  /// allocateTensor() of Interpreter.h reports where it is not.
  Tensor(ElementKind kind, llvm::ArrayRef<int64_t> shape);

  ElementKind getKind() const { return kind; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getNumElements() const { return numElements; }

  /// The elements. They move with the tensor and go with it.
  char *getData() { return bytes.data(); }
  const char *getData() const { return bytes.data(); }
  size_t getNumBytes() const { return bytes.size(); }

  /// Element number `position` in row-major order, which has to exist. A store
  /// rounds or wraps `value` to the tensor's kind.
  Scalar load(int64_t position) const;
  void store(int64_t position, Scalar value);

private:
  ElementKind kind;
  llvm::SmallVector<int64_t> shape;
  int64_t numElements;
  std::vector<char> bytes;
};

/// Bytes that one element of `kind` takes in a tensor.
unsigned getByteWidth(ElementKind kind);

/// `tensor` with the elements of `kind`, rounded or wrapped.
Tensor castTensor(const Tensor &tensor, ElementKind kind);

} // namespace neo

#endif // NEO_DIALECT_INTERPRETER_TENSOR_H
