//===- Demand.cpp - Where scalars of a body are demanded ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Demand.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace neo;

void neo::addLiterals(SmallVectorImpl<Literal> &literals, Value condition,
                      bool holds) {
  Operation *op = condition.getDefiningOp();
  if (holds ? isa_and_nonnull<arith::AndIOp>(op)
            : isa_and_nonnull<arith::OrIOp>(op)) {
    addLiterals(literals, op->getOperand(0), holds);
    addLiterals(literals, op->getOperand(1), holds);
    return;
  }
  if (isa_and_nonnull<arith::XOrIOp>(op) &&
      matchPattern(op->getOperand(1), m_One())) {
    addLiterals(literals, op->getOperand(0), !holds);
    return;
  }
  if (!llvm::is_contained(literals, Literal{condition, holds}))
    literals.push_back({condition, holds});
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
