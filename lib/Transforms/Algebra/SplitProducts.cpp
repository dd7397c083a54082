//===- SplitProducts.cpp - Products of many as products of two ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     %O = neo.compute [n: 32, m: 32] sum [k: 1024, l: 1024]
//            %A[n, k], %W[m, k, l], %B[n, l]         ... a * w * b
// -->
//     %T = neo.compute [n: 32, m: 32, l: 1024] sum [k: 1024]
//            %A[n, k], %W[m, k, l]                   ... a * w
//     %O = neo.compute [n: 32, m: 32] sum [l: 1024]
//            %T[n, m, l], %B[n, l]                   ... t * b
//
// One multiplication and addition per point instead of two of the former and
// one of the latter; and the first line is a matrix product, for which every
// schedule is known. ContractionPlan.h finds the order. What is left here is to
// say a plan in operators: an intermediate is a tensor over those loops that
// the rest still needs, so whatever the operands' maps and guards are, they
// move along unchanged. Conditions on terms (`where`) move to the first step
// that has their loops.
//
// The same plan pulls factors out of sums and sums operands before they are
// multiplied:
//
//     sum_k a[i] * B[i, k] * c[i]     -->  a[i] * c[i] * sum_k B[i, k]
//     sum_{j,k} A[i, j] * B[i, k]     -->  (sum_j A[i, j]) * (sum_k B[i, k])
//
// A loop that nothing depends on is a factor: its extent.
//
// Floats: sums are associated in another way, as register tiles do anyway, and
// a product that would overflow may not, or the other way round. A zero times
// an infinity is NaN only where the two meet. Elements of 16 bits are left
// alone: an intermediate would be rounded to them.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Transforms/Algebra/ComputeKey.h"
#include "Neo/Transforms/Algebra/ProductTerms.h"
#include "Neo/Transforms/Algebra/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

namespace {
/// A factor as it stands or the tensor of a step.
struct Input {
  int factor = -1;
  Value tensor;
  /// The loops of the tensor's dimensions.
  SmallVector<unsigned> loops;
};

/// Subsets of more factors than these are not looked for among what exists.
constexpr unsigned maxLookedFor = 5;

class ProductSplitter {
public:
  ProductSplitter(ComputeOp op, RewriterBase &rewriter,
                  const AlgebraOptions &options, KnownComputes *known)
      : op(op), rewriter(rewriter), options(options), known(known) {}

  bool run();

private:
  bool readProblem();
  bool isTaken(const ContractionPlan &plan);
  void addFactor(const ProductFactor &factor);
  LoopSet findContiguous(const ProductFactor &factor);
  void findKnown();
  std::optional<Input> findKnown(unsigned subset);
  bool canUse(ComputeOp existing);
  bool readsInside(const ContractionStep &step);
  SmallVector<unsigned> orderLoops(const ContractionStep &step, bool last);
  IntegerSet getConditions(const ContractionStep &step,
                           ArrayRef<AffineExpr> dims, unsigned count);
  void addOperands(ComputeSpec &spec, const Input &input,
                   ArrayRef<AffineExpr> dims, unsigned count);
  Value emit(const ContractionStep &step, bool last);
  Value emitBody(OpBuilder &b, Location loc, const ContractionStep &step,
                 ArrayRef<int> loopOf, ValueRange arguments, bool last);
  void emitFactor(OpBuilder &b, Location loc, const ProductFactor &factor,
                  IRMapping &values, ArrayRef<int> loopOf, Value &product,
                  Value &divisor);
  bool refuse(const Twine &reason);

  ComputeOp op;
  RewriterBase &rewriter;
  const AlgebraOptions &options;
  KnownComputes *known;
  std::map<unsigned, Input> existing;
  ProductTerms terms;
  ContractionProblem problem;
  SmallVector<int64_t> extents;
  /// Terms that are equal because no operand depends on some loops.
  int64_t repeated = 1;
  SmallVector<Input> inputs;
};
} // namespace

