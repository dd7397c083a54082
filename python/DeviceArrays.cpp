//===- DeviceArrays.cpp - Arrays that lie on the device -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "DeviceArrays.h"

#include "InterpreterLock.h"

#include <pybind11/stl.h>

namespace py = pybind11;
using namespace neo;
using namespace neo::python;

static std::vector<CudaDriver::Handle> &callerStreams() {
  static thread_local std::vector<CudaDriver::Handle> streams;
  return streams;
}

const std::vector<CudaDriver::Handle> &neo::python::streamsOfCaller() {
  return callerStreams();
}

std::shared_ptr<CudaDevice> neo::python::openDevice() {
  std::string error;
  std::shared_ptr<CudaDevice> device = CudaDevice::get(error);
  if (!device)
    raise(error);
  return device;
}

/// CUDA and Python's protocols know streams as numbers.
static CudaDriver::Handle toHandle(uintptr_t number) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  return reinterpret_cast<CudaDriver::Handle>(number);
}

/// neo.DeviceArray; looked up once, and never given back: the interpreter may
/// be gone before this library is.
static PyObject *arrayClass() {
  static PyObject *found =
      py::object(py::module_::import("neo.device_arrays").attr("DeviceArray"))
          .release()
          .ptr();
  return found;
}

DeviceMemory *neo::python::memoryOf(py::handle object) {
  PyObject *type = reinterpret_cast<PyObject *>(Py_TYPE(object.ptr()));
  if (type != arrayClass())
    return nullptr;
  return object.attr("_memory").cast<DeviceMemory *>();
}

py::object neo::python::wrap(std::shared_ptr<CudaDevice> device,
                             const ArrayType &type,
                             std::shared_ptr<DeviceBlock> block) {
  DeviceMemory memory;
  memory.array = {block->address, type, block, std::move(device), block};
  return py::handle(arrayClass())(std::move(memory));
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// `data`, of an array of `type`, in memory of the device.
static DeviceMemory upload(const py::array &data, const ArrayType &type) {
  std::shared_ptr<CudaDevice> device = openDevice();
  std::string error;
  size_t bytes = data.nbytes();
  const void *from = dataOf(data);
  std::shared_ptr<DeviceBlock> block = device->allocate(bytes, error);
  if (!block || !device->upload(block->address, from, bytes, error))
    raise(error);
  DeviceMemory memory;
  memory.array = {block->address, type, block, device, block};
  return memory;
}

/// A copy in host memory, when everything before it has been done.
static py::object download(const DeviceMemory &memory) {
  std::vector<KnownType> types = lookUp({memory.array.type});
  void *data = nullptr;
  py::tuple made = makeResults(types, 1, &data);
  size_t bytes =
      countElements(memory.array.type.shape) * types[0].dtype.itemsize();
  std::string error;
  std::vector<CudaDriver::Handle> callers = callerStreams();
  {
    ReleasedLock released;
    CudaDevice &device = *memory.array.device;
    bool ordered = device.driver.enter(error);
    for (const auto &streams : {memory.streams, callers})
      for (CudaDriver::Handle other : streams)
        ordered = ordered && device.waitFor(other, error);
    if (ordered && device.download(data, memory.array.address, bytes, error))
      device.finishDownloads(error);
  }
  if (!error.empty())
    raise(error);
  return made[0];
}

//===----------------------------------------------------------------------===//
// Arrays of others
//===----------------------------------------------------------------------===//

static DeviceMemory fromCapsule(const py::object &capsule,
                                const std::string &what) {
  DeviceMemory memory;
  memory.array = readCapsule(capsule, openDevice(), what);
  memory.isUnordered = callerStreams().empty();
  return memory;
}

static DeviceMemory fromAddress(CudaDriver::Address address,
                                const ArrayType &type, py::object keeper,
                                std::optional<uintptr_t> stream) {
  DeviceMemory memory;
  auto *held = new py::object(std::move(keeper));
  std::shared_ptr<void> owner(held, [](void *object) {
    HeldLock lock;
    delete static_cast<py::object *>(object);
  });
  memory.array = {address, type, std::move(owner), openDevice(), nullptr};
  if (stream)
    memory.streams.push_back(toHandle(*stream));
  return memory;
}

/// What comes into stream `number` from now on waits for what was submitted.
static void precede(uintptr_t number) {
  std::string error;
  if (!openDevice()->letWait(toHandle(number), error))
    raise(error);
}

/// The stream of the device, for other libraries. They may order work by it at
/// any time, so the device is never closed from now on.
static uintptr_t publishStream() {
  static const auto *kept = new std::shared_ptr<CudaDevice>(openDevice());
  return reinterpret_cast<uintptr_t>((*kept)->stream);
}

void neo::python::addDeviceArrays(py::module_ &module) {
  py::class_<DeviceMemory>(module, "DeviceMemory")
      .def_static("upload",
                  [](const py::array &data, const std::string &dtype) {
                    return upload(
                        data,
                        {dtype, {data.shape(), data.shape() + data.ndim()}});
                  })
      .def_static("from_capsule", &fromCapsule)
      .def_static("from_address",
                  [](uint64_t address, const std::string &dtype,
                     const std::vector<int64_t> &shape, py::object keeper,
                     std::optional<uintptr_t> stream) {
                    return fromAddress(address, {dtype, shape},
                                       std::move(keeper), stream);
                  })
      .def_property_readonly(
          "dtype", [](const DeviceMemory &m) { return m.array.type.dtype; })
      .def_property_readonly("shape",
                             [](const DeviceMemory &m) {
                               return py::tuple(py::cast(m.array.type.shape));
                             })
      .def("share",
           [](const DeviceMemory &m) {
             if (m.array.block)
               m.array.block->share();
             return m.array.address;
           })
      .def("download", &download)
      .def("capsule", [](const DeviceMemory &m, bool isVersioned) {
        return makeCapsule(m.array, isVersioned);
      });
  module.def("device_info", [] {
    const CudaDriver &driver = openDevice()->driver;
    char name[256] = "";
    driver.cuDeviceGetName(name, sizeof name, driver.device);
    py::dict info;
    info["name"] = std::string(name);
    info["chip"] = driver.getChip();
    info["version"] = driver.getVersion();
    return info;
  });
  module.def("device_stream", &publishStream);
  module.def("device_precedes", &precede);
  module.def("enter_stream", [](uintptr_t stream) {
    callerStreams().push_back(toHandle(stream));
  });
  module.def("leave_stream", [] { callerStreams().pop_back(); });
}
