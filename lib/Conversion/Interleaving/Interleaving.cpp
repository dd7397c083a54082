//===- Interleaving.cpp - List scheduling of several chains ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Interleaving.h"

#include "Neo/Dialect/MathFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace neo;

/// Shorter chains overlap within the out-of-order window anyway.
constexpr double leastCycles = 40;

/// Is `value` in a vector register? Masks have registers of their own.
static bool isVector(Value value) {
  auto type = dyn_cast<VectorType>(value.getType());
  return type && !type.getElementType().isInteger(1);
}

static bool isDivision(Operation *op) { return isa<arith::DivFOp>(op); }

/// The buffer that `op` reads or writes; null if it does neither.
static Value bufferOf(Operation *op, bool writes) {
  if (writes) {
    if (auto store = dyn_cast<vector::StoreOp>(op))
      return store.getBase();
    if (auto store = dyn_cast<vector::MaskedStoreOp>(op))
      return store.getBase();
    return {};
  }
  if (auto load = dyn_cast<vector::LoadOp>(op))
    return load.getBase();
  if (auto load = dyn_cast<vector::MaskedLoadOp>(op))
    return load.getBase();
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getMemRef();
  return {};
}

/// Is `op` one or a few instructions?
static bool isInstruction(Operation *op) {
  return !isMathFunction(op) || isa<math::SqrtOp, math::RsqrtOp>(op);
}

/// May `op` be reordered with others like it? Intrinsics in kernels are pure.
static bool isMovable(Operation *op) {
  if (bufferOf(op, true) || bufferOf(op, false) ||
      isa<memref::PrefetchOp, LLVM::CallIntrinsicOp>(op))
    return true;
  return op->getNumRegions() == 0 && isPure(op) && isInstruction(op);
}

/// Latency of `op` in cycles, on common server processors.
static double latencyOf(Operation *op) {
  if (bufferOf(op, true))
    return 1;
  if (op->getNumResults() != 1 || isa<arith::BitcastOp>(op) ||
      !isa<VectorType>(op->getResult(0).getType()))
    return 0;
  if (bufferOf(op, false))
    return 8;
  return isDivision(op) ? 12 : 4;
}

namespace {
/// A run of consecutive operations that may be reordered.
class Run {
public:
  explicit Run(ArrayRef<Operation *> given);

  /// Reorders them before `end`, with register pressure of at most `registers`.
  void order(unsigned registers, Operation *end);

private:
  /// The index of the operation in the run that defines `value`.
  std::optional<unsigned> maker(Value value) const {
    auto found = numbers.find(value.getDefiningOp());
    if (found == numbers.end())
      return std::nullopt;
    return found->second;
  }
  double cycles(unsigned i) const { return isFixed[i] ? 0 : latencyOf(ops[i]); }
  double span(unsigned i) const { return std::max(depth[i] + height[i], 1.0); }
  bool isPart(unsigned i) const {
    return depth[i] > 0 && !bufferOf(ops[i], /*writes=*/false);
  }
  void measure();
  void choosePlaces();
  void findChains();
  unsigned groupOf(unsigned i, unsigned groups) const {
    return isFixed[i] ? 0 : 1 + chains[i] * groups / chainCount;
  }
  void append(unsigned i, SmallVectorImpl<unsigned> &order,
              llvm::BitVector &isPlaced) const;
  SmallVector<unsigned> inGroups(unsigned groups) const;
  bool keepsMemory(ArrayRef<unsigned> order) const;
  unsigned countLive(ArrayRef<unsigned> order) const;

  SmallVector<Operation *> ops;
  llvm::DenseMap<Operation *, unsigned> numbers;
  SmallVector<SmallVector<unsigned>> users;
  /// Is the operation invariant in the loop around?
  SmallVector<bool> isFixed;
  /// For each operation: cycles from the beginning of its chain (depth) and to
  /// its end (height), its position in the new order, and its chain.
  SmallVector<double> depth, height, places;
  SmallVector<unsigned> chains;
  unsigned chainCount = 0;
};
} // namespace

Run::Run(ArrayRef<Operation *> given)
    : ops(given), users(given.size()), depth(given.size(), 0),
      height(given.size(), 0), places(given.size(), 0),
      chains(given.size(), 0) {
  for (auto [i, op] : llvm::enumerate(ops)) {
    numbers[op] = i;
    Block *block = op->getBlock();
    auto isSame = [&](Value operand) {
      std::optional<unsigned> made = maker(operand);
      return made ? isFixed[*made] : operand.getParentBlock() != block;
    };
    isFixed.push_back(isPure(op) && llvm::all_of(op->getOperands(), isSame));
    for (Value operand : op->getOperands())
      if (std::optional<unsigned> made = maker(operand))
        users[*made].push_back(i);
  }
}

void Run::measure() {
  for (unsigned i = 0; i < ops.size(); ++i)
    for (unsigned user : users[i])
      depth[user] = std::max(depth[user], depth[i] + cycles(i));
  for (unsigned i = ops.size(); i-- > 0;) {
    for (unsigned user : users[i])
      height[i] = std::max(height[i], height[user]);
    height[i] += cycles(i);
  }
}

