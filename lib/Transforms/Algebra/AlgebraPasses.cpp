//===- AlgebraPasses.cpp - Cheaper and safer forms of expressions ---------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/FreeOperators.h"
#include "Neo/Dialect/Strict.h"
#include "Neo/Transforms/Algebra/ComputeKey.h"
#include "Neo/Transforms/Algebra/Rewrites.h"
#include "Neo/Transforms/Passes.h"

namespace neo {
#define GEN_PASS_DEF_NEOSHARECOMPUTES
#define GEN_PASS_DEF_NEOEXPANDLOGS
#define GEN_PASS_DEF_NEOCOMMONFACTORS
#define GEN_PASS_DEF_NEOSELECTEDSUMS
#define GEN_PASS_DEF_NEORUNNINGSUMS
#define GEN_PASS_DEF_NEOSTABLEFORMS
#define GEN_PASS_DEF_NEOORDERPRODUCTS
#define GEN_PASS_DEF_NEOEXTREMAFIRST
#define GEN_PASS_DEF_NEOSUMSONCE
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

static LogicalResult verifyStrict(func::FuncOp function) {
  auto module = function->getParentOfType<ModuleOp>();
  Attribute said = module ? module->getAttr(strictAttrName) : Attribute();
  if (!said || isa<UnitAttr>(said))
    return success();
  return function.emitError("neo.strict is ")
         << said << ", but has no value: write it alone, or not at all";
}

namespace {
/// Base of the passes: nothing is rewritten under `strict`, and costs are those
/// of the function's target machine.
template <typename Base> struct AlgebraPass : Base {
  using Base::Base;

  virtual void rewrite(func::FuncOp function, RewriterBase &rewriter,
                       const AlgebraOptions &options) = 0;

  void runOnOperation() final {
    func::FuncOp function = this->getOperation();
    if (failed(verifyStrict(function)))
      return this->signalPassFailure();
    if (this->strict || isStrict(function))
      return;
    if (failed(verifyMachine(function)))
      return this->signalPassFailure();
    if (!(this->start < std::numeric_limits<double>::infinity())) {
      function.emitError(
          "start is a cost in cycles, or below 0 for that of the "
          "machine, not ")
          << std::to_string(double(this->start));
      return this->signalPassFailure();
    }
    AlgebraOptions options;
    options.explain = this->explain;
    options.cost = AlgebraCost(MachineRates::of(function));
    if (this->start >= 0)
      options.cost.start = this->start;
    IRRewriter rewriter(&this->getContext());
    rewrite(function, rewriter, options);
  }
};

struct ShareComputes
    : AlgebraPass<neo::impl::NeoShareComputesBase<ShareComputes>> {
  using AlgebraPass::AlgebraPass;

  void rewrite(func::FuncOp function, RewriterBase &rewriter,
               const AlgebraOptions &options) override {
    shareComputes(findFreeOperators(function), rewriter, options);
  }
};

struct ExpandLogs : AlgebraPass<neo::impl::NeoExpandLogsBase<ExpandLogs>> {
  using AlgebraPass::AlgebraPass;

  void rewrite(func::FuncOp function, RewriterBase &rewriter,
               const AlgebraOptions &options) override {
    for (ComputeOp op : findFreeOperators(function))
      expandLogs(op, rewriter, options);
  }
};

struct CommonFactors
    : AlgebraPass<neo::impl::NeoCommonFactorsBase<CommonFactors>> {
  using AlgebraPass::AlgebraPass;

  void rewrite(func::FuncOp function, RewriterBase &rewriter,
               const AlgebraOptions &options) override {
    for (ComputeOp op : findFreeOperators(function))
      takeCommonFactors(op, rewriter, options);
  }
};

struct StableForms : AlgebraPass<neo::impl::NeoStableFormsBase<StableForms>> {
  using AlgebraPass::AlgebraPass;

  void rewrite(func::FuncOp function, RewriterBase &rewriter,
               const AlgebraOptions &options) override {
    if (!keepFunctions)
      makeFunctionsSafe(function, rewriter, options);
    dropVanishingSums(findFreeOperators(function), rewriter, options);
    shiftSums(function.getBody(), rewriter, options);
  }

private:
  static void makeFunctionsSafe(func::FuncOp function, RewriterBase &rewriter,
                                const AlgebraOptions &options) {
    SmallVector<ComputeOp> computes = findFreeOperators(function);
    llvm::SmallDenseSet<Value> logged = findLogged(computes);
    for (ComputeOp op : computes)
      makeSafe(op, logged, rewriter, options);
  }
};

/// Every product can reuse intermediates of those before it, since a gradient
/// often needs one of the forward operator or of another gradient. Those that
/// pay for several products together are built first. Splitting a product may
/// pay only because a later one shares an intermediate, so `reuse` repeats the
/// search with the intermediates of all.
struct OrderProducts
    : AlgebraPass<neo::impl::NeoOrderProductsBase<OrderProducts>> {
  using AlgebraPass::AlgebraPass;

  void rewrite(func::FuncOp function, RewriterBase &rewriter,
               const AlgebraOptions &options) override {
    KnownComputes known;
    if (reuse)
      for (ComputeOp op : findFreeOperators(function))
        known.add(op);
    else
      shareSteps(findFreeOperators(function), rewriter, options, known);
    for (ComputeOp op : findFreeOperators(function))
      if (!splitProduct(op, rewriter, options, known, again) && !reuse)
        known.add(op);
  }
};

struct ExtremaFirst
    : AlgebraPass<neo::impl::NeoExtremaFirstBase<ExtremaFirst>> {
  using AlgebraPass::AlgebraPass;

  void rewrite(func::FuncOp function, RewriterBase &rewriter,
               const AlgebraOptions &options) override {
    for (ComputeOp op : findFreeOperators(function))
      hoistFromExtremum(op, rewriter, options);
  }
};

struct SelectedSums
    : AlgebraPass<neo::impl::NeoSelectedSumsBase<SelectedSums>> {
  using AlgebraPass::AlgebraPass;

  void rewrite(func::FuncOp function, RewriterBase &rewriter,
               const AlgebraOptions &options) override {
    for (ComputeOp op : findFreeOperators(function))
      addSelectedTerms(op, rewriter, options);
  }
};

struct RunningSums : AlgebraPass<neo::impl::NeoRunningSumsBase<RunningSums>> {
  using AlgebraPass::AlgebraPass;

  void rewrite(func::FuncOp function, RewriterBase &rewriter,
               const AlgebraOptions &options) override {
    for (ComputeOp op : findFreeOperators(function))
      takeRunningSums(op, rewriter, options);
  }
};

struct SumsOnce : AlgebraPass<neo::impl::NeoSumsOnceBase<SumsOnce>> {
  using AlgebraPass::AlgebraPass;

  void rewrite(func::FuncOp function, RewriterBase &rewriter,
               const AlgebraOptions &options) override {
    for (ComputeOp op : findFreeOperators(function))
      shareEqualSums(op, rewriter, options);
    if (!keepFunctions)
      hoistInvariantParts(function, rewriter, options);
  }

private:
  /// Runs only if functions are not kept for a later fusion.
  void hoistInvariantParts(func::FuncOp function, RewriterBase &rewriter,
                           const AlgebraOptions &options) {
    centreSums(function.getBody(), rewriter, options, residentTerms);
    for (ComputeOp op : findFreeOperators(function))
      neo::hoistInvariantParts(op, rewriter, options);
  }
};
} // namespace
