//===- PeriodicOperands.cpp - Reads modulo a period as affine reads -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     C[p] = sum_r A[(p + r - 1) mod 56] * W[r]              p < 56, r < 3
// -->
//     E[t] = A[(t - 1) mod 56]                               t < 58
//     C[p] = sum_r E[p + r] * W[r]
//
// A circular convolution, a circulant matrix, and the gradients of both read an
// operand modulo its extent. Where the index wraps, neighbours are not
// contiguous: a lane has to be gathered, and no window is reused in registers.
// In a periodic extension, which is to `mod` what a padded copy is to a guard
// (PadOperands.cpp), the index is affine. All that is known of windows, panels
// and tiles serves it from there on.
//
// Coefficients are taken modulo the period, and from the two residues next to 0
// the nearer one: 1023 * j + i is i - j modulo 1024, which has a range of 2047
// instead of a million. The copy has as many elements as the index has values.
//
// The copy is written and read once. That pays where its elements are used many
// times, and where it is not many times the operand: a short period that is
// repeated along a long loop stays what it is. So does the remainder of a
// single loop, which is either a loop of its own, or a constant shift.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/Contraction.h"
#include "Neo/Dialect/FreeOperators.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Role.h"
#include "Neo/Transforms/Layout/WrappedReads.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/IR/PatternMatch.h"

namespace neo {
#define GEN_PASS_DEF_NEOEXTENDPERIODIC
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// Uses of an element from which on a periodic copy pays.
constexpr double leastPeriodicUses = 3;
/// Largest ratio of sizes of a periodic copy and the original.
constexpr double mostPeriodicGrowth = 4;

namespace {
/// An index that is a function of `argument mod period` alone.
struct PeriodicIndex {
  /// What takes the place of the index, from 0 to `extent` - 1.
  AffineExpr affine;
  /// The index of the operand for the element d of the copy.
  AffineExpr source;
  int64_t extent;
};

class PeriodicExtender {
public:
  PeriodicExtender(ComputeOp op, RewriterBase &rewriter, bool explain)
      : op(op), rewriter(rewriter), explain(explain), extents(op.getExtents()) {
  }

  /// Extends operands where that pays.
  void run();

private:
  std::optional<PeriodicIndex> match(AffineExpr index, unsigned dimension,
                                     int64_t size);
  bool pays(unsigned number, double elements);
  bool extend(unsigned number, OperandSpec &operand);

