//===- GroupPass.cpp - Which statements become one kernel -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Every operator begins as a group of its own. Two groups are candidates if one
// reads a result of the other, or both read one tensor, or one only reads and
// the other only writes. Of all candidates that can be one kernel
// (KernelGroup.h), the pair whose union saves most (GroupCost.h) is merged,
// until no union saves anything (greedy clustering).
//
//===----------------------------------------------------------------------===//

#include "BuildKernel.h"
#include "GroupCost.h"

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/DeadCode.h"
#include "Neo/Dialect/FixedValues.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Format.h"

#include <map>

namespace neo {
#define GEN_PASS_DEF_NEOGROUP
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
/// Groups the operators of one block.
class BlockGrouper {
public:
  BlockGrouper(Block &block, bool explain);
  bool run();

private:
  struct Candidate {
    double seconds;
    GroupReward reward;
    KernelGroup group;
  };
  SmallVector<std::pair<unsigned, unsigned>> neighbours(unsigned group);
  void addStreams(unsigned group,
                  SmallVectorImpl<std::pair<unsigned, unsigned>> &pairs);
  void addCandidate(unsigned a, unsigned b);
  bool isConvex(unsigned a, unsigned b);
  void unite(unsigned a, unsigned b);
  void remark(ArrayRef<ComputeOp> statements, const Twine &text);
  std::optional<unsigned> groupOf(Operation *op) const {
    auto found = member.find(op);
    if (found == member.end())
      return std::nullopt;
    return found->second;
  }

  Block &block;
  bool explain;
  MachineRates rates;
  GroupCost cost;
  /// Members in program order; empty once a group is part of another.
  std::vector<SmallVector<ComputeOp>> groups;
  std::vector<std::optional<KernelGroup>> kernels;
  llvm::DenseMap<Operation *, unsigned> member;
  llvm::DenseMap<Operation *, unsigned> position;
  std::map<std::pair<unsigned, unsigned>, Candidate> candidates;
};
} // namespace

BlockGrouper::BlockGrouper(Block &block, bool explain)
    : block(block), explain(explain),
      rates(MachineRates::of(block.getParentOp())), cost(rates) {
  for (Operation &op : block) {
    position[&op] = position.size();
    if (auto compute = dyn_cast<ComputeOp>(op)) {
      member[&op] = groups.size();
      groups.push_back({compute});
    }
  }
  kernels.resize(groups.size());
}

/// Pairs of `group` with producers and readers of its tensors.
SmallVector<std::pair<unsigned, unsigned>>
BlockGrouper::neighbours(unsigned group) {
  constexpr unsigned mostReaders = 16;
  SmallVector<std::pair<unsigned, unsigned>> pairs;
  auto add = [&](Operation *op) {
    std::optional<unsigned> other = op ? groupOf(op) : std::nullopt;
    if (!other || *other == group)
      return;
    std::pair<unsigned, unsigned> pair = std::minmax(group, *other);
    if (!llvm::is_contained(pairs, pair))
      pairs.push_back(pair);
  };
  auto addUsers = [&](Value value) {
    unsigned readers = 0;
    for (Operation *user : value.getUsers())
      if (++readers <= mostReaders)
        add(user);
  };
  for (ComputeOp op : groups[group]) {
    addUsers(op.getResult());
    for (Value operand : op.getOperands()) {
      add(operand.getDefiningOp());
      addUsers(operand);
    }
  }
  addStreams(group, pairs);
  return pairs;
}

/// Pairs of a group that only reads and one that only writes.
void BlockGrouper::addStreams(
    unsigned group, SmallVectorImpl<std::pair<unsigned, unsigned>> &pairs) {
  constexpr unsigned farthest = 32;
  Traffic own = cost.trafficOf(groups[group]);
  if (own.read > 0 && own.written > 0)
    return;
  for (unsigned other = group > farthest ? group - farthest : 0,
                end = std::min<size_t>(groups.size(), group + farthest);
       other < end; ++other) {
    std::pair<unsigned, unsigned> pair = std::minmax(group, other);
    if (other != group && !groups[other].empty() &&
        cost.runTogether(own, cost.trafficOf(groups[other])) &&
        !llvm::is_contained(pairs, pair))
      pairs.push_back(pair);
  }
}

/// Is the union of two groups convex: does no use-def path leave it and
/// re-enter it?
bool BlockGrouper::isConvex(unsigned a, unsigned b) {
  SmallVector<Operation *> work;
  llvm::SmallPtrSet<Operation *, 32> seen;
  auto isInside = [&](Operation *op) {
    std::optional<unsigned> group = groupOf(op);
    return group && (*group == a || *group == b);
  };
  auto follow = [&](Operation *op) {
    for (Operation *user : op->getUsers()) {
      Operation *outer = block.findAncestorOpInBlock(*user);
      if (outer && seen.insert(outer).second)
        work.push_back(outer);
    }
  };
  for (unsigned group : {a, b})
    for (ComputeOp op : groups[group])
      for (Operation *user : op->getUsers())
        if (!isInside(user) && seen.insert(user).second)
          work.push_back(user);
  while (!work.empty()) {
    Operation *op = work.pop_back_val();
    if (isInside(op))
      return false;
    std::optional<unsigned> group = groupOf(op);
    if (!group)
      follow(op);
    else
      for (ComputeOp other : groups[*group])
        follow(other);
  }
  return true;
}

