//===- SoftFloatTest.cpp - conversions a processor may lack ---------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Target/JITModule.h"
#include "ParseKernels.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

#include <cmath>
#include <random>

using namespace neo;

/// `x` rounded to `type` by LLVM's own arbitrary-precision numbers.
static float nearest(const llvm::fltSemantics &type, double x) {
  llvm::APFloat value(x);
  bool losesInfo = false;
  value.convert(type, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  value.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToFloat();
}

/// Every kind of number: all bit patterns are equally likely, and two of three
/// lie between two bf16, or two f16.
static std::vector<float> randomFloats(size_t count) {
  unsigned seed = std::random_device{}();
  std::printf("seed %u\n", seed);
  std::mt19937 random(seed);
  std::vector<float> values = {0.0f,     -0.0f,     1.00390625f, 1.01171875f,
                               INFINITY, -INFINITY, NAN,         3.4e38f};
  while (values.size() < count) {
    uint32_t bits = random();
    values.push_back(llvm::bit_cast<float>(bits));
    values.push_back(llvm::bit_cast<float>((bits & 0xffff0000) | 0x8000));
    // Of the size of an f16.
    uint32_t exponent = 0x38000000 + (bits >> 9 & 0x0f800000);
    values.push_back(
        llvm::bit_cast<float>((bits & 0x807fe000) | 0x1000 | exponent));
  }
  return values;
}

/// `kernel` rounds its argument times `factor` to `type`.
static void checkRounding(const llvm::fltSemantics &type,
                          const std::string &kernel, double factor = 1) {
  ParsedKernels parsed(mapKernel("k", kernel));
  JITOptions options;
  // A processor before bfloat16 had instructions.
  options.target.cpu = "x86-64";
  options.target.features = "";
  auto jit = JITModule::compile(*parsed.module, options);
  ASSERT_TRUE(bool(jit)) << llvm::toString(jit.takeError());
  std::vector<float> x = randomFloats(20000), y(x.size());
  void *buffers[] = {x.data(), y.data()};
  llvm::cantFail((*jit)->lookup("k"))(buffers, 0, x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    float expected = nearest(type, x[i] * factor);
    if (std::isnan(expected))
      ASSERT_TRUE(std::isnan(y[i])) << x[i];
    else
      ASSERT_EQ(y[i], expected) << x[i];
  }
}

TEST(SoftFloat, RoundsFloatToBFloat16) {
  if (!llvm::StringRef(HostTarget::detect().triple).starts_with("x86_64"))
    GTEST_SKIP() << "the processor of this test is an x86-64";
  checkRounding(llvm::APFloat::BFloat(), "%h = llvm.fptrunc %v : f32 to bf16\n"
                                         "%r = llvm.fpext %h : bf16 to f32");
}

TEST(SoftFloat, RoundsDoubleToBFloat16) {
  if (!llvm::StringRef(HostTarget::detect().triple).starts_with("x86_64"))
    GTEST_SKIP() << "the processor of this test is an x86-64";
  checkRounding(llvm::APFloat::BFloat(), "%d = llvm.fpext %v : f32 to f64\n"
                                         "%h = llvm.fptrunc %d : f64 to bf16\n"
                                         "%r = llvm.fpext %h : bf16 to f32");
}

/// A product that is a tie in f32 and is none in f64 is not rounded to even.
TEST(SoftFloat, RoundsDoubleNearATie) {
  if (!llvm::StringRef(HostTarget::detect().triple).starts_with("x86_64"))
    GTEST_SKIP() << "the processor of this test is an x86-64";
  checkRounding(llvm::APFloat::BFloat(),
                "%d = llvm.fpext %v : f32 to f64\n"
                "%c = llvm.mlir.constant(0x3FF0000000001000 : f64) : f64\n"
                "%m = llvm.fmul %d, %c : f64\n"
                "%h = llvm.fptrunc %m : f64 to bf16\n"
                "%r = llvm.fpext %h : bf16 to f32",
                llvm::bit_cast<double>(uint64_t(0x3FF0000000001000)));
}

TEST(SoftFloat, RoundsDoubleNearATieOfHalf) {
  if (!llvm::StringRef(HostTarget::detect().triple).starts_with("x86_64"))
    GTEST_SKIP() << "the processor of this test is an x86-64";
  for (uint64_t factor : {0x3FF0000000001000, 0x3FEFFFFFFFFFF000})
    checkRounding(llvm::APFloat::IEEEhalf(),
                  "%d = llvm.fpext %v : f32 to f64\n"
                  "%c = llvm.mlir.constant(0x" +
                      llvm::utohexstr(factor) +
                      " : f64) : f64\n"
                      "%m = llvm.fmul %d, %c : f64\n"
                      "%h = llvm.fptrunc %m : f64 to f16\n"
                      "%r = llvm.fpext %h : f16 to f32",
                  llvm::bit_cast<double>(factor));
}

TEST(SoftFloat, RoundsFloatToHalf) {
  if (!llvm::StringRef(HostTarget::detect().triple).starts_with("x86_64"))
    GTEST_SKIP() << "the processor of this test is an x86-64";
  checkRounding(llvm::APFloat::IEEEhalf(), "%h = llvm.fptrunc %v : f32 to f16\n"
                                           "%r = llvm.fpext %h : f16 to f32");
}

TEST(SoftFloat, RoundsDoubleToHalf) {
  if (!llvm::StringRef(HostTarget::detect().triple).starts_with("x86_64"))
    GTEST_SKIP() << "the processor of this test is an x86-64";
  checkRounding(llvm::APFloat::IEEEhalf(), "%d = llvm.fpext %v : f32 to f64\n"
                                           "%h = llvm.fptrunc %d : f64 to f16\n"
                                           "%r = llvm.fpext %h : f16 to f32");
}
