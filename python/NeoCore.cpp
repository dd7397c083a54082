//===- NeoCore.cpp - The extension module neo._core -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Arrays.h"
#include "Compiler.h"
#include "DeviceModule.h"
#include "ExplainModule.h"
#include "ExportModule.h"
#include "SignalWatch.h"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>

namespace py = pybind11;
using namespace neo::python;

/// Refuses what would wait for the run that a signal handler interrupts.
static void checkNoHandler() {
  if (SignalWatch::insideHandler())
    raise("a signal handler cannot use a compiled function while it interrupts "
          "one: set a variable in the handler and act on it after the call");
}

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

namespace {
/// The Python class Program.
class ProgramHandle {
public:
  ProgramHandle(const std::string &text, const std::string &function,
                int threads) {
    Outcome<std::unique_ptr<Compiled>> compiled;
    {
      py::gil_scoped_release release;
      compiled = Compiled::compile(text, function, threads);
    }
    take(std::move(compiled));
  }

  /// A module that was exported.
  ProgramHandle(Outcome<std::unique_ptr<Compiled>> loaded) {
    take(std::move(loaded));
  }

  static std::unique_ptr<ProgramHandle>
  load(const std::string &folder, const std::string &target, int threads) {
    Outcome<std::unique_ptr<Compiled>> loaded;
    {
      py::gil_scoped_release release;
      loaded = Compiled::load(folder, target, threads);
    }
    return std::make_unique<ProgramHandle>(std::move(loaded));
  }

  std::string target() const { return program->target(); }

  std::string warning() const { return program->warning(); }

  /// The results for a list or tuple of arrays, which must fit.
  py::tuple run(const py::object &arrays) {
    Call call = checkedCall(arrays);
    return runCall(call);
  }

  /// The same for `arrays` and further ones that are known to fit; None if
  /// `arrays` would have to be converted first.
  py::object tryRun(py::handle arrays, py::handle captured) {
    Items first(arrays), last(captured);
    if (first.size() + last.size() != inputs.size())
      return py::none();
    int64_t items = takesBatch ? countItems(first, inputs) : 1;
    if (items < 1)
      return py::none();
    for (size_t i = 0; i < first.size(); ++i)
      if (!fits(first[i], inputs[i], items))
        return py::none();
    Call call(*this, items, first, last);
    return runCall(call);
  }

  std::vector<std::pair<std::string, double>>
  profile(const py::object &arrays) {
    Call call = checkedCall(arrays);
    SignalWatch watch;
    std::string problem;
    auto seconds =
        program->profile(call.items, call.from.data(), call.to.data(),
                         watch.interruption, problem);
    watch.finish();
    raiseProblem(problem);
    return seconds;
  }

  py::dict stats() const {
    py::dict stats;
    stats["launches"] = program->launches();
    stats["arena_bytes"] = program->arenaBytes(lastItems);
    return stats;
  }

private:
  void take(Outcome<std::unique_ptr<Compiled>> compiled) {
    if (!compiled.value)
      raise(compiled.error);
    program = std::move(compiled.value);
    inputs = lookUp(program->inputs());
    results = lookUp(program->results());
    auto hasBatch = [](const KnownType &type) {
      const std::vector<int64_t> &shape = type.type.shape;
      return std::count(shape.begin(), shape.end(), Compiled::anyBatch) > 0;
    };
    takesBatch = std::any_of(inputs.begin(), inputs.end(), hasBatch) ||
                 std::any_of(results.begin(), results.end(), hasBatch);
  }

  /// The arguments of one call and memory for its results.
  struct Call {
    Call(ProgramHandle &program, int64_t items, const Items &first,
         const Items &last)
        : items(items), from(program.inputs.size()),
          to(program.results.size()) {
      checkNoHandler();
      // Sizes are checked before memory is asked for.
      if (program.takesBatch) {
        std::string problem = program.program->prepare(items);
        if (!problem.empty())
          raise(problem);
        program.lastItems = items;
      }
      for (size_t i = 0; i < first.size(); ++i)
        from.data()[i] = dataOf(first[i]);
      for (size_t i = 0; i < last.size(); ++i)
        from.data()[first.size() + i] = dataOf(last[i]);
      made = makeResults(program.results, items, to.data());
    }

