//===- NaNSearch.cpp - Separate NaN tests for extrema ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "NaNSearch.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace neo;

namespace {

/// The operation that combines a term with the accumulator, and the term's
/// operand number.
struct Term {
  Operation *join;
  unsigned operand;

  Value value() const { return join->getOperand(operand); }
  Value before() const { return join->getOperand(1 - operand); }
};

/// The loop-carried accumulators that are combined into one extremum.
struct Extremum {
  unsigned index; // of the first accumulator
  Value last;     // result of the loop, or the combination of all its results
  bool beginsWithNumbers;
  SmallVector<Term> terms = {};
  SmallVector<Term> joins = {}; // after the loop

  StringRef kind() const {
    return terms.front().join->getName().getStringRef();
  }
};

} // namespace

/// Is `op` an extremum of vectors of f32 or f64 that may ignore the sign of
/// zeros?
static bool joinsVectors(Operation *op) {
  if (!isa<arith::MaximumFOp, arith::MinimumFOp>(op))
    return false;
  auto type = dyn_cast<VectorType>(op->getResult(0).getType());
  auto flags = cast<arith::ArithFastMathInterface>(op).getFastMathFlagsAttr();
  return type && type.getRank() == 1 &&
         (type.getElementType().isF32() || type.getElementType().isF64()) &&
         bitEnumContainsAll(flags.getValue(), arith::FastMathFlags::nsz);
}

static bool isNumber(Value value) {
  DenseFPElementsAttr numbers;
  return matchPattern(value, m_Constant(&numbers)) && numbers.isSplat() &&
         !numbers.getSplatValue<APFloat>().isNaN();
}

/// Matches the accumulator of result `index` of `loop`, if it is only combined
/// with terms.
static std::optional<Extremum> followCarried(scf::ForOp loop, unsigned index) {
  Extremum found{index, loop.getResult(index),
                 isNumber(loop.getInitArgs()[index])};
  Value carried = loop.getRegionIterArg(index);
  while (carried.hasOneUse()) {
    OpOperand &use = *carried.use_begin();
    Operation *join = use.getOwner();
    if (&use == &(*loop.getYieldedValuesMutable())[index] &&
        !found.terms.empty())
      return found;
    if (join->getBlock() != loop.getBody() || !joinsVectors(join) ||
        (!found.terms.empty() &&
         join->getName().getStringRef() != found.kind()))
      break;
    found.terms.push_back({join, 1 - use.getOperandNumber()});
    carried = join->getResult(0);
  }
  return std::nullopt;
}

/// Is `value` the last value of `extremum`, and is `op` its only user?
static bool endsIn(const Extremum &extremum, Value value, Operation *op) {
  return extremum.last == value && value.hasOneUse() &&
         op->getName().getStringRef() == extremum.kind();
}

/// Merges extrema that are combined after the loop.
static void putTogether(scf::ForOp loop, SmallVector<Extremum> &found) {
  for (Operation *op = loop->getNextNode(); op; op = op->getNextNode()) {
    if (!joinsVectors(op))
      continue;
    auto ending = [&](unsigned operand) {
      return llvm::find_if(found, [&](const Extremum &extremum) {
        return endsIn(extremum, op->getOperand(operand), op);
      });
    };
    auto first = ending(0), second = ending(1);
    if (first == found.end() || second == found.end() || first == second)
      continue;
    first->last = op->getResult(0);
    first->beginsWithNumbers &= second->beginsWithNumbers;
    llvm::append_range(first->terms, second->terms);
    llvm::append_range(first->joins, second->joins);
    first->joins.push_back({op, 0});
    found.erase(second);
  }
  // The comparisons into one mask are a dependence chain.
  for (Extremum &extremum : found)
    llvm::sort(extremum.terms, [](const Term &a, const Term &b) {
      return a.join->isBeforeInBlock(b.join);
    });
}

/// Replaces the combination with `term` by one that ignores NaN, which is one
/// instruction.
static Value joinNumbers(OpBuilder &b, const Term &term) {
  b.setInsertionPoint(term.join);
  Location loc = term.join->getLoc();
  auto beats = isa<arith::MaximumFOp>(term.join) ? arith::CmpFPredicate::OGT
                                                 : arith::CmpFPredicate::OLT;
  Value wins =
      arith::CmpFOp::create(b, loc, beats, term.value(), term.before());
  Value joined =
      arith::SelectOp::create(b, loc, wins, term.value(), term.before());
  term.join->getResult(0).replaceAllUsesWith(joined);
  return joined;
}

/// Compares the terms of one step for NaN, two at a time; `masks` are on in
/// lanes that have had no NaN.
static void compareTerms(OpBuilder &b, ArrayRef<Term> terms,
                         MutableArrayRef<Value> masks) {
  OpBuilder::InsertionGuard guard(b);
  for (size_t i = 0; i < terms.size(); i += 2) {
    Term first = terms[i], second = terms[std::min(i + 1, terms.size() - 1)];
    b.setInsertionPoint(second.join);
    Location loc = second.join->getLoc();
    Value numbers = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD,
                                          first.value(), second.value());
    Value &mask = masks[i / 2 % masks.size()];
    mask = arith::AndIOp::create(b, loc, mask, numbers);
  }
}

static Value constantLike(OpBuilder &b, Location loc, Type type,
                          Attribute element) {
  TypedAttr value = cast<TypedAttr>(element);
  if (auto vector = dyn_cast<VectorType>(type))
    value = DenseElementsAttr::get(vector, element);
  return arith::ConstantOp::create(b, loc, value);
}

