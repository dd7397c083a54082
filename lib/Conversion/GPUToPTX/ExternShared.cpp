//===- ExternShared.cpp - Dynamic shared memory as PTX wants it -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/GPUPasses.h"
#include "Neo/Machine/GPUMachine.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace neo {
#define GEN_PASS_DEF_NEOEXTERNSHARED
#include "Neo/Conversion/GPUPasses.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
struct NeoExternShared : neo::impl::NeoExternSharedBase<NeoExternShared> {
  void runOnOperation() override {
    for (auto global : getOperation().getOps<LLVM::GlobalOp>()) {
      auto array = dyn_cast<LLVM::LLVMArrayType>(global.getGlobalType());
      if (!array || array.getNumElements() != 0 || global.getAddrSpace() != 3)
        continue;
      global.setLinkage(LLVM::Linkage::External);
      global.setAlignment(GPUMachine::sharedAlignment);
    }
  }
};
} // namespace