bool ProductSplitter::refuse(const Twine &reason) {
  // With what is known it is asked again; the reason has been said.
  if (options.explain && !known)
    op.emitRemark("the product is kept whole: ") << reason;
  return false;
}

/// The loop that walks along the last dimension of the largest operand.
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
  ContractionProblem::Factor priced;
  priced.loops = factor.loops;
  priced.operations = double(factor.parts.size()) - 1;
  llvm::SmallPtrSet<Operation *, 8> seen;
  SmallVector<Value> open;
  for (const ProductFactor::Part &part : factor.parts) {
    priced.operations += part.power - 1 + (part.inverse ? 4 : 0);
    open.push_back(part.root);
  }
  while (!open.empty()) {
    Operation *inner = open.pop_back_val().getDefiningOp();
    if (!inner || !seen.insert(inner).second)
      continue;
    priced.operations += getOperationCost(*inner);
    llvm::append_range(open, inner->getOperands());
  }
  for (unsigned operand : factor.operands)
    priced.bytes += double(op.getOperandType(operand).getNumElements()) *
                    getElementBytes(op.getOperandType(operand));
  priced.contiguous = findContiguous(factor);
  problem.factors.push_back(priced);
}

/// False if there is nothing to put in order.
bool ProductSplitter::readProblem() {
  extents = op.getExtents();
  if (op.getKind() != ReductionKind::sum || llvm::is_contained(extents, 0) ||
      extents.size() > 63)
    return false;
  terms = ProductTerms::of(op);
  if (terms.factors.size() > maxFactors)
    return refuse("it has " + Twine(terms.factors.size()) +
                  " factors, and the orders of at most " + Twine(maxFactors) +
                  " are compared: split it by hand");
  problem.extents = getPricedExtents(op);
  problem.outputs = (LoopSet(1) << op.getNumOutputLoops()) - 1;
  problem.price = options.price;
  problem.price.elementBytes = getElementBytes(op.getType());
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

/// Can the result of `candidate` be known before `op`? Later operators move up.
bool ProductSplitter::canUse(ComputeOp candidate) {
  if (candidate == op || candidate->getBlock() != op->getBlock())
    return false;
  return candidate->isBeforeInBlock(op) ||
         llvm::all_of(candidate->getOperands(), [&](Value operand) {
           Operation *definition = operand.getDefiningOp();
           return !definition || definition->isBeforeInBlock(op);
         });
}

/// The tensor of `subset`, if there is one: the operator that would compute it
/// is built, looked up and dropped.
std::optional<Input> ProductSplitter::findKnown(unsigned subset) {
  ContractionStep step;
  step.loops = problem.getLoops(subset);
  step.kept = problem.getKept(subset);
  for (unsigned f = 0; f < terms.factors.size(); ++f)
    if (subset >> f & 1)
      step.nodes.push_back(f);
  for (auto [c, condition] : llvm::enumerate(problem.conditions))
    if ((condition & ~step.loops) == 0)
      step.conditions.push_back(c);
  auto wanted = emit(step, false).getDefiningOp<ComputeOp>();
  std::optional<KnownCompute> found = known->find(wanted);
  SmallVector<unsigned> order = std::move(inputs.back().loops);
  inputs.pop_back();
  rewriter.eraseOp(wanted);
  if (!found || !canUse(found->op))
    return std::nullopt;
  Input input;
  input.tensor = found->op.getResult();
  for (unsigned d = 0; d < order.size(); ++d)
    input.loops.push_back(order[found->map.getDimPosition(d)]);
  return input;
}

/// Which sets of factors exist as tensors already?
void ProductSplitter::findKnown() {
  unsigned count = terms.factors.size();
  if (count < 3 || count > maxLookedFor)
    return;
  for (unsigned subset = 1; subset + 1 < 1u << count; ++subset) {
    if (llvm::popcount(subset) < 2)
      continue;
    if (std::optional<Input> found = findKnown(subset)) {
      LoopSet innermost =
          found->loops.empty() ? 0 : LoopSet(1) << found->loops.back();
      problem.known[subset] = innermost;
      existing[subset] = *found;
    }
  }
}

/// Are all operands that `step` reads as they stand read inside their tensors
/// under the conditions that it has?
bool ProductSplitter::readsInside(const ContractionStep &step) {
  if (problem.conditions.empty())
    return true;
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
      for (auto [d, index] : llvm::enumerate(op.getMap(operand).getResults()))
        if (!domain.proves(index) ||
            !domain.proves(op.getOperandType(operand).getDimSize(d) - 1 -
                           index))
          return false;
    }
  }
  return true;
}

