//===- TightenSum.cpp - Sums over the terms that exist --------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TightenSum.h"

#include "Neo/Analysis/InversionProof.h"
#include "Neo/Dialect/Contraction.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Transforms/Autodiff/AssembleClasses.h"
#include "Neo/Transforms/Autodiff/LoopNames.h"

#include <numeric>

using namespace mlir;
using namespace neo;

/// Terms per element that must be saved to pay for the copy of an element when
/// residue classes are assembled.
constexpr double termsPerMove = 4;

/// How much shorter a sum has to be, that bounds of an index restrict: what
/// only omits the terms at the edges of a tensor is left to padding.
constexpr int64_t fewestTimesNarrower = 2;

TightenSum::TightenSum(RewriterBase &rewriter, ComputeOp op)
    : rewriter(rewriter), op(op) {
  for (int64_t extent : op.getExtents())
    before *= double(extent);
  readAccesses();
}

void TightenSum::readAccesses() {
  SmallVector<int64_t> extents = op.getExtents();
  problem.extents.assign(extents.begin(), extents.end());
  Access &access = problem.access;
  llvm::append_range(access.shape, op.getType().getShape());
  for (unsigned d = 0; d < op.getNumOutputLoops(); ++d)
    access.index.push_back(Form::variable(d));
  FormReader reader(extents);
  access.guards = reader.read(op.getWhereSet());
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    reads.push_back({reader.read(op.getMap(i)), reader.read(op.getGuard(i))});
  access.forms = reader.takeMods();
  for (auto [i, read] : llvm::enumerate(reads))
    for (const Guard &guard : read.guards)
      if (isAbsorbed(i, guard) && !llvm::is_contained(problem.absorbed, guard))
        problem.absorbed.push_back(guard);
}

/// Is the term 0 where `guard` of `operand` fails, and does the guard leave out
/// most terms?
bool TightenSum::isAbsorbed(unsigned operand, const Guard &guard) {
  auto pad = dyn_cast_if_present<FloatAttr>(op.getPad(operand));
  return pad && pad.getValue().isZero() && annihilates(op, operand) &&
         isSelective(guard, reads[operand].guards);
}

/// Is `guard` an equation, or one of two of `guards` between which few of the
/// values lie that a summed loop gives their form: p - 2 * i of 28 i, from 0 to
/// 3?
bool TightenSum::isSelective(const Guard &guard, ArrayRef<Guard> guards) {
  if (guard.isEquality)
    return true;
  return llvm::any_of(guards, [&](const Guard &other) {
    Form width = guard.form + other.form;
    if (other.isEquality || !width.isConstant())
      return false;
    for (unsigned loop = op.getNumOutputLoops(); loop < op.getNumLoops();
         ++loop) {
      int64_t step = guard.form.coefficient(Atom::ofVariable(loop));
      if (fewestTimesNarrower * (width.constant() + 1) <=
          std::abs(step) * problem.extents[loop])
        return true;
    }
    return false;
  });
}

static double countPoints(const Inversion &inversion) {
  double points = double(inversion.freeVolume());
  for (int64_t extent : inversion.elementExtents)
    points *= double(extent);
  return inversion.empty ? 0 : points;
}

/// The period of elements for which the inversion has the same form: a residue
/// class of them is read without floordiv and mod.
static SmallVector<int64_t> findPeriods(const Inversion &inversion) {
  constexpr int64_t mostPeriods = 1 << 16;
  SmallVector<int64_t> periods(inversion.rank(), 1);
  for (const Form &loop : inversion.loops)
    loop.walkFloors([&](const Atom &floor) {
      for (const Form::Term &term : floor.numerator().terms()) {
        if (!term.atom.isVariable() || term.atom.variable() >= inversion.rank())
          continue;
        int64_t &period = periods[term.atom.variable()];
        int64_t divisor = floor.divisor();
        period =
            std::lcm(std::min(period, mostPeriods),
                     std::min(divisor / std::gcd(divisor, term.coefficient),
                              mostPeriods));
      }
    });
  return periods;
}

