//===- TensorCall.cpp - Calls with tensors of another library -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TensorCall.h"

#include "DLPackTensor.h"
#include "ProgramHandle.h"

#include "Neo/Runtime/ResultPool.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <tuple>

namespace py = pybind11;
using namespace neo;
using namespace neo::python;

namespace {
/// What an operand or result is. Without strides it is contiguous.
struct TensorType {
  DLType type;
  std::vector<int64_t> shape, strides;

  TensorType(const KnownType &known)
      : type(toDLType(known.type.dtype)), shape(known.type.shape) {}

  bool fits(const DLTensor &tensor, int64_t items) const;

private:
  bool hasShape(const DLTensor &tensor, int64_t items) const;
  bool hasStrides(const DLTensor &tensor) const;
};

/// The function, and all that a call needs.
struct TensorCall {
  static PyObject *call(PyObject *self, PyObject *tensors) noexcept;
  py::object run(const Items &tensors) const;

  py::object program; // kept alive
  ProgramHandle &handle;
  py::tuple captured, classes;
  bool alone;
  const DLExchange &exchange;
  std::vector<TensorType> inputs, results;

private:
  int64_t read(const Items &tensors, void **from) const;
  py::tuple makeResults(int64_t items, void **to) const;
  bool look(py::handle object, DLTensor &tensor) const;
};
} // namespace

//===----------------------------------------------------------------------===//
// In
//===----------------------------------------------------------------------===//

bool TensorType::hasShape(const DLTensor &tensor, int64_t items) const {
  if (tensor.rank != int32_t(shape.size()))
    return false;
  for (size_t d = 0; d < shape.size(); ++d)
    if (tensor.shape[d] != (shape[d] == Compiled::anyBatch ? items : shape[d]))
      return false;
  return true;
}

bool TensorType::hasStrides(const DLTensor &tensor) const {
  if (std::count(tensor.shape, tensor.shape + tensor.rank, 0))
    return true; // Nothing is read.
  int64_t contiguous = 1;
  for (int d = tensor.rank - 1; d >= 0; --d) {
    int64_t wanted = strides.empty() ? contiguous : strides[d];
    if (tensor.shape[d] != 1 && tensor.strides && tensor.strides[d] != wanted)
      return false;
    contiguous *= tensor.shape[d];
  }
  return tensor.data != nullptr;
}

bool TensorType::fits(const DLTensor &tensor, int64_t items) const {
  return tensor.deviceKind == DLTensor::onCPU && tensor.type == type &&
         hasShape(tensor, items) && hasStrides(tensor);
}

/// Values that are those in memory with the sign changed.
static bool isNegated(py::handle object) {
  static PyObject *name = PyUnicode_InternFromString("is_neg");
  PyObject *answer = PyObject_CallMethodNoArgs(object.ptr(), name);
  if (!answer)
    throw py::error_already_set();
  Py_DECREF(answer);
  return answer == Py_True;
}

/// Where `object` lies; false if that is not for us to see.
bool TensorCall::look(py::handle object, DLTensor &tensor) const {
  bool isKnown = false;
  for (py::handle each : classes)
    isKnown |=
        each.ptr() == reinterpret_cast<PyObject *>(Py_TYPE(object.ptr()));
  if (!isKnown || isNegated(object))
    return false;
  if (exchange.view(object.ptr(), &tensor) == 0)
    return true;
  PyErr_Clear();
  return false;
}

/// The size of the batch by an operand; 0 if it has none.
static int64_t countItems(const DLTensor &tensor, const TensorType &type) {
  for (size_t d = 0; d < type.shape.size(); ++d)
    if (type.shape[d] == Compiled::anyBatch && int64_t(d) < tensor.rank)
      return tensor.shape[d];
  return 0;
}

//===----------------------------------------------------------------------===//
// Out
//===----------------------------------------------------------------------===//

namespace {
/// A result as it is handed over. Small ones are one block with their memory.
struct Result {
  DLVersioned managed;
  std::vector<int64_t> shape, strides;
  ResultPool::Loan *loan;
};
} // namespace

static constexpr size_t cacheLine = 64;

static size_t roundUp(size_t bytes) {
  return (bytes + cacheLine - 1) / cacheLine * cacheLine;
}

static void endResult(DLVersioned *managed) {
  auto *result = static_cast<Result *>(managed->context);
  if (result->loan)
    ResultPool::global().give(result->loan);
  result->~Result();
  std::free(result);
}

