//===- Encodings.cpp - Types say nothing of layouts -----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Encodings.h"

#include "mlir/IR/BuiltinTypes.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

static LogicalResult verifyEncoding(Operation *op, Type type,
                                    const Twine &what) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.getEncoding())
    return success();
  return op->emitOpError(what)
         << " has the encoding " << tensor.getEncoding()
         << ", which says nothing to " << op->getName()
         << ": drop it, and state a layout by an operator that copies into it "
            "(C11)";
}

LogicalResult neo::verifyEncodings(Operation *op) {
  for (auto [i, type] : llvm::enumerate(op->getOperandTypes()))
    if (failed(verifyEncoding(op, type, "operand #" + Twine(i))))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(verifyEncoding(op, type, "result")))
      return failure();
  return success();
}
