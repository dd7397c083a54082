//===- ComputeAdjoint.cpp - The adjoint of one neo.compute ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/ComputeAdjoint.h"

#include "IndexArithmetic.h"
#include "Neo/Dialect/Role.h"
#include "Neo/Dialect/Strict.h"
#include "Neo/Transforms/Autodiff/LoopNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

ComputeAdjoint::ComputeAdjoint(OpBuilder &builder, ComputeOp forward,
                               Value cotangent, const DerivativeRules &rules,
                               const AdjointOptions &options)
    : builder(builder), forward(forward), rules(rules), options(options),
      extents(forward.getExtents()) {
  saved.cotangent = cotangent;
  if (hasNoPoints())
    return;
  readAccesses();
  saveReductionValues(builder, forward, saved);
}

bool ComputeAdjoint::hasNoPoints() { return llvm::is_contained(extents, 0); }

void ComputeAdjoint::readAccesses() {
  FormReader reader(extents);
  for (unsigned i = 0, e = forward.getNumOperands(); i < e; ++i) {
    Read read;
    read.index = reader.read(forward.getMap(i));
    read.guards = reader.read(forward.getGuard(i));
    read.mods = reader.takeMods();
    reads.push_back(std::move(read));
  }
  where = reader.read(forward.getWhereSet());
  whereMods = reader.takeMods();
}

SmallVector<SmallVector<unsigned, 1>> ComputeAdjoint::groupSlots() {
  SmallVector<SmallVector<unsigned, 1>> groups;
  for (unsigned i = 0, e = forward.getNumOperands(); i < e; ++i) {
    auto *group = llvm::find_if(groups, [&](ArrayRef<unsigned> slots) {
      unsigned k = slots.front();
      return forward.getOperand(k) == forward.getOperand(i) &&
             forward.getMap(k) == forward.getMap(i) &&
             forward.getGuard(k) == forward.getGuard(i) &&
             forward.getPad(k) == forward.getPad(i);
    });
    if (group == groups.end())
      groups.push_back({i});
    else
      group->push_back(i);
  }
  return groups;
}

InversionProblem ComputeAdjoint::makeProblem(unsigned slot) {
  const Read &read = reads[slot];
  InversionProblem problem;
  problem.extents.assign(extents.begin(), extents.end());
  ArrayRef<int64_t> shape = forward.getOperandType(slot).getShape();
  problem.access.shape.assign(shape.begin(), shape.end());
  problem.access.index.assign(read.index.begin(), read.index.end());
  problem.access.guards.assign(read.guards.begin(), read.guards.end());
  llvm::append_range(problem.access.guards, where);
  problem.access.forms.assign(read.mods.begin(), read.mods.end());
  llvm::append_range(problem.access.forms, whereMods);
  return problem;
}

/// Guards of operands outside which the derivative is zero, unless they are
/// implied by the problem.
SmallVector<Guard, 2>
ComputeAdjoint::findAbsorbable(const InversionProblem &problem,
                               ScalarAdjoint &body) {
  SmallVector<Guard, 2> guards;
  bool isSum = forward.getKind() == ReductionKind::sum ||
               forward.getKind() == ReductionKind::none;
  for (unsigned i = 0, e = reads.size(); isSum && i < e; ++i) {
    auto pad = dyn_cast_or_null<FloatAttr>(forward.getPad(i));
    if (!pad || !pad.getValue().isZero() || !body.vanishesAt(i))
      continue;
    for (const Guard &guard : reads[i].guards)
      if (!llvm::is_contained(problem.access.guards, guard) &&
          !llvm::is_contained(guards, guard))
        guards.push_back(guard);
  }
  return guards;
}

/// Equality guards are always absorbed, as they remove loops; inequalities only
/// where that leaves fewer iterations.
ComputeAdjoint::Plan ComputeAdjoint::makePlan(unsigned slot,
                                              ScalarAdjoint &body) {
  InversionProblem problem = makeProblem(slot);
  SmallVector<Guard, 2> absorbable = findAbsorbable(problem, body);
  llvm::copy_if(absorbable, std::back_inserter(problem.absorbed),
                [](const Guard &guard) { return guard.isEquality; });
  Inversion inversion = options.inverter(problem);
  if (problem.absorbed.size() < absorbable.size() && inversion.isValid() &&
      !inversion.empty) {
    InversionProblem tighter = problem;
    tighter.absorbed.assign(absorbable.begin(), absorbable.end());
    Inversion candidate = options.inverter(tighter);
    if (candidate.isValid() &&
        (candidate.empty || candidate.freeVolume() < inversion.freeVolume())) {
      problem = std::move(tighter);
      inversion = std::move(candidate);
    }
  }
  return {slot, std::move(problem), std::move(inversion)};
}