static Result *makeResult(const TensorType &type, const KnownType &known,
                          int64_t items) {
  std::vector<int64_t> shape = type.shape;
  std::replace(shape.begin(), shape.end(), Compiled::anyBatch, items);
  size_t bytes =
      std::accumulate(shape.begin(), shape.end(), size_t(type.type.bits) / 8,
                      std::multiplies<size_t>());
  bool isSmall = bytes < ResultPool::leastBytes;
  ResultPool::Loan *loan = isSmall ? nullptr : ResultPool::global().take(bytes);
  size_t header = roundUp(sizeof(Result));
  void *block =
      std::aligned_alloc(cacheLine, header + (isSmall ? roundUp(bytes) : 0));
  if (!block || (!isSmall && !loan))
    raiseNoMemory(known, bytes);
  auto *result = new (block) Result{{}, std::move(shape), {}, loan};
  int64_t stride = 1;
  result->strides.resize(result->shape.size());
  for (size_t d = result->shape.size(); d-- > 0;) {
    result->strides[d] = stride;
    stride *= std::max<int64_t>(result->shape[d], 1);
  }
  result->managed = {1, 0, result, endResult, 0, {}};
  result->managed.tensor = {loan ? loan->buffer
                                 : static_cast<char *>(block) + header,
                            DLTensor::onCPU,
                            0,
                            int32_t(result->shape.size()),
                            type.type,
                            result->shape.data(),
                            result->strides.data(),
                            0};
  return result;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Finds where the operands lie; the size of the batch, 0 if they do not fit.
int64_t TensorCall::read(const Items &tensors, void **from) const {
  size_t count = tensors.size();
  if (count + captured.size() != inputs.size())
    return 0;
  int64_t items = handle.hasBatch() ? 0 : 1;
  std::vector<DLTensor> seen(count);
  for (size_t i = 0; i < count; ++i) {
    if (!look(tensors[i], seen[i]))
      return 0;
    if (items < 1)
      items = countItems(seen[i], inputs[i]);
  }
  for (size_t i = 0; i < count; ++i) {
    if (!inputs[i].fits(seen[i], items))
      return 0;
    from[i] = static_cast<char *>(seen[i].data) + seen[i].offset;
  }
  for (size_t i = 0; i < captured.size(); ++i)
    from[count + i] = dataOf(captured[i]);
  return items;
}

/// New tensors; their data goes to `to`.
py::tuple TensorCall::makeResults(int64_t items, void **to) const {
  py::tuple made(results.size());
  for (size_t i = 0; i < results.size(); ++i) {
    Result *result = makeResult(results[i], handle.resultTypes()[i], items);
    to[i] = result->managed.tensor.data;
    void *object = nullptr;
    if (exchange.toObject(&result->managed, &object) != 0)
      throw py::error_already_set();
    PyTuple_SET_ITEM(made.ptr(), i, static_cast<PyObject *>(object));
  }
  return made;
}

py::object TensorCall::run(const Items &tensors) const {
  Addresses from(inputs.size()), to(results.size());
  int64_t items = read(tensors, from.data());
  if (items < 1)
    return py::none();
  handle.prepare(items);
  py::tuple made = makeResults(items, to.data());
  handle.runOn(items, from.data(), to.data());
  return alone ? py::reinterpret_borrow<py::object>(made[0])
               : py::object(std::move(made));
}

// What restore() could throw is thrown by an error restored twice.
// NOLINTNEXTLINE(bugprone-exception-escape)
PyObject *TensorCall::call(PyObject *self, PyObject *tensors) noexcept {
  auto *held =
      static_cast<TensorCall *>(PyCapsule_GetPointer(self, /*name=*/nullptr));
  try {
    return held->run(Items(tensors)).release().ptr();
  } catch (py::error_already_set &error) {
    error.restore();
  } catch (const std::exception &error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

/// The table of a version that is known here; null if there is none.
static const DLExchange *knownTable(const py::object &capsule) {
  auto *table = static_cast<DLExchange *>(
      PyCapsule_GetPointer(capsule.ptr(), DLExchange::name));
  if (!table)
    throw py::error_already_set();
  while (table && table->major != 1)
    table = table->older;
  return table;
}

py::object neo::python::makeTensorCaller(const py::object &program,
                                         const py::tuple &captured, bool alone,
                                         const py::tuple &layouts,
                                         const py::tuple &classes,
                                         const py::object &exchange) {
  const DLExchange *table = knownTable(exchange);
  if (!table)
    return py::none();
  auto &handle = program.cast<ProgramHandle &>();
  std::vector<TensorType> inputs(handle.inputTypes().begin(),
                                 handle.inputTypes().end());
  std::vector<TensorType> results(handle.resultTypes().begin(),
                                  handle.resultTypes().end());
  for (size_t i = 0; i < layouts.size(); ++i)
    if (!layouts[i].is_none())
      std::tie(inputs[i].shape, inputs[i].strides) =
          layouts[i]
              .cast<std::pair<std::vector<int64_t>, std::vector<int64_t>>>();
  static PyMethodDef method = {"call", &TensorCall::call, METH_O,
                               "The results for a list or tuple of tensors; "
                               "None where they do not fit."};
  py::capsule self(
      new TensorCall{program, handle, captured, classes, alone, *table,
                     std::move(inputs), std::move(results)},
      [](void *pointer) { delete static_cast<TensorCall *>(pointer); });
  PyObject *function = PyCFunction_New(&method, self.ptr());
  if (!function)
    throw py::error_already_set();
  return py::reinterpret_steal<py::object>(function);
}
