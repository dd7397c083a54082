//===- LoopNest.cpp - A neo.compute as loops over flat buffers ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/LoopNest.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/Batch.h"

using namespace mlir;
using namespace neo;

/// Adds `factor * expr` to `form`.
static void addTerm(LinearForm &form, AffineExpr expr, int64_t factor) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    form.coefficients[dim.getPosition()] += factor;
    return;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return; // a constant
  if (expr.getKind() == AffineExprKind::Add) {
    addTerm(form, binary.getLHS(), factor);
    addTerm(form, binary.getRHS(), factor);
    return;
  }
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Mul && constant)
    return addTerm(form, binary.getLHS(), factor * constant.getValue());
  for (unsigned loop = 0; loop < form.irregular.size(); ++loop)
    if (expr.isFunctionOfDim(loop))
      form.irregular.set(loop);
}

LinearForm LinearForm::get(AffineExpr expr, unsigned loops) {
  LinearForm form;
  form.expr = simplifyAffineExpr(expr, loops, 0);
  form.coefficients.assign(loops, 0);
  form.irregular.resize(loops);
  addTerm(form, form.expr, 1);
  return form;
}

LinearForm
LinearForm::rewritten(llvm::function_ref<AffineExpr(AffineExpr)> rewrite,
                      unsigned loops) const {
  LinearForm form = get(rewrite(expr), loops);
  if (perItem)
    form.splitBatch(rewrite(perItem), rewrite(fixed));
  return form;
}

void LinearForm::splitBatch(AffineExpr multiplied, AffineExpr rest) {
  unsigned loops = coefficients.size();
  perItem = simplifyAffineExpr(multiplied, loops, 0);
  fixed = simplifyAffineExpr(rest, loops, 0);
  for (unsigned loop = 0; loop < loops; ++loop)
    if (perItem.isFunctionOfDim(loop))
      irregular.set(loop);
}

std::optional<int64_t> LinearForm::constant() const {
  if (perItem)
    return std::nullopt;
  SmallVector<int64_t> atZero(coefficients.size(), 1);
  std::optional<AffineInterval> value = getInterval(expr, atZero);
  return value ? std::optional(value->low) : std::nullopt;
}

bool NestOperand::dependsOn(unsigned loop) const {
  return access.dependsOn(loop) ||
         llvm::any_of(guard, [&](const NestCondition &condition) {
           return condition.form.dependsOn(loop);
         });
}

int64_t LoopNest::points() const {
  int64_t points = 1;
  for (const NestLoop &loop : loops)
    points *= loop.extent;
  return points;
}

SmallVector<int64_t> LoopNest::extentsOfStep(unsigned loop) const {
  SmallVector<int64_t> extents;
  for (const NestLoop &each : loops)
    extents.push_back(std::max<int64_t>(each.extent, 1));
  extents[loop] = 1;
  return extents;
}

bool LoopNest::hasReduction() const {
  return llvm::any_of(loops, [](const NestLoop &l) { return l.isReduction; });
}

bool LoopNest::hasBatch() const {
  return output.perItem ||
         llvm::any_of(loops, [](const NestLoop &l) { return l.isBatch; }) ||
         llvm::any_of(operands, [](const NestOperand &operand) {
           return bool(operand.access.perItem);
         });
}

/// Row-major position of `indices` in `shape`, whose dimension `batch` has the
/// size of the batch, over `loops` loops.
static LinearForm locate(ArrayRef<AffineExpr> indices, ArrayRef<int64_t> shape,
                         unsigned loops, std::optional<unsigned> batch,
                         MLIRContext *context) {
  AffineExpr zero = getAffineConstantExpr(0, context);
  AffineExpr flat = zero, perItem = zero, fixed = zero;
  for (auto [d, index, extent] : llvm::enumerate(indices, shape)) {
    flat = flat * extent + index;
    // The stride of dimensions before the batch is a multiple of its size.
    perItem = d == batch ? fixed : perItem * extent;
    fixed = d == batch ? index : fixed * extent + index;
  }
  LinearForm form = LinearForm::get(flat, loops);
  if (simplifyAffineExpr(perItem, loops, 0) != zero)
    form.splitBatch(perItem, fixed);
  return form;
}

static void addConditions(SmallVectorImpl<NestCondition> &conditions,
                          IntegerSet set, unsigned loops) {
  if (!set)
    return;
  for (unsigned i = 0, e = set.getNumConstraints(); i < e; ++i)
    conditions.push_back(
        {LinearForm::get(set.getConstraint(i), loops), set.isEq(i)});
}

LinearForm LoopNest::termPosition() const {
  ComputeOp compute = op;
  MLIRContext *context = compute.getContext();
  SmallVector<AffineExpr> indices;
  SmallVector<int64_t> extents;
  std::optional<unsigned> batch;
  for (auto [loop, info] : llvm::enumerate(loops)) {
    if (!info.isReduction)
      continue;
    if (info.isBatch)
      batch = extents.size();
    indices.push_back(getAffineDimExpr(loop, context));
    extents.push_back(info.extent);
  }
  return locate(indices, extents, loops.size(), batch, context);
}

/// Is the operand in bounds only under the `where` guard?
static bool needsWhere(ComputeOp op, unsigned i) {
  SmallVector<int64_t> extents = op.getExtents();
  LoopDomain domain(extents);
  domain.under(op.getGuard(i));
  return !domain.provesInside(op.getMap(i), op.getOperandType(i).getShape());
}

