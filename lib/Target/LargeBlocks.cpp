//===- LargeBlocks.cpp - Instructions of large blocks in order ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "LargeBlocks.h"

#include "Neo/Conversion/LLVMOption.h"

#include "llvm/CodeGen/SchedulerRegistry.h"
#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/CodeGen/SelectionDAGISel.h"

#include <mutex>

using namespace llvm;

/// Nodes from which on the search takes longer than all else.
constexpr unsigned mostInSourceOrder = 4000;

static ScheduleDAGSDNodes *createScheduler(SelectionDAGISel *selection,
                                           CodeGenOptLevel level) {
  if (selection->CurDAG->allnodes_size() > mostInSourceOrder)
    return createBURRListDAGScheduler(selection, level);
  return createDefaultScheduler(selection, level);
}

void neo::orderLargeBlocksFast() {
  static std::once_flag done;
  std::call_once(done, [] {
    static RegisterScheduler registered("neo-large-blocks",
                                        "large blocks by need for registers",
                                        createScheduler);
    setLLVMOption("pre-RA-sched", "neo-large-blocks");
  });
}
