//===- Arrays.cpp - NumPy's arrays in and out -----------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Arrays.h"

#include "Neo/Runtime/ResultPool.h"

#include <algorithm>

namespace py = pybind11;

namespace neo::python {

void raise(const std::string &message) {
  py::object error = py::module_::import("neo.errors").attr("Error");
  PyErr_SetString(error.ptr(), message.c_str());
  throw py::error_already_set();
}

void raiseProblem(const std::string &problem) {
  if (problem.empty())
    return;
  py::module_ errors = py::module_::import("neo.errors");
  py::object message = errors.attr("describe")(problem);
  PyErr_SetObject(errors.attr("IndexError").ptr(), message.ptr());
  throw py::error_already_set();
}

/// As raise(), with the line of the user's program that led here.
[[noreturn]] static void raiseInSource(const std::string &message) {
  py::object describe = py::module_::import("neo.errors").attr("describe");
  raise(describe(message).cast<std::string>());
}

std::vector<KnownType> lookUp(const std::vector<ArrayType> &types) {
  return std::vector<KnownType>(types.begin(), types.end());
}

Items::Items(py::handle sequence) {
  if (!PyList_Check(sequence.ptr()) && !PyTuple_Check(sequence.ptr()))
    raise("arrays are passed in a list or tuple, not a " +
          std::string(Py_TYPE(sequence.ptr())->tp_name));
  first = PySequence_Fast_ITEMS(sequence.ptr());
  count = PySequence_Fast_GET_SIZE(sequence.ptr());
}

//===----------------------------------------------------------------------===//
// In
//===----------------------------------------------------------------------===//

static bool isPlainArray(py::handle object) {
  return Py_TYPE(object.ptr()) == py::detail::npy_api::get().PyArray_Type_;
}

static const py::detail::PyArray_Proxy &proxyOf(py::handle array) {
  return *py::detail::array_proxy(array.ptr());
}

static bool hasShape(py::handle array, const ArrayType &type, int64_t items) {
  const auto &proxy = proxyOf(array);
  if (proxy.nd != int(type.shape.size()))
    return false;
  for (size_t d = 0; d < type.shape.size(); ++d) {
    int64_t wanted =
        type.shape[d] == Compiled::anyBatch ? items : type.shape[d];
    if (proxy.dimensions[d] != wanted)
      return false;
  }
  return true;
}

static bool hasDtype(py::handle array, const KnownType &type) {
  PyObject *dtype = proxyOf(array).descr;
  return dtype == type.dtype.ptr() ||
         py::detail::npy_api::get().PyArray_EquivTypes_(dtype,
                                                        type.dtype.ptr());
}

static bool isReadable(py::handle array) {
  constexpr int needed = py::detail::npy_api::NPY_ARRAY_C_CONTIGUOUS_ |
                         py::detail::npy_api::NPY_ARRAY_ALIGNED_;
  return (proxyOf(array).flags & needed) == needed;
}

/// Of an array of any class.
static bool matches(py::handle array, const KnownType &type, int64_t items) {
  return hasShape(array, type.type, items) && hasDtype(array, type) &&
         isReadable(array);
}

bool fits(py::handle object, const KnownType &type, int64_t items) {
  return isPlainArray(object) && matches(object, type, items);
}

int64_t countItems(const Items &arrays, const std::vector<KnownType> &types) {
  for (size_t i = 0; i < std::min(arrays.size(), types.size()); ++i) {
    const std::vector<int64_t> &shape = types[i].type.shape;
    auto batch = std::find(shape.begin(), shape.end(), Compiled::anyBatch);
    if (batch == shape.end())
      continue;
    auto dimension = batch - shape.begin();
    if (!py::isinstance<py::array>(arrays[i]) ||
        proxyOf(arrays[i]).nd <= dimension)
      return -1;
    return proxyOf(arrays[i]).dimensions[dimension];
  }
  return 1;
}

void *dataOf(py::handle array) { return proxyOf(array).data; }

std::string show(const ArrayType &type, int64_t items) {
  std::string text = type.dtype + "[";
  for (size_t i = 0; i < type.shape.size(); ++i)
    text += (i ? ", " : "") + (type.shape[i] != Compiled::anyBatch
                                   ? std::to_string(type.shape[i])
                               : items < 0 ? "batch"
                                           : std::to_string(items));
  return text + "]";
}

/// Says why `object` does not fit.
[[noreturn]] static void refuse(py::handle object, const KnownType &type,
                                int64_t items, size_t position) {
  std::string name = "argument " + std::to_string(position);
  if (!py::isinstance<py::array>(object))
    raise(name + " must be a NumPy array, not a " +
          std::string(Py_TYPE(object.ptr())->tp_name));
  if (!hasShape(object, type.type, items) || !hasDtype(object, type))
    raise(name + " must be " + show(type.type, items) + ", not " +
          py::str(object.attr("dtype")).cast<std::string>() + " of shape " +
          py::str(object.attr("shape")).cast<std::string>());
  raise(name + " must be C-contiguous and aligned: pass "
               "numpy.require(x, requirements=['C', 'A'])");
}

void checkInput(py::handle array, const KnownType &type, int64_t items,
                size_t position) {
  if (!py::isinstance<py::array>(array) || !matches(array, type, items))
    refuse(array, type, items, position);
}

void checkCount(const Items &arrays, const std::vector<KnownType> &types) {
  if (arrays.size() != types.size())
    raise("the function takes " + std::to_string(types.size()) +
          " arrays, not " + std::to_string(arrays.size()));
}

void checkInputs(const Items &arrays, const std::vector<KnownType> &types,
                 int64_t items) {
  checkCount(arrays, types);
  for (size_t i = 0; i < types.size(); ++i)
    checkInput(arrays[i], types[i], items, i);
}

//===----------------------------------------------------------------------===//
// Out
//===----------------------------------------------------------------------===//

/// An array in `buffer`, or, where that is null, in memory of its own, which
/// NumPy is quick to find for small arrays.
static py::object makeArray(const KnownType &type,
                            const std::vector<int64_t> &shape, void *buffer) {
  static_assert(sizeof(int64_t) == sizeof(Py_intptr_t));
  using Api = py::detail::npy_api;
  constexpr int plain = Api::NPY_ARRAY_C_CONTIGUOUS_ | Api::NPY_ARRAY_ALIGNED_ |
                        Api::NPY_ARRAY_WRITEABLE_;
  const Api &api = Api::get();
  py::dtype dtype = type.dtype; // The new array takes one reference.
  auto *sizes = reinterpret_cast<const Py_intptr_t *>(shape.data());
  PyObject *array = api.PyArray_NewFromDescr_(
      api.PyArray_Type_, dtype.release().ptr(), int(shape.size()), sizes,
      nullptr, buffer, buffer ? plain : 0, nullptr);
  if (!array)
    throw py::error_already_set();
  return py::reinterpret_steal<py::object>(array);
}

static void giveBack(PyObject *owner) {
  ResultPool::global().give(static_cast<ResultPool::Loan *>(
      PyCapsule_GetPointer(owner, /*name=*/nullptr)));
}

void raiseNoMemory(const KnownType &type, size_t bytes) {
  raiseInSource("there is no memory for a result " + show(type.type, -1) +
                ", which takes " + std::to_string(bytes) +
                " bytes: reduce it in the same expression or function, or "
                "compute it in parts");
}

/// Memory from the pool that returns to it when the array dies.
static py::object makePooled(const KnownType &type,
                             const std::vector<int64_t> &shape, size_t bytes) {
  ResultPool::Loan *loan = ResultPool::global().take(bytes);
  if (!loan)
    raiseNoMemory(type, bytes);
  PyObject *owner = PyCapsule_New(loan, /*name=*/nullptr, giveBack);
  if (!owner) {
    ResultPool::global().give(loan);
    throw py::error_already_set();
  }
  auto held = py::reinterpret_steal<py::object>(owner);
  py::object array = makeArray(type, shape, loan->buffer);
  if (py::detail::npy_api::get().PyArray_SetBaseObject_(
          array.ptr(), held.release().ptr()) != 0)
    throw py::error_already_set();
  return array;
}

static py::object makeResult(const KnownType &type, int64_t items) {
  const std::vector<int64_t> *shape = &type.type.shape;
  std::vector<int64_t> batched;
  if (std::count(shape->begin(), shape->end(), Compiled::anyBatch)) {
    batched = *shape;
    std::replace(batched.begin(), batched.end(), Compiled::anyBatch, items);
    shape = &batched;
  }
  size_t bytes = type.dtype.itemsize();
  for (int64_t extent : *shape)
    bytes *= extent;
  return bytes < ResultPool::leastBytes ? makeArray(type, *shape, nullptr)
                                        : makePooled(type, *shape, bytes);
}

py::tuple makeResults(const std::vector<KnownType> &types, int64_t items,
                      void **data) {
  py::tuple results(types.size());
  for (size_t i = 0; i < types.size(); ++i) {
    py::object array = makeResult(types[i], items);
    data[i] = dataOf(array);
    PyTuple_SET_ITEM(results.ptr(), i, array.release().ptr());
  }
  return results;
}

} // namespace neo::python
