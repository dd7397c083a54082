//===- StraightThrough.cpp - A derivative rule of one's own ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Rounding is flat between its steps, so a network of rounded weights has no
// gradient. Quantised networks are trained as if it were the identity, which is
// called the straight-through estimator. Neo's rule of math.roundeven is the
// flat one; a rule that a dialect brings goes before it.
//
//===----------------------------------------------------------------------===//

#include "Extensions.h"

#include "Neo/Dialect/NeoDialect.h"
#include "Neo/Transforms/Autodiff/DerivativeRules.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace {
struct StraightThrough : neo::DerivativeInterface {
  using DerivativeInterface::DerivativeInterface;

  void addRules(neo::DerivativeRules &rules) const override {
    // round(0) is 0: a term that is rounded padding is none.
    rules.add<math::RoundEvenOp>(neo::ZeroIf::all,
                                 [](neo::Chain &d) { d.to(0, d.seed()); });
  }
};
} // namespace

void registerStraightThrough(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, neo::NeoDialect *dialect) {
    dialect->addInterfaces<StraightThrough>();
  });
}
