//===- RaiseGeneric.cpp - linalg.generic as neo.compute -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Each result becomes an operator of its own. Its output loops are the
// dimensions of the result, so the loops are renumbered:
//
//     loops (d0, d1, d2), result at (d2, d0)   -->   d2, d0 | d1
//
// A loop that does not index the result is reduced, whatever its iterator type
// is: linalg allows one result to have fewer loops than another. Where no loop
// is reduced, the element of `outs` is one more operand.
//
//===----------------------------------------------------------------------===//

#include "Accumulation.h"
#include "BestTerm.h"
#include "ScalarSlice.h"

#include "Neo/Dialect/ReductionCombiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

namespace {
/// One result of a linalg.generic as a neo.compute.
class GenericResult {
public:
  GenericResult(linalg::GenericOp op, unsigned number, Raising &raising)
      : op(op), number(number), raising(raising),
        init(*op.getDpsInitOperand(number)), type(getType(init)) {}

  FailureOr<Value> raise();

private:
  static RankedTensorType getType(OpOperand &operand) {
    return cast<RankedTensorType>(operand.get().getType());
  }
  LogicalResult placeLoops();
  LogicalResult placeOutputLoops();
  AffineMap renumber(AffineMap map);
  bool isReduced(OpOperand &output);
  void defineScalars(ScalarSlice &slice);
  FailureOr<Value> raiseReduction(ScalarSlice &slice, Value yielded);
  FailureOr<Value> raisePosition(ScalarSlice &slice,
                                 const BestTermSearch &search);
  bool isPosition(ScalarSlice &slice, Value position);
  void takeWhere(ScalarSlice &slice, Accumulation &accumulation);
  FailureOr<Value> raiseElements(ScalarSlice &slice, Value yielded);
  FailureOr<Value> addInit(Value reduced, ReductionKind kind);
  FailureOr<Value> build(const ScalarSlice &slice, ReductionKind kind,
                         llvm::function_ref<Value(OpBuilder &, IRMapping &)>);

  linalg::GenericOp op;
  unsigned number;
  Raising &raising;
  OpOperand &init;
  RankedTensorType type;
  /// By loop of linalg: the loop of neo, -1 before it is placed.
  SmallVector<int64_t> place;
  SmallVector<int64_t> reductionExtents;
  Conditions where;
};
} // namespace

LogicalResult GenericResult::placeOutputLoops() {
  for (auto [i, index] :
       llvm::enumerate(op.getMatchingIndexingMap(&init).getResults())) {
    std::string which = "dimension " + std::to_string(i) + " of result #" +
                        std::to_string(number);
    if (auto loop = dyn_cast<AffineDimExpr>(index)) {
      if (place[loop.getPosition()] >= 0)
        return raising.refuse(which +
                              " has the index of another dimension, but a "
                              "neo.compute writes every element: write "
                              "a result of all loops and select by "
                              "their equality");
      place[loop.getPosition()] = i;
      continue;
    }
    auto constant = dyn_cast<AffineConstantExpr>(index);
    if (!constant || type.getDimSize(i) != 1)
      return raising.refuse(which + " is not written at a bare loop: write a "
                                    "result of its own over the loops and put "
                                    "it in place by tensor.insert_slice");
  }
  return success();
}

LogicalResult GenericResult::placeLoops() {
  place.assign(op.getNumLoops(), -1);
  if (failed(placeOutputLoops()))
    return failure();
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  for (auto [d, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (place[d] >= 0)
      continue;
    if (iterator != utils::IteratorType::reduction)
      return raising.refuse("loop d" + Twine(d) +
                            " is parallel, but no index of result #" +
                            Twine(number) + ": make it a reduction loop");
    place[d] = type.getRank() + reductionExtents.size();
    reductionExtents.push_back(extents[d]);
  }
  return success();
}

AffineMap GenericResult::renumber(AffineMap map) {
  SmallVector<AffineExpr> dims;
  for (int64_t loop : place)
    dims.push_back(getAffineDimExpr(loop, op.getContext()));
  return map.replaceDimsAndSymbols(dims, {},
                                   type.getRank() + reductionExtents.size(), 0);
}

/// Is an element of this output written more than once?
bool GenericResult::isReduced(OpOperand &output) {
  AffineMap map = op.getMatchingIndexingMap(&output);
  return llvm::any_of(llvm::seq<unsigned>(0, op.getNumLoops()),
                      [&](unsigned d) { return !map.isFunctionOfDim(d); });
}

/// Defines the arguments and loops of the body in `slice`. Accumulators stay
/// undefined, as terms must not read them.
void GenericResult::defineScalars(ScalarSlice &slice) {
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument scalar = op.getMatchingBlockArgument(&operand);
    if (op.isScalar(&operand))
      slice.defineAlias(scalar, operand.get());
    else if (op.isDpsInput(&operand) || !isReduced(operand))
      slice.defineElement(scalar, operand.get(),
                          renumber(op.getMatchingIndexingMap(&operand)));
  }
  op.getBody()->walk([&](linalg::IndexOp index) {
    slice.defineLoop(index.getResult(), place[index.getDim()]);
  });
}

FailureOr<Value> GenericResult::build(
    const ScalarSlice &slice, ReductionKind kind,
    llvm::function_ref<Value(OpBuilder &, IRMapping &)> getValue) {
  ComputeSpec spec;
  spec.operands = llvm::to_vector(slice.getOperands());
  spec.type = type;
  spec.kind = kind;
  spec.reductionExtents = reductionExtents;
  spec.where = getSet(where, type.getRank() + reductionExtents.size());
  auto body = [&](OpBuilder &b, Location, ValueRange elements) {
    IRMapping values;
    slice.clone(b, elements, values);
    return getValue(b, values);
  };
  spec.body = body;
  return raising.build(op.getLoc(), spec);
}

