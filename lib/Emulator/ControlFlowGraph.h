//===- ControlFlowGraph.h - Blocks, post-dominators and loops ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Lanes that diverge at a branch reconverge at its immediate post-dominator,
// the first block that is on all paths from the branch to the exit:
//
//         B            lanes diverge at B
//        / \
//       T   E          some run T, then the others E
//        \ /
//         R            all run R together: R post-dominates B, T and E
//
// Post-dominators are found by the iteration of Cooper, Harvey and Kennedy over
// the reversed graph, in reverse postorder; all returns lead to one virtual
// exit. A branch whose paths have only the exit in common never reconverges:
// its lanes leave the function one by one.
//
// Natural loops, for the counts of the hot loop, come from back edges: edges to
// a block that dominates their source.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_EMULATOR_CONTROLFLOWGRAPH_H
#define NEO_LIB_EMULATOR_CONTROLFLOWGRAPH_H

#include "Program.h"

namespace neo::ptx {

/// Immediate dominators of a graph from its root, by node; a node that cannot
/// be reached has itself.
std::vector<uint32_t>
findDominators(uint32_t root,
               const std::vector<std::vector<uint32_t>> &successors);

/// Finds the basic blocks and loops of `function` and sets the reconvergence
/// point of each of its branches.
void analyseControlFlow(Program &program, Function &function);

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_CONTROLFLOWGRAPH_H
