//===- ControlFlowGraph.h - Blocks, post-dominators and loops ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Lanes that part at a branch meet again at its immediate post-dominator, the
// first place that all ways from the branch lead through:
//
//         B            lanes part at B
//        / \
//       T   E          some run T, then the others E
//        \ /
//         M            all run M together: M post-dominates B, T and E
//
// Post-dominators are found by Cooper, Harvey and Kennedy's iteration over the
// blocks in reverse order, on the graph turned round; all returns lead to one
// virtual exit. A branch whose ways have only that in common meets at the end
// of the function, which is to say never: its lanes leave one by one.
//
// Natural loops, for the count of the hot loop, come from the edges that lead
// back to a block which dominates their source.
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

/// Finds blocks and loops of `function` and sets the meeting place of each of
/// its branches.
void analyseControlFlow(Program &program, Function &function);

} // namespace neo::ptx

#endif // NEO_LIB_EMULATOR_CONTROLFLOWGRAPH_H
