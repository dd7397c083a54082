//===- DeviceModule.cpp - Programs for a GPU in neo._core -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "DeviceModule.h"

#include "Arrays.h"
#include "DeviceProgram.h"

#include <pybind11/stl.h>

namespace py = pybind11;
using namespace neo::python;

namespace {
/// The Python class DeviceProgram.
class DeviceHandle {
public:
  DeviceHandle(const std::string &text, const std::string &function) {
    Outcome<std::unique_ptr<DeviceProgram>> compiled;
    {
      py::gil_scoped_release release;
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
    checkInputs(all, inputs, 1);
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
          if (all.size() != handle.inputs.size())
            return py::none();
          for (size_t i = 0; i < all.size(); ++i)
            if (!fits(all[i], handle.inputs[i], 1))
              return py::none();
          py::tuple made = handle.runFitting(all);
          return alone ? py::object(made[0]) : py::object(made);
        });
  }

  py::dict stats() const {
    py::dict stats;
    stats["launches"] = program->launches();
    stats["arena_bytes"] = program->arenaBytes();
    return stats;
  }

  const std::string &ptx() const { return program->image(); }

private:
  py::tuple runFitting(const Items &all) {
    Addresses from(all.size()), to(results.size());
    for (size_t i = 0; i < all.size(); ++i)
      from.data()[i] = dataOf(all[i]);
    py::tuple made = makeResults(results, 1, to.data());
    std::string problem, error;
    {
      py::gil_scoped_release release;
      error = program->run(from.data(), to.data(), problem);
    }
    raiseProblem(problem);
    if (!error.empty())
      raise(error);
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
  py::class_<DeviceHandle>(module, "DeviceProgram")
      .def(py::init<const std::string &, const std::string &>(),
           py::arg("text"), py::arg("function"))
      .def("run", &DeviceHandle::run)
      .def("caller", &DeviceHandle::makeCaller, py::arg("captured"),
           py::arg("alone"))
      .def_property_readonly("stats", &DeviceHandle::stats)
      .def_property_readonly("ptx", &DeviceHandle::ptx);
}