    int64_t items;
    Addresses from, to;
    py::tuple made;
  };

  Call checkedCall(const py::object &arrays) {
    Items all(arrays);
    int64_t items = countItems(all, inputs);
    checkInputs(all, inputs, items);
    return Call(*this, items, all, Items(py::tuple()));
  }

  py::tuple runCall(Call &call) {
    SignalWatch watch;
    std::string problem;
    program->run(call.items, call.from.data(), call.to.data(),
                 watch.interruption, problem);
    watch.finish();
    raiseProblem(problem);
    return std::move(call.made);
  }

  std::unique_ptr<Compiled> program;
  std::vector<KnownType> inputs, results;
  bool takesBatch = false;
  /// What the statistics are about.
  int64_t lastItems = 1;
};

/// A program, the arrays that it has captured, and whether its one result is
/// wanted by itself: what try_run is for one function. It is called without
/// pybind11, whose dispatch takes as long as all else that a small call does.
struct QuickCall {
  static PyObject *call(PyObject *self, PyObject *arrays) noexcept;
  /// It as a function of Python's.
  static py::object make(const py::object &program, const py::tuple &captured,
                         bool alone);

  py::object program; // kept alive
  ProgramHandle &handle;
  py::tuple captured;
  bool alone;
};
} // namespace

// What restore() could throw is thrown by an error restored twice.
// NOLINTNEXTLINE(bugprone-exception-escape)
PyObject *QuickCall::call(PyObject *self, PyObject *arrays) noexcept {
  auto *quick =
      static_cast<QuickCall *>(PyCapsule_GetPointer(self, /*name=*/nullptr));
  try {
    py::object results = quick->handle.tryRun(arrays, quick->captured);
    if (!quick->alone || results.is_none())
      return results.release().ptr();
    PyObject *first = PyTuple_GET_ITEM(results.ptr(), 0);
    return py::reinterpret_borrow<py::object>(first).release().ptr();
  } catch (py::error_already_set &error) {
    error.restore();
  } catch (const std::exception &error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

py::object QuickCall::make(const py::object &program, const py::tuple &captured,
                           bool alone) {
  static PyMethodDef method = {
      "call", &QuickCall::call, METH_O,
      "The results for a list or tuple of arrays; None where they do not fit."};
  auto &handle = program.cast<ProgramHandle &>();
  auto *quick = new QuickCall{program, handle, captured, alone};
  py::capsule self(
      quick, [](void *pointer) { delete static_cast<QuickCall *>(pointer); });
  PyObject *function = PyCFunction_New(&method, self.ptr());
  if (!function)
    throw py::error_already_set();
  return py::reinterpret_steal<py::object>(function);
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
  addDevice(module);
  module.def("interpret", &interpretText);
  module.def("set_threads", [](int threads) {
    checkNoHandler();
    if (!setThreads(threads))
      raise("the number of threads must lie in 0..1024, not " +
            std::to_string(threads));
  });
  module.def("get_threads", &getThreads);
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
  module.def("calibration", &getCalibration);
  module.def("keep_calibration", &setCalibration);
  py::class_<ProgramHandle>(module, "Program")
      .def(py::init<const std::string &, const std::string &, int>(),
           py::arg("text"), py::arg("function"), py::arg("threads") = 0)
      .def_static("load", &ProgramHandle::load)
      .def("run", &ProgramHandle::run)
      .def("caller", &QuickCall::make, py::arg("captured"), py::arg("alone"))
      .def("profile", &ProgramHandle::profile)
      .def_property_readonly("stats", &ProgramHandle::stats)
      .def_property_readonly("target", &ProgramHandle::target)
      .def_property_readonly("warning", &ProgramHandle::warning);
}
