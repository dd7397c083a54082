//===- DistinctSums.cpp - Sums that several elements share ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A block-circulant projection averages along the diagonals of 8 x 8 blocks:
//
//     %O = neo.compute [i: 1024, j: 512] sum [k: 8]
//            %A[8 * (i floordiv 8) + k, 8 * (j floordiv 8) + (k + j - i) mod 8]
//
// The loops of the result occur in three expressions only: in i floordiv 8, in
// j floordiv 8, and in j - i where just its remainder by 8 matters. Elements
// for which these agree are equal, so there are 128 * 64 * 8 distinct sums and
// not 1024 * 512:
//
//     %V = neo.compute [z0: 128, z1: 64, z2: 8] sum [k: 8]
//            %A[8 * z0 + k, 8 * z1 + (k + z2) mod 8]
//     %O = neo.compute [i: 1024, j: 512]
//            %V[i floordiv 8, j floordiv 8, (j - i) mod 8]
//
// An index is a sum of terms. Those that depend on loops of the result alone
// become one *coordinate*; within a remainder by m the coordinate is a
// remainder by m. A division of a sum of both kinds of loops is rewritten
// recursively. So a sum that is only repeated has few coordinates:
//
//     sum_k A[i, k]  for all i, j        coordinate i
//     sum_c A[c, p + r]  for all p, r    coordinate p + r
//
// Coordinates are independent loops, so there may be combinations that no
// element has, at which an operand is out of bounds: then the rewrite is not
// done.
//
// Exact: every element is the same sum in the same order. Cost: the points of
// both operators and the tensor between them.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Ties.h"
#include "Neo/Transforms/Algebra/ProductTerms.h"
#include "Neo/Transforms/Algebra/Rewrites.h"

#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace neo;

namespace {
/// An expression of the result's loops; it takes the values 0 .. extent - 1.
struct Coordinate {
  AffineExpr expr;
  int64_t extent;
};

/// A sum of terms times constants, in two parts.
struct SplitSum {
  SmallVector<std::pair<AffineExpr, int64_t>> outer, rest;
  int64_t constant = 0;
};

class DistinctSummer {
public:
  DistinctSummer(ComputeOp op, RewriterBase &rewriter,
                 const AlgebraOptions &options)
      : op(op), rewriter(rewriter), options(options), extents(op.getExtents()),
        outputs((LoopSet(1) << op.getNumOutputLoops()) - 1) {}

  bool run();

private:
  bool isCandidate();
  void split(AffineExpr expr, int64_t factor, SplitSum &sum);
  AffineExpr rewrite(AffineExpr expr, int64_t modulus);
  AffineExpr rewriteTerm(AffineExpr expr);
  AffineExpr addCoordinate(const SplitSum &sum, int64_t modulus);
  IntegerSet rewrite(IntegerSet set);
  AffineExpr finish(AffineExpr expr);
  void orderCoordinates();
  bool isTaken(const ComputeSpec &spec);
  ComputeSpec makeSums();
  void emit(ComputeSpec &spec);
  bool refuse(StringRef reason);

  ComputeOp op;
  RewriterBase &rewriter;
  const AlgebraOptions &options;
  SmallVector<int64_t> extents;
  LoopSet outputs;
  /// Coordinate n is symbol n until all are known.
  SmallVector<Coordinate> coordinates;
  /// Their numbers in the order of the sums' dimensions.
  SmallVector<unsigned> order;
};
} // namespace

bool DistinctSummer::refuse(StringRef reason) {
  if (options.explain)
    op.emitRemark("equal sums are not taken once: ") << reason;
  return false;
}

bool DistinctSummer::isCandidate() {
  if (op.getNumReductionLoops() == 0 || op.getNumOutputLoops() == 0 ||
      extents.size() > 63 || llvm::is_contained(extents, 0) ||
      op->hasAttr(nonzeroAttrName) ||
      llvm::is_contained(op.getType().getShape(), getBatch(op).value_or(-1)))
    return false;
  // A loop index as a value differs between elements.
  for (IndexOp index : op.getBodyBlock()->getOps<IndexOp>())
    if (outputs >> index.getLoop() & 1)
      return false;
  return op.getKind() != ReductionKind::none;
}

