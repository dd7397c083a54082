//===- GPUIndexedVerifier.cpp - What no schedule of indices may say -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/GPUSchedule.h"

using namespace mlir;
using namespace neo;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

constexpr int64_t mostBlocks = GPUMachine::maxGridBlocks;

LogicalResult GPUListsAttr::verify(EmitError emitError, int64_t rows,
                                   int64_t first, int64_t next) {
  if (rows < 1)
    return emitError() << "a bucket has a row or more, not " << rows;
  for (int64_t blocks : {first, next})
    if (blocks < 0 || blocks > mostBlocks)
      return emitError() << "a grid has 0 to " << mostBlocks << " blocks, not "
                         << blocks;
  return success();
}

LogicalResult GPUIndexedScheduleAttr::verify(EmitError emitError, StringRef,
                                             int64_t blocks, int64_t threads,
                                             GPUListsAttr) {
  if (blocks < 0 || blocks > mostBlocks)
    return emitError() << "a grid has 0 to " << mostBlocks << " blocks, not "
                       << blocks;
  if (threads < warpLanes || threads > GPUMachine::maxBlockThreads ||
      threads % warpLanes)
    return emitError() << "a block has 1 to 32 whole warps of 32 threads, not "
                       << threads << " threads";
  return success();
}
