//===- LargeBlocks.cpp - Instructions of large blocks in order ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "LargeBlocks.h"

#include "llvm/CodeGen/SchedulerRegistry.h"
#include "llvm/CodeGen/SelectionDAG.h"
#include "llvm/CodeGen/SelectionDAGISel.h"
#include "llvm/Support/CommandLine.h"

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
  // The scheduler is an option of LLVM, and has no other way in. Who has set it
  // knows why.
  static const bool done = [] {
    static RegisterScheduler registered("neo-large-blocks",
                                        "large blocks by need for registers",
                                        createScheduler);
    cl::Option *option = cl::getRegisteredOptions().lookup("pre-RA-sched");
    return option && option->getNumOccurrences() == 0 &&
           !option->addOccurrence(0, "pre-RA-sched", "neo-large-blocks");
  }();
  (void)done;
}
