//===- Demand.cpp - Where scalars of a body are demanded ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Demand.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace neo;

/// `seen` holds the conditions that were added before, each with its value.
static void addLiterals(SmallVectorImpl<Literal> &literals, Literal literal,
                        llvm::SmallDenseSet<std::pair<Value, char>> &seen) {
  auto [condition, holds] = literal;
  if (!seen.insert({condition, holds}).second)
    return;
  Operation *op = condition.getDefiningOp();
  if (holds ? isa_and_nonnull<arith::AndIOp>(op)
            : isa_and_nonnull<arith::OrIOp>(op)) {
    for (Value operand : op->getOperands())
      addLiterals(literals, {operand, holds}, seen);
  } else if (isa_and_nonnull<arith::XOrIOp>(op) &&
             matchPattern(op->getOperand(1), m_One())) {
    addLiterals(literals, {op->getOperand(0), !holds}, seen);
  } else if (!llvm::is_contained(literals, literal)) {
    literals.push_back(literal);
  }
}

void neo::addLiterals(SmallVectorImpl<Literal> &literals, Value condition,
                      bool holds) {
  llvm::SmallDenseSet<std::pair<Value, char>> seen;
  ::addLiterals(literals, Literal{condition, holds}, seen);
}

void Demand::need(Value scalar, ArrayRef<Literal> now) {
  auto [found, isNew] = known.try_emplace(scalar, now.begin(), now.end());
  if (isNew)
    return;
  llvm::erase_if(found->second, [&](const Literal &literal) {
    return !llvm::is_contained(now, literal);
  });
}

Demand::Demand(Block &body, Value root) {
  need(root, {});
  // In reverse order, every operation is visited after all its users.
  for (Operation &op : llvm::reverse(body)) {
    if (op.getNumResults() != 1 || !known.contains(op.getResult(0)))
      continue;
    SmallVector<Literal> here = known[op.getResult(0)];
    auto select = dyn_cast<arith::SelectOp>(op);
    if (!select || !select.getCondition().getType().isInteger(1)) {
      for (Value operand : op.getOperands())
        need(operand, here);
      continue;
    }
    need(select.getCondition(), here);
    for (bool holds : {true, false}) {
      SmallVector<Literal> chosen = here;
      addLiterals(chosen, select.getCondition(), holds);
      need(holds ? select.getTrueValue() : select.getFalseValue(), chosen);
    }
  }
}

ArrayRef<Literal> Demand::getKnown(Value scalar) const {
  auto found = known.find(scalar);
  return found == known.end() ? ArrayRef<Literal>() : found->second;
}
