//===- DeviceModule.h - Programs for a GPU in neo._core ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_DEVICEMODULE_H
#define NEO_PYTHON_DEVICEMODULE_H

#include <pybind11/pybind11.h>

namespace neo::python {

/// Adds the class `DeviceProgram` and the function `ptx`.
void addDevice(pybind11::module_ &module);

} // namespace neo::python

#endif // NEO_PYTHON_DEVICEMODULE_H
