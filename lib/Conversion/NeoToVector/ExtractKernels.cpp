//===- ExtractKernels.cpp - Keeping kernels only --------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "Neo/Conversion/Passes.h"

namespace neo {
#define GEN_PASS_DEF_NEOEXTRACTKERNELS
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
struct ExtractKernels : neo::impl::NeoExtractKernelsBase<ExtractKernels> {
  void runOnOperation() override {
    for (func::FuncOp function :
         llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (!function->hasAttr(kernelAttrName))
        function.erase();
  }
};
} // namespace
