//===- IndexedConversion.h - Data-dependent indices in linalg ---*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     %Y = neo.gather [i: N, j: D] %A[%I[i], j]
//       -->
//     %Y = linalg.generic { parallel, parallel } outs(%e) {
//            %n = tensor.extract %I[%i]
//            cf.assert 0 <= %n < V
//            linalg.yield (tensor.extract %A[%n, %j])
//
//     %B = neo.scatter_add [i: N, j: D] %Y[i, j] into [%I[i], j]
//       -->
//     %B = scf.for %i iter_args(%b = zeros)  scf.for %j ...
//            %s = tensor.extract %b[%n, %j] + tensor.extract %Y[%i, %j]
//            yield (tensor.insert %s into %b[%n, %j])
//
// Other compilers do not know (R1), so it becomes an assertion about every
// index that is read. The loops of a scatter_add are sequential: their
// parallelisation is left to the other compiler.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_CONVERSION_NEOTOLINALG_INDEXEDCONVERSION_H
#define NEO_CONVERSION_NEOTOLINALG_INDEXEDCONVERSION_H

#include "Neo/Dialect/IndexedAccess.h"

#include "mlir/IR/PatternMatch.h"

namespace neo {

/// Converts every neo.gather and neo.scatter_add inside `root`.
void convertIndexed(mlir::RewriterBase &b, mlir::Operation *root);

} // namespace neo

#endif // NEO_CONVERSION_NEOTOLINALG_INDEXEDCONVERSION_H
