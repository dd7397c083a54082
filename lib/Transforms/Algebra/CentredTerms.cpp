//===- CentredTerms.cpp - Products with a difference to the mean ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "CentredTerms.h"

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Transforms/Algebra/ExpTerms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;
using namespace neo;

static bool isFloat(Type type) { return type.isF32() || type.isF64(); }

std::optional<SummedValue> SummedValue::of(ComputeOp op) {
  if (op.getKind() != ReductionKind::sum || op.getNumReductionLoops() == 0 ||
      op.getWhereSet() || !op->getDiscardableAttrs().empty() ||
      !isFloat(op.getType().getElementType()))
    return std::nullopt;
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    if (op.getGuard(i))
      return std::nullopt;
  SummedValue sum{op, {}, 1, 1};
  // The number of items of a batch is not known at compile time.
  std::optional<int64_t> batch = getBatch(op);
  for (int64_t extent : op.getReductionExtents()) {
    if (extent == batch)
      return std::nullopt;
    sum.count *= double(extent);
  }
  sum.x = dropNumbers(op.getYielded(), &sum.factor);
  if (sum.x.getType() != op.getType().getElementType())
    return std::nullopt;
  return sum;
}

bool SummedValue::isReciprocalOfCount(double number) const {
  constexpr double rounding = 1e-6;
  return std::abs(number * count - 1) < rounding;
}

CentredTerms::CentredTerms(ComputeOp op, const SummedValue &sum)
    : op(op), sum(sum) {
  isProduct = op.getKind() == ReductionKind::sum && !op.getWhereSet() &&
              op->getDiscardableAttrs().empty() &&
              op.getType().getElementType() == sum.x.getType();
  sumsAlike =
      op.getReductionExtents() == ComputeOp(sum.op).getReductionExtents();
  if (isProduct)
    addFactor(op.getYielded(), /*inverse=*/false);
}

void CentredTerms::addFactor(Value value, bool inverse) {
  if (!apart.takes(value))
    return addLeaf(value, inverse);
  if (auto product = value.getDefiningOp<arith::MulFOp>()) {
    addFactor(product.getLhs(), inverse);
    return addFactor(product.getRhs(), inverse);
  }
  if (auto quotient = value.getDefiningOp<arith::DivFOp>()) {
    addFactor(quotient.getLhs(), inverse);
    return addFactor(quotient.getRhs(), !inverse);
  }
  if (auto negation = value.getDefiningOp<arith::NegFOp>()) {
    negative = !negative;
    return addFactor(negation.getOperand(), inverse);
  }
  addLeaf(value, inverse);
}

void CentredTerms::addLeaf(Value value, bool inverse) {
  if (isSameInAllTerms(op, value)) {
    shared.push_back({value, inverse});
    return;
  }
  isProduct &= !inverse;
  if (addDifference(value))
    return;
  isProduct &= !waitsForStatement(op, value);
  others.push_back(value);
}

/// x - m, m - x, or x + -m.
bool CentredTerms::addDifference(Value value) {
  Operation *inner = value.getDefiningOp();
  if (!inner || !isa<arith::SubFOp, arith::AddFOp>(inner))
    return false;
  for (unsigned side : {0, 1}) {
    Value mean = inner->getOperand(1 - side), term = inner->getOperand(side);
    if (isa<arith::AddFOp>(inner)) {
      auto negation = mean.getDefiningOp<arith::NegFOp>();
      if (!negation)
        continue;
      mean = negation.getOperand();
    }
    if (!isMean(mean) || !isSame(sum.x, term))
      continue;
    negative ^= isa<arith::SubFOp>(inner) && side == 1;
    x = term;
    this->mean = mean;
    ++centred;
    return true;
  }
  return false;
}

/// The operand of `op` that its result is, up to constant factors.
static std::optional<unsigned> findScaled(ComputeOp op, double &factor) {
  if (op.getKind() != ReductionKind::none || op.getWhereSet())
    return std::nullopt;
  auto argument =
      dyn_cast<BlockArgument>(dropNumbers(op.getYielded(), &factor));
  if (!argument || op.getGuard(argument.getArgNumber()))
    return std::nullopt;
  return argument.getArgNumber();
}

SmallVector<ComputeOp> SummedValue::findReaders() const {
  llvm::SmallSetVector<Operation *, 8> work;
  auto addUsers = [&](ComputeOp op) {
    for (Operation *user : op->getUsers())
      if (user->getBlock() == op->getBlock())
        work.insert(user);
  };
  addUsers(this->op);
  SmallVector<ComputeOp> readers;
  for (unsigned i = 0; i < work.size(); ++i) {
    auto reader = dyn_cast<ComputeOp>(work[i]);
    double factor = 1;
    if (reader && findScaled(reader, factor))
      addUsers(reader);
    else if (reader)
      readers.push_back(reader);
  }
  return readers;
}

