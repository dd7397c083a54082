//===- AllowTF32.cpp - Programs whose f32 products may be of tf32 ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/AllowTF32.h"

using namespace mlir;

bool neo::allowsTF32(Operation *op) {
  auto module = op->getParentOfType<ModuleOp>();
  return module && module->hasAttr(allowTF32AttrName);
}

LogicalResult neo::verifyAllowTF32(ModuleOp module) {
  Attribute said = module->getAttr(allowTF32AttrName);
  if (!said || isa<UnitAttr>(said))
    return success();
  return module.emitError("neo.allow_tf32 is ")
         << said << ", but has no value: write it alone, or not at all";
}
