//===- MergeScans.cpp - Loops of which one does what the other does -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A function that is called for its result and, elsewhere, for its gradient has
// the same loop twice: one gives the result, the other one the states besides,
// for the derivative.
//
//     %0:2 = neo.scan @step ...             %h, %y
//     %1:3 = neo.scan @step_saving ...      %h, %y, %hs
//
// Common subexpression elimination over loops: where both run over the same
// operands, and all that the first step returns is returned by the second, the
// second loop serves for both.
//
//===----------------------------------------------------------------------===//

#include "StepEquality.h"

#include "Neo/Transforms/Passes.h"

namespace neo {
#define GEN_PASS_DEF_NEOMERGESCANS
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// Do both loops run over the same, in the same direction?
static bool runAlike(ScanOp a, ScanOp b) {
  return a->getBlock() == b->getBlock() && a.getSteps() == b.getSteps() &&
         a.getReverse() == b.getReverse() &&
         llvm::equal(a.getCarry(), b.getCarry()) &&
         llvm::equal(a.getOver(), b.getOver()) &&
         llvm::equal(a.getConstants(), b.getConstants());
}

/// For each result of `lesser` the number of an equal one of `larger`; nothing
/// if there is a result without.
static std::optional<SmallVector<unsigned>> findResults(ScanOp lesser,
                                                        ScanOp larger) {
  func::FuncOp first = lesser.lookupStep(), second = larger.lookupStep();
  if (!first || !second || first.isExternal() || second.isExternal())
    return std::nullopt;
  StepEquality equality(first, second);
  for (auto [a, b] :
       llvm::zip_equal(second.getArguments(), first.getArguments()))
    equality.add(a, b);
  equality.findOperations();
  Operation *wanted = first.front().getTerminator(),
            *given = second.front().getTerminator();
  unsigned states = lesser.getCarry().size();
  SmallVector<unsigned> numbers;
  auto isSame = [&](unsigned number, Value value) {
    return equality.lookup(given->getOperand(number)) == value;
  };
  for (auto [i, value] : llvm::enumerate(wanted->getOperands())) {
    unsigned number = i < states ? i : states;
    unsigned end = i < states ? i + 1 : given->getNumOperands();
    while (number < end && !isSame(number, value))
      ++number;
    if (number == end)
      return std::nullopt;
    numbers.push_back(number);
  }
  return numbers;
}

/// Replaces `lesser` by `larger` if that gives all that it does.
static bool merge(ScanOp lesser, ScanOp larger) {
  if (lesser == larger || !runAlike(lesser, larger))
    return false;
  std::optional<SmallVector<unsigned>> numbers = findResults(lesser, larger);
  if (!numbers)
    return false;
  if (lesser->isBeforeInBlock(larger))
    larger->moveBefore(lesser); // Its operands are there.
  for (auto [result, number] : llvm::zip_equal(lesser.getResults(), *numbers))
    result.replaceAllUsesWith(larger.getResult(number));
  lesser->erase();
  return true;
}

namespace {
struct MergeScans : neo::impl::NeoMergeScansBase<MergeScans> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<ScanOp> scans;
      function.walk([&](ScanOp scan) { scans.push_back(scan); });
      for (ScanOp &lesser : scans)
        for (ScanOp larger : scans)
          if (lesser && larger && merge(lesser, larger)) {
            lesser = {};
            break;
          }
    }
  }
};
} // namespace
