//===- NeoCore.cpp - The extension module neo._core -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "ResultPool.h"
#include "SignalWatch.h"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace neo::python;

/// Raises neo.Error with `message`.
[[noreturn]] static void raise(const std::string &message) {
  py::object error = py::module_::import("neo.errors").attr("Error");
  PyErr_SetString(error.ptr(), message.c_str());
  throw py::error_already_set();
}

/// Raises neo.IndexError with `problem`, if there is one.
static void raiseProblem(const std::string &problem) {
  if (problem.empty())
    return;
  py::module_ errors = py::module_::import("neo.errors");
  py::object sentence = errors.attr("describe")(problem);
  PyErr_SetObject(errors.attr("IndexError").ptr(), sentence.ptr());
  throw py::error_already_set();
}

/// Refuses what would wait for the run that a signal handler interrupts.
static void checkNoHandler() {
  if (SignalWatch::insideHandler())
    raise("a signal handler cannot use a compiled function while it interrupts "
          "one: set a variable in the handler and act on it after the call");
}

static std::string show(const ArrayType &type) {
  std::string text = type.dtype + "[";
  for (size_t i = 0; i < type.shape.size(); ++i)
    text += (i ? ", " : "") + (type.shape[i] == Compiled::anyBatch
                                   ? "batch"
                                   : std::to_string(type.shape[i]));
  return text + "]";
}

/// `types` for a batch of the size that the first argument with one has.
static std::vector<ArrayType> forBatch(std::vector<ArrayType> types,
                                       int64_t items) {
  for (ArrayType &type : types)
    for (int64_t &extent : type.shape)
      extent = extent == Compiled::anyBatch ? items : extent;
  return types;
}

/// The size of the batch among `arrays`; 1 if `types` have none.
static int64_t countItems(const std::vector<py::array> &arrays,
                          const std::vector<ArrayType> &types) {
  for (size_t i = 0; i < std::min(arrays.size(), types.size()); ++i)
    if (!types[i].shape.empty() && types[i].shape[0] == Compiled::anyBatch &&
        arrays[i].ndim() > 0)
      return arrays[i].shape(0);
  return 1;
}

/// Checks one argument against the type the function was compiled for.
static const void *checkedData(const py::array &array, const ArrayType &type,
                               size_t position) {
  bool matches = array.ndim() == py::ssize_t(type.shape.size()) &&
                 array.dtype().is(py::dtype(type.dtype));
  matches = matches || (array.ndim() == py::ssize_t(type.shape.size()) &&
                        array.dtype().equal(py::dtype(type.dtype)));
  for (size_t d = 0; matches && d < type.shape.size(); ++d)
    matches = array.shape(d) == type.shape[d];
  if (!matches)
    raise("argument " + std::to_string(position) + " must be " + show(type) +
          ", not " + py::str(array.dtype()).cast<std::string>() + " of shape " +
          py::str(array.attr("shape")).cast<std::string>());
  if (!(array.flags() & py::array::c_style))
    raise("argument " + std::to_string(position) +
          " must be C-contiguous: pass numpy.ascontiguousarray(x)");
  return array.data();
}

static std::vector<const void *>
checkedInputs(const std::vector<py::array> &arrays,
              const std::vector<ArrayType> &types) {
  if (arrays.size() != types.size())
    raise("the function takes " + std::to_string(types.size()) +
          " arrays, not " + std::to_string(arrays.size()));
  std::vector<const void *> data;
  for (size_t i = 0; i < arrays.size(); ++i)
    data.push_back(checkedData(arrays[i], types[i], i));
  return data;
}

/// Memory from the pool that returns to it when the array dies.
static py::array makePooled(const py::dtype &dtype, const ArrayType &type,
                            size_t bytes) {
  struct Loan {
    void *buffer;
    size_t bytes;
  };
  void *buffer = ResultPool::global().take(bytes);
  if (!buffer)
    raise("there is no memory for a result " + show(type));
  py::capsule owner(new Loan{buffer, bytes}, [](void *pointer) {
    auto *loan = static_cast<Loan *>(pointer);
    ResultPool::global().give(loan->buffer, loan->bytes);
    delete loan;
  });
  return py::array(dtype, type.shape, buffer, owner);
}