/// The loops of a step's result, outermost first. Those of an intermediate lie
/// as its inputs walk, a batch of any size before them.
SmallVector<unsigned> ProductSplitter::orderLoops(const ContractionStep &step,
                                                  bool last) {
  SmallVector<unsigned> order;
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    if ((step.kept >> loop & 1) && (last || !(step.innermost >> loop & 1)))
      order.push_back(loop);
  if (last)
    return order;
  if (step.innermost)
    order.push_back(llvm::countr_zero(step.innermost));
  std::optional<int64_t> batch = getBatch(op);
  auto *first = llvm::find_if(
      order, [&](unsigned loop) { return extents[loop] == batch; });
  if (first != order.end())
    std::rotate(order.begin(), first, first + 1);
  return order;
}

IntegerSet ProductSplitter::getConditions(const ContractionStep &step,
                                          ArrayRef<AffineExpr> dims,
                                          unsigned count) {
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> equalities;
  for (unsigned c : step.conditions) {
    constraints.push_back(op.getWhereSet().getConstraint(c));
    equalities.push_back(op.getWhereSet().isEq(c));
  }
  if (constraints.empty())
    return {};
  return IntegerSet::get(extents.size(), 0, constraints, equalities)
      .replaceDimsAndSymbols(dims, {}, count, 0);
}

void ProductSplitter::addOperands(ComputeSpec &spec, const Input &input,
                                  ArrayRef<AffineExpr> dims, unsigned count) {
  if (input.factor < 0) {
    OperandSpec read;
    read.value = input.tensor;
    SmallVector<AffineExpr> index;
    for (unsigned loop : input.loops)
      index.push_back(dims[loop]);
    read.map = AffineMap::get(count, 0, index, op.getContext());
    spec.operands.push_back(read);
    return;
  }
  SmallVector<OperandSpec> all = getOperandSpecs(op);
  for (unsigned operand : terms.factors[input.factor].operands) {
    OperandSpec read = all[operand];
    read.map = read.map.replaceDimsAndSymbols(dims, {}, count, 0);
    if (read.isGuarded())
      read.guard = read.guard.replaceDimsAndSymbols(dims, {}, count, 0);
    spec.operands.push_back(read);
  }
}

/// Multiplies the parts of a factor into the product or the divisor.
void ProductSplitter::emitFactor(OpBuilder &b, Location loc,
                                 const ProductFactor &factor, IRMapping &values,
                                 ArrayRef<int> loopOf, Value &product,
                                 Value &divisor) {
  for (const ProductFactor::Part &part : factor.parts) {
    Value value = cloneExpression(b, part.root, values, loopOf);
    Value &side = part.inverse ? divisor : product;
    for (unsigned i = 0; i < part.power; ++i)
      side =
          side ? arith::MulFOp::create(b, loc, side, value).getResult() : value;
  }
}

Value ProductSplitter::emitBody(OpBuilder &b, Location loc,
                                const ContractionStep &step,
                                ArrayRef<int> loopOf, ValueRange arguments,
                                bool last) {
  Value product, divisor;
  auto multiply = [&](Value &into, Value by) {
    into = into ? arith::MulFOp::create(b, loc, into, by).getResult() : by;
  };
  auto number = [&](double value) -> Value {
    return arith::ConstantOp::create(
        b, loc, b.getFloatAttr(op.getType().getElementType(), value));
  };
  for (unsigned node : step.nodes) {
    const Input &input = inputs[node];
    if (input.factor < 0) {
      multiply(product, arguments.front());
      arguments = arguments.drop_front();
      continue;
    }
    const ProductFactor &factor = terms.factors[input.factor];
    IRMapping values;
    for (unsigned operand : factor.operands) {
      values.map(op.getBodyBlock()->getArgument(operand), arguments.front());
      arguments = arguments.drop_front();
    }
    emitFactor(b, loc, factor, values, loopOf, product, divisor);
  }
  if (last && (!product || repeated != 1))
    multiply(product, number(double(repeated)));
  if (last && terms.negative)
    product = arith::NegFOp::create(b, loc, product);
  if (!product)
    product = number(1);
  return divisor ? arith::DivFOp::create(b, loc, product, divisor).getResult()
                 : product;
}

