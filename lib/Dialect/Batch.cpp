//===- Batch.cpp - One extent that stands for any batch size --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/IndexedAccess.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace neo;

std::optional<int64_t> neo::getBatch(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  if (!module)
    return std::nullopt;
  auto attribute = module->getAttrOfType<IntegerAttr>(batchAttrName);
  if (!attribute)
    return std::nullopt;
  return attribute.getInt();
}

bool neo::isBatched(Type type, std::optional<int64_t> batch) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return batch && tensor && tensor.getRank() > 0 &&
         tensor.getDimSize(0) == *batch;
}

namespace {
/// Checks the operations of one module.
class BatchVerifier {
public:
  explicit BatchVerifier(int64_t batch) : batch(batch) {}

  LogicalResult verify(Operation *op);

private:
  InFlightDiagnostic refuse(Operation *op);
  LogicalResult verifyTypes(Operation *op, TypeRange types);
  LogicalResult verifyCompute(ComputeOp op);
  LogicalResult verifyIndices(Operation *op, const Twine &what,
                              RankedTensorType type, AffineMap map);
  LogicalResult verifyGuard(Operation *op, IntegerSet guard);
  LogicalResult verifyGuards(ComputeOp op);
  template <typename Op> LogicalResult verifyIndexed(Op op);
  LogicalResult verifyBody(ComputeOp op);
  /// Names a loop over the batch that `expr` is a function of.
  std::string findLoop(AffineExpr expr);
  void enter(ArrayRef<int64_t> extents, ArrayRef<std::string> names) {
    loopExtents.assign(extents.begin(), extents.end());
    loopNames.assign(names.begin(), names.end());
  }

  int64_t batch;
  /// The loops of the operator that is looked at.
  SmallVector<int64_t> loopExtents;
  SmallVector<std::string> loopNames;
};
} // namespace

/// An error at `op`, which is named by its line: it may be one of many.
InFlightDiagnostic BatchVerifier::refuse(Operation *op) {
  InFlightDiagnostic diagnostic = op->emitError() << op->getName();
  if (auto place = dyn_cast<FileLineColLoc>(op->getLoc()))
    diagnostic << " in line " << place.getLine();
  diagnostic << " cannot serve every batch size: ";
  return diagnostic;
}

LogicalResult BatchVerifier::verifyTypes(Operation *op, TypeRange types) {
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor && tensor.getRank() > 0 &&
        llvm::is_contained(tensor.getShape().drop_front(), batch))
      return refuse(op) << "the batch is a dimension of " << type
                        << " besides the first; make it the first one (B1)";
  }
  return success();
}

std::string BatchVerifier::findLoop(AffineExpr expr) {
  for (auto [loop, extent] : llvm::enumerate(loopExtents))
    if (extent == batch && expr.isFunctionOfDim(loop))
      return loopNames[loop];
  return "";
}

LogicalResult BatchVerifier::verifyIndices(Operation *op, const Twine &what,
                                           RankedTensorType type,
                                           AffineMap map) {
  for (auto [d, index] : llvm::enumerate(map.getResults())) {
    std::string loop = findLoop(index);
    if (d == 0 && isBatched(type, batch)) {
      if (isa<AffineSymbolExpr>(index))
        return refuse(op) << "data says which items of " << what
                          << " it is about; use each, by a loop variable (B4)";
      if (loop.empty() || !isa<AffineDimExpr>(index))
        return refuse(op) << what
                          << " is read at some items of the batch; read it "
                             "at each, by a loop variable alone (B2)";
      continue;
    }
    if (!loop.empty())
      return refuse(op) << "loop '" << loop
                        << "' over the batch is part of an index of " << what
                        << "; use it as the whole first index of tensors with "
                           "a batch (B2)";
  }
  return success();
}

LogicalResult BatchVerifier::verifyGuard(Operation *op, IntegerSet guard) {
  if (!guard)
    return success();
  for (AffineExpr condition : guard.getConstraints()) {
    std::string loop = findLoop(condition);
    if (!loop.empty())
      return refuse(op) << "a condition mentions loop '" << loop
                        << "' over the batch; treat all items alike (B2)";
  }
  return success();
}