bool ComputeAdjoint::Plan::assumes(const Guard &guard) const {
  return llvm::is_contained(problem.access.guards, guard) ||
         llvm::is_contained(problem.absorbed, guard);
}

/// Number of points of the adjoint's loops, if 64 bits hold it.
static std::optional<int64_t> countPoints(const Inversion &inversion) {
  int64_t points = 1;
  for (ArrayRef<int64_t> extents : {ArrayRef<int64_t>(inversion.elementExtents),
                                    ArrayRef<int64_t>(inversion.freeExtents)})
    for (int64_t extent : extents)
      if (llvm::MulOverflow(points, extent, points))
        return std::nullopt;
  return points;
}

double ComputeAdjoint::countIterations(const Inversion &whole,
                                       const ResidueSplit &split) {
  if (!split.isSplit())
    return double(*countPoints(whole));
  double iterations = 0;
  for (const ResiduePiece &piece : split.pieces)
    if (!piece.inversion.empty)
      iterations += double(countPoints(piece.inversion).value_or(0));
  return iterations;
}

/// How many elements there are for each that may receive a term, as far as
/// guards name single indices: `R[0, c]` of 33 rows has 33. neo-algebra sums
/// once and puts the sum in its row, so the others cost nothing; not if
/// `strict` keeps the terms where they are.
static double countOthers(ComputeOp forward, const Inversion &inversion) {
  double others = 1;
  if (isStrict(forward))
    return others;
  for (unsigned d = 0; d < inversion.rank(); ++d)
    if (llvm::any_of(inversion.guards, [&](const Guard &guard) {
          ArrayRef<Form::Term> terms = guard.form.terms();
          return guard.isEquality && terms.size() == 1 &&
                 Form(terms.front().atom).asVariable() == d;
        }))
      others *= double(inversion.elementExtents[d]);
  return others;
}

FailureOr<Value> ComputeAdjoint::differentiate(ArrayRef<unsigned> slots) {
  if (hasNoPoints())
    return Value();
  ScalarAdjoint body(forward, saved, rules);
  if (failed(body.derive(slots)))
    return failure();
  if (body.isZero())
    return Value();
  Plan plan = makePlan(slots.front(), body);
  const Inversion &inversion = plan.inversion;
  bool fits =
      inversion.isValid() && (inversion.empty || countPoints(inversion));
  if (!fits && options.scatter)
    return scatterInstead("leaves 64-bit index arithmetic", plan.slot, body);
  if (!fits)
    return forward.emitError("the gradient of operand #")
           << slots.front()
           << " leaves 64-bit index arithmetic: make extents or divisors "
              "smaller";
  ResidueSplit split;
  if (options.residuePieces)
    split = splitByResidue(plan.problem, inversion);
  if (split.isSplit() && !paysForPieces(inversion, split))
    split.pieces.clear();
  if (failed(prove(plan, split)))
    return detour ? Value() : scatter(plan.slot, body);
  AdjointForm form = chooseForm(plan, split, body);
  explain(plan, split, form);
  switch (form) {
  case AdjointForm::none:
    return Value();
  case AdjointForm::sums:
    return sumThenGather(plan.slot, body);
  case AdjointForm::scatter:
    return scatter(plan.slot, body);
  case AdjointForm::pieces:
    return emitPieces(plan, split, body);
  case AdjointForm::gather:
    reportLooseBox(plan);
    return emit(plan, body);
  }
  return failure();
}

AdjointForm ComputeAdjoint::chooseForm(const Plan &plan,
                                       const ResidueSplit &split,
                                       ScalarAdjoint &body) {
  const Inversion &inversion = plan.inversion;
  if (inversion.empty)
    return AdjointForm::none;
  double iterations = countIterations(inversion, split);
  if (!split.isSplit())
    iterations /= countOthers(forward, inversion);
  bool inPieces =
      split.isSplit() && !areUnrolled(inversion.freeVolume(), plan, split);
  if (options.partialSums &&
      (savesByPartialSums(plan.slot, iterations, inPieces) ||
       skipsManyElements(inversion, body)))
    return AdjointForm::sums;
  if (options.scatter && !inversion.freeExtents.empty() &&
      savesByScatter(plan.slot, iterations))
    return AdjointForm::scatter;
  bool atOnce = inPieces && exceedsCaches(split) &&
                areUnrolled(countTaps(inversion), plan, split);
  return inPieces && !atOnce ? AdjointForm::pieces : AdjointForm::gather;
}