Value ProductSplitter::emit(const ContractionStep &step, bool last) {
  if (step.known) {
    Input &found = existing[step.known];
    if (Operation *definition = found.tensor.getDefiningOp();
        !definition->isBeforeInBlock(op))
      rewriter.moveOpBefore(definition, op);
    inputs.push_back(found);
    return found.tensor;
  }
  Input result;
  result.loops = orderLoops(step, last);
  SmallVector<unsigned> loops = result.loops;
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    if ((step.loops & ~step.kept) >> loop & 1)
      loops.push_back(loop);
  SmallVector<AffineExpr> dims(extents.size(),
                               rewriter.getAffineConstantExpr(0));
  SmallVector<int> loopOf(extents.size(), -1);
  ComputeSpec spec;
  SmallVector<int64_t> shape;
  for (auto [position, loop] : llvm::enumerate(loops)) {
    dims[loop] = rewriter.getAffineDimExpr(position);
    loopOf[loop] = position;
    spec.loops.push_back(getLoopNames(op)[loop]);
    (position < result.loops.size() ? shape : spec.reductionExtents)
        .push_back(extents[loop]);
  }
  for (unsigned node : step.nodes)
    addOperands(spec, inputs[node], dims, loops.size());
  spec.type = RankedTensorType::get(shape, op.getType().getElementType());
  spec.where = getConditions(step, dims, loops.size());
  if (!spec.reductionExtents.empty() || spec.where)
    spec.kind = ReductionKind::sum;
  auto body = [&](OpBuilder &b, Location loc, ValueRange arguments) {
    return emitBody(b, loc, step, loopOf, arguments, last);
  };
  spec.body = body;
  result.tensor = ComputeOp::create(rewriter, op.getLoc(), spec);
  inputs.push_back(result);
  return result.tensor;
}

/// Whether `plan` is worth it and sound; says why not.
bool ProductSplitter::isTaken(const ContractionPlan &plan) {
  int64_t whole = problem.getWholePrice(), split = plan.cycles;
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
  if (!llvm::all_of(plan.steps,
                    [&](const ContractionStep &s) { return readsInside(s); }))
    return refuse("operands are inside their tensors only under conditions on "
                  "other loops");
  if (options.explain && plan.steps.size() > 1)
    op.emitRemark("the product is computed by ")
        << plan.steps.size() << " operators in " << split
        << " cycles, at once it takes " << whole;
  return true;
}

bool ProductSplitter::run() {
  if (!readProblem())
    return false;
  Type element = op.getType().getElementType();
  if (!element.isF32() && !element.isF64())
    return refuse("its intermediates would be rounded to the result's elements "
                  "of 16 bits or are integers: write the steps you want");
  for (unsigned f = 0; f < terms.factors.size(); ++f)
    inputs.push_back({int(f), {}, {}});
  rewriter.setInsertionPoint(op);
  if (known)
    findKnown();
  ContractionPlan plan = planContractions(problem);
  if (!isTaken(plan))
    return false;
  Value value;
  for (const ContractionStep &step : plan.steps)
    value = emit(step, &step == &plan.steps.back());
  if (known)
    known->forget(op);
  rewriter.replaceOp(op, value);
  return true;
}

bool neo::splitProduct(ComputeOp op, RewriterBase &rewriter,
                       const AlgebraOptions &options, KnownComputes *known) {
  return ProductSplitter(op, rewriter, options, known).run();
}
