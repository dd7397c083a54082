//===- SkippedPasses.cpp - giving a compilation up ------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SkippedPasses.h"

#include "mlir/IR/Action.h"
#include "mlir/Pass/Pass.h"

#include <thread>

using namespace mlir;
using namespace neo;

SkippedPasses::SkippedPasses(MLIRContext &context, Interruption *interruption)
    : context(context), isWatching(interruption != nullptr) {
  if (!isWatching)
    return;
  auto caller = std::this_thread::get_id();
  context.registerActionHandler(
      [=](llvm::function_ref<void()> execute, const tracing::Action &action) {
        bool isPass = action.getTag() == PassExecutionAction::tag;
        if (isPass && std::this_thread::get_id() == caller)
          interruption->poll();
        if (!isPass || !interruption->given())
          execute();
      });
}

SkippedPasses::~SkippedPasses() {
  if (isWatching)
    context.registerActionHandler(nullptr);
}

llvm::Error neo::makeGivenUpError() {
  return llvm::createStringError("the compilation was given up");
}
