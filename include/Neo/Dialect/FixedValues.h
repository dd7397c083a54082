//===- FixedValues.h - What is the same in every run ------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// In inference, the weights of a network are the same in every run, and so are
// values that depend on them alone: packed weights, a batch normalisation
// folded into them. The attribute `neo.fixed` of an argument is the caller's
// promise that it holds the same elements in every run. What depends on such
// arguments alone is *fixed* as well:
//
//     func.func @main(%x: tensor<8x64xf32>,
//                     %w: tensor<512x64xf32> {neo.fixed}) -> ... {
//       %p = neo.compute ... %w      // fixed: computed in the first run
//       %y = neo.compute ... %x, %p  // computed in every run
//
// So a fixed tensor costs memory but no time. neo-pack copies what is fixed
// wherever its readers gain by it, neo-fuse and neo-group keep it out of the
// kernels of what is not, and the plan runs its launches once (LaunchPlan.h).
// Python promises this for arrays that a neo.jit function closes over: it has
// copies of its own. A program that gets other elements later computes
// with a mixture of both.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_DIALECT_FIXEDVALUES_H
#define NEO_DIALECT_FIXEDVALUES_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Attribute of an argument that holds the same elements in every run.
constexpr llvm::StringLiteral fixedAttrName = "neo.fixed";

/// Does `value` depend on arguments with the attribute, and on no other?
bool isFixed(mlir::Value value);

} // namespace neo

#endif // NEO_DIALECT_FIXEDVALUES_H
