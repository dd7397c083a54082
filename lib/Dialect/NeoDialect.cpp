//===- NeoDialect.cpp - Registration of the neo dialect -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace neo;

#include "Neo/Dialect/NeoDialect.cpp.inc"
#include "Neo/Dialect/NeoEnums.cpp.inc"

namespace {
/// neo operations are pure values: any function that holds them may be inlined.
struct NeoInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void NeoDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "Neo/Dialect/NeoOps.cpp.inc"
      >();
  registerGPUAttributes();
  registerGPUOperations();
  addInterfaces<NeoInliner>();
}

LogicalResult LaunchOp::verify() {
  if (int64_t(getExtent()) < 0)
    return emitOpError("has the negative range ") << int64_t(getExtent());
  if (int64_t(getGrain()) < 1)
    return emitOpError("has the grain ")
           << int64_t(getGrain()) << "; parts have one step or more";
  return success();
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto kernel = symbols.lookupNearestSymbolFrom<SymbolOpInterface>(
      *this, getKernelAttr());
  if (!kernel)
    return emitOpError("launches '")
           << getKernel() << "', which this module does not define";
  return success();
}

#define GET_OP_CLASSES
#include "Neo/Dialect/NeoOps.cpp.inc"