/// Adds `factor * expr` to `sum`.
void DistinctSummer::split(AffineExpr expr, int64_t factor, SplitSum &sum) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary && expr.getKind() == AffineExprKind::Add) {
    split(binary.getLHS(), factor, sum);
    split(binary.getRHS(), factor, sum);
    return;
  }
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    sum.constant += factor * constant.getValue();
    return;
  }
  if (binary && expr.getKind() == AffineExprKind::Mul)
    if (auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS())) {
      split(binary.getLHS(), factor * constant.getValue(), sum);
      return;
    }
  LoopSet loops = getLoopsOf(expr);
  ((loops & ~outputs) == 0 ? sum.outer : sum.rest).push_back({expr, factor});
}

/// The outer part of `sum` as a multiple of a coordinate, and a constant.
AffineExpr DistinctSummer::addCoordinate(const SplitSum &sum, int64_t modulus) {
  MLIRContext *context = op.getContext();
  AffineExpr zero = getAffineConstantExpr(0, context), value = zero;
  int64_t divisor = 0;
  for (auto [expr, factor] : sum.outer)
    divisor = std::gcd(divisor, modulus ? 1 : factor);
  for (auto [expr, factor] : sum.outer)
    value = value + expr * (factor / divisor);
  int64_t low = 0, extent = modulus;
  if (modulus) {
    value = simplifyInBox(value % modulus, op.getType().getShape());
  } else {
    auto range = getInterval(value, extents);
    if (!range)
      return {};
    low = range->low;
    extent = range->high - low + 1;
  }
  value = simplifyAffineExpr(value - low, extents.size(), 0);
  auto *same = llvm::find_if(
      coordinates, [&](const Coordinate &c) { return c.expr == value; });
  unsigned number = same - coordinates.begin();
  if (same == coordinates.end())
    coordinates.push_back({value, extent});
  return (getAffineSymbolExpr(number, context) + low) * divisor;
}

/// Rewrites a term that mixes loops of the result with others: a division.
AffineExpr DistinctSummer::rewriteTerm(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || (getLoopsOf(expr) & outputs) == 0)
    return expr;
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!divisor)
    return {};
  bool isMod = expr.getKind() == AffineExprKind::Mod;
  AffineExpr inner = rewrite(binary.getLHS(), isMod ? divisor.getValue() : 0);
  if (!inner)
    return {};
  return getAffineBinaryOpExpr(expr.getKind(), inner, divisor);
}

/// `expr` over coordinates; only its remainder by `modulus`, if there is one,
/// has to be equal. Null where that is not expressible.
AffineExpr DistinctSummer::rewrite(AffineExpr expr, int64_t modulus) {
  SplitSum sum;
  split(expr, 1, sum);
  AffineExpr result = getAffineConstantExpr(sum.constant, op.getContext());
  if (!sum.outer.empty()) {
    AffineExpr outer = addCoordinate(sum, modulus);
    if (!outer)
      return {};
    result = result + outer;
  }
  for (auto [term, factor] : sum.rest) {
    AffineExpr inner = rewriteTerm(term);
    if (!inner)
      return {};
    result = result + inner * factor;
  }
  return result;
}

IntegerSet DistinctSummer::rewrite(IntegerSet set) {
  SmallVector<AffineExpr> constraints;
  for (AffineExpr constraint : set.getConstraints()) {
    constraints.push_back(rewrite(constraint, 0));
    if (!constraints.back())
      return {};
  }
  return IntegerSet::get(extents.size(), coordinates.size(), constraints,
                         set.getEqFlags());
}

void DistinctSummer::orderCoordinates() {
  order = llvm::to_vector(llvm::seq<unsigned>(0, coordinates.size()));
  llvm::sort(order, [&](unsigned a, unsigned b) {
    auto last = [&](unsigned c) {
      return llvm::Log2_64(getLoopsOf(coordinates[c].expr) | 1);
    };
    return std::pair(last(a), a) < std::pair(last(b), b);
  });
}

/// From coordinates as symbols to the loops of the sums.
AffineExpr DistinctSummer::finish(AffineExpr expr) {
  SmallVector<AffineExpr> dims, symbols(order.size());
  for (auto [place, number] : llvm::enumerate(order))
    symbols[number] = rewriter.getAffineDimExpr(place);
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    dims.push_back(rewriter.getAffineDimExpr(
        outputs >> loop & 1 ? 0
                            : loop - op.getNumOutputLoops() + order.size()));
  return expr.replaceDimsAndSymbols(dims, symbols);
}

