//===- SplitProducts.cpp - Reassociation of products ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     %O = neo.compute [n: 32, m: 32] sum [k: 1024, l: 1024]
//            %A[n, k], %W[m, k, l], %B[n, l]         ... a * w * b
// -->
//     %T = neo.compute [n: 32, m: 32, k: 1024] sum [l: 1024]
//            %W[m, k, l], %B[n, l]                   ... w * b
//     %O = neo.compute [n: 32, m: 32] sum [k: 1024]
//            %T[n, m, k], %A[n, k]                   ... t * a
//
// One multiplication and addition per point instead of two of the former and
// one of the latter; and the first line is a matrix product, for which good
// schedules exist. ContractionPlan.h finds the order; this file builds the
// operators of a plan: an intermediate is a tensor over the loops that the rest
// still needs, so the operands' maps and guards are kept unchanged. Conditions
// on terms (`where`) move to the first step that has their loops.
//
// The same plan moves loop-invariant factors out of sums and reduces operands
// before they are multiplied:
//
//     sum_k a[i] * B[i, k] * c[i]     -->  a[i] * c[i] * sum_k B[i, k]
//     sum_{j,k} A[i, j] * B[i, k]     -->  (sum_j A[i, j]) * (sum_k B[i, k])
//
// A loop that no factor depends on becomes a factor: its extent.
//
// Floating point: sums are reassociated, as register tiles do anyway, and a
// product may overflow where the original did not, or the reverse. A zero times
// an infinity is NaN only where the two are multiplied. Of 16-bit floats all
// steps are computed and kept in f32, as a sum of theirs is, and the last one
// is rounded: what it costs that intermediates have twice the bytes is counted.
//
//===----------------------------------------------------------------------===//

#include "ProductSplitter.h"

#include "LiftGuards.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/FixedValues.h"
#include "Neo/Dialect/Halves.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

/// Larger subsets of factors are not looked up among existing tensors.
constexpr unsigned maxLookedFor = 5;

bool ProductSplitter::refuse(const Twine &reason) {
  if (options.explain && !again)
    op.emitRemark("the product is kept whole: ") << reason;
  return false;
}

/// The loop that indexes the last dimension of the largest operand.
LoopSet ProductSplitter::findContiguous(const ProductFactor &factor) {
  for (unsigned operand : factor.operands) {
    AffineMap map = op.getMap(operand);
    if (map.getNumResults() == 0)
      continue;
    AffineExpr last = map.getResult(map.getNumResults() - 1);
    for (unsigned loop = 0; loop < extents.size(); ++loop) {
      AffineExpr dim = getAffineDimExpr(loop, op.getContext());
      auto step = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
          last.replace(dim, dim + 1) - last, extents.size(), 0));
      if (step && step.getValue() == 1)
        return LoopSet(1) << loop;
    }
  }
  return 0;
}

void ProductSplitter::addFactor(const ProductFactor &factor) {
  ContractionProblem::Factor costed;
  costed.loops = factor.loops;
  costed.operations = double(factor.parts.size()) - 1;
  llvm::SmallPtrSet<Operation *, 8> seen;
  SmallVector<Value> open;
  for (const ProductFactor::Part &part : factor.parts) {
    costed.operations += part.power - 1 + (part.inverse ? 4 : 0);
    open.push_back(part.root);
  }
  while (!open.empty()) {
    Operation *inner = open.pop_back_val().getDefiningOp();
    if (!inner || !seen.insert(inner).second)
      continue;
    // Where a wide copy pays is decided with the layouts (WidenOperands.cpp),
    // and tensor cores multiply halves as they are.
    if (!isa<arith::ExtFOp>(inner))
      costed.operations += getOperationCost(*inner);
    llvm::append_range(open, inner->getOperands());
  }
  for (unsigned operand : factor.operands)
    costed.bytes += double(op.getOperandType(operand).getNumElements()) *
                    getElementBytes(op.getOperandType(operand));
  costed.contiguous = findContiguous(factor);
  // A function of indices alone is recomputed, not stored in a tensor.
  bool isKept = !factor.operands.empty() || factor.loops == 0;
  costed.isFixed = isKept && !isFixed(op.getResult()) &&
                   llvm::all_of(factor.operands, [&](unsigned operand) {
                     return isFixed(op.getOperand(operand));
                   });
  problem.factors.push_back(costed);
}

