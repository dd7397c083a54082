//===- AlgebraPipeline.cpp - The algebraic passes in their order ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Algebra/AlgebraPipeline.h"

#include "Neo/Transforms/Passes.h"

#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace neo;

/// The pass that `create` makes, with the common options.
template <typename Options>
static std::unique_ptr<Pass> make(std::unique_ptr<Pass> (*create)(Options),
                                  const AlgebraPipelineOptions &common,
                                  Options options = {}) {
  options.strict = common.strict;
  options.explain = common.explain;
  options.start = common.start;
  return create(std::move(options));
}

void neo::buildAlgebraPipeline(OpPassManager &pm,
                               const AlgebraPipelineOptions &options) {
  // One pass after the other, so that each is visible in a printed pipeline.
  bool isNested = pm.getOpName() == func::FuncOp::getOperationName();
  auto add = [&](std::unique_ptr<Pass> pass) {
    if (isNested)
      pm.addPass(std::move(pass));
    else
      pm.addNestedPass<func::FuncOp>(std::move(pass));
  };
  auto share = [&] {
    add(make<NeoShareComputesOptions>(createNeoShareComputes, options));
  };
  share();
  add(make<NeoSelectedSumsOptions>(createNeoSelectedSums, options));
  add(make<NeoRunningSumsOptions>(createNeoRunningSums, options));
  NeoStableFormsOptions forms;
  forms.keepFunctions = options.keepFunctions;
  add(make<NeoStableFormsOptions>(createNeoStableForms, options, forms));
  // With `keepFunctions` products are ordered again later, which emits the
  // remarks then.
  NeoOrderProductsOptions products;
  products.again = options.keepFunctions;
  add(make<NeoOrderProductsOptions>(createNeoOrderProducts, options, products));
  add(make<NeoExtremaFirstOptions>(createNeoExtremaFirst, options));
  NeoSumsOnceOptions sums;
  sums.keepFunctions = options.keepFunctions;
  sums.residentTerms = options.residentTerms;
  add(make<NeoSumsOnceOptions>(createNeoSumsOnce, options, sums));
  share();
  products.again = products.reuse = true;
  add(make<NeoOrderProductsOptions>(createNeoOrderProducts, options, products));
}

void neo::registerAlgebraPipeline() {
  PassPipelineRegistration<AlgebraPipelineOptions>(
      "neo-algebra", "compute the same by cheaper and safer expressions",
      buildAlgebraPipeline);
}
