//===- AlgebraPass.cpp - Cheaper and safer forms of expressions -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Strict.h"
#include "Neo/Transforms/Algebra/ComputeKey.h"
#include "Neo/Transforms/Algebra/Rewrites.h"
#include "Neo/Transforms/Passes.h"

namespace neo {
#define GEN_PASS_DEF_NEOALGEBRA
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
struct AlgebraPass : neo::impl::NeoAlgebraBase<AlgebraPass> {
  using NeoAlgebraBase::NeoAlgebraBase;

  void runOnOperation() override {
    auto module = getOperation()->getParentOfType<ModuleOp>();
    if (failed(verifyStrict(module)))
      return signalPassFailure();
    if (strict || isStrict(getOperation()))
      return;
    if (failed(verifyMachine(getOperation())))
      return signalPassFailure();
    AlgebraOptions options;
    options.explain = explain;
    options.price = AlgebraPrice(MachineRates::of(getOperation()));
    if (start >= 0)
      options.price.start = start;
    IRRewriter rewriter(&getContext());
    if (!keepFunctions)
      makeFunctionsSafe(rewriter, options);
    shareComputes(findComputes(), rewriter, options);
    dropVanishingSums(findComputes(), rewriter, options);
    shiftSums(getOperation().getBody(), rewriter, options);
    splitProducts(rewriter, options);
    for (ComputeOp op : findComputes())
      takeExtremumFirst(op, rewriter, options);
    for (ComputeOp op : findComputes())
      takeSumsOnce(op, rewriter, options);
    if (!keepFunctions)
      takeOnce(rewriter, options);
    shareComputes(findComputes(), rewriter, options);
    reuseSteps(rewriter, options);
  }

private:
  LogicalResult verifyStrict(ModuleOp module) {
    Attribute said = module ? module->getAttr(strictAttrName) : Attribute();
    if (!said || isa<UnitAttr>(said))
      return success();
    return getOperation().emitError("neo.strict is ")
           << said << ", but has no value: write it alone, or not at all";
  }

  void makeFunctionsSafe(RewriterBase &rewriter,
                         const AlgebraOptions &options) {
    llvm::SmallDenseSet<Value> logged = findLogged(findComputes());
    for (ComputeOp op : findComputes())
      makeSafe(op, logged, rewriter, options);
  }

  /// What needs functions where they stay, and no fusion afterwards.
  void takeOnce(RewriterBase &rewriter, const AlgebraOptions &options) {
    centreSums(getOperation().getBody(), rewriter, options);
    for (ComputeOp op : findComputes())
      takePartsOnce(op, rewriter, options);
  }

  /// Every product is offered the steps of those before it: what a gradient
  /// needs, the forward operator or another gradient often has. Who keeps
  /// functions asks again later, and is told the reasons against it then.
  void splitProducts(RewriterBase &rewriter, const AlgebraOptions &options) {
    KnownComputes known;
    for (ComputeOp op : findComputes())
      if (!splitProduct(op, rewriter, options, known,
                        /*again=*/keepFunctions))
        known.add(op);
  }

  /// What stayed whole may be worth splitting where others have made a step of
  /// it: gradients share steps with each other and with the forward operator.
  void reuseSteps(RewriterBase &rewriter, const AlgebraOptions &options) {
    KnownComputes known;
    for (ComputeOp op : findComputes())
      known.add(op);
    for (ComputeOp op : findComputes())
      splitProduct(op, rewriter, options, known, /*again=*/true);
  }

  SmallVector<ComputeOp> findComputes() {
    SmallVector<ComputeOp> computes;
    getOperation().walk([&](ComputeOp op) { computes.push_back(op); });
    return computes;
  }
};
} // namespace