static Value constantOf(OpBuilder &b, Location loc, Type type,
                        const APFloat &number) {
  return constantLike(b, loc, type,
                      b.getFloatAttr(getElementTypeOrSelf(type), number));
}

static const llvm::fltSemantics &semanticsOf(Value value) {
  return cast<FloatType>(getElementTypeOrSelf(value.getType()))
      .getFloatSemantics();
}

/// `value`, or NaN in lanes for which `numbers` does not hold.
static Operation *chooseNaN(OpBuilder &b, Value numbers, Value value) {
  Location loc = value.getLoc();
  Value nan =
      constantOf(b, loc, value.getType(), APFloat::getQNaN(semanticsOf(value)));
  return arith::SelectOp::create(b, loc, numbers, value, nan);
}

/// The scalar `value`, or NaN if not all of `numbers` are on. NaN is added to
/// the value: LLVM would turn a select into a branch, and keep the loaded
/// vectors live across it.
static Operation *addNaN(OpBuilder &b, Value numbers, Value value) {
  Location loc = value.getLoc();
  Value all =
      vector::ReductionOp::create(b, loc, vector::CombiningKind::AND, numbers);
  Value zero =
      constantOf(b, loc, value.getType(), APFloat::getZero(semanticsOf(value)));
  Operation *added = chooseNaN(b, all, zero);
  return arith::AddFOp::create(b, loc, value, added->getResult(0));
}

/// The reduction of the lanes of `extremum`, if that is its only use.
static vector::ReductionOp findReduction(const Extremum &extremum) {
  if (!extremum.beginsWithNumbers || !extremum.last.hasOneUse())
    return nullptr;
  auto reduction = dyn_cast<vector::ReductionOp>(*extremum.last.user_begin());
  return reduction && !reduction.getAcc() ? reduction : nullptr;
}

/// Ends `extremum`: NaN where not all of `masks` hold.
static void finish(OpBuilder &b, const Extremum &extremum, ValueRange masks) {
  Location loc = extremum.last.getLoc();
  b.setInsertionPointAfterValue(extremum.last);
  Value numbers = masks.front();
  for (Value mask : masks.drop_front())
    numbers = arith::AndIOp::create(b, loc, numbers, mask);
  Value value = extremum.last;
  Operation *ended;
  if (auto reduction = findReduction(extremum)) {
    // The horizontal reduction need not test lanes for NaN again.
    reduction.setFastmath(reduction.getFastmath() | arith::FastMathFlags::nnan);
    b.setInsertionPointAfter(reduction);
    value = reduction.getResult();
    ended = addNaN(b, numbers, value);
  } else {
    ended = chooseNaN(b, numbers, value);
  }
  value.replaceAllUsesExcept(ended->getResult(0), ended);
}

/// The number of masks for each of `found`: enough independent chains of
/// comparisons, but not more than there are mask registers; 0 if these are too
/// few.
static size_t countMasks(ArrayRef<Extremum> found) {
  constexpr size_t registers = 6, enough = 4;
  size_t each = enough;
  for (const Extremum &extremum : found)
    each = std::min(each, llvm::divideCeil(extremum.terms.size(), 2));
  return found.empty() ? 0 : std::min(each, registers / found.size());
}

/// `loop` with `each` masks carried for each of `found`.
static scf::ForOp carryMasks(IRRewriter &b, scf::ForOp loop,
                             ArrayRef<Extremum> found, size_t each) {
  b.setInsertionPoint(loop);
  SmallVector<Value> start;
  for (const Extremum &extremum : found) {
    auto type = cast<VectorType>(extremum.last.getType());
    Value all = constantLike(b, loop.getLoc(), type.clone(b.getI1Type()),
                             b.getBoolAttr(true));
    start.append(each, all);
  }
  auto compare = [&](OpBuilder &inside, Location,
                     ArrayRef<BlockArgument> carried) {
    auto masks = llvm::to_vector_of<Value>(carried);
    for (auto [i, extremum] : llvm::enumerate(found))
      compareTerms(inside, extremum.terms,
                   MutableArrayRef(masks).slice(i * each, each));
    return masks;
  };
  auto replaced = loop.replaceWithAdditionalYields(
      b, start, /*replaceInitOperandUsesInLoop=*/false, compare);
  return cast<scf::ForOp>(replaced->getOperation());
}

static void searchApart(scf::ForOp loop) {
  SmallVector<Extremum> found;
  for (unsigned index = 0; index < loop.getNumResults(); ++index)
    if (auto extremum = followCarried(loop, index))
      found.push_back(std::move(*extremum));
  putTogether(loop, found);
  size_t each = countMasks(found);
  if (each == 0)
    return;
  IRRewriter b(loop.getContext());
  unsigned carried = loop.getNumResults();
  loop = carryMasks(b, loop, found, each);
  for (auto [i, extremum] : llvm::enumerate(found)) {
    for (const Term &term : extremum.terms)
      joinNumbers(b, term);
    extremum.last = loop.getResult(extremum.index);
    for (const Term &term : extremum.joins)
      extremum.last = joinNumbers(b, term);
    finish(b, extremum, loop.getResults().slice(carried + i * each, each));
    for (const auto &terms : {extremum.terms, extremum.joins})
      for (const Term &term : terms)
        b.eraseOp(term.join);
  }
}

void neo::searchNaNApart(Operation *root) {
  SmallVector<scf::ForOp> loops;
  root->walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops)
    searchApart(loop);
}