  ComputeOp op;
  RewriterBase &rewriter;
  bool explain;
  SmallVector<int64_t> extents;
};
} // namespace

/// The residue of `number` modulo `period` that is nearest to 0.
static int64_t nearestResidue(int64_t number, int64_t period) {
  int64_t residue = llvm::mod(number, period);
  return residue > period / 2 ? residue - period : residue;
}

/// An expression that is `expr` modulo `period`, with small coefficients.
static AffineExpr reduce(AffineExpr expr, int64_t period) {
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    return getAffineConstantExpr(nearestResidue(number.getValue(), period),
                                 expr.getContext());
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return expr;
  AffineExpr left = binary.getLHS(), right = binary.getRHS();
  if (expr.getKind() == AffineExprKind::Add)
    return reduce(left, period) + reduce(right, period);
  auto factor = dyn_cast<AffineConstantExpr>(right);
  if (expr.getKind() != AffineExprKind::Mul || !factor)
    return expr;
  return left * nearestResidue(factor.getValue(), period);
}

/// The outermost division with remainder in `expr`, the last one of several.
static AffineBinaryOpExpr findMod(AffineExpr expr) {
  AffineBinaryOpExpr found(nullptr);
  expr.walk([&](AffineExpr each) {
    if (each.getKind() == AffineExprKind::Mod)
      found = cast<AffineBinaryOpExpr>(each);
  });
  return found;
}

/// The index of a dimension of `size` elements as that of a periodic copy; none
/// if it depends on more than a remainder, or is in bounds only under a guard.
std::optional<PeriodicIndex>
PeriodicExtender::match(AffineExpr index, unsigned dimension, int64_t size) {
  AffineBinaryOpExpr mod = findMod(index);
  auto period = mod ? dyn_cast<AffineConstantExpr>(mod.getRHS()) : nullptr;
  if (!period)
    return std::nullopt;
  AffineExpr rest = index.replace(mod, rewriter.getAffineSymbolExpr(0));
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    if (rest.isFunctionOfDim(loop))
      return std::nullopt;
  // The inner part of one loop is a loop of its own in schedules
  // (SplitLoops.h).
  auto moves = [&](unsigned loop) {
    return mod.getLHS().isFunctionOfDim(loop);
  };
  if (llvm::count_if(llvm::seq<unsigned>(extents.size()), moves) < 2)
    return std::nullopt;
  AffineExpr argument = reduce(mod.getLHS(), period.getValue());
  std::optional<AffineInterval> range = getInterval(argument, extents);
  if (!range)
    return std::nullopt;
  int64_t extent = range->high - range->low + 1;
  AffineExpr element = rewriter.getAffineDimExpr(dimension);
  AffineExpr source =
      rest.replaceSymbols({(element + range->low) % period.getValue()});
  SmallVector<int64_t> box(dimension + 1, extent);
  std::optional<AffineInterval> read = getInterval(source, box);
  if (!read || read->low < 0 || read->high >= size)
    return std::nullopt;
  return PeriodicIndex{argument - range->low, source, extent};
}

/// Does a copy of so many elements pay?
bool PeriodicExtender::pays(unsigned number, double elements) {
  double size = double(op.getOperandType(number).getNumElements());
  double uses = usesPerElement(op, elements);
  bool pays =
      elements <= mostPeriodicGrowth * size && uses >= leastPeriodicUses;
  if (explain)
    op.emitRemark("operand #")
        << number << (pays ? " reads" : " does not read")
        << " a periodic copy, of " << int64_t(elements) << " elements used "
        << int64_t(uses) << " times each";
  return pays;
}

/// Replaces the operand by a copy if that pays.
bool PeriodicExtender::extend(unsigned number, OperandSpec &operand) {
  RankedTensorType type = op.getOperandType(number);
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<AffineExpr> sources, indices;
  bool isPeriodic = false;
  for (auto [d, index] : llvm::enumerate(operand.map.getResults())) {
    std::optional<PeriodicIndex> found = match(index, d, shape[d]);
    isPeriodic |= found.has_value();
    indices.push_back(found ? found->affine : index);
    sources.push_back(found ? found->source : rewriter.getAffineDimExpr(d));
    shape[d] = found ? found->extent : shape[d];
  }
  double elements = 1;
  for (int64_t extent : shape)
    elements *= double(extent);
  if (!isPeriodic || !pays(number, elements))
    return false;
  OperandSpec read{operand.value,
                   AffineMap::get(shape.size(), 0, sources, op.getContext())};
  operand.value =
      createRead(rewriter, withRole(op.getLoc(), periodicRole), read,
                 RankedTensorType::get(shape, type.getElementType()))
          .getResult();
  operand.map = AffineMap::get(extents.size(), 0, indices, op.getContext());
  return true;
}

void PeriodicExtender::run() {
  if (llvm::is_contained(extents, 0))
    return;
  ComputeSpec spec = getSpecWithoutBody(op);
  rewriter.setInsertionPoint(op);
  bool changed = false;
  for (auto [number, operand] : llvm::enumerate(spec.operands))
    changed |= extend(number, operand);
  if (!changed)
    return;
  auto body = [&](OpBuilder &b, Location, ValueRange values) {
    return cloneBody(b, op, values);
  };
  spec.body = body;
  replaceWith(rewriter, op, spec);
}

namespace {
struct ExtendPeriodicPass
    : neo::impl::NeoExtendPeriodicBase<ExtendPeriodicPass> {
  using NeoExtendPeriodicBase::NeoExtendPeriodicBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (ComputeOp op : findFreeOperators(getOperation()))
      if (!splitWrappedReads(op, rewriter))
        PeriodicExtender(op, rewriter, explain).run();
  }
};
} // namespace
