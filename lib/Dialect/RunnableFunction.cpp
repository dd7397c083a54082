//===- RunnableFunction.cpp - Functions with buffers for values -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/RunnableFunction.h"

#include "Neo/Dialect/DeclaredDerivatives.h"
#include "Neo/Dialect/Interpreter/Scalar.h"

using namespace mlir;
using namespace neo;

static bool hasBuffer(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return false;
  std::optional<ElementKind> kind = getElementKind(tensor.getElementType());
  return kind && *kind != ElementKind::i16 && *kind != ElementKind::index;
}

/// Reports the first of `types`, each of which is a `what`, without a buffer.
static llvm::Error checkTypes(StringRef name, StringRef what, TypeRange types) {
  for (auto [i, type] : llvm::enumerate(types)) {
    if (hasBuffer(type))
      continue;
    std::string text;
    llvm::raw_string_ostream(text)
        << what << " #" << i << " of '@" << name << "' is " << type
        << ", but only tensors of constant shape with elements of type f64, "
           "f32, f16, bf16, i64, i32, i8 or i1 can be passed";
    return llvm::createStringError(text);
  }
  return llvm::Error::success();
}

llvm::Expected<func::FuncOp> neo::findRunnable(ModuleOp module,
                                               StringRef name) {
  auto function = module.lookupSymbol<func::FuncOp>(name);
  if (!function)
    return llvm::createStringError("the module does not define a function '" +
                                   name.str() + "'");
  if (function.isDeclaration())
    return llvm::createStringError(explainMissingBody(function));
  if (auto error = checkTypes(name, "argument", function.getArgumentTypes()))
    return std::move(error);
  if (auto error = checkTypes(name, "result", function.getResultTypes()))
    return std::move(error);
  return function;
}
