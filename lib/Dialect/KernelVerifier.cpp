//===- KernelVerifier.cpp - Constraints on the statements of a kernel -----===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/AffineSyntax.h"
#include "Neo/Dialect/NeoDialect.h"

using namespace mlir;
using namespace neo;

SmallVector<std::string> KernelOp::getLoopNames() {
  SmallVector<std::string> names;
  for (StringAttr name : getLoops().getAsRange<StringAttr>())
    names.push_back(name.str());
  return names;
}

SmallVector<ComputeOp> KernelOp::getStatements() {
  return llvm::to_vector(getBodyBlock()->getOps<ComputeOp>());
}

OperandRange KernelOp::getGiven() {
  return cast<ResultsOp>(getBodyBlock()->getTerminator()).getValues();
}

/// (K1), (K2): what goes in, what is inside, what comes out.
static LogicalResult verifyBorder(KernelOp op) {
  auto given = dyn_cast<ResultsOp>(op.getBodyBlock()->back());
  if (!given)
    return op.emitOpError("must end with neo.results (K1)");
  if (op.getBodyBlock()->getArgumentTypes() != op.getOperandTypes())
    return op.emitOpError("takes other tensors than its operands: the "
                          "arguments of its region must have their types (K1)");
  if (given.getOperandTypes() != op.getResultTypes())
    return op.emitOpError("gives other tensors than its results: the operands "
                          "of neo.results must have their types (K1)");
  for (Operation &inner : op.getBodyBlock()->without_terminator())
    if (!isa<ComputeOp>(inner))
      return op.emitOpError("holds '")
             << inner.getName() << "'; only neo.compute can be inside (K2)";
  if (op.getStatements().empty())
    return op.emitOpError("has no statement (K2)");
  for (auto [i, value] : llvm::enumerate(op.getGiven()))
    if (!value.getDefiningOp<ComputeOp>())
      return op.emitOpError("result #")
             << i << " is an operand; use the operand instead (K2)";
  return success();
}

/// (K3) for the loops themselves.
static LogicalResult verifyLoops(KernelOp op) {
  SmallVector<std::string> names = op.getLoopNames();
  if (names.size() != op.getExtents().size())
    return op.emitOpError("names ")
           << names.size() << " shared loops but has " << op.getExtents().size()
           << " extents (K3)";
  if (names.empty())
    return op.emitOpError("shares no loop: name one in [...] (K3)");
  for (auto [i, name] : llvm::enumerate(names)) {
    if (!isLoopName(name))
      return op.emitOpError("loop name '")
             << name << "' is not an identifier that an index can hold (K3)";
    if (llvm::is_contained(ArrayRef(names).take_front(i), name))
      return op.emitOpError("loop '") << name << "' is named twice (K3)";
    if (op.getExtents()[i] < 1)
      return op.emitOpError("loop '")
             << name << "' has the extent " << op.getExtents()[i]
             << "; it must be positive (K3)";
  }
  return success();
}

/// (K3) for a statement.
static LogicalResult verifyStatement(KernelOp op, ComputeOp statement) {
  SmallVector<std::string> own = getLoopNames(statement);
  SmallVector<int64_t> extents = statement.getExtents();
  for (auto [name, extent] :
       llvm::zip_equal(op.getLoopNames(), op.getExtents())) {
    auto found = llvm::find(own, name);
    if (found == own.end())
      return statement.emitOpError("has no loop '")
             << name << "', which the statements of its kernel share (K3)";
    if (int64_t have = extents[found - own.begin()]; have != extent)
      return statement.emitOpError("has loop '")
             << name << "' with extent " << have << "; the kernel shares it "
             << "with extent " << extent << " (K3)";
  }
  return success();
}

/// (K4), (K5): `reader` reads `producer` as its operand `i`.
static LogicalResult verifyRead(KernelOp op, ComputeOp reader, unsigned i,
                                ComputeOp producer) {
  SmallVector<std::string> names = getLoopNames(reader);
  SmallVector<std::string> made = getLoopNames(producer);
  for (const std::string &name : op.getLoopNames()) {
    unsigned dimension = llvm::find(made, name) - made.begin();
    if (dimension >= producer.getNumOutputLoops())
      return reader.emitOpError("reads operand #")
             << i << ", which is reduced over the shared loop '" << name
             << "' and not known before all its steps are done (K5)";
    unsigned loop = llvm::find(names, name) - names.begin();
    AffineExpr index = reader.getMap(i).getResult(dimension);
    if (index == getAffineDimExpr(loop, op.getContext()) ||
        producer.getExtents()[dimension] == 1)
      continue;
    return reader.emitOpError("reads dimension ")
           << dimension << " of operand #" << i
           << " at another step of the shared loop '" << name
           << "'; the index must be the loop (K4)";
  }
  return success();
}

LogicalResult KernelOp::verifyRegions() {
  if (failed(verifyBorder(*this)) || failed(verifyLoops(*this)))
    return failure();
  for (ComputeOp statement : getStatements())
    if (failed(verifyStatement(*this, statement)))
      return failure();
  for (ComputeOp statement : getStatements())
    for (auto [i, operand] : llvm::enumerate(statement.getOperands()))
      if (auto producer = operand.getDefiningOp<ComputeOp>())
        if (failed(verifyRead(*this, statement, i, producer)))
          return failure();
  return success();
}
