//===- Batch.cpp - One extent that stands for any batch size --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/IndexedAccess.h"
#include "Neo/Dialect/Positions.h"

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

std::optional<unsigned> neo::getBatchDimension(Type type,
                                               std::optional<int64_t> batch) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!batch || !tensor)
    return std::nullopt;
  for (auto [d, size] : llvm::enumerate(tensor.getShape()))
    if (size == *batch)
      return d;
  return std::nullopt;
}

bool neo::isBatched(Type type, std::optional<int64_t> batch) {
  return getBatchDimension(type, batch).has_value();
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
  bool isItem(AffineExpr index);
  bool countsItems(ComputeOp op);
  LogicalResult verifyScan(ScanOp op);
  bool asksForFirst(AffineExpr condition);
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
  // What was inlined or fused still comes from some line.
  op->getLoc()->walk([&](Location location) {
    auto place = dyn_cast<FileLineColLoc>(location);
    if (!place)
      return WalkResult::advance();
    diagnostic << " in line " << place.getLine();
    return WalkResult::interrupt();
  });
  diagnostic << " cannot serve every batch size: ";
  return diagnostic;
}

LogicalResult BatchVerifier::verifyTypes(Operation *op, TypeRange types) {
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor && llvm::count(tensor.getShape(), batch) > 1)
      return refuse(op) << "the batch is more than one dimension of " << type
                        << "; compute over one of them at a time, or leave out "
                           "batch= (B1)";
  }
  return success();
}

std::string BatchVerifier::findLoop(AffineExpr expr) {
  for (auto [loop, extent] : llvm::enumerate(loopExtents))
    if (extent == batch && expr.isFunctionOfDim(loop))
      return loopNames[loop];
  return "";
}

/// Is `index` each item of the batch, or the first?
bool BatchVerifier::isItem(AffineExpr index) {
  if (auto loop = dyn_cast<AffineDimExpr>(index))
    return loopExtents[loop.getPosition()] == batch ||
           loopExtents[loop.getPosition()] == 1;
  return index == getAffineConstantExpr(0, index.getContext());
}

LogicalResult BatchVerifier::verifyIndices(Operation *op, const Twine &what,
                                           RankedTensorType type,
                                           AffineMap map) {
  for (auto [d, index] : llvm::enumerate(map.getResults())) {
    std::string loop = findLoop(index);
    if (type.getDimSize(d) == batch) {
      if (isa<AffineSymbolExpr>(index))
        return refuse(op) << "data says which items of " << what
                          << " it is about, in dimension " << d
                          << "; use each, by a loop variable (B4)";
      if (!isItem(index))
        return refuse(op) << "dimension " << d << " of " << what
                          << ", the batch, is indexed by more than a loop "
                             "variable of its own; use one alone, or item 0 "
                             "(B2)";
      continue;
    }
    if (!loop.empty())
      return refuse(op) << "loop '" << loop
                        << "' over the batch is in the index of dimension " << d
                        << " of " << what
                        << ", which is not the batch; use it as the whole "
                           "index of the batch (B2)";
  }
  return success();
}

/// Is `condition` one of b, -b, b - 1 and b - c, of loops b and c over the
/// batch, or a neighbour of these? Its sign is what it is for any other size.
bool BatchVerifier::asksForFirst(AffineExpr condition) {
  unsigned loops = loopExtents.size();
  auto isNear = [&](AffineExpr expr) {
    auto rest = dyn_cast<AffineConstantExpr>(
        simplifyAffineExpr(condition - expr, loops, 0));
    return rest && std::abs(rest.getValue()) <= 1;
  };
  for (unsigned b = 0; b < loops; ++b) {
    AffineExpr item = getAffineDimExpr(b, condition.getContext());
    if (loopExtents[b] != batch)
      continue;
    if (isNear(item) || isNear(-item))
      return true;
    for (unsigned c = 0; c < loops; ++c)
      if (c != b && loopExtents[c] == batch &&
          isNear(item - getAffineDimExpr(c, condition.getContext())))
        return true;
  }
  return false;
}

LogicalResult BatchVerifier::verifyGuard(Operation *op, IntegerSet guard) {
  if (!guard)
    return success();
  for (AffineExpr condition : guard.getConstraints()) {
    std::string loop = findLoop(condition);
    if (!loop.empty() && !asksForFirst(condition))
      return refuse(op) << "a condition compares loop '" << loop
                        << "' over the batch with more than 0, the first "
                           "item; pass a tensor of weights or of truth "
                           "values that says which items count (B3)";
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

/// Positions of terms, which derivatives of extrema compare, count with the
/// extents of loops.
bool BatchVerifier::countsItems(ComputeOp op) {
  return llvm::any_of(op.getBodyBlock()->getOps<arith::ConstantIndexOp>(),
                      [&](arith::ConstantIndexOp constant) {
                        return constant.value() == batch ||
                               constant.value() == -batch;
                      });
}

LogicalResult BatchVerifier::verifyCompute(ComputeOp op) {
  enter(op.getExtents(), getLoopNames(op));
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    if (failed(verifyIndices(op, "operand #" + Twine(i), op.getOperandType(i),
                             op.getMap(i))))
      return failure();
  if (findsPosition(op.getKind()) &&
      llvm::count(op.getReductionExtents(), batch) > 1)
    return refuse(op) << "it counts positions over two loops over the batch; "
                         "find them one after the other (B3)";
  if (countsItems(op))
    return refuse(op) << "its body computes with the number of items; find an "
                         "extremum over the batch, then over other loops (B3)";
  return verifyGuards(op);
}

LogicalResult BatchVerifier::verifyScan(ScanOp op) {
  if (int64_t(op.getSteps()) == batch)
    return refuse(op) << "its steps are the items of the batch; scan over "
                         "another dimension, or leave out batch= (B4)";
  return success();
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
  if (auto scan = dyn_cast<ScanOp>(op))
    return verifyScan(scan);
  DenseElementsAttr constant;
  if (touched && matchPattern(op, m_Constant(&constant)) && !constant.isSplat())
    return refuse(op) << "a constant tensor has as many items as it has "
                         "values; pass it as an argument (B1)";
  return success();
}

LogicalResult neo::verifyBatch(ModuleOp module) {
  std::optional<int64_t> batch = getBatch(module);
  Attribute said = module->getAttr(batchAttrName);
  if (!said)
    return success();
  if (!batch || *batch < 1)
    return module.emitError("neo.batch is ")
           << said << ", but must be a positive extent, 127 : i64";
  BatchVerifier verifier(*batch);
  WalkResult result = module.walk([&](Operation *op) {
    return failed(verifier.verify(op)) ? WalkResult::interrupt()
                                       : WalkResult::advance();
  });
  return success(!result.wasInterrupted());
}
