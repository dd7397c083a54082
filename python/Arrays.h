//===- Arrays.h - NumPy's arrays in and out ---------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A call of a compiled function looks at its arrays and makes those that it
// returns. For small arrays that is all it costs, so it is done without asking
// Python: `fits` compares pointers and numbers that lie in the array object.
// What does not fit is either refused with a message (checkInputs) or left to
// the caller, who knows how to convert it.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_ARRAYS_H
#define NEO_PYTHON_ARRAYS_H

#include "Compiler.h"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

namespace neo::python {

/// Raises neo.Error with `message`.
[[noreturn]] void raise(const std::string &message);

/// Raises neo.IndexError with `problem`, if there is one.
void raiseProblem(const std::string &problem);

struct KnownType;

/// Raises neo.Error: a result of `type` would take `bytes`.
[[noreturn]] void raiseNoMemory(const KnownType &type, size_t bytes);

/// An ArrayType with NumPy's object for its element type, looked up once.
struct KnownType {
  explicit KnownType(const ArrayType &type) : type(type), dtype(type.dtype) {}

  ArrayType type;
  pybind11::dtype dtype;
};

std::vector<KnownType> lookUp(const std::vector<ArrayType> &types);

/// Addresses, without an allocation for up to 32.
class Addresses {
public:
  explicit Addresses(size_t count) : many(count > few.size() ? count : 0) {}
  void **data() { return many.empty() ? few.data() : many.data(); }

private:
  std::array<void *, 32> few;
  std::vector<void *> many;
};

/// The elements of a list or tuple.
class Items {
public:
  explicit Items(pybind11::handle sequence);
  size_t size() const { return count; }
  pybind11::handle operator[](size_t i) const { return first[i]; }

private:
  PyObject **first;
  size_t count;
};

/// Whether `object` is an array that a function of `type` can read as it is,
/// where the batch has `items`. No subclass of NumPy's arrays is.
bool fits(pybind11::handle object, const KnownType &type, int64_t items);

/// The first extent of the first of `arrays` that has the batch in its type; 1
/// if none has, -1 if it is no array with a first extent.
int64_t countItems(const Items &arrays, const std::vector<KnownType> &types);

/// The data of an array that fits.
void *dataOf(pybind11::handle array);

/// Raises neo.Error where `array`, which is argument `position`, does not fit.
void checkInput(pybind11::handle array, const KnownType &type, int64_t items,
                size_t position);

/// Raises neo.Error where there are not so many arrays.
void checkCount(const Items &arrays, const std::vector<KnownType> &types);

/// Raises neo.Error where one of `arrays` does not fit.
void checkInputs(const Items &arrays, const std::vector<KnownType> &types,
                 int64_t items);

/// As an error calls it, "float32[3, 4]".
std::string show(const ArrayType &type, int64_t items);

/// A new array for each of `types`; their data goes to `data`.
pybind11::tuple makeResults(const std::vector<KnownType> &types, int64_t items,
                            void **data);

} // namespace neo::python

#endif // NEO_PYTHON_ARRAYS_H
