//===- ProgramHandle.cpp - A compiled function as Python has it -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ProgramHandle.h"

#include "InterpreterLock.h"
#include "SignalWatch.h"

#include <algorithm>

namespace py = pybind11;

namespace neo::python {

void checkNoHandler() {
  if (SignalWatch::insideHandler())
    raise("a signal handler cannot use a compiled function while it interrupts "
          "one: set a variable in the handler and act on it after the call");
}

ProgramHandle::ProgramHandle(const std::string &text,
                             const std::string &function, int threads) {
  checkNoHandler();
  SignalWatch watch(SignalWatch::Of::Compilation);
  auto compiled =
      Compiled::compile(text, function, threads, watch.interruption);
  watch.finish();
  take(std::move(compiled));
}

std::unique_ptr<ProgramHandle> ProgramHandle::load(const std::string &folder,
                                                   const std::string &target,
                                                   int threads) {
  Outcome<std::unique_ptr<Compiled>> loaded;
  {
    ReleasedLock released;
    loaded = Compiled::load(folder, target, threads);
  }
  return std::make_unique<ProgramHandle>(std::move(loaded));
}

void ProgramHandle::take(Outcome<std::unique_ptr<Compiled>> compiled) {
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

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void ProgramHandle::prepare(int64_t items) {
  checkNoHandler();
  if (!takesBatch)
    return;
  std::string problem = program->prepare(items);
  if (!problem.empty())
    raise(problem);
  lastItems = items;
}

void ProgramHandle::runOn(int64_t items, const void *const *from,
                          void *const *to) {
  SignalWatch watch;
  std::string problem;
  program->run(items, from, to, watch.interruption, problem);
  watch.finish();
  raiseProblem(problem);
}

ProgramHandle::Call::Call(ProgramHandle &program, int64_t items,
                          const Items &first, const Items &last)
    : items(items), from(program.inputs.size()), to(program.results.size()) {
  // Sizes are checked before memory is asked for.
  program.prepare(items);
  for (size_t i = 0; i < first.size(); ++i)
    from.data()[i] = dataOf(first[i]);
  for (size_t i = 0; i < last.size(); ++i)
    from.data()[first.size() + i] = dataOf(last[i]);
  made = makeResults(program.results, items, to.data());
}

ProgramHandle::Call ProgramHandle::checkedCall(const py::object &arrays) {
  Items all(arrays);
  int64_t items = countItems(all, inputs);
  checkInputs(all, inputs, items);
  return Call(*this, items, all, Items(py::tuple()));
}

py::tuple ProgramHandle::runCall(Call &call) {
  runOn(call.items, call.from.data(), call.to.data());
  return std::move(call.made);
}

py::tuple ProgramHandle::run(const py::object &arrays) {
  Call call = checkedCall(arrays);
  return runCall(call);
}

py::object ProgramHandle::tryRun(py::handle arrays, py::handle captured) {
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
ProgramHandle::profile(const py::object &arrays) {
  Call call = checkedCall(arrays);
  SignalWatch watch;
  std::string problem;
  auto seconds = program->profile(call.items, call.from.data(), call.to.data(),
                                  watch.interruption, problem);
  watch.finish();
  raiseProblem(problem);
  return seconds;
}

py::dict ProgramHandle::stats() const {
  py::dict stats;
  stats["launches"] = program->launches();
  stats["arena_bytes"] = program->arenaBytes(lastItems);
  return stats;
}

//===----------------------------------------------------------------------===//
// Callers
//===----------------------------------------------------------------------===//

namespace {
/// It is called without pybind11, whose dispatch takes as long as all else that
/// a small call does.
struct QuickCall {
  static PyObject *call(PyObject *self, PyObject *arrays) noexcept;

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

py::object makeCaller(const py::object &program, const py::tuple &captured,
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

} // namespace neo::python
