//===- Scalar.cpp - One number of the reference interpreter ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Interpreter/Scalar.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

static std::optional<ElementKind> getIntegerKind(unsigned width) {
  switch (width) {
  case 64:
    return ElementKind::i64;
  case 32:
    return ElementKind::i32;
  case 16:
    return ElementKind::i16;
  case 8:
    return ElementKind::i8;
  case 1:
    return ElementKind::i1;
  default:
    return std::nullopt;
  }
}

std::optional<ElementKind> neo::getElementKind(Type type) {
  if (type.isF64())
    return ElementKind::f64;
  if (type.isF32())
    return ElementKind::f32;
  if (type.isF16())
    return ElementKind::f16;
  if (type.isBF16())
    return ElementKind::bf16;
  if (type.isIndex())
    return ElementKind::index;
  if (type.isSignlessInteger())
    return getIntegerKind(type.getIntOrFloatBitWidth());
  return std::nullopt;
}

bool neo::isFloat(ElementKind kind) { return kind <= ElementKind::bf16; }

unsigned neo::getBitWidth(ElementKind kind) {
  switch (kind) {
  case ElementKind::i32:
    return 32;
  case ElementKind::i16:
    return 16;
  case ElementKind::i8:
    return 8;
  case ElementKind::i1:
    return 1;
  default:
    return 64;
  }
}

static double roundTo(const llvm::fltSemantics &semantics, double value) {
  APFloat rounded(value);
  bool losesInfo;
  rounded.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return rounded.convertToDouble();
}

Scalar neo::makeCanonical(ElementKind kind, Scalar value) {
  switch (kind) {
  case ElementKind::f64:
    return value;
  case ElementKind::f32:
    return makeFloat(static_cast<float>(value.f));
  case ElementKind::f16:
    return makeFloat(roundTo(APFloat::IEEEhalf(), value.f));
  case ElementKind::bf16:
    return makeFloat(roundTo(APFloat::BFloat(), value.f));
  default:
    return makeInteger(llvm::SignExtend64(value.i, getBitWidth(kind)));
  }
}

Scalar neo::getConstant(Attribute attribute) {
  if (auto number = dyn_cast<FloatAttr>(attribute)) {
    APFloat value = number.getValue();
    bool losesInfo;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return makeFloat(value.convertToDouble());
  }
  return makeInteger(cast<IntegerAttr>(attribute).getValue().getSExtValue());
}
