//===- Exporter.h - Programs as modules, for Python -------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_PYTHON_EXPORTER_H
#define NEO_PYTHON_EXPORTER_H

#include "Compiler.h"

namespace neo::python {

/// One target of a module (Neo/Target/ExportedProgram.h).
struct Exported {
  std::string plan;
  /// Relocatable object files.
  std::vector<std::string> objects;
  /// Names and bytes.
  std::vector<std::pair<std::string, std::vector<char>>> tensors;
  std::vector<ArrayType> inputs, results;
  size_t weightBytes = 0, temporaryBytes = 0;
};

/// `function` of the module in `text`, for `target`, where its last inputs are
/// fixed to what `weights` point to.
Outcome<Exported> exportText(const std::string &text,
                             const std::string &function,
                             const std::string &target,
                             const std::vector<const void *> &weights);

/// The best target that this machine runs; empty if there is none.
std::string bestTarget();

} // namespace neo::python

#endif // NEO_PYTHON_EXPORTER_H
