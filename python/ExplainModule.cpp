//===- ExplainModule.cpp - What neo.explain asks of neo._core -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ExplainModule.h"

#include "Arrays.h"
#include "Compiler.h"
#include "Neo/Dialect/MachineRates.h"
#include "Neo/Target/CompileProgress.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace neo::python {

/// The value of `outcome`; raises neo.Error if there is none.
template <typename T> static T valueOf(Outcome<T> outcome) {
  if (!outcome.error.empty())
    raise(outcome.error);
  return std::move(outcome.value);
}

static void addKernels(py::module_ &module) {
  py::class_<Place>(module, "Place")
      .def_readonly("lines", &Place::lines)
      .def_readonly("roles", &Place::roles);
  py::class_<KernelStatement>(module, "KernelStatement")
      .def_readonly("places", &KernelStatement::places)
      .def_readonly("inside", &KernelStatement::inside)
      .def_readonly("loops", &KernelStatement::loops)
      .def_readonly("result_loops", &KernelStatement::numResultLoops)
      .def_readonly("kind", &KernelStatement::kind)
      .def_readonly("operands", &KernelStatement::operands)
      .def_readonly("schedule", &KernelStatement::schedule);
  py::class_<Kernel>(module, "Kernel")
      .def_readonly("function", &Kernel::function)
      .def_readonly("times", &Kernel::times)
      .def_readonly("once", &Kernel::once)
      .def_readonly("statements", &Kernel::statements)
      .def_readonly("loops", &Kernel::loops)
      .def_readonly("results", &Kernel::results)
      .def_readonly("operations", &Kernel::operations)
      .def_readonly("bytes_read", &Kernel::bytesRead)
      .def_readonly("bytes_written", &Kernel::bytesWritten)
      .def_readonly("schedule", &Kernel::schedule);
}

/// What is assumed of a machine whose rates nobody has measured.
static py::dict assumedRates() {
  MachineRates rates;
  py::dict found;
  found["vectors"] = rates.vectors;
  found["memory"] = rates.memory;
  found["cache"] = rates.cache;
  found["launch"] = rates.launch;
  return found;
}

void addExplain(py::module_ &module) {
  addKernels(module);
  module.def("assumed_rates", assumedRates);
  module.def("compile_progress", [] {
    const CompileProgress &progress = compileProgress();
    return std::make_pair(progress.compiled.load(), progress.found.load());
  });
  py::class_<Remark>(module, "Remark")
      .def_readonly("places", &Remark::places)
      .def_readonly("text", &Remark::text)
      .def_readonly("notes", &Remark::notes);
  module.def(
      "remarks",
      [](const std::string &text, const std::string &pipeline) {
        return valueOf(remarks(text, pipeline));
      },
      py::arg("text"), py::arg("pipeline"));
  module.def(
      "explain",
      [](const std::string &text) {
        Explanation found = valueOf(explain(text));
        return std::make_pair(std::move(found.kernels),
                              std::move(found.remarks));
      },
      py::arg("text"));
}

} // namespace neo::python
