//===- AttributeVerifier.cpp - Attributes on what is not neo's ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/FixedValues.h"
#include "Neo/Dialect/GPUSchedule.h"
#include "Neo/Dialect/Identities.h"
#include "Neo/Dialect/ScheduleAttr.h"

using namespace mlir;
using namespace neo;

/// `neo.fixed = false` reads as if it were not there, but is: whoever asks for
/// these attributes asks whether they are there.
static LogicalResult verifyHasNoValue(Operation *op, NamedAttribute attribute) {
  static const StringRef names[] = {fixedAttrName, checkpointAttrName,
                                    constantAttrName, scheduledAttrName};
  StringRef name = attribute.getName();
  if (!llvm::is_contained(names, name) || isa<UnitAttr>(attribute.getValue()))
    return success();
  return op->emitError() << name << " is " << attribute.getValue()
                         << ", but has no value: write it alone, or not at all";
}

static LogicalResult verifyIsGPUSchedule(Operation *op, Attribute value) {
  bool isIndexed = isa<GatherOp, ScatterAddOp>(op);
  if (isIndexed ? isa<GPUIndexedScheduleAttr>(value)
                : isa<GPUScheduleAttr>(value))
    return success();
  return op->emitError() << gpuScheduleAttrName << " is " << value
                         << ", which is no schedule of a GPU for this: write "
                         << (isIndexed ? "#neo.gpu_indexed_schedule<...>"
                                       : "#neo.gpu_schedule<...>");
}

LogicalResult NeoDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  if (attribute.getName() == gpuScheduleAttrName)
    return verifyIsGPUSchedule(op, attribute.getValue());
  return verifyHasNoValue(op, attribute);
}

LogicalResult NeoDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                   unsigned,
                                                   NamedAttribute attribute) {
  return verifyHasNoValue(op, attribute);
}