/// Are there fewer terms? In residue classes, does that pay for assembling
/// them?
bool TightenSum::saves(const Inversion &whole) {
  double elements = double(op.getType().getNumElements());
  split = splitIntoClasses(problem, findPeriods(whole));
  double inClasses = 0;
  for (const ResiduePiece &piece : split.pieces)
    inClasses += countPoints(piece.inversion);
  if (split.isSplit() && inClasses + termsPerMove * elements < before) {
    after = inClasses;
    return true;
  }
  split.pieces.clear();
  after = countPoints(whole);
  return after < before;
}

bool TightenSum::isProven(const Inversion &whole) {
  if (!split.isSplit())
    return proveInversion(problem, whole).isEqual();
  return llvm::all_of(split.pieces, [&](const ResiduePiece &piece) {
    InversionProblem part = problem;
    part.stride = split.stride;
    part.phase = piece.phase;
    return proveInversion(part, piece.inversion).isEqual();
  });
}

OperandSpec TightenSum::makeRead(const Inversion &inversion, unsigned operand) {
  MLIRContext *context = rewriter.getContext();
  unsigned numDims = inversion.rank() + inversion.freeExtents.size();
  SmallVector<Form, 4> index;
  for (const Form &form : reads[operand].index)
    index.push_back(inversion.pullBack(form));
  SmallVector<Guard, 2> open;
  llvm::copy_if(
      reads[operand].guards, std::back_inserter(open),
      [&](const Guard &guard) { return !isAbsorbed(operand, guard); });
  IntegerSet guard = toIntegerSet(inversion.pullBack(open), numDims, context);
  return {op.getOperand(operand), toAffineMap(index, numDims, context), guard,
          guard ? op.getPad(operand) : TypedAttr()};
}

Value TightenSum::emit(const Inversion &inversion) {
  MLIRContext *context = rewriter.getContext();
  unsigned numDims = inversion.rank() + inversion.freeExtents.size();
  ComputeSpec spec;
  spec.type = RankedTensorType::get(inversion.elementExtents,
                                    op.getType().getElementType());
  llvm::append_range(spec.reductionExtents, inversion.freeExtents);
  spec.loops =
      nameAdjointLoops(inversion, problem.access.index, getLoopNames(op));
  spec.where = toIntegerSet(inversion.guards, numDims, context);
  if (spec.where || !spec.reductionExtents.empty())
    spec.kind = ReductionKind::sum;
  for (unsigned i = 0; i < reads.size(); ++i)
    spec.operands.push_back(makeRead(inversion, i));
  AffineMap loops = toAffineMap(inversion.loops, numDims, context);
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    return cloneBodyAt(b, op, arguments, loops);
  };
  spec.body = body;
  return ComputeOp::create(rewriter, op.getLoc(), spec);
}

Value TightenSum::run(StringRef &reason) {
  ArrayRef<Guard> where = problem.access.guards;
  if (problem.absorbed.empty() && llvm::none_of(where, [&](const Guard &guard) {
        return isSelective(guard, where);
      })) {
    reason =
        "no equation, and no narrow bounds, decide which of its terms exist";
    return {};
  }
  Inversion whole = invert(problem);
  if (!whole.isValid() || whole.empty || !saves(whole)) {
    reason = "it would have about as many terms as before";
    return {};
  }
  if (!isProven(whole)) {
    reason = "the terms that would be left are not proven to be all";
    return {};
  }
  if (!split.isSplit())
    return emit(whole);
  SmallVector<ResidueClass> classes;
  for (const ResiduePiece &piece : split.pieces)
    if (!piece.inversion.empty)
      classes.push_back({emit(piece.inversion), piece.phase});
  return assembleClasses(rewriter, op.getLoc(), op.getType(), split.stride,
                         classes);
}
