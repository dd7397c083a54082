//===- ControlFlowGraph.cpp - Blocks, post-dominators and loops -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ControlFlowGraph.h"

#include "Branches.h"

#include <algorithm>
#include <set>

namespace neo::ptx {

using Graph = std::vector<std::vector<uint32_t>>;

/// The nodes that `root` reaches, in postorder.
static std::vector<uint32_t> postOrder(uint32_t root, const Graph &graph) {
  std::vector<uint32_t> order;
  std::vector<char> seen(graph.size(), 0);
  std::vector<std::pair<uint32_t, size_t>> stack = {{root, 0}};
  seen[root] = 1;
  while (!stack.empty()) {
    auto &[node, edge] = stack.back();
    if (edge == graph[node].size()) {
      order.push_back(node);
      stack.pop_back();
      continue;
    }
    uint32_t to = graph[node][edge++];
    if (!seen[to]) {
      seen[to] = 1;
      stack.emplace_back(to, 0);
    }
  }
  return order;
}

static Graph turnRound(const Graph &graph) {
  Graph reversed(graph.size());
  for (uint32_t from = 0; from < graph.size(); ++from)
    for (uint32_t to : graph[from])
      reversed[to].push_back(from);
  return reversed;
}

std::vector<uint32_t> findDominators(uint32_t root, const Graph &successors) {
  constexpr uint32_t none = ~uint32_t(0);
  std::vector<uint32_t> order = postOrder(root, successors);
  std::vector<uint32_t> number(successors.size(), none);
  for (uint32_t i = 0; i < order.size(); ++i)
    number[order[i]] = i;
  Graph predecessors = turnRound(successors);
  std::vector<uint32_t> dominator(successors.size(), none);
  dominator[root] = root;
  auto intersect = [&](uint32_t a, uint32_t b) {
    while (a != b)
      (number[a] < number[b] ? a : b) =
          dominator[number[a] < number[b] ? a : b];
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = order.size(); i-- > 0;) {
      uint32_t node = order[i], found = none;
      if (node == root)
        continue;
      for (uint32_t from : predecessors[node])
        if (dominator[from] != none)
          found = found == none ? from : intersect(from, found);
      changed |= dominator[node] != found;
      dominator[node] = found;
    }
  }
  for (uint32_t node = 0; node < dominator.size(); ++node)
    if (dominator[node] == none)
      dominator[node] = node;
  return dominator;
}

/// The instructions that may follow the one at `pc`.
static std::vector<uint32_t> successorsOf(const Program &program, uint32_t pc) {
  const Instruction &instruction = program.code[pc];
  std::vector<uint32_t> targets;
  if (isBranch(instruction))
    targets.push_back(instruction.target);
  if (isIndexedBranch(instruction))
    targets = program.branchTables[instruction.target];
  bool always = instruction.guard == noSlot;
  bool leaves = isBranch(instruction) || isIndexedBranch(instruction) ||
                isReturn(instruction) || isExit(instruction);
  if (!leaves || !always)
    targets.push_back(pc + 1);
  return targets;
}

static bool endsBlock(const Instruction &instruction) {
  return isBranch(instruction) || isIndexedBranch(instruction) ||
         isReturn(instruction) || isExit(instruction);
}

static void findBlocks(const Program &program, Function &function) {
  std::set<uint32_t> leaders = {function.first};
  for (uint32_t pc = function.first; pc < function.last; ++pc)
    if (endsBlock(program.code[pc])) {
      for (uint32_t to : successorsOf(program, pc))
        leaders.insert(to);
      leaders.insert(pc + 1);
    }
  leaders.erase(function.last);
  std::vector<uint32_t> starts(leaders.begin(), leaders.end());
  auto blockAt = [&](uint32_t pc) {
    return uint32_t(std::lower_bound(starts.begin(), starts.end(), pc) -
                    starts.begin());
  };
  for (size_t i = 0; i < starts.size(); ++i) {
    BasicBlock block;
    block.first = starts[i];
    block.last = i + 1 < starts.size() ? starts[i + 1] : function.last;
    for (uint32_t to : successorsOf(program, block.last - 1))
      if (to < function.last)
        block.successors.push_back(blockAt(to));
    function.blocks.push_back(std::move(block));
  }
}

static void setReconvergence(Program &program, Function &function,
                             const Graph &graph) {
  uint32_t exit = uint32_t(function.blocks.size());
  Graph reversed(exit + 1);
  for (uint32_t from = 0; from < exit; ++from) {
    for (uint32_t to : graph[from])
      reversed[to].push_back(from);
    const Instruction &last = program.code[function.blocks[from].last - 1];
    if (isReturn(last) || isExit(last))
      reversed[exit].push_back(from);
  }
  std::vector<uint32_t> postDominators = findDominators(exit, reversed);
  for (uint32_t number = 0; number < exit; ++number) {
    Instruction &last = program.code[function.blocks[number].last - 1];
    uint32_t at = postDominators[number];
    bool never = at == exit || at == number;
    last.reconvergence = never ? function.last : function.blocks[at].first;
  }
}

/// The blocks of the natural loop of the back edge from `source` to its header.
static void collectLoop(Loop &loop, uint32_t source,
                        const Graph &predecessors) {
  std::vector<uint32_t> open = {source};
  while (!open.empty()) {
    uint32_t block = open.back();
    open.pop_back();
    if (std::find(loop.blocks.begin(), loop.blocks.end(), block) !=
        loop.blocks.end())
      continue;
    loop.blocks.push_back(block);
    for (uint32_t from : predecessors[block])
      open.push_back(from);
  }
}

static void findLoops(Function &function, const Graph &graph) {
  std::vector<uint32_t> dominator = findDominators(0, graph);
  Graph predecessors = turnRound(graph);
  auto dominates = [&](uint32_t a, uint32_t b) {
    while (b != a && dominator[b] != b)
      b = dominator[b];
    return a == b;
  };
  for (uint32_t header = 0; header < graph.size(); ++header) {
    Loop loop;
    loop.header = header;
    loop.blocks = {header};
    bool found = false;
    for (uint32_t source : predecessors[header])
      if (dominates(header, source)) {
        collectLoop(loop, source, predecessors);
        found = true;
      }
    if (found)
      function.loops.push_back(std::move(loop));
  }
  for (Loop &outer : function.loops)
    for (const Loop &inner : function.loops)
      outer.isInnermost &= &outer == &inner ||
                           std::find(outer.blocks.begin(), outer.blocks.end(),
                                     inner.header) == outer.blocks.end();
}

void analyseControlFlow(Program &program, Function &function) {
  findBlocks(program, function);
  Graph graph;
  for (const BasicBlock &block : function.blocks)
    graph.push_back(block.successors);
  setReconvergence(program, function, graph);
  findLoops(function, graph);
}

} // namespace neo::ptx
