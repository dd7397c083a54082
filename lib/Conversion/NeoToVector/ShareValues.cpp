//===- ShareValues.cpp - Common subexpressions of kernels -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Common subexpression elimination for emitted kernels. Unrolled steps repeat
// many operations: positions, masks, and loads of shared elements. An operation
// is replaced by an equal one that dominates it, earlier in its block or in one
// around it.
//
// Loads of the same address are equal if no store is between them: a store
// clears the table of loads, and so does a loop with a store. mlir::CSE
// eliminates the same loads, but scans all operations between two equal ones
// for side effects, for each pair, which took 5 seconds for a tile that reads
// one element 900 times.
//
// Stores to other buffers count, too, although buffers of a kernel do not
// alias: a vector that is live across the math functions of a step increases
// register pressure, where loading it again is a memory operand that hits L1.
//
//===----------------------------------------------------------------------===//

#include "Neo/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/ScopedHashTable.h"

namespace neo {
#define GEN_PASS_DEF_NEOSHAREVALUES
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;

namespace {
/// Operations are the same if their operands, attributes and types are.
struct SameOperation : llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *op) {
    return OperationEquivalence::computeHash(
        const_cast<Operation *>(op), OperationEquivalence::directHashValue,
        OperationEquivalence::ignoreHashValue,
        OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const Operation *a, const Operation *b) {
    if (a == b)
      return true;
    if (a == getTombstoneKey() || b == getTombstoneKey() ||
        a == getEmptyKey() || b == getEmptyKey())
      return false;
    return OperationEquivalence::isEquivalentTo(
        const_cast<Operation *>(a), const_cast<Operation *>(b),
        OperationEquivalence::IgnoreLocations);
  }
};

/// Eliminates common subexpressions of a function.
class ValueSharer {
public:
  void visit(Region &region);
  /// Erases the replaced operations.
  void finish() {
    for (Operation *op : given)
      op->erase();
  }

private:
  using Loads = DenseMap<Operation *, Operation *, SameOperation>;

  void visit(Block &block);
  void visit(Operation *op, Loads &loads);
  void replace(Operation *op, Operation *by) {
    op->replaceAllUsesWith(by);
    given.push_back(op);
  }

  llvm::ScopedHashTable<Operation *, Operation *, SameOperation> known;
  SmallVector<Operation *> given;
};
} // namespace

void ValueSharer::visit(Region &region) {
  for (Block &block : region) {
    llvm::ScopedHashTable<Operation *, Operation *, SameOperation>::ScopeTy
        scope(known);
    visit(block);
  }
}

void ValueSharer::visit(Block &block) {
  Loads loads;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isOpTriviallyDead(&op)) {
      op.erase();
      continue;
    }
    for (Region &region : op.getRegions())
      visit(region);
    visit(&op, loads);
  }
}

void ValueSharer::visit(Operation *op, Loads &loads) {
  bool isSimple = op->getNumRegions() == 0 && op->getNumResults() > 0 &&
                  !op->hasTrait<OpTrait::IsTerminator>();
  if (isSimple && isMemoryEffectFree(op)) {
    if (Operation *same = known.lookup(op))
      return replace(op, same);
    return known.insert(op, op);
  }
  if (isMemoryEffectFree(op))
    return;
  if (!isSimple || !hasSingleEffect<MemoryEffects::Read>(op))
    return loads.clear();
  auto [same, isNew] = loads.try_emplace(op, op);
  if (!isNew)
    replace(op, same->second);
}

namespace {
struct ShareValues : neo::impl::NeoShareValuesBase<ShareValues> {
  void runOnOperation() override {
    ValueSharer sharer;
    sharer.visit(getOperation().getBody());
    sharer.finish();
  }
};
} // namespace