bool ProductSplitter::readProblem() {
  extents = op.getExtents();
  if (op.getKind() != ReductionKind::sum || llvm::is_contained(extents, 0) ||
      extents.size() > 63)
    return false;
  terms = ProductTerms::of(op);
  if (terms.factors.size() > maxFactors)
    return refuse("it has " + Twine(terms.factors.size()) +
                  " factors, and at most " + Twine(maxFactors) +
                  " are put in order: split it by hand");
  problem.extents = getCostedExtents(op);
  problem.outputs = (LoopSet(1) << op.getNumOutputLoops()) - 1;
  problem.cost = options.cost;
  problem.cost.elementBytes =
      getElementBytes(cast<RankedTensorType>(op.getType().clone(sumType)));
  for (const ProductFactor &factor : terms.factors)
    addFactor(factor);
  if (IntegerSet where = op.getWhereSet())
    for (AffineExpr constraint : where.getConstraints())
      problem.conditions.push_back(getLoopsOf(constraint));
  LoopSet used = problem.getAllLoops();
  for (auto [loop, extent] : llvm::enumerate(extents)) {
    if (used >> loop & 1)
      continue;
    if (extent == getBatch(op))
      return refuse("how many items a batch of any size has is not known");
    repeated *= extent;
  }
  return problem.conditions.size() <= 64;
}

/// Can `candidate` be moved before `op`, so that its result dominates it?
bool ProductSplitter::canUse(ComputeOp candidate) {
  if (candidate == op || candidate->getBlock() != op->getBlock())
    return false;
  return candidate->isBeforeInBlock(op) ||
         llvm::all_of(candidate->getOperands(), [&](Value operand) {
           Operation *definition = operand.getDefiningOp();
           return !definition || definition->isBeforeInBlock(op);
         });
}

ContractionStep ProductSplitter::getStep(unsigned subset) const {
  ContractionStep step;
  step.loops = problem.getLoops(subset);
  step.kept = problem.getKept(subset);
  for (unsigned f = 0; f < terms.factors.size(); ++f)
    if (subset >> f & 1)
      step.nodes.push_back(f);
  for (auto [c, condition] : llvm::enumerate(problem.conditions))
    if ((condition & ~step.loops) == 0)
      step.conditions.push_back(c);
  return step;
}

Input ProductSplitter::build(const ContractionStep &step) {
  rewriter.setInsertionPoint(op);
  emit(step, false);
  return inputs.pop_back_val();
}

/// The tensor of `subset`, if there is one: the operator that would compute it
/// is built, looked up and dropped.
std::optional<Input> ProductSplitter::findKnown(unsigned subset) {
  Input built = build(getStep(subset));
  auto wanted = built.tensor.getDefiningOp<ComputeOp>();
  std::optional<KnownCompute> found = known.find(wanted);
  rewriter.eraseOp(wanted);
  if (!found || !canUse(found->op))
    return std::nullopt;
  Input input;
  input.tensor = found->op.getResult();
  for (unsigned d = 0; d < built.loops.size(); ++d)
    input.loops.push_back(built.loops[found->map.getDimPosition(d)]);
  return input;
}

SmallVector<unsigned> ProductSplitter::listKnowable() const {
  SmallVector<unsigned> subsets;
  unsigned count = terms.factors.size();
  if (count >= 3 && count <= maxLookedFor)
    for (unsigned subset = 1; subset + 1 < 1u << count; ++subset)
      if (!llvm::isPowerOf2_32(subset))
        subsets.push_back(subset);
  return subsets;
}

/// Finds the sets of factors whose product exists as a tensor.
void ProductSplitter::findKnown() {
  for (unsigned subset : listKnowable())
    if (std::optional<Input> found = findKnown(subset)) {
      LoopSet innermost =
          found->loops.empty() ? 0 : LoopSet(1) << found->loops.back();
      problem.known[subset] = innermost;
      existing[subset] = *found;
    }
}

bool ProductSplitter::readsInside(const ContractionStep &step) const {
  if (problem.conditions.empty())
    return true;
  ComputeOp op = this->op;
  IntegerSet where = op.getWhereSet();
  for (unsigned node : step.nodes) {
    if (node >= terms.factors.size())
      continue;
    for (unsigned operand : terms.factors[node].operands) {
      LoopDomain domain(extents);
      domain.under(op.getGuard(operand));
      for (unsigned c : step.conditions)
        domain.under(IntegerSet::get(extents.size(), 0, where.getConstraint(c),
                                     where.isEq(c)));
      if (!domain.provesInside(op.getMap(operand),
                               op.getOperandType(operand).getShape()))
        return false;
    }
  }
  return true;
}