LogicalResult BatchVerifier::verifyGuards(ComputeOp op) {
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    if (failed(verifyGuard(op, op.getGuard(i))))
      return failure();
  if (auto nonzero = op->getAttrOfType<IntegerSetAttr>(nonzeroAttrName))
    if (failed(verifyGuard(op, nonzero.getValue())))
      return failure();
  return verifyGuard(op, op.getWhereSet());
}

template <typename Op> LogicalResult BatchVerifier::verifyIndexed(Op op) {
  IndexedAccess access = IndexedAccess::get(op);
  enter(access.extents, access.loops);
  StringRef indexed = isa<GatherOp>(op) ? "operand #0" : "the result";
  if (failed(verifyIndices(op, indexed, access.type, access.index)) ||
      failed(verifyGuard(op, access.where)))
    return failure();
  for (auto [k, map] : llvm::enumerate(access.maps))
    if (failed(verifyIndices(
            op, "operand #" + Twine(k + 1),
            cast<RankedTensorType>(access.positions[k].getType()), map)))
      return failure();
  return success();
}

LogicalResult BatchVerifier::verifyBody(ComputeOp op) {
  for (IndexOp index : op.getBodyBlock()->getOps<IndexOp>())
    if (loopExtents[index.getLoop()] == batch)
      return refuse(op) << "the body uses the value of loop '"
                        << loopNames[index.getLoop()]
                        << "' over the batch; pass a tensor of numbers (B3)";
  bool findsPosition = op.getKind() == ReductionKind::argmax ||
                       op.getKind() == ReductionKind::argmin;
  if (findsPosition && llvm::is_contained(op.getReductionExtents(), batch))
    return refuse(op) << "it counts positions over the batch; count them over "
                         "other loops (B3)";
  return success();
}

LogicalResult BatchVerifier::verifyCompute(ComputeOp op) {
  enter(op.getExtents(), getLoopNames(op));
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    if (failed(verifyIndices(op, "operand #" + Twine(i), op.getOperandType(i),
                             op.getMap(i))))
      return failure();
  return success(succeeded(verifyGuards(op)) && succeeded(verifyBody(op)));
}

LogicalResult BatchVerifier::verify(Operation *op) {
  if (failed(verifyTypes(op, op->getOperandTypes())) ||
      failed(verifyTypes(op, op->getResultTypes())))
    return failure();
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return success(succeeded(verifyTypes(op, function.getArgumentTypes())) &&
                   succeeded(verifyTypes(op, function.getResultTypes())));
  if (auto compute = dyn_cast<ComputeOp>(op))
    return verifyCompute(compute);
  if (auto gather = dyn_cast<GatherOp>(op))
    return verifyIndexed(gather);
  if (auto scatter = dyn_cast<ScatterAddOp>(op))
    return verifyIndexed(scatter);
  auto batched = [&](Type type) { return isBatched(type, batch); };
  bool touched = llvm::any_of(op->getOperandTypes(), batched) ||
                 llvm::any_of(op->getResultTypes(), batched);
  if (touched && isa<ScanOp>(op))
    return refuse(op) << "a loop over time is compiled for one size of the "
                         "batch; leave out batch= (B4)";
  DenseElementsAttr constant;
  if (touched && matchPattern(op, m_Constant(&constant)) && !constant.isSplat())
    return refuse(op) << "a constant tensor has as many items as it has "
                         "values; pass it as an argument (B1)";
  return success();
}

LogicalResult neo::verifyBatch(ModuleOp module) {
  std::optional<int64_t> batch = getBatch(module);
  if (!batch)
    return success();
  BatchVerifier verifier(*batch);
  WalkResult result = module.walk([&](Operation *op) {
    return failed(verifier.verify(op)) ? WalkResult::interrupt()
                                       : WalkResult::advance();
  });
  return success(!result.wasInterrupted());
}
