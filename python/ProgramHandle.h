//===- ProgramHandle.h - A compiled function as Python has it ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The Python class Program: a compiled function, and the arrays that it takes
// and gives. Calls come in two ways. `run` refuses what does not fit with a
// sentence; a caller, for the calls of one function (neo.quick), says nothing
// but None, so that the arrays are converted or another program is tried.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_PROGRAMHANDLE_H
#define NEO_PYTHON_PROGRAMHANDLE_H

#include "Arrays.h"
#include "Compiler.h"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

namespace neo::python {

/// Refuses what would wait for the run that a signal handler interrupts.
void checkNoHandler();

/// The Python class Program.
class ProgramHandle {
public:
  ProgramHandle(const std::string &text, const std::string &function,
                int threads);
  /// A module that was exported.
  explicit ProgramHandle(Outcome<std::unique_ptr<Compiled>> loaded) {
    take(std::move(loaded));
  }
  static std::unique_ptr<ProgramHandle>
  load(const std::string &folder, const std::string &target, int threads);

  std::string target() const { return program->target(); }
  std::string warning() const { return program->warning(); }
  const std::vector<KnownType> &inputTypes() const { return inputs; }
  const std::vector<KnownType> &resultTypes() const { return results; }
  bool hasBatch() const { return takesBatch; }

  /// The results for a list or tuple of arrays, which must fit.
  pybind11::tuple run(const pybind11::object &arrays);

  /// The same for `arrays` and further ones that are known to fit; None if
  /// `arrays` would have to be converted first.
  pybind11::object tryRun(pybind11::handle arrays, pybind11::handle captured);

  /// Asks for the memory of a run; raises neo.Error where there is none.
  void prepare(int64_t items);
  /// A run on data that is known to fit.
  void runOn(int64_t items, const void *const *from, void *const *to);

  std::vector<std::pair<std::string, double>>
  profile(const pybind11::object &arrays);
  pybind11::dict stats() const;

private:
  /// The arguments of one call and memory for its results.
  struct Call {
    Call(ProgramHandle &program, int64_t items, const Items &first,
         const Items &last);

    int64_t items;
    Addresses from, to;
    pybind11::tuple made;
  };

  void take(Outcome<std::unique_ptr<Compiled>> compiled);
  Call checkedCall(const pybind11::object &arrays);
  pybind11::tuple runCall(Call &call);

  std::unique_ptr<Compiled> program;
  std::vector<KnownType> inputs, results;
  bool takesBatch = false;
  /// What the statistics are about.
  int64_t lastItems = 1;
};

/// A program, the arrays that it has captured, and whether its one result is
/// wanted by itself, as a function of Python's: what tryRun is for one
/// function.
pybind11::object makeCaller(const pybind11::object &program,
                            const pybind11::tuple &captured, bool alone);

} // namespace neo::python

#endif // NEO_PYTHON_PROGRAMHANDLE_H