/// The operator over coordinates; without operands if it is not expressible.
ComputeSpec DistinctSummer::makeSums() {
  ComputeSpec spec = getSpecWithoutBody(op), none;
  SmallVector<SmallVector<AffineExpr>> indices;
  SmallVector<IntegerSet> guards;
  for (const OperandSpec &operand : spec.operands) {
    SmallVector<AffineExpr> &index = indices.emplace_back();
    for (AffineExpr expr : operand.map.getResults()) {
      index.push_back(rewrite(expr, 0));
      if (!index.back())
        return none;
    }
    guards.push_back(operand.isGuarded() ? rewrite(operand.guard)
                                         : IntegerSet());
    if (operand.isGuarded() && !guards.back())
      return none;
  }
  IntegerSet condition = spec.where ? rewrite(spec.where) : IntegerSet();
  if (spec.where && !condition)
    return none;
  orderCoordinates();
  unsigned count = order.size() + op.getNumReductionLoops();
  auto finishSet = [&](IntegerSet set) {
    SmallVector<AffineExpr> constraints;
    for (AffineExpr constraint : set.getConstraints())
      constraints.push_back(finish(constraint));
    return IntegerSet::get(count, 0, constraints, set.getEqFlags());
  };
  for (auto [operand, index, guard] :
       llvm::zip(spec.operands, indices, guards)) {
    for (AffineExpr &expr : index)
      expr = finish(expr);
    operand.map = AffineMap::get(count, 0, index, op.getContext());
    if (guard)
      operand.guard = finishSet(guard);
  }
  if (condition)
    spec.where = finishSet(condition);
  SmallVector<int64_t> shape;
  for (unsigned number : order)
    shape.push_back(coordinates[number].extent);
  // Loops of coordinates have generated names.
  spec.loops.clear();
  spec.type = RankedTensorType::get(shape, op.getType().getElementType());
  return spec;
}

bool DistinctSummer::isTaken(const ComputeSpec &spec) {
  double terms = 1, sums = 1, elements = op.getType().getNumElements();
  for (int64_t extent : op.getReductionExtents())
    terms *= double(extent);
  for (const Coordinate &coordinate : coordinates)
    sums *= double(coordinate.extent);
  if (sums >= elements)
    return false;
  double operations = std::max(getBodyCost(op), 1.0);
  AlgebraCost cost = options.cost;
  cost.elementBytes = getElementBytes(op.getType());
  double before = cost.start + cost.ofPoints(elements * terms, operations);
  double after = 2 * cost.start + cost.ofPoints(sums * terms, operations) +
                 2 * cost.ofBytes(sums * cost.elementBytes) +
                 cost.ofPoints(elements, 1);
  if (!isWorth(after, before))
    return refuse("few of them are equal");
  if (!readsInside(spec))
    return refuse("indices that only occur together would leave an operand");
  if (options.explain)
    op.emitRemark("its elements are ")
        << int64_t(sums) << " different sums, taken in " << int64_t(after)
        << " cycles instead of " << int64_t(before);
  return true;
}

void DistinctSummer::emit(ComputeSpec &spec) {
  rewriter.setInsertionPoint(op);
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    IRMapping values;
    values.map(op.getBodyBlock()->getArguments(), arguments);
    SmallVector<int> loopOf(extents.size(), -1);
    for (unsigned r = 0; r < op.getNumReductionLoops(); ++r)
      loopOf[op.getNumOutputLoops() + r] = order.size() + r;
    return cloneExpression(b, op.getYielded(), values, loopOf);
  };
  spec.body = body;
  auto sums = ComputeOp::create(rewriter, op.getLoc(), spec);
  keepAttributes(op, sums);
  SmallVector<AffineExpr> index;
  for (unsigned number : order)
    index.push_back(coordinates[number].expr);
  unsigned outputs = op.getNumOutputLoops();
  OperandSpec read{sums.getResult(),
                   AffineMap::get(outputs, 0, index, op.getContext())};
  rewriter.replaceOp(
      op, createRead(rewriter, op.getLoc(), read, op.getType(),
                     ArrayRef(getLoopNames(op)).take_front(outputs)));
}

bool DistinctSummer::run() {
  if (!isCandidate())
    return false;
  ComputeSpec spec = makeSums();
  if (spec.operands.empty() || !isTaken(spec))
    return false;
  emit(spec);
  return true;
}

bool neo::shareEqualSums(ComputeOp op, RewriterBase &rewriter,
                         const AlgebraOptions &options) {
  return DistinctSummer(op, rewriter, options).run();
}
