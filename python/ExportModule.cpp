//===- ExportModule.cpp - What neo.export asks of neo._core ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ExportModule.h"

#include "Arrays.h"
#include "CompilingScope.h"
#include "Exporter.h"
#include "InterpreterLock.h"

#include "Neo/Runtime/Module/Checksum.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace neo::python {

static py::bytes toBytes(const char *data, size_t size) {
  return py::bytes(data, size);
}

/// Elements and shapes, as neo.spec has them.
static py::list listTypes(const std::vector<ArrayType> &types) {
  py::list list;
  for (const ArrayType &type : types)
    list.append(py::make_tuple(type.dtype, type.shape));
  return list;
}

static py::dict exportArrays(const std::string &text,
                             const std::string &function,
                             const std::string &target,
                             const std::vector<py::array> &weights) {
  std::vector<const void *> data;
  data.reserve(weights.size());
  for (const py::array &array : weights)
    data.push_back(array.data());
  Outcome<Exported> exported;
  {
    ReleasedLock released;
    CompilingScope compiling;
    exported = exportText(text, function, target, data);
  }
  if (!exported.error.empty())
    raise(exported.error);
  Exported &value = exported.value;
  py::list objects;
  for (const std::string &object : value.objects)
    objects.append(toBytes(object.data(), object.size()));
  py::dict tensors, result;
  for (const auto &[name, bytes] : value.tensors)
    tensors[py::str(name)] = toBytes(bytes.data(), bytes.size());
  result["plan"] = toBytes(value.plan.data(), value.plan.size());
  result["objects"] = objects;
  result["tensors"] = tensors;
  result["inputs"] = listTypes(value.inputs);
  result["outputs"] = listTypes(value.results);
  result["weight_bytes"] = value.weightBytes;
  result["temporary_bytes"] = value.temporaryBytes;
  return result;
}

void addExport(py::module_ &module) {
  module.def("export_text", &exportArrays);
  module.def("best_target", &bestTarget);
  module.def("checksum", [](const py::buffer &buffer) {
    py::buffer_info info = buffer.request();
    return checksumText(info.ptr, size_t(info.size * info.itemsize));
  });
}

} // namespace neo::python