/// Does each element of the result read a different element?
static bool isPermutation(AffineMap map, unsigned outputs) {
  SmallVector<bool> met(outputs, false);
  for (AffineExpr result : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(result);
    if (!dim || dim.getPosition() >= outputs ||
        std::exchange(met[dim.getPosition()], true))
      return false;
  }
  return map.getNumResults() == outputs;
}

/// Is `value` the sum divided by its number of terms, and invariant in the
/// reduction loops?
bool CentredTerms::isMean(Value value) {
  double factor = sum.factor;
  auto argument = dyn_cast<BlockArgument>(dropNumbers(value, &factor));
  if (!argument || op.getGuard(argument.getArgNumber()))
    return false;
  AffineMap map = op.getMap(argument.getArgNumber());
  Value tensor = op.getOperand(argument.getArgNumber());
  while (tensor != ComputeOp(sum.op).getResult()) {
    auto scaled = tensor.getDefiningOp<ComputeOp>();
    std::optional<unsigned> operand =
        scaled ? findScaled(scaled, factor) : std::nullopt;
    if (!operand)
      return false;
    map = scaled.getMap(*operand).compose(map);
    tensor = scaled.getOperand(*operand);
  }
  if (!sum.isReciprocalOfCount(factor) || (index && index != map) ||
      !isSameInAllTerms(op, value))
    return false;
  sumsAlike &= isPermutation(map, op.getNumOutputLoops());
  index = map;
  return true;
}

/// The operands of the sum; `sumsAlike` if at the point of `op` that the sum
/// has its term from.
bool CentredTerms::isSameRead(unsigned there, unsigned here) {
  ComputeOp mean = sum.op;
  if (mean.getOperand(there) != op.getOperand(here) || op.getGuard(here))
    return false;
  SmallVector<AffineExpr> loops(index.getResults());
  for (unsigned loop = op.getNumOutputLoops(); loop < op.getNumLoops(); ++loop)
    loops.push_back(getAffineDimExpr(loop, op.getContext()));
  sumsAlike = sumsAlike && loops.size() == mean.getNumLoops() &&
              mean.getMap(there).replaceDimsAndSymbols(
                  loops, {}, op.getNumLoops(), 0) == op.getMap(here);
  return true;
}

bool CentredTerms::isSame(Value there, Value here) {
  llvm::DenseSet<std::pair<Value, Value>> seen;
  return isSame(there, here, seen);
}

/// The pairs in `seen` are the same, or about to be compared.
bool CentredTerms::isSame(Value there, Value here,
                          llvm::DenseSet<std::pair<Value, Value>> &seen) {
  if (!seen.insert({there, here}).second)
    return true;
  auto argument = dyn_cast<BlockArgument>(there),
       other = dyn_cast<BlockArgument>(here);
  if (argument && other)
    return isSameRead(argument.getArgNumber(), other.getArgNumber());
  if (argument || other)
    return false;
  Operation *a = there.getDefiningOp(), *b = here.getDefiningOp();
  return !isa<IndexOp>(a) && a->getName() == b->getName() &&
         a->getAttrDictionary() == b->getAttrDictionary() &&
         a->getNumOperands() == b->getNumOperands() &&
         a->getResultTypes() == b->getResultTypes() &&
         llvm::all_of(llvm::zip_equal(a->getOperands(), b->getOperands()),
                      [&](auto pair) {
                        return isSame(std::get<0>(pair), std::get<1>(pair),
                                      seen);
                      });
}

bool CentredTerms::isCentred() const {
  return isProduct && sumsAlike &&
         ((centred == 2 && others.empty()) ||
          (centred == 1 && !others.empty()));
}

bool CentredTerms::isCentredPart() const {
  return isProduct && !sumsAlike && centred == 1 && !others.empty();
}

SmallVector<Value> CentredTerms::getSharedValues() const {
  return llvm::map_to_vector(shared,
                             [](const Factor &factor) { return factor.value; });
}

Value CentredTerms::finish(OpBuilder &b, Value products, Value rest,
                           IRMapping &values) const {
  Location loc = ComputeOp(op).getLoc();
  if (negative)
    std::swap(products, rest);
  Value result = arith::SubFOp::create(b, loc, products, rest);
  for (const Factor &factor : shared) {
    Value other = cloneExpression(b, factor.value, values);
    result = factor.inverse
                 ? arith::DivFOp::create(b, loc, result, other).getResult()
                 : arith::MulFOp::create(b, loc, result, other).getResult();
  }
  return result;
}