/// Is `plan` profitable and legal? Emits a remark if not.
bool ProductSplitter::isTaken(const ContractionPlan &plan) {
  int64_t whole = problem.getWholeCost(), split = plan.cycles;
  if (repeated != 1) {
    if (options.explain)
      op.emitRemark("its terms do not depend on all loops: they are counted, ")
          << "not added, " << repeated << " times";
  } else if (plan.steps.size() < 2) {
    return refuse("one operator is the cheapest, " + Twine(whole) + " cycles");
  } else if (!isWorth(split, whole)) {
    return refuse("as " + Twine(plan.steps.size()) + " operators it takes " +
                  Twine(split) + " cycles, at once " + Twine(whole));
  }
  if (!readsInside(plan))
    return refuse("operands are inside their tensors only under conditions on "
                  "other loops");
  if (options.explain && plan.steps.size() > 1)
    op.emitRemark("the product is computed by ")
        << plan.steps.size() << " operators in " << split
        << " cycles, at once it takes " << whole
        << (terms.factors.size() > maxCompared
                ? "; of its " + std::to_string(terms.factors.size()) +
                      " factors the cheapest pair came first, not all orders "
                      "were compared"
                : "");
  return true;
}

bool ProductSplitter::read() {
  sumType = getSumElement(op.getType().getElementType());
  if (!readProblem())
    return false;
  if (!sumType.isF32() && !sumType.isF64())
    return refuse("its intermediates are integers: write the steps you want");
  for (unsigned f = 0; f < terms.factors.size(); ++f)
    inputs.push_back({int(f), {}, {}});
  return true;
}

/// Adds what the steps compute to the known operators, and those of several
/// steps as the one operator that later products look for.
void ProductSplitter::addSteps(const ContractionPlan &plan) {
  unsigned count = terms.factors.size();
  SmallVector<unsigned> subsets = plan.getSubsets(count);
  for (auto [number, step] : llvm::enumerate(plan.steps)) {
    if (step.known)
      continue;
    Input made = inputs[count + number];
    auto last = made.tensor.getDefiningOp<ComputeOp>();
    known.add(last);
    // A step applies some of the conditions, the one operator would all.
    bool isOne =
        llvm::all_of(step.nodes, [&](unsigned node) { return node < count; });
    if (number + 1 == plan.steps.size() || count > maxLookedFor || isOne ||
        !problem.conditions.empty())
      continue;
    Input whole = build(getStep(subsets[number]));
    SmallVector<unsigned> dims;
    for (unsigned loop : whole.loops)
      dims.push_back(llvm::find(made.loops, loop) - made.loops.begin());
    auto equal = whole.tensor.getDefiningOp<ComputeOp>();
    known.addInsteadOf(equal, last, dims);
    rewriter.eraseOp(equal);
  }
}

bool ProductSplitter::run() {
  if (!read())
    return false;
  findKnown();
  rewriter.setInsertionPoint(op);
  ContractionPlan plan = planContractions(problem);
  if (!isTaken(plan))
    return false;
  for (const ContractionStep &step : plan.steps)
    emit(step, &step == &plan.steps.back());
  addSteps(plan);
  Value value = roundResult(inputs.back().tensor);
  known.forget(op);
  known.addInsteadOf(op, value.getDefiningOp<ComputeOp>(),
                     llvm::to_vector(llvm::seq(op.getNumOutputLoops())));
  rewriter.replaceOp(op, value);
  return true;
}

/// Splits `lifted`, which is `op` in another form, in its place. Remarks
/// against it are left to `op`.
static bool splitLifted(ComputeOp op, ComputeOp lifted, RewriterBase &rewriter,
                        const AlgebraOptions &options, KnownComputes &known) {
  rewriter.replaceAllUsesWith(op.getResult(), lifted.getResult());
  if (ProductSplitter(lifted, rewriter, options, known, /*again=*/true).run()) {
    known.forget(op);
    rewriter.eraseOp(op);
    return true;
  }
  rewriter.replaceAllUsesWith(lifted.getResult(), op.getResult());
  rewriter.eraseOp(lifted);
  return false;
}

bool neo::splitProduct(ComputeOp op, RewriterBase &rewriter,
                       const AlgebraOptions &options, KnownComputes &known,
                       bool again) {
  if (ComputeOp lifted = liftGuards(op, rewriter))
    if (splitLifted(op, lifted, rewriter, options, known))
      return true;
  return ProductSplitter(op, rewriter, options, known, again).run();
}