static std::vector<py::array> makeResults(const std::vector<ArrayType> &types,
                                          std::vector<void *> &data) {
  std::vector<py::array> results;
  for (const ArrayType &type : types) {
    py::dtype dtype(type.dtype);
    size_t bytes = dtype.itemsize();
    for (int64_t extent : type.shape)
      bytes *= extent;
    if (bytes < ResultPool::leastBytes)
      results.emplace_back(dtype, type.shape);
    else
      results.push_back(makePooled(dtype, type, bytes));
    data.push_back(results.back().mutable_data());
  }
  return results;
}

/// A tuple (line, sentence, notes) for each of them.
static py::list remarksOn(const std::string &text,
                          const std::string &pipeline) {
  auto result = remarks(text, pipeline);
  if (!result.error.empty())
    raise(result.error);
  py::list list;
  for (const Remark &remark : result.value)
    list.append(py::make_tuple(remark.line, remark.text, remark.notes));
  return list;
}

static std::vector<py::array> interpretText(const std::string &text,
                                            const std::string &function,
                                            std::vector<py::array> arrays) {
  auto parsed = Interpreted::parse(text, function);
  if (!parsed.value)
    raise(parsed.error);
  std::vector<const void *> inputs =
      checkedInputs(arrays, parsed.value->inputs());
  std::vector<void *> data;
  std::vector<py::array> results = makeResults(parsed.value->results(), data);
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
    if (!compiled.value)
      raise(compiled.error);
    program = std::move(compiled.value);
    inputs = program->inputs();
    results = program->results();
    takesBatch =
        !(forBatch(inputs, 0) == inputs && forBatch(results, 0) == results);
  }

  std::vector<py::array> run(const std::vector<py::array> &arrays) {
    checkNoHandler();
    Call call(*this, arrays);
    SignalWatch watch;
    std::string problem;
    program->run(call.items, call.from.data(), call.to.data(),
                 watch.interruption, problem);
    watch.finish();
    raiseProblem(problem);
    return std::move(call.made);
  }

  std::vector<std::pair<std::string, double>>
  profile(const std::vector<py::array> &arrays) {
    checkNoHandler();
    Call call(*this, arrays);
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
  /// The arguments of one call, checked, and memory for its results.
  struct Call {
    Call(ProgramHandle &program, const std::vector<py::array> &arrays)
        : items(countItems(arrays, program.inputs)) {
      if (!program.takesBatch) {
        from = checkedInputs(arrays, program.inputs);
        made = makeResults(program.results, to);
        return;
      }
      from = checkedInputs(arrays, forBatch(program.inputs, items));
      // Sizes are checked before memory is asked for.
      std::string problem = program.program->prepare(items);
      if (!problem.empty())
        raise(problem);
      made = makeResults(forBatch(program.results, items), to);
      program.lastItems = items;
    }

    int64_t items;
    std::vector<const void *> from;
    std::vector<void *> to;
    std::vector<py::array> made;
  };

  std::unique_ptr<Compiled> program;
  std::vector<ArrayType> inputs, results;
  bool takesBatch = false;
  /// What the statistics are about.
  int64_t lastItems = 1;
};
} // namespace

PYBIND11_MODULE(_core, module) {
  module.doc() = "Neo's compiler: IR text in, arrays out.";
  module.def(
      "canonical",
      [](const std::string &text, const std::string &pipeline) {
        Outcome<std::string> result = canonical(text, pipeline);
        if (!result.error.empty())
          raise(result.error);
        return result.value;
      },
      py::arg("text"), py::arg("pipeline") = "builtin.module()");
  module.def("assembly",
             [](const std::string &text, const std::string &function) {
               Outcome<std::string> result = assembly(text, function);
               if (!result.error.empty())
                 raise(result.error);
               return result.value;
             });
  module.def("remarks", &remarksOn, py::arg("text"), py::arg("pipeline"));
  module.def("interpret", &interpretText);
  module.def("set_threads", [](int threads) {
    checkNoHandler();
    if (!setThreads(threads))
      raise("the number of threads must lie in 0..1024, not " +
            std::to_string(threads));
  });
  module.def("get_threads", &getThreads);
  py::class_<ProgramHandle>(module, "Program")
      .def(py::init<const std::string &, const std::string &, int>(),
           py::arg("text"), py::arg("function"), py::arg("threads") = 0)
      .def("run", &ProgramHandle::run)
      .def("profile", &ProgramHandle::profile)
      .def_property_readonly("stats", &ProgramHandle::stats);
}
