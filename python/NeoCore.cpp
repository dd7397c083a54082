//===- NeoCore.cpp - The extension module neo._core -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Arrays.h"
#include "Compiler.h"
#include "CompilingScope.h"
#include "DeviceModule.h"
#include "ExplainModule.h"
#include "ExportModule.h"
#include "Fingerprint.h"
#include "ProgramHandle.h"
#include "SignalWatch.h"
#include "TensorCall.h"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace neo::python;

static py::tuple interpretText(const std::string &text,
                               const std::string &function,
                               const py::object &arrays) {
  auto parsed = Interpreted::parse(text, function);
  if (!parsed.value)
    raise(parsed.error);
  Items items(arrays);
  checkInputs(items, lookUp(parsed.value->inputs()), 1);
  std::vector<const void *> inputs;
  inputs.reserve(items.size());
  for (size_t i = 0; i < items.size(); ++i)
    inputs.push_back(dataOf(items[i]));
  std::vector<KnownType> types = lookUp(parsed.value->results());
  std::vector<void *> data(types.size());
  py::tuple results = makeResults(types, 1, data.data());
  std::string problem, error = parsed.value->run(inputs, data, problem);
  raiseProblem(problem);
  if (!error.empty())
    raise(error);
  return results;
}

static void addCache(py::module_ &module) {
  module.def("cache_info", [] {
    CacheInfo info = getCacheInfo();
    py::dict result;
    result["folder"] = info.folder.empty() ? py::object(py::none())
                                           : py::object(py::str(info.folder));
    for (auto [name, number] : info.numbers)
      result[name] = number;
    return result;
  });
  module.def("cache_clear", &clearCache);
  module.def("cached_graph", [](const py::bytes &described) -> py::object {
    std::optional<std::string> found = getCachedGraph(described);
    return found ? py::object(py::bytes(*found)) : py::none();
  });
  module.def("cache_graph",
             [](const py::bytes &described, const py::bytes &bytes) {
               putCachedGraph(described, bytes);
             });
  module.def("calibration", &getCalibration);
  module.def("keep_calibration", &setCalibration);
}

PYBIND11_MODULE(_core, module) {
  module.doc() = "Neo's compiler: IR text in, arrays out.";
  module.def(
      "canonical",
      [](const std::string &text, const std::string &pipeline, bool locations) {
        Outcome<std::string> result = canonical(text, pipeline, locations);
        if (!result.error.empty())
          raise(result.error);
        return result.value;
      },
      py::arg("text"), py::arg("pipeline") = "builtin.module()",
      py::arg("locations") = false);
  module.def("assembly",
             [](const std::string &text, const std::string &function) {
               Outcome<std::string> result = assembly(text, function);
               if (!result.error.empty())
                 raise(result.error);
               return result.value;
             });
  addExplain(module);
  addExport(module);
  addFingerprint(module);
  addDevice(module);
  module.def("interpret", &interpretText);
  module.def("set_threads", [](int threads) {
    checkNoHandler();
    if (!setThreads(threads))
      raise("the number of threads must lie in 0..1024, not " +
            std::to_string(threads));
  });
  module.def("get_threads", &getThreads);
  module.def("give_up_compilations", &SignalWatch::giveUpCompilations,
             py::arg("thread"), py::arg("given_up"));
  py::module_::import("atexit").attr("register")(
      py::cpp_function(&CompilingScope::end));
  addCache(module);
  py::class_<ProgramHandle>(module, "Program")
      .def(py::init<const std::string &, const std::string &, int>(),
           py::arg("text"), py::arg("function"), py::arg("threads") = 0)
      .def_static("load", &ProgramHandle::load)
      .def("run", &ProgramHandle::run)
      .def("caller", &makeCaller, py::arg("captured"), py::arg("alone"))
      .def("tensor_caller", &makeTensorCaller, py::arg("captured"),
           py::arg("alone"), py::arg("layouts"), py::arg("classes"),
           py::arg("exchange"))
      .def("profile", &ProgramHandle::profile)
      .def_property_readonly("stats", &ProgramHandle::stats)
      .def_property_readonly("target", &ProgramHandle::target)
      .def_property_readonly("warning", &ProgramHandle::warning);
}
