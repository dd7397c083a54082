//===- DLPack.cpp - Arrays of other libraries, by DLPack ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "DLPack.h"

#include "DLPackTensor.h"
#include "InterpreterLock.h"

namespace py = pybind11;
using namespace neo;
using namespace neo::python;

int64_t neo::python::countElements(const std::vector<int64_t> &shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

//===----------------------------------------------------------------------===//
// In
//===----------------------------------------------------------------------===//

[[noreturn]] static void refuseCapsule(const std::string &message) {
  py::module_ errors = py::module_::import("neo.errors");
  py::object error = errors.attr("describe")(message);
  PyErr_SetObject(errors.attr("DtypeError").ptr(), error.ptr());
  throw py::error_already_set();
}

static std::string nameOf(DLType type, const std::string &what) {
  for (const DLNamedType &each : dlTypes)
    if (each.code == type.code && each.bits == type.bits && type.lanes == 1)
      return each.name;
  refuseCapsule(
      what + " has elements of " + std::to_string(type.bits) +
      " bits of DLPack's type " + std::to_string(type.code) +
      ", which neo does not know: convert it to one of float64, float32, "
      "float16, bfloat16, int64, int32, int8, bool");
}

static bool isContiguous(const DLTensor &tensor) {
  int64_t expected = 1;
  for (int d = tensor.rank - 1; d >= 0 && tensor.strides; --d) {
    if (tensor.shape[d] != 1 && tensor.strides[d] != expected)
      return false;
    expected *= tensor.shape[d];
  }
  return true;
}

static DeviceArray readTensor(const DLTensor &tensor, const std::string &what) {
  if (tensor.deviceKind != DLTensor::onGPU || tensor.deviceNumber != 0)
    refuseCapsule(what + " lies on another device: copy it to the first GPU");
  DeviceArray array;
  array.type.dtype = nameOf(tensor.type, what);
  array.type.shape.assign(tensor.shape, tensor.shape + tensor.rank);
  if (countElements(array.type.shape) != 0 && !isContiguous(tensor))
    refuseCapsule(what +
                  " is not contiguous: pass x.contiguous(), or a copy in the "
                  "order of C");
  array.address =
      reinterpret_cast<CudaDriver::Address>(tensor.data) + tensor.offset;
  return array;
}

template <typename Tensor>
static DeviceArray readAs(const py::object &capsule, const std::string &what) {
  auto *managed =
      static_cast<Tensor *>(PyCapsule_GetPointer(capsule.ptr(), Tensor::name));
  if (!managed)
    throw py::error_already_set();
  DeviceArray array = readTensor(managed->tensor, what);
  PyCapsule_SetName(capsule.ptr(), Tensor::used);
  array.owner = std::shared_ptr<void>(managed, [](void *read) {
    auto *tensor = static_cast<Tensor *>(read);
    HeldLock lock;
    if (tensor->deleter)
      tensor->deleter(tensor);
  });
  return array;
}

DeviceArray neo::python::readCapsule(const py::object &capsule,
                                     std::shared_ptr<CudaDevice> device,
                                     const std::string &what) {
  bool isVersioned = PyCapsule_IsValid(capsule.ptr(), DLVersioned::name);
  if (!isVersioned && !PyCapsule_IsValid(capsule.ptr(), DLManaged::name))
    refuseCapsule(what +
                  " gives no capsule of DLPack, or one that was read before");
  DeviceArray array = isVersioned ? readAs<DLVersioned>(capsule, what)
                                  : readAs<DLManaged>(capsule, what);
  array.device = std::move(device);
  return array;
}

//===----------------------------------------------------------------------===//
// Out
//===----------------------------------------------------------------------===//

/// What lies behind a capsule of ours, with the array that it keeps.
template <typename Tensor> struct Kept {
  Tensor managed;
  DeviceArray array;
};

static DLTensor describe(DeviceArray &array) {
  // DLPack knows addresses of devices as pointers.
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  return {reinterpret_cast<void *>(array.address),
          DLTensor::onGPU,
          0,
          int32_t(array.type.shape.size()),
          toDLType(array.type.dtype),
          array.type.shape.data(),
          nullptr,
          0};
}

template <typename Tensor> static void endCapsule(PyObject *capsule) {
  if (!PyCapsule_IsValid(capsule, Tensor::name))
    return; // It was read.
  auto *managed =
      static_cast<Tensor *>(PyCapsule_GetPointer(capsule, Tensor::name));
  managed->deleter(managed);
}

template <typename Tensor> static py::object makeAs(const DeviceArray &array) {
  auto kept = std::make_unique<Kept<Tensor>>(Kept<Tensor>{{}, array});
  kept->managed.tensor = describe(kept->array);
  kept->managed.context = kept.get();
  kept->managed.deleter = [](Tensor *read) {
    delete static_cast<Kept<Tensor> *>(read->context);
  };
  if constexpr (std::is_same_v<Tensor, DLVersioned>)
    kept->managed.major = 1;
  PyObject *capsule =
      PyCapsule_New(&kept->managed, Tensor::name, endCapsule<Tensor>);
  if (!capsule)
    throw py::error_already_set();
  kept.release();
  return py::reinterpret_steal<py::object>(capsule);
}

py::object neo::python::makeCapsule(const DeviceArray &array,
                                    bool isVersioned) {
  if (array.block)
    array.block->share();
  return isVersioned ? makeAs<DLVersioned>(array) : makeAs<DLManaged>(array);
}
