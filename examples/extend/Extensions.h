//===- Extensions.h - What extended-opt adds to neo-opt ---------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#ifndef NEO_EXAMPLES_EXTENSIONS_H
#define NEO_EXAMPLES_EXTENSIONS_H

namespace mlir {
class DialectRegistry;
}

/// The passes `predict-cost` and `wide-sums`, by their names.
void registerPredictCost();
void registerWideSums();

/// The derivative rule of math.roundeven that lets gradients pass.
void registerStraightThrough(mlir::DialectRegistry &registry);

#endif // NEO_EXAMPLES_EXTENSIONS_H
