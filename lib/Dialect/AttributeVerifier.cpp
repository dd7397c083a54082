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

LogicalResult NeoDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  if (attribute.getName() == gpuScheduleAttrName &&
      !isa<GPUScheduleAttr>(attribute.getValue()))
    return op->emitError() << gpuScheduleAttrName << " is "
                           << attribute.getValue()
                           << ", which is no schedule of a GPU: write "
                              "#neo.gpu_schedule<...>";
  return verifyHasNoValue(op, attribute);
}

LogicalResult NeoDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                   unsigned,
                                                   NamedAttribute attribute) {
  return verifyHasNoValue(op, attribute);
}
