//===- Branches.cpp - bra, brx, call, ret, exit ---------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Branches.h"

#include "Block.h"
#include "Decoder.h"

namespace neo::ptx {

static void branch(Warp &warp, const Instruction &i, LaneMask lanes) {
  warp.stack.branch(i.target, i.reconvergence, lanes);
}

static void branchIndexed(Warp &warp, const Instruction &i, LaneMask lanes) {
  const std::vector<uint32_t> &table =
      warp.block.launch.program.branchTables[i.target];
  const uint64_t *index = warp.lanes(i.operand[0]);
  std::vector<std::pair<uint32_t, LaneMask>> paths;
  LaneMask others = warp.active & ~lanes;
  if (others != 0)
    paths.emplace_back(warp.stack.top().pc, others);
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if (!(lanes >> lane & 1))
      continue;
    uint32_t at = uint32_t(index[lane]);
    if (at >= table.size()) {
      warp.fail("branches to entry " + std::to_string(at) + " of a table of " +
                    std::to_string(table.size()),
                lane);
      return;
    }
    auto path = paths.begin();
    while (path != paths.end() && path->first != table[at])
      ++path;
    if (path == paths.end())
      path = paths.insert(path, {table[at], 0});
    path->second |= LaneMask(1) << lane;
  }
  if (paths.size() == 1)
    warp.stack.branch(paths[0].first, i.reconvergence, warp.active);
  else
    warp.stack.branchMany(paths, i.reconvergence);
}

static void leaveFunction(Warp &warp, const Instruction &, LaneMask lanes) {
  warp.leaveFunction(lanes);
}

static void leaveKernel(Warp &warp, const Instruction &, LaneMask lanes) {
  warp.exit(lanes);
}

static void call(Warp &warp, const Instruction &i, LaneMask lanes) {
  warp.call(i, lanes);
}

static void trap(Warp &warp, const Instruction &, LaneMask lanes) {
  warp.fail("executes a trap", unsigned(__builtin_ctz(lanes)));
}

bool isBranch(const Instruction &i) { return i.execute == &branch; }
bool isIndexedBranch(const Instruction &i) {
  return i.execute == &branchIndexed;
}
bool isReturn(const Instruction &i) { return i.execute == &leaveFunction; }
bool isExit(const Instruction &i) { return i.execute == &leaveKernel; }

static Execute decodeBranch(Decoder &d) {
  d.take("uni");
  d.operands(1);
  d.label(0);
  return &branch;
}

static Execute decodeBranchIndexed(Decoder &d) {
  if (!d.take("idx"))
    return nullptr;
  d.take("uni");
  d.operands(2);
  if (d.failed())
    return nullptr;
  d.out.operand[0] = d.read(d.operand(0), Type::U32);
  const Symbol *table = d.scope.find(d.operand(1).name);
  if (!table || table->kind != Symbol::Targets)
    d.fail("there is no .branchtargets called '" +
           std::string(d.operand(1).name) + "'");
  else
    d.out.target = uint32_t(table->value);
  return &branchIndexed;
}

static Execute decodeReturn(Decoder &d) {
  d.take("uni");
  d.operands(0);
  return &leaveFunction;
}

static Execute decodeExit(Decoder &d) {
  d.operands(0);
  return &leaveKernel;
}

static Execute decodeTrap(Decoder &d) {
  d.operands(0);
  return &trap;
}

/// The copies between the caller's variables in `list` and the callee's
/// parameters. The callee's offsets are not known until it is decoded; until
/// then a copy has the parameter's index.
static void matchParameters(Decoder &d, const OperandText &list,
                            std::vector<CallSite::Copy> &copies) {
  for (const OperandText &element : list.elements) {
    const Symbol *symbol = d.scope.find(element.name);
    if (!symbol || symbol->kind != Symbol::Parameter) {
      d.fail("the emulator passes parameters in .param variables, which '" +
             std::string(element.name) + "' is not");
      return;
    }
    copies.push_back({uint32_t(symbol->value), uint32_t(copies.size()),
                      uint32_t(symbol->bytes)});
  }
}

/// call (results), function, (arguments); both lists are optional.
static Execute decodeCall(Decoder &d) {
  d.take("uni");
  d.operands(1, 3);
  if (d.failed())
    return nullptr;
  unsigned next = 0;
  CallSite site;
  if (d.operand(0).kind == OperandText::List)
    matchParameters(d, d.operand(next++), site.results);
  if (next >= d.countOperands())
    return nullptr;
  const OperandText &name = d.operand(next++);
  const Symbol *callee = d.scope.find(name.name);
  if (!callee || callee->kind != Symbol::Function) {
    d.fail("the emulator calls functions by their names, not '" +
           std::string(name.name) + "'");
    return nullptr;
  }
  site.callee = uint32_t(callee->value);
  site.line = d.item.line;
  if (next < d.countOperands())
    matchParameters(d, d.operand(next++), site.arguments);
  if (next < d.countOperands())
    return nullptr;
  d.scope.function().callees.push_back(site.callee);
  d.out.target = uint32_t(d.scope.program.calls.size());
  d.scope.program.calls.push_back(std::move(site));
  return &call;
}

void addBranches(OpcodeTable &table) {
  table["bra"] = &decodeBranch;
  table["brx"] = &decodeBranchIndexed;
  table["ret"] = &decodeReturn;
  table["exit"] = &decodeExit;
  table["trap"] = &decodeTrap;
  table["call"] = &decodeCall;
}

} // namespace neo::ptx
