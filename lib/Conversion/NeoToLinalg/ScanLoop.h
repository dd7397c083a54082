//===- ScanLoop.h - neo.scan as scf.for -------------------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     %h, %hs = neo.scan @cell steps 10 carry(%h0) over(%x) with(%W)
//       -->
//     %e = tensor.empty() : tensor<10x4xf32>
//     %h, %hs = scf.for %t = 0 to 10 iter_args(%s = %h0, %out = %e) {
//       %xt = tensor.extract_slice %x[%t, 0] [1, 3] [1, 1]
//       %next, %y = func.call @cell(%s, %xt, %W)
//       %s1 = linalg.copy ins(%next) outs(%s)
//       %out1 = tensor.insert_slice %y into %out[%t, 0] [1, 4] [1, 1]
//       scf.yield %s1, %out1
//     }
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_CONVERSION_NEOTOLINALG_SCANLOOP_H
#define NEO_LIB_CONVERSION_NEOTOLINALG_SCANLOOP_H

#include "Neo/Dialect/NeoDialect.h"

namespace neo {

/// Replaces `op` by a loop of calls.
void convertScanToLoop(mlir::RewriterBase &rewriter, ScanOp op);

} // namespace neo

#endif // NEO_LIB_CONVERSION_NEOTOLINALG_SCANLOOP_H
