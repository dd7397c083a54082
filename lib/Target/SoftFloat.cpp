//===- SoftFloat.cpp - conversions a processor may lack -------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "SoftFloat.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

using namespace llvm;

namespace neo {

/// The half nearest to `value`. Processors that convert f32 to f16 do not all
/// convert f64, and rounding twice could end on the wrong side of a tie.
static uint16_t roundToHalf(double value) {
  APFloat half(value);
  bool loses;
  half.convert(APFloat::IEEEhalf(), APFloat::rmNearestTiesToEven, &loses);
  return half.bitcastToAPInt().getZExtValue();
}

/// Sixteen bits are returned in the low half of a floating-point register,
/// which C++17 can only say by returning a float with those bits.
static float inRegister(uint16_t value) {
  return llvm::bit_cast<float>(uint32_t(value));
}

static float truncateFloatToHalf(float value) {
  return inRegister(roundToHalf(value));
}

static float truncateDoubleToHalf(double value) {
  return inRegister(roundToHalf(value));
}

/// The argument too lies in the low half of its register.
static float extendHalf(float argument) {
  uint16_t bits = llvm::bit_cast<uint32_t>(argument);
  return float(APFloat(APFloat::IEEEhalf(), APInt(16, bits)).convertToDouble());
}

Error defineSoftFloat(orc::LLJIT &jit) {
  auto symbol = [](auto *function) {
    return orc::ExecutorSymbolDef(orc::ExecutorAddr::fromPtr(function),
                                  JITSymbolFlags::Exported);
  };
  return jit.getMainJITDylib().define(orc::absoluteSymbols(
      {{jit.mangleAndIntern("__truncsfhf2"), symbol(truncateFloatToHalf)},
       {jit.mangleAndIntern("__truncdfhf2"), symbol(truncateDoubleToHalf)},
       {jit.mangleAndIntern("__extendhfsf2"), symbol(extendHalf)}}));
}

} // namespace neo
