//===- DeviceModule.cpp - Programs for a GPU in neo._core -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "DeviceModule.h"

#include "CompilingScope.h"
#include "DeviceArrays.h"
#include "DeviceProgram.h"
#include "InterpreterLock.h"

#include <pybind11/stl.h>

#include <algorithm>

namespace py = pybind11;
using namespace neo;
using namespace neo::python;

namespace {
/// The Python class DeviceProgram.
class DeviceHandle {
public:
  DeviceHandle(const std::string &text, const std::string &function) {
    Outcome<std::unique_ptr<DeviceProgram>> compiled;
    {
      ReleasedLock released;
      CompilingScope compiling;
      compiled = DeviceProgram::compile(text, function);
    }
    if (!compiled.value)
      raise(compiled.error);
    program = std::move(compiled.value);
    inputs = lookUp(program->inputs());
    results = lookUp(program->results());
  }

  /// The results for a list or tuple of arrays, which must fit.
  py::tuple run(const py::object &arrays) {
    Items all(arrays);
    checkCount(all, inputs);
    for (size_t i = 0; i < all.size(); ++i)
      if (!isOnDevice(all[i], i))
        checkInput(all[i], inputs[i], 1, i);
    return runFitting(all);
  }

  /// What calls the program with `captured` behind the arrays; None where these
  /// would have to be converted first.
  static py::object makeCaller(const py::object &self,
                               const py::tuple &captured, bool alone) {
    return py::cpp_function(
        [self, captured, alone](const py::object &given) -> py::object {
          auto &handle = self.cast<DeviceHandle &>();
          py::tuple arrays = py::tuple(given) + captured;
          Items all(arrays);
          if (!handle.areFitting(all))
            return py::none();
          py::tuple made = handle.runFitting(all);
          return alone ? py::object(made[0]) : py::object(made);
        });
  }

  /// Seconds that the device takes for a run on arrays that lie there.
  double time(const py::object &arrays, unsigned repeats) {
    Items all(arrays);
    checkCount(all, inputs);
    for (size_t i = 0; i < all.size(); ++i)
      if (!isOnDevice(all[i], i))
        raise("argument " + std::to_string(i) + " must lie on the device");
    GPUCall call;
    describeCall(all, call);
    std::string problem, error;
    float milliseconds = 0;
    {
      ReleasedLock released;
      error = program->time(call, std::max(repeats, 1U), milliseconds, problem);
    }
    raiseProblem(problem);
    if (!error.empty())
      raise(error);
    return milliseconds / 1e3;
  }

  py::dict stats() const {
    py::dict stats;
    stats["launches"] = program->launches();
    stats["arena_bytes"] = program->arenaBytes();
    return stats;
  }

  const std::string &ptx() const { return program->image(); }

private:
  bool areFitting(const Items &all) const {
    if (all.size() != inputs.size())
      return false;
    for (size_t i = 0; i < all.size(); ++i) {
      const DeviceMemory *memory = memoryOf(all[i]);
      if (memory ? !(memory->array.type == inputs[i].type)
                 : !fits(all[i], inputs[i], 1))
        return false;
    }
    return true;
  }

  /// Raises neo.Error for an array on the device that does not fit.
  bool isOnDevice(py::handle object, size_t position) const {
    const DeviceMemory *memory = memoryOf(object);
    if (memory && !(memory->array.type == inputs[position].type))
      raise("argument " + std::to_string(position) + " must be " +
            show(inputs[position].type, 1) + ", not " +
            show(memory->array.type, 1));
    return memory != nullptr;
  }

  /// The arrays of a call, and whether its results stay on the device: as soon
  /// as one argument is there.
  static bool describeCall(const Items &all, GPUCall &call) {
    bool stays = false;
    call.streams = streamsOfCaller();
    for (size_t i = 0; i < all.size(); ++i) {
      const DeviceMemory *memory = memoryOf(all[i]);
      if (!memory) {
        call.inputs.push_back({dataOf(all[i]), 0});
        continue;
      }
      stays = true;
      call.inputs.push_back({nullptr, memory->array.address});
      call.waits |= memory->isUnordered;
      for (CudaDriver::Handle stream : memory->streams)
        if (std::find(call.streams.begin(), call.streams.end(), stream) ==
            call.streams.end())
          call.streams.push_back(stream);
    }
    return stays;
  }

  py::tuple runFitting(const Items &all) {
    GPUCall call;
    py::tuple made;
    bool stays = describeCall(all, call);
    if (!stays) {
      call.results.resize(results.size());
      made = makeResults(results, 1, call.results.data());
    }
    std::string problem, error;
    {
      ReleasedLock released;
      error = program->run(call, problem);
    }
    raiseProblem(problem);
    if (!error.empty())
      raise(error);
    return stays ? keepResults(call) : made;
  }

  py::tuple keepResults(GPUCall &call) {
    std::shared_ptr<CudaDevice> device = openDevice();
    py::tuple made(results.size());
    for (size_t i = 0; i < results.size(); ++i)
      made[i] = wrap(device, results[i].type, std::move(call.blocks[i]));
    return made;
  }

  std::unique_ptr<DeviceProgram> program;
  std::vector<KnownType> inputs, results;
};
} // namespace

void neo::python::addDevice(py::module_ &module) {
  module.def("ptx", [](const std::string &text, const std::string &function,
                       const std::string &chip) {
    Outcome<std::string> result = emitPTX(text, function, chip);
    if (!result.error.empty())
      raise(result.error);
    return result.value;
  });
  module.def("schedule_for_device", [](const std::string &text) {
    Outcome<std::string> result;
    {
      ReleasedLock released;
      result = scheduleForDevice(text);
    }
    if (!result.error.empty())
      raise(result.error);
    return result.value;
  });
  module.def("cubins", [](const std::string &text, const std::string &function,
                          const std::string &chip) {
    Outcome<std::map<std::string, std::string>> result;
    {
      ReleasedLock released;
      CompilingScope compiling;
      result = emitCubins(text, function, chip);
    }
    if (!result.error.empty())
      raise(result.error);
    py::dict cubins;
    for (const auto &[name, cubin] : result.value)
      cubins[py::str(name)] = py::bytes(cubin);
    return cubins;
  });
  addDeviceArrays(module);
  py::class_<DeviceHandle>(module, "DeviceProgram")
      .def(py::init<const std::string &, const std::string &>(),
           py::arg("text"), py::arg("function"))
      .def("run", &DeviceHandle::run)
      .def("time", &DeviceHandle::time, py::arg("arrays"), py::arg("repeats"))
      .def("caller", &DeviceHandle::makeCaller, py::arg("captured"),
           py::arg("alone"))
      .def_property_readonly("stats", &DeviceHandle::stats)
      .def_property_readonly("ptx", &DeviceHandle::ptx);
}
