//===- OperatorText.cpp - Canonical texts of operators --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/OperatorText.h"

using namespace mlir;
using namespace neo;

std::string neo::describeOperator(ComputeOp op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << op->getAttrDictionary() << op.getType();
  for (Type type : op->getOperandTypes())
    os << type;
  llvm::DenseMap<Value, unsigned> numbers;
  for (Value argument : op.getBodyBlock()->getArguments())
    numbers.insert({argument, numbers.size()});
  for (Operation &inner : *op.getBodyBlock()) {
    os << inner.getName() << inner.getAttrDictionary();
    for (Value operand : inner.getOperands())
      os << " " << numbers.lookup(operand);
    for (Value result : inner.getResults()) {
      numbers.insert({result, numbers.size()});
      os << result.getType();
    }
  }
  return text;
}