FailureOr<Value> GenericResult::raiseElements(ScalarSlice &slice,
                                              Value yielded) {
  if (failed(slice.add(yielded)))
    return failure();
  return build(slice, ReductionKind::none, [&](OpBuilder &, IRMapping &values) {
    return values.lookup(yielded);
  });
}

/// Combines the initial value of `outs` with the reduced value.
FailureOr<Value> GenericResult::addInit(Value reduced, ReductionKind kind) {
  Value before = init.get();
  TypedAttr splat = getSplat(before);
  if (splat && isIdentity(kind, splat))
    return reduced;
  AffineMap identity =
      AffineMap::getMultiDimIdentityMap(type.getRank(), op.getContext());
  ComputeSpec spec;
  if (!splat)
    spec.operands.push_back({before, identity});
  spec.operands.push_back({reduced, identity});
  spec.type = type;
  auto body = [&](OpBuilder &b, Location loc, ValueRange elements) {
    Value start = splat ? arith::ConstantOp::create(b, loc, splat).getResult()
                        : elements.front();
    return combine(b, loc, kind, start, elements.back());
  };
  spec.body = body;
  return raising.build(op.getLoc(), spec);
}

/// Does `position` count the points of the reduction loops?
bool GenericResult::isPosition(ScalarSlice &slice, Value position) {
  AffineExpr count = getAffineConstantExpr(0, op.getContext());
  for (auto [r, extent] : llvm::enumerate(reductionExtents))
    count =
        count * extent + getAffineDimExpr(type.getRank() + r, op.getContext());
  std::optional<AffineExpr> index = slice.readIndex(position);
  return index && slice.getRegion().areEqual(*index, count);
}

FailureOr<Value> GenericResult::raisePosition(ScalarSlice &slice,
                                              const BestTermSearch &search) {
  OpOperand &best = *op.getDpsInitOperand(search.bestOutput);
  TypedAttr least = getSplat(best.get()), first = getSplat(init.get());
  Type element = type.getElementType();
  if (!element.isInteger(64) || !isPosition(slice, search.position))
    return raising.refuse("it looks for the best term, but result #" +
                          Twine(number) +
                          " is no i64 that counts the reduction loops from 0 "
                          "in row-major order: count so, and compute what "
                          "else is wanted from that");
  if (!least || !isIdentity(search.kind, least) ||
      op.getMatchingIndexingMap(&best) != op.getMatchingIndexingMap(&init) ||
      first != raising.b.getZeroAttr(element))
    return raising.refuse("it looks for the best term, but does not start at "
                          "position 0 of the worst number: fill outs with 0 "
                          "and with the least number for a maximum, the most "
                          "for a minimum");
  if (failed(slice.add(search.term)))
    return failure();
  bool isMax = search.kind == ReductionKind::max;
  return build(slice, isMax ? ReductionKind::argmax : ReductionKind::argmin,
               [&](OpBuilder &, IRMapping &values) {
                 return values.lookup(search.term);
               });
}

/// Turns a common condition of all terms into the `where` guard of the
/// operator.
void GenericResult::takeWhere(ScalarSlice &slice, Accumulation &accumulation) {
  if (accumulation.terms.size() != 1)
    return;
  Accumulation::Term &term = accumulation.terms.front();
  llvm::erase_if(term.when, [&](Literal literal) {
    std::optional<Conditions> conditions = slice.readLiteral(literal);
    if (conditions)
      where = conjoin(where, *conditions);
    return conditions.has_value();
  });
  slice.takeGuard(term.value, where, [&](TypedAttr value) {
    return isIdentity(accumulation.kind, value);
  });
  where = slice.getRegion().withoutProven(where);
  slice.restrictTo(where);
}

FailureOr<Value> GenericResult::raiseReduction(ScalarSlice &slice,
                                               Value yielded) {
  std::optional<BestTermSearch> search = findBestTermSearch(op, number);
  if (search && search->position)
    return raisePosition(slice, *search);
  FailureOr<Accumulation> accumulation =
      search ? Accumulation{search->kind, {{search->term, false, {}}}}
             : findAccumulation(yielded, op.getMatchingBlockArgument(&init),
                                raising);
  if (failed(accumulation))
    return failure();
  takeWhere(slice, *accumulation);
  for (const Accumulation::Term &term : accumulation->terms) {
    for (Literal literal : term.when)
      if (failed(slice.add(literal.condition)))
        return failure();
    if (failed(slice.add(term.value)))
      return failure();
  }
  FailureOr<Value> reduced =
      build(slice, accumulation->kind, [&](OpBuilder &b, IRMapping &values) {
        return accumulation->combineTerms(b, op.getLoc(), values);
      });
  if (failed(reduced))
    return failure();
  return addInit(*reduced, accumulation->kind);
}

FailureOr<Value> GenericResult::raise() {
  if (failed(placeLoops()))
    return failure();
  SmallVector<int64_t> extents(type.getShape());
  llvm::append_range(extents, reductionExtents);
  ScalarSlice slice(raising, op, extents);
  defineScalars(slice);
  Value yielded = op.getBody()->getTerminator()->getOperand(number);
  slice.defineRoot(*op.getBody(), yielded);
  return reductionExtents.empty() ? raiseElements(slice, yielded)
                                  : raiseReduction(slice, yielded);
}

RaisedValues neo::raiseGeneric(linalg::GenericOp op, Raising &raising) {
  if (failed(raising.checkTypes(op)))
    return failure();
  SmallVector<Value> results;
  for (unsigned number = 0; number < op.getNumResults(); ++number) {
    FailureOr<Value> result = GenericResult(op, number, raising).raise();
    if (failed(result))
      return failure();
    results.push_back(*result);
  }
  return results;
}
