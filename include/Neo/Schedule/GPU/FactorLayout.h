//===- FactorLayout.h - Layouts that tensor cores are fed from --*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Tensor cores multiply faster than elements of two bytes can be copied one by
// one, and these have no asynchronous copy. A convolution of images in NCHW,
//
//     y[b, k, p, q] sum [c, r, s] x[b, c, p + r - 1, q + s - 1] * w[k, c, r, s]
//
// reads x along q, from an address of any alignment, and w in rows of nine
// elements. Both have a dimension that is a loop and nothing else, of channels;
// in a copy where it is the innermost one, with the loop as the innermost of
// the terms, eight elements are 16 bytes of one address, under one guard:
//
//     x' = x in the order [b, h, w, c]         w' = w in the order [k, r, s, c]
//     y[b, k, p, q] sum [r, s, c] x'[b, p + r - 1, q + s - 1, c]
//                               * w'[k, r, s, c]
//
// Or each operand has an output loop of its own innermost, as in the gradient
// of w, of which no term may be such a loop; the result, which is then made in
// another order, is copied back.
//
// Copies pay where the model of the products' time (TileShape.h), with wide
// copies into shared memory, saves more than they take: their bytes, and a
// launch each, but for those that another product has made.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_SCHEDULE_GPU_FACTORLAYOUT_H
#define NEO_SCHEDULE_GPU_FACTORLAYOUT_H

#include "Neo/Dialect/NeoDialect.h"
#include "Neo/Machine/GPUMachine.h"

#include "mlir/IR/PatternMatch.h"

namespace neo {

/// Gives `op`, a product of tensor cores, operands in another order where that
/// pays; tells whether it did.
bool layOutFactors(ComputeOp op, const GPUMachine &machine,
                   mlir::RewriterBase &rewriter);

} // namespace neo

#endif // NEO_SCHEDULE_GPU_FACTORLAYOUT_H