void BlockGrouper::remark(ArrayRef<ComputeOp> statements, const Twine &text) {
  if (!explain)
    return;
  std::string names;
  llvm::raw_string_ostream os(names);
  llvm::interleave(
      statements, os,
      [&](ComputeOp op) {
        os << "[" << llvm::join(getLoopNames(op), ", ") << "]";
      },
      " ");
  SmallVector<Location> places;
  for (ComputeOp op : statements)
    places.push_back(op.getLoc());
  emitRemark(FusedLoc::get(places.front().getContext(), places))
      << "statements over " << names << " " << text;
}

/// Are either all of them fixed values or none?
static bool areAllFixedOrNone(ArrayRef<ComputeOp> statements) {
  auto isOnce = [](ComputeOp op) { return isFixed(op.getResult()); };
  return llvm::none_of(statements, isOnce) || llvm::all_of(statements, isOnce);
}

void BlockGrouper::addCandidate(unsigned a, unsigned b) {
  SmallVector<ComputeOp> all(groups[a]);
  llvm::append_range(all, groups[b]);
  llvm::sort(all, [&](ComputeOp x, ComputeOp y) {
    return position.lookup(x) < position.lookup(y);
  });
  std::string reason;
  std::optional<KernelGroup> group = KernelGroup::get(all, reason);
  if (group && !areAllFixedOrNone(all)) {
    reason = "some of them are the same in every run and computed once";
    group.reset();
  }
  if (group && !isConvex(a, b)) {
    reason = "something between them needs one and is needed by the other";
    group.reset();
  }
  if (!group)
    return remark(all, "are not one kernel: " + reason);
  auto part = [&](unsigned g) {
    return GroupPart{groups[g], kernels[g] ? &*kernels[g] : nullptr};
  };
  GroupReward reward = cost.rewardOf(*group, {part(a), part(b)});
  double seconds = reward.seconds(rates);
  if (seconds <= 0)
    return remark(all, "are not one kernel: it would save nothing");
  candidates[{a, b}] = {seconds, reward, std::move(*group)};
}

/// Makes group `b` part of group `a`.
void BlockGrouper::unite(unsigned a, unsigned b) {
  Candidate chosen = std::move(candidates.at({a, b}));
  std::string text;
  llvm::raw_string_ostream(text)
      << "become one kernel, which saves " << int64_t(chosen.reward.bytes)
      << " bytes and " << int64_t(chosen.reward.launches)
      << " launches: " << llvm::format("%.1f", chosen.seconds * 1e6) << " us";
  remark(chosen.group.statements, text);
  for (auto it = candidates.begin(); it != candidates.end();) {
    auto [x, y] = it->first;
    bool touched = x == a || x == b || y == a || y == b;
    it = touched ? candidates.erase(it) : std::next(it);
  }
  for (ComputeOp op : groups[b])
    member[op] = a;
  groups[a] = chosen.group.statements;
  groups[b].clear();
  kernels[a] = std::move(chosen.group);
  for (auto [x, y] : neighbours(a))
    addCandidate(x, y);
}

bool BlockGrouper::run() {
  llvm::DenseSet<std::pair<unsigned, unsigned>> tried;
  for (unsigned group = 0; group < groups.size(); ++group)
    for (std::pair<unsigned, unsigned> pair : neighbours(group))
      if (tried.insert(pair).second)
        addCandidate(pair.first, pair.second);
  while (!candidates.empty()) {
    auto best = std::max_element(candidates.begin(), candidates.end(),
                                 [](const auto &x, const auto &y) {
                                   return x.second.seconds < y.second.seconds;
                                 });
    auto [a, b] = best->first;
    // Other unions since then may have closed a path around this one.
    if (isConvex(a, b))
      unite(a, b);
    else
      candidates.erase(best);
  }
  bool changed = false;
  for (unsigned group = 0; group < groups.size(); ++group)
    if (kernels[group] && groups[group].size() > 1) {
      buildKernel(*kernels[group]);
      changed = true;
    }
  if (changed)
    sortTopologically(&block);
  return changed;
}

namespace {
struct GroupPass : neo::impl::NeoGroupBase<GroupPass> {
  using NeoGroupBase::NeoGroupBase;

  void runOnOperation() override {
    if (getBatch(getOperation())) {
      if (explain)
        getOperation().emitRemark("nothing is grouped: a kernel of several "
                                  "statements has rows of known number, and "
                                  "this function takes any batch");
      return;
    }
    if (failed(verifyMachine(getOperation())))
      return signalPassFailure();
    for (Block &block : getOperation().getBody()) {
      dropDeadCode(block); // A kernel of it would have no result.
      BlockGrouper(block, explain).run();
    }
  }
};
} // namespace
