//===- ModuleFuzzer.cpp - Text that should be a module --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Text is refused by the parser or a verifier, or read as a module that is
// printed as text that reads as the same.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/NeoDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include <cstdlib>

using namespace mlir;

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<neo::NeoDialect, func::FuncDialect, arith::ArithDialect,
                      math::MathDialect>();
  context.getDiagEngine().registerHandler([](Diagnostic &) {});
  StringRef text(reinterpret_cast<const char *>(data), size);
  auto module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return 0;
  std::string printed = print(*module);
  auto again = parseSourceString<ModuleOp>(printed, &context);
  if (!again || print(*again) != printed)
    std::abort();
  return 0;
}
