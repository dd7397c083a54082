//===- ProductLoops.cpp - The matrices in a reduction ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ProductLoops.h"

using namespace mlir;
using namespace neo;

/// The number of the operand with the most elements.
static unsigned findLargest(ComputeOp op) {
  unsigned largest = 0;
  for (unsigned operand = 1; operand < op.getNumOperands(); ++operand)
    if (op.getOperandType(operand).getNumElements() >
        op.getOperandType(largest).getNumElements())
      largest = operand;
  return largest;
}

ProductLoops ProductLoops::get(ComputeOp op) {
  ProductLoops classes;
  SmallVector<int64_t> extents = op.getExtents();
  unsigned largest = findLargest(op);
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    bool allDepend = true;
    for (unsigned operand = 0; operand < op.getNumOperands(); ++operand)
      allDepend &= dependsOnLoop(op, operand, loop);
    auto add = [&](SmallVector<int64_t> &loops, int64_t &size) {
      loops.push_back(loop);
      size *= extents[loop];
    };
    if (loop >= op.getNumOutputLoops())
      add(classes.terms, classes.termCount);
    else if (allDepend)
      add(classes.batch, classes.batchSize);
    else if (dependsOnLoop(op, largest, loop))
      add(classes.rows, classes.rowCount);
    else
      add(classes.columns, classes.columnCount);
  }
  return classes;
}

bool neo::knowsWhere(ComputeOp op, unsigned operand,
                     const ProductLoops &classes) {
  return llvm::all_of(
      ArrayRef{&classes.rows, &classes.columns}, [&](const auto *loops) {
        return dependsOnAnyLoop(op, operand, *loops) || !isAskedFor(op, *loops);
      });
}
