//===- Exporter.cpp - Programs as modules, for Python ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Exporter.h"
#include "Session.h"

#include "Neo/Dialect/InstructionSet.h"
#include "Neo/Target/ExportedProgram.h"

using namespace mlir;

namespace neo::python {

static std::vector<ArrayType> describe(const std::vector<BufferType> &types) {
  std::vector<ArrayType> result;
  result.reserve(types.size());
  for (const BufferType &type : types)
    result.push_back({type.element, type.shape});
  return result;
}

Outcome<Exported> exportText(const std::string &text,
                             const std::string &function,
                             const std::string &target,
                             const std::vector<const void *> &weights) {
  Session session;
  OwningOpRef<ModuleOp> module = session.parse(text);
  if (!module)
    return {{}, session.takeError("the text is not a module")};
  (*module)->setAttr(targetAttrName, StringAttr::get(&session.context, target));
  auto exported = exportProgram(*module, function, weights);
  if (!exported) {
    std::string error = llvm::toString(exported.takeError());
    return {{}, session.takeError(error)};
  }
  Exported result;
  result.plan = std::move(exported->plan);
  for (ObjectCode &object : exported->objects)
    result.objects.push_back(std::move(object.bytes));
  for (StoredTensor &tensor : exported->tensors)
    result.tensors.push_back({tensor.name, std::move(tensor.data)});
  result.inputs = describe(exported->inputs);
  result.results = describe(exported->results);
  result.weightBytes = exported->weightBytes;
  result.temporaryBytes = exported->temporaryBytes;
  return {std::move(result), ""};
}

std::string bestTarget() { return bestTargetHere(); }

} // namespace neo::python