static NestOperand makeOperand(ComputeOp op, unsigned i) {
  unsigned loops = op.getNumLoops();
  NestOperand operand;
  operand.type = op.getOperandType(i);
  operand.access =
      locate(op.getMap(i).getResults(), operand.type.getShape(), loops,
             getBatchDimension(operand.type, getBatch(op)), op.getContext());
  operand.pad = op.getPad(i);
  addConditions(operand.guard, op.getGuard(i), loops);
  if (op.getWhereSet() && needsWhere(op, i)) {
    addConditions(operand.guard, op.getWhereSet(), loops);
    if (!operand.pad)
      operand.pad = cast<TypedAttr>(
          Builder(op.getContext()).getZeroAttr(operand.type.getElementType()));
  }
  return operand;
}

void neo::forEachForm(LoopNest &nest,
                      llvm::function_ref<void(LinearForm &)> visit) {
  visit(nest.output);
  for (NestOperand &operand : nest.operands) {
    visit(operand.access);
    for (NestCondition &condition : operand.guard)
      visit(condition.form);
  }
  for (NestCondition &condition : nest.where)
    visit(condition.form);
  for (NestCondition &condition : nest.nonzero)
    visit(condition.form);
}

void neo::removeLoop(LoopNest &nest, unsigned loop) {
  MLIRContext *context = nest.op.getContext();
  SmallVector<AffineExpr> replacement;
  unsigned position = 0;
  for (unsigned l = 0; l < nest.loops.size(); ++l)
    replacement.push_back(l == loop ? getAffineConstantExpr(0, context)
                                    : getAffineDimExpr(position++, context));
  nest.loops.erase(nest.loops.begin() + loop);
  unsigned loops = nest.loops.size();
  forEachForm(nest, [&](LinearForm &form) {
    form = form.rewritten(
        [&](AffineExpr expr) { return expr.replaceDims(replacement); }, loops);
  });
  for (AffineExpr &original : nest.originalLoops)
    original = original.replaceDims(replacement);
}

/// Is the value of an original loop that maps to `loop` used in the body?
static bool isIndexed(LoopNest &nest, unsigned loop) {
  for (IndexOp index : nest.op.getBodyBlock()->getOps<IndexOp>())
    if (nest.originalLoops[index.getLoop()].isFunctionOfDim(loop))
      return true;
  return false;
}

bool neo::canMergeLoops(LoopNest &nest, unsigned inner) {
  unsigned outer = inner - 1;
  if (isIndexed(nest, inner) || isIndexed(nest, outer))
    return false;
  if (nest.loops[outer].isReduction != nest.loops[inner].isReduction ||
      nest.loops[outer].isBatch || nest.loops[inner].isBatch)
    return false;
  bool merge = true;
  int64_t extent = nest.loops[inner].extent;
  forEachForm(nest, [&](LinearForm &form) {
    merge &= !form.irregular[outer] && !form.irregular[inner] &&
             form.coefficients[outer] == extent * form.coefficients[inner];
  });
  return merge;
}

void neo::mergeLoops(LoopNest &nest, unsigned inner) {
  nest.loops[inner].extent *= nest.loops[inner - 1].extent;
  nest.loops[inner].name =
      nest.loops[inner - 1].name + "_" + nest.loops[inner].name;
  removeLoop(nest, inner - 1);
}

LoopNest LoopNest::withoutEmptyLoops() const {
  LoopNest nest = *this;
  for (NestLoop &loop : nest.loops)
    loop.extent = std::max<int64_t>(loop.extent, 1);
  return nest;
}

LoopNest LoopNest::getUnmerged(ComputeOp op) {
  LoopNest nest;
  nest.op = op;
  unsigned outputs = op.getNumOutputLoops(), loops = op.getNumLoops();
  SmallVector<std::string> names = getLoopNames(op);
  std::optional<int64_t> batch = getBatch(op);
  for (auto [i, extent] : llvm::enumerate(op.getExtents())) {
    nest.loops.push_back({names[i], extent, i >= outputs, extent == batch});
    nest.originalLoops.push_back(getAffineDimExpr(i, op.getContext()));
  }
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    nest.operands.push_back(makeOperand(op, i));
  addConditions(nest.where, op.getWhereSet(), loops);
  if (auto set = op->getAttrOfType<IntegerSetAttr>(nonzeroAttrName))
    addConditions(nest.nonzero, set.getValue(), loops);
  nest.output = locate(ArrayRef(nest.originalLoops).take_front(outputs),
                       op.getType().getShape(), loops,
                       getBatchDimension(op.getType(), batch), op.getContext());
  return nest;
}

LoopNest LoopNest::getFollower(ComputeOp follower, const LoopNest &nest) {
  LoopNest own = getUnmerged(follower);
  SmallVector<AffineExpr> values = llvm::to_vector(
      ArrayRef(nest.originalLoops).take_front(follower.getNumLoops()));
  forEachForm(own, [&](LinearForm &form) {
    form = form.rewritten(
        [&](AffineExpr expr) { return expr.replaceDims(values); },
        nest.loops.size());
  });
  own.loops = nest.loops;
  own.output = nest.output;
  own.originalLoops = values;
  return own;
}
