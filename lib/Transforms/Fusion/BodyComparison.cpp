//===- BodyComparison.cpp - Equal values of two statements ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "BodyComparison.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace neo;

bool neo::isFunction(Operation &op) {
  return isa<math::MathDialect>(op.getDialect()) &&
         !isa<math::AbsFOp, math::FmaOp, math::SqrtOp, math::RsqrtOp,
              math::CopySignOp>(op);
}

BodyComparison::BodyComparison(ComputeOp known, ComputeOp reader)
    : known(known), reader(reader), names(getLoopNames(reader)) {
  for (const std::string &name : getLoopNames(known)) {
    auto found = llvm::find(names, name);
    if (found == names.end())
      return;
    loops.push_back(
        getAffineDimExpr(found - names.begin(), known.getContext()));
  }
  comparable = true;
}

bool BodyComparison::isSameRead(unsigned a, unsigned b) {
  auto renamed = [&](auto thing) {
    return thing.replaceDimsAndSymbols(loops, {}, names.size(), 0);
  };
  IntegerSet guard = known.getGuard(a), other = reader.getGuard(b);
  if (known.getOperand(a) != reader.getOperand(b) ||
      renamed(known.getMap(a)) != reader.getMap(b) || !guard != !other)
    return false;
  return !guard ||
         (renamed(guard) == other && known.getPad(a) == reader.getPad(b));
}

bool BodyComparison::isSameIndex(IndexOp a, IndexOp b) {
  return b && loops[a.getLoop()] ==
                  getAffineDimExpr(b.getLoop(), known.getContext());
}

bool BodyComparison::isSameOperation(Operation *a, Operation *b) {
  if (auto index = dyn_cast<IndexOp>(a))
    return isSameIndex(index, dyn_cast<IndexOp>(b));
  if (a->getName() != b->getName() ||
      a->getAttrDictionary() != b->getAttrDictionary() ||
      a->getNumOperands() != b->getNumOperands() || a->getNumResults() != 1)
    return false;
  if (areSame(a->getOperands(), b->getOperands()))
    return true;
  return a->hasTrait<OpTrait::IsCommutative>() && a->getNumOperands() == 2 &&
         isSame(a->getOperand(0), b->getOperand(1)) &&
         isSame(a->getOperand(1), b->getOperand(0));
}

bool BodyComparison::isSame(Value a, Value b) {
  if (a.getType() != b.getType())
    return false;
  auto argumentA = dyn_cast<BlockArgument>(a),
       argumentB = dyn_cast<BlockArgument>(b);
  if (argumentA && argumentB)
    return isSameRead(argumentA.getArgNumber(), argumentB.getArgNumber());
  if (argumentA || argumentB)
    return false;
  if (auto found = compared.find({a, b}); found != compared.end())
    return found->second;
  bool same = isSameOperation(a.getDefiningOp(), b.getDefiningOp());
  return compared[{a, b}] = same;
}
