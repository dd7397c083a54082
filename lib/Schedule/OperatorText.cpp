//===- OperatorText.cpp - Canonical texts of operators --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/OperatorText.h"

using namespace mlir;
using namespace neo;

namespace {
/// Writes operations with numbers in place of names.
class Writer {
public:
  explicit Writer(std::string &text) : os(text) {}

  /// The operator itself: of its operands counts which are the same.
  void writeOperator(Operation *op) {
    for (Value operand : op->getOperands())
      number(operand);
    write(op);
  }

private:
  void number(Value value) { numbers.insert({value, numbers.size()}); }

  void write(Operation *op) {
    os << op->getName() << op->getAttrDictionary();
    for (Value operand : op->getOperands())
      os << " " << numbers.lookup(operand) << operand.getType();
    for (Value result : op->getResults()) {
      number(result);
      os << result.getType();
    }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        write(block);
  }

  void write(Block &block) {
    os << "{";
    for (Value argument : block.getArguments())
      number(argument);
    for (Operation &inner : block)
      write(&inner);
    os << "}";
  }

  llvm::raw_string_ostream os;
  llvm::DenseMap<Value, unsigned> numbers;
};
} // namespace

std::string neo::describeOperator(Operation *op) {
  std::string text;
  Writer(text).writeOperator(op);
  return text;
}