/// Prefetches are spaced evenly; chain heads are placed just before their first
/// use.
void Run::choosePlaces() {
  double prefetched = 0;
  for (unsigned i = ops.size(); i-- > 0;) {
    bool begins = depth[i] == 0 && !users[i].empty();
    if (isa<memref::PrefetchOp>(ops[i]))
      places[i] = -++prefetched;
    else
      places[i] = begins ? 1 : depth[i] / span(i);
  }
  for (unsigned i = ops.size(); i-- > 0;) {
    if (places[i] < 0)
      places[i] = 1 + (places[i] + 0.5) / prefetched;
    if (depth[i] == 0)
      for (unsigned user : users[i])
        places[i] = std::min(places[i], places[user] - cycles(i) / span(user));
  }
}

/// Vector operations are in one chain if one uses the other's result, except
/// chain heads, such as loads, which belong to the first chain that uses them.
void Run::findChains() {
  llvm::EquivalenceClasses<unsigned> classes;
  for (unsigned i = 0; i < ops.size(); ++i)
    classes.insert(i);
  for (unsigned i = 0; i < ops.size(); ++i)
    if (isPart(i))
      for (unsigned user : users[i])
        classes.unionSets(i, user);
  llvm::DenseMap<unsigned, unsigned> known;
  for (unsigned i = 0; i < ops.size(); ++i)
    if (isPart(i))
      chains[i] =
          known.try_emplace(classes.getLeaderValue(i), chainCount).second
              ? chainCount++
              : known.lookup(classes.getLeaderValue(i));
  for (unsigned i = ops.size(); i-- > 0;) {
    if (isPart(i) || users[i].empty())
      continue;
    chains[i] = chainCount;
    for (unsigned user : users[i])
      chains[i] = std::min(chains[i], chains[user]);
  }
}

/// Appends operation `i` to `order`, after the operations that define its
/// operands.
void Run::append(unsigned i, SmallVectorImpl<unsigned> &order,
                 llvm::BitVector &isPlaced) const {
  if (isPlaced[i])
    return;
  isPlaced.set(i);
  for (Value operand : ops[i]->getOperands())
    if (std::optional<unsigned> made = maker(operand))
      append(*made, order, isPlaced);
  order.push_back(i);
}

/// The operations in an order in which so many groups of chains are
/// consecutive. Positions are priorities: operands of an operation are placed
/// before it.
SmallVector<unsigned> Run::inGroups(unsigned groups) const {
  auto wanted = llvm::to_vector(llvm::seq<unsigned>(0, ops.size()));
  llvm::sort(wanted, [&](unsigned a, unsigned b) {
    return std::tuple(groupOf(a, groups), places[a], a) <
           std::tuple(groupOf(b, groups), places[b], b);
  });
  SmallVector<unsigned> order;
  llvm::BitVector isPlaced(ops.size());
  for (unsigned i : wanted)
    append(i, order, isPlaced);
  return order;
}

/// Does the order preserve memory dependences: no buffer is both written and
/// read in this run, and stores to each buffer keep their order?
bool Run::keepsMemory(ArrayRef<unsigned> order) const {
  llvm::DenseMap<Value, unsigned> last;
  for (unsigned i : order)
    if (Value buffer = bufferOf(ops[i], /*writes=*/true)) {
      auto [known, isNew] = last.try_emplace(buffer, i);
      if (!isNew && known->second > i)
        return false;
      known->second = i;
    }
  return llvm::none_of(ops, [&](Operation *op) {
    Value buffer = bufferOf(op, /*writes=*/false);
    return buffer && last.contains(buffer);
  });
}

/// Register pressure: the maximum number of live vectors, including
/// loop-invariant ones.
unsigned Run::countLive(ArrayRef<unsigned> order) const {
  Block *block = ops.front()->getBlock();
  auto ends = [&](Value value) {
    std::optional<unsigned> made = maker(value);
    return made ? !isFixed[*made] : value.getParentBlock() == block;
  };
  auto isUsedLater = [&](Value value) {
    return llvm::any_of(value.getUsers(), [&](Operation *user) {
      return !numbers.contains(user);
    });
  };
  llvm::DenseMap<Value, size_t> lastUse;
  unsigned live = 0;
  for (auto [at, i] : llvm::enumerate(order))
    for (Value operand : ops[i]->getOperands())
      if (!isFixed[i] && isVector(operand)) {
        bool isNew = !lastUse.contains(operand);
        live += isNew && (!maker(operand) || !ends(operand));
        lastUse[operand] = isUsedLater(operand) ? order.size() : at;
      }
  unsigned most = live;
  for (auto [at, i] : llvm::enumerate(order)) {
    if (isFixed[i])
      continue;
    for (Value operand : llvm::SmallSetVector<Value, 4>(ops[i]->operand_begin(),
                                                        ops[i]->operand_end()))
      live -= isVector(operand) && ends(operand) && lastUse[operand] == at;
    for (Value result : ops[i]->getResults())
      live += isVector(result);
    most = std::max(most, live);
  }
  return most;
}

void Run::order(unsigned registers, Operation *end) {
  measure();
  if (height.empty() || *llvm::max_element(height) < leastCycles)
    return;
  choosePlaces();
  findChains();
  for (unsigned groups = 1; groups < chainCount; groups *= 2) {
    SmallVector<unsigned> order = inGroups(groups);
    if (!keepsMemory(order))
      return;
    if (countLive(order) > registers)
      continue;
    for (unsigned i : order)
      ops[i]->moveBefore(end);
    return;
  }
}

void neo::interleave(Block &block, unsigned registers) {
  if (block.getTerminator()->getNumOperands() > 0)
    return;
  SmallVector<Operation *> run;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (&op != block.getTerminator() && isMovable(&op)) {
      run.push_back(&op);
      continue;
    }
    if (run.size() > 1)
      Run(run).order(registers, &op);
    run.clear();
  }
}
