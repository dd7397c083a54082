//===- GuardedElements.cpp - Guarded reads in a body ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ScalarSlice.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

TypedAttr ScalarSlice::getPad(Value scalar) const {
  if (auto known = constants.find(scalar); known != constants.end())
    return known->second;
  return getConstant(scalar);
}

std::optional<Conditions> ScalarSlice::readLiteral(Literal literal) {
  return IndexReader(loops, region)
      .readCondition(literal.condition, literal.holds);
}

std::optional<AffineExpr> ScalarSlice::readIndex(Value scalar) {
  Cases cases = IndexReader(loops, region).read(scalar);
  return cases.size() == 1 ? std::optional(cases.front().value) : std::nullopt;
}

/// The conditions on loops under which `scalar` is demanded.
Conditions ScalarSlice::getKnown(Value scalar) {
  Conditions known;
  for (Literal literal : demand.getKnown(scalar))
    if (std::optional<Conditions> conditions = readLiteral(literal))
      known = conjoin(known, *conditions);
  return known;
}

TypedAttr ScalarSlice::takeGuard(Value &scalar, Conditions &guard,
                                 llvm::function_ref<bool(TypedAttr)> isPad) {
  TypedAttr pad;
  while (auto select = scalar.getDefiningOp<arith::SelectOp>()) {
    TypedAttr otherwise = getPad(select.getFalseValue());
    bool holds = otherwise && isPad(otherwise);
    if (!holds)
      otherwise = getPad(select.getTrueValue());
    if (!otherwise || !isPad(otherwise) || (pad && pad != otherwise))
      break;
    std::optional<Conditions> conditions =
        readLiteral({select.getCondition(), holds});
    if (!conditions)
      break;
    pad = otherwise;
    guard = conjoin(guard, *conditions);
    scalar = holds ? select.getTrueValue() : select.getFalseValue();
  }
  return pad;
}

bool ScalarSlice::isInside(const OperandSpec &element,
                           const LoopRegion &where) const {
  auto shape = cast<RankedTensorType>(element.value.getType()).getShape();
  return llvm::all_of(
      llvm::zip_equal(element.map.getResults(), shape), [&](auto dimension) {
        auto [index, size] = dimension;
        return where.proves({index}) && where.proves({size - 1 - index});
      });
}

/// Adds `guard` to the guard of `element`, without constraints that are
/// implied.
void ScalarSlice::restrict(OperandSpec &element, ArrayRef<Condition> guard,
                           TypedAttr pad) const {
  element.guard =
      getSet(region.withoutProven(guard), region.getExtents().size());
  if (element.guard)
    element.pad = pad;
}

/// The access of `element` under the condition `inside`, if it is a single one.
std::optional<OperandSpec> ScalarSlice::readUnder(Value element,
                                                  const LoopRegion &inside) {
  if (auto argument = elements.find(element); argument != elements.end())
    return argument->second.size() == 1 && !argument->second[0].isGuarded()
               ? std::optional(argument->second[0])
               : std::nullopt;
  auto extract = element.getDefiningOp<tensor::ExtractOp>();
  if (!extract || failed(checkSource(extract)))
    return std::nullopt;
  FailureOr<Elements> read = readIndices(extract, inside);
  return succeeded(read) && read->size() == 1 ? std::optional(read->front())
                                              : std::nullopt;
}

/// Adds `scalar` as an operand with a guard, if it matches one.
bool ScalarSlice::addGuardedElement(Value scalar) {
  Value element = scalar;
  Conditions guard;
  TypedAttr pad = takeGuard(element, guard, [](TypedAttr) { return true; });
  if (!pad)
    return false;
  Conditions known = conjoin(getKnown(scalar), guard);
  LoopRegion inside = region.under(known);
  if (inside.isEmpty())
    return false;
  std::optional<OperandSpec> read = readUnder(element, inside);
  if (!read)
    return false;
  bool needsKnown = !isInside(*read, region.under(guard));
  restrict(*read, needsKnown ? known : guard, pad);
  define(scalar, {*read});
  return true;
}

/// Fails for a tensor that does not dominate `scope`.
LogicalResult ScalarSlice::checkSource(tensor::ExtractOp extract) {
  Operation *source = extract.getTensor().getDefiningOp();
  if (source && scope->isProperAncestor(source))
    return raising.refuse("its body makes the tensor that it reads: make the "
                          "tensor before the operation");
  return raising.checkTensor(extract.getTensor().getType(),
                             "what its body reads");
}

/// The accesses of `extract` on `where`: each but the last has a guard.
FailureOr<ScalarSlice::Elements>
ScalarSlice::readIndices(tensor::ExtractOp extract, const LoopRegion &where) {
  IndexReader reader(loops, where);
  struct Reading {
    Conditions when;
    SmallVector<AffineExpr> indices;
  };
  SmallVector<Reading> all{{}};
  for (auto [d, index] : llvm::enumerate(extract.getIndices())) {
    Cases cases = reader.read(index);
    if (cases.empty())
      return raising.refuse("it reads a tensor at index #" + Twine(d) +
                            ", which " + reader.getReason());
    SmallVector<Reading> split;
    for (const Reading &reading : all)
      for (const Case &one : cases) {
        Reading both{conjoin(reading.when, one.when), reading.indices};
        both.indices.push_back(simplifyInBox(one.value, where.getExtents()));
        if (both.when.empty() || !where.under(both.when).isEmpty())
          split.push_back(std::move(both));
      }
    all = std::move(split);
  }
  Elements read;
  for (const Reading &reading : all) {
    OperandSpec spec{raising.getReadable(extract.getTensor()),
                     AffineMap::get(where.getExtents().size(), 0,
                                    reading.indices, extract.getContext())};
    spec.guard = getSet(reading.when, where.getExtents().size());
    read.push_back(spec);
  }
  return read;
}

LogicalResult ScalarSlice::addExtract(tensor::ExtractOp extract) {
  if (failed(checkSource(extract)))
    return failure();
  Conditions known = getKnown(extract);
  LoopRegion where = region.under(known);
  Builder builder(extract.getContext());
  auto zero = cast<TypedAttr>(builder.getZeroAttr(extract.getType()));
  if (where.isEmpty()) {
    constants[extract] = zero;
    return success();
  }
  FailureOr<Elements> read = readIndices(extract, where);
  if (failed(read))
    return failure();
  for (OperandSpec &element : *read) {
    Conditions guard;
    if (!isInside(element, region))
      guard = known;
    if (element.guard)
      for (unsigned i = 0; i < element.guard.getNumConstraints(); ++i)
        guard.push_back(
            {element.guard.getConstraint(i), element.guard.isEq(i)});
    restrict(element, guard, zero);
  }
  define(extract, *read);
  return success();
}
