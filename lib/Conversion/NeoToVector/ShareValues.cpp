//===- ShareValues.cpp - Common subexpressions of kernels -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Kernels are written step by step, and steps say much that others have said:
// positions, masks, and loads of what they share. An operation that says again
// what one before it in its block or around it said gives way to that one.
//
// A load is the same as another of the same place with no store between them:
// a store empties the table of loads, and so does a loop that stores. mlir::CSE
// shares the same, but looks through all operations between two equal loads,
// for each pair of them, which took 5 seconds for a tile that reads one element
// 900 times.
//
// Stores to other buffers count, too, although buffers of a kernel do not
// overlap: a vector that is kept across the functions of a step costs a
// register, where loading it again is an operand in the cache.
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

/// Lets the operations of a function share what they say alike.
class ValueSharer {
public:
  void visit(Region &region);
  /// Removes what has given way.
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
