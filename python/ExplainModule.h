//===- ExplainModule.h - What neo.explain asks of neo._core -----*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_EXPLAINMODULE_H
#define NEO_PYTHON_EXPLAINMODULE_H

#include <pybind11/pybind11.h>

namespace neo::python {

/// Adds `explain` and `remarks`, and the classes of what they return.
void addExplain(pybind11::module_ &module);

} // namespace neo::python

#endif // NEO_PYTHON_EXPLAINMODULE_H