/// Emits a remark about a gather most of whose points contribute nothing.
void ComputeAdjoint::reportLooseBox(const Plan &plan) {
  double points = countTerms(),
         iterations = *countPoints(plan.inversion) /
                      countOthers(forward, plan.inversion);
  if (!plan.inversion.freeExtents.empty() && iterations > 4 * points)
    forward.emitRemark("the gradient of operand #")
        << plan.slot << " executes "
        << llvm::formatv("{0:F1}", iterations / points)
        << " iterations per term of this operator";
}

/// Row-major position of a term among the reduction loops.
Form ComputeAdjoint::positionForm() {
  Form position;
  for (unsigned l = forward.getNumOutputLoops(), e = extents.size(); l < e; ++l)
    position = position * extents[l] + Form::variable(l);
  return position;
}

/// The access of the adjoint to the tensor of a body argument: a forward
/// operand, or a value saved per element of the forward result.
OperandSpec ComputeAdjoint::makeRead(const Plan &plan, unsigned argument) {
  const Inversion &inversion = plan.inversion;
  MLIRContext *context = builder.getContext();
  unsigned numDims = inversion.rank() + inversion.freeExtents.size();
  bool isSaved = argument >= reads.size();
  SmallVector<Form, 4> index;
  if (isSaved) {
    Value value = saved.list()[argument - reads.size()];
    unsigned outputs = forward.getNumOutputLoops();
    for (unsigned d = 0; d < outputs; ++d)
      index.push_back(inversion.pullBack(Form::variable(d)));
    // Saved per term, not per element of the result.
    if (cast<RankedTensorType>(value.getType()).getRank() > outputs)
      index.push_back(inversion.pullBack(positionForm()));
    return {value, toAffineMap(index, numDims, context)};
  }
  for (const Form &form : reads[argument].index)
    index.push_back(inversion.pullBack(form));
  AffineMap map = toAffineMap(index, numDims, context);

  SmallVector<Guard, 2> open;
  llvm::copy_if(reads[argument].guards, std::back_inserter(open),
                [&](const Guard &guard) { return !plan.assumes(guard); });
  IntegerSet guard = toIntegerSet(inversion.pullBack(open), numDims, context);
  TypedAttr pad = guard ? forward.getPad(argument) : TypedAttr();
  return {forward.getOperand(argument), map, guard, pad};
}

/// Clones the adjoint's body; values of forward loops become arithmetic on the
/// adjoint's loops.
static Value cloneAdjointBody(OpBuilder &b, Location loc, ScalarAdjoint &body,
                              const Inversion &inversion, const Form &position,
                              IRMapping &mapping) {
  IndexArithmetic arithmetic(b, loc);
  auto valueOf = [&](const Form &form) {
    return arithmetic.emit(toAffine(form, b.getContext()));
  };
  if (!body.getPosition().use_empty())
    mapping.map(body.getPosition(), valueOf(inversion.pullBack(position)));
  for (Operation &op : body.getBlock()) {
    if (auto index = dyn_cast<IndexOp>(op))
      mapping.map(index.getResult(), valueOf(inversion.loops[index.getLoop()]));
    else
      b.clone(op, mapping);
  }
  return mapping.lookup(body.getResult());
}

Value ComputeAdjoint::emit(const Plan &plan, ScalarAdjoint &body) {
  const Inversion &inversion = plan.inversion;
  ComputeSpec spec;
  spec.type =
      RankedTensorType::get(inversion.elementExtents,
                            forward.getOperandType(plan.slot).getElementType());
  spec.reductionExtents.assign(inversion.freeExtents.begin(),
                               inversion.freeExtents.end());
  spec.loops = nameAdjointLoops(inversion, plan.problem.access.index,
                                getLoopNames(forward));
  spec.where =
      toIntegerSet(inversion.guards, spec.loops.size(), builder.getContext());
  if (spec.where || !spec.reductionExtents.empty())
    spec.kind = ReductionKind::sum;
  SmallVector<BlockArgument> used;
  for (unsigned i = 0, e = body.getNumReads(); i < e; ++i) {
    BlockArgument argument = body.getBlock().getArgument(i);
    if (argument.use_empty() && argument != body.getResult())
      continue;
    used.push_back(argument);
    spec.operands.push_back(makeRead(plan, i));
  }
  Form position = positionForm();
  auto build = [&](OpBuilder &b, Location loc, ValueRange values) {
    IRMapping mapping;
    for (auto [argument, value] : llvm::zip_equal(used, values))
      mapping.map(Value(argument), value);
    return cloneAdjointBody(b, loc, body, inversion, position, mapping);
  };
  spec.body = build;
  return ComputeOp::create(builder, placeOf(plan.slot), spec);
}

Location ComputeAdjoint::placeOf(unsigned slot) {
  return withRole(forward.getLoc(), "gradient of operand #" + Twine(slot));
}
