//===- ScalarConversions.cpp - Conversions of the interpreter -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Floats stay doubles and integers stay 64 bits, so most conversions only
// re-read a number; making the result canonical does the rest. A float that no
// integer of the result's width can hold becomes the nearest one, NaN zero.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Interpreter/ScalarTable.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace neo;

static Scalar same(const ScalarCall &call) { return call.operands[0]; }

static Scalar zeroExtend(const ScalarCall &call) {
  return makeInteger(getUnsigned(call.from, call.operands[0]));
}

static Scalar signedToFloat(const ScalarCall &call) {
  return makeFloat(static_cast<double>(call.operands[0].i));
}

static Scalar unsignedToFloat(const ScalarCall &call) {
  return makeFloat(
      static_cast<double>(getUnsigned(call.from, call.operands[0])));
}

static Scalar floatToSigned(const ScalarCall &call) {
  double value = std::trunc(call.operands[0].f);
  unsigned width = getBitWidth(call.to);
  double bound = std::ldexp(1.0, width - 1);
  if (std::isnan(value))
    return makeInteger(0);
  if (value >= bound)
    return makeInteger(llvm::maxIntN(width));
  if (value < -bound)
    return makeInteger(llvm::minIntN(width));
  return makeInteger(static_cast<int64_t>(value));
}

static Scalar floatToUnsigned(const ScalarCall &call) {
  double value = std::trunc(call.operands[0].f);
  unsigned width = getBitWidth(call.to);
  if (!(value > 0))
    return makeInteger(0);
  if (value >= std::ldexp(1.0, width))
    return makeInteger(llvm::maskTrailingOnes<uint64_t>(width));
  return makeInteger(static_cast<uint64_t>(value));
}

static const llvm::fltSemantics &semanticsOf(ElementKind kind) {
  switch (kind) {
  case ElementKind::f16:
    return llvm::APFloat::IEEEhalf();
  case ElementKind::bf16:
    return llvm::APFloat::BFloat();
  case ElementKind::f32:
    return llvm::APFloat::IEEEsingle();
  default:
    return llvm::APFloat::IEEEdouble();
  }
}

static llvm::APFloat convert(llvm::APFloat value, ElementKind kind) {
  bool losesInfo;
  value.convert(semanticsOf(kind), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value;
}

/// The same bits, read as another type of their width.
static Scalar reread(const ScalarCall &call) {
  Scalar value = call.operands[0];
  uint64_t bits = isFloat(call.from)
                      ? convert(llvm::APFloat(value.f), call.from)
                            .bitcastToAPInt()
                            .getZExtValue()
                      : getUnsigned(call.from, value);
  if (!isFloat(call.to))
    return makeInteger(bits);
  llvm::APFloat number(semanticsOf(call.to),
                       llvm::APInt(getBitWidth(call.to), bits));
  return makeFloat(convert(number, ElementKind::f64).convertToDouble());
}

static Scalar choose(const ScalarCall &call) {
  return call.operands[0].i ? call.operands[1] : call.operands[2];
}

void neo::addConversionRows(ScalarTable &table) {
  table.insert({
      {"arith.extf", same},
      {"arith.truncf", same},
      {"arith.extsi", same},
      {"arith.trunci", same},
      {"arith.index_cast", same},
      {"arith.extui", zeroExtend},
      {"arith.index_castui", zeroExtend},
      {"arith.sitofp", signedToFloat},
      {"arith.uitofp", unsignedToFloat},
      {"arith.fptosi", floatToSigned},
      {"arith.fptoui", floatToUnsigned},
      {"arith.bitcast", reread},
      {"arith.select", choose},
  });
}
