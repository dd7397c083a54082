//===- ExportModule.h - What neo.export asks of neo._core -------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_EXPORTMODULE_H
#define NEO_PYTHON_EXPORTMODULE_H

#include <pybind11/pybind11.h>

namespace neo::python {

/// Adds `export_text`, `best_target` and `checksum`.
void addExport(pybind11::module_ &module);

} // namespace neo::python

#endif // NEO_PYTHON_EXPORTMODULE_H
