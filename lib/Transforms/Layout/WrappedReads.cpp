//===- WrappedReads.cpp - Reads that wrap around --------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Layout/WrappedReads.h"

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Schedule/TileSections.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Most operands of an operator whose reads are split, and most of these: each
/// has a bound, and one is left for a guard of the operator's own.
constexpr unsigned mostOperands = 12, mostSplit = mostSectionBounds - 1;

namespace {
/// `division` is `quotient` before `bound`, a value of the loop, and one more
/// from there on.
struct Wrap {
  AffineExpr division;
  int64_t quotient, bound;
};
} // namespace

/// How `division`, of loop `loop` of `extent` steps plus a constant, wraps;
/// none if it is anything else, or wraps more than once or never.
static std::optional<Wrap> readWrap(AffineBinaryOpExpr division, unsigned loop,
                                    int64_t extent) {
  MLIRContext *context = division.getContext();
  auto by = dyn_cast<AffineConstantExpr>(division.getRHS());
  auto shift = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
      division.getLHS() - getAffineDimExpr(loop, context), loop + 1, 0));
  if (!by || !shift || by.getValue() < extent)
    return std::nullopt;
  int64_t first = llvm::divideFloorSigned(shift.getValue(), by.getValue());
  int64_t bound = (first + 1) * by.getValue() - shift.getValue();
  if (bound <= 0 || bound >= extent)
    return std::nullopt;
  return Wrap{division, first, bound};
}

/// The only division in `map`, if it wraps along `loop`.
static std::optional<Wrap> findWrap(AffineMap map, unsigned loop,
                                    int64_t extent) {
  SmallVector<AffineBinaryOpExpr> divisions;
  map.walkExprs([&](AffineExpr expr) {
    if (expr.getKind() == AffineExprKind::FloorDiv ||
        expr.getKind() == AffineExprKind::CeilDiv ||
        expr.getKind() == AffineExprKind::Mod)
      if (!llvm::is_contained(divisions, cast<AffineBinaryOpExpr>(expr)))
        divisions.push_back(cast<AffineBinaryOpExpr>(expr));
  });
  if (divisions.size() != 1 ||
      divisions.front().getKind() == AffineExprKind::CeilDiv)
    return std::nullopt;
  return readWrap(divisions.front(), loop, extent);
}

/// `read` where the division is `quotient`, under `condition >= 0`.
static OperandSpec readPart(OperandSpec read, const Wrap &wrap,
                            int64_t quotient, AffineExpr condition,
                            TypedAttr pad) {
  auto division = cast<AffineBinaryOpExpr>(wrap.division);
  AffineExpr value = getAffineConstantExpr(quotient, condition.getContext());
  if (division.getKind() == AffineExprKind::Mod)
    value = division.getLHS() - division.getRHS() * value;
  unsigned loops = read.map.getNumDims();
  read.map = simplifyAffineMap(read.map.replace(division, value, loops, 0));
  read.guard = IntegerSet::get(loops, 0, {condition}, {false});
  read.pad = pad;
  return read;
}

/// What changes no sum.
static TypedAttr neutralPad(Type element) {
  if (isa<FloatType>(element))
    return FloatAttr::get(element, -0.0);
  return IntegerAttr::get(element, 0);
}

/// The two parts of a read, one of which is the pad.
static Value join(OpBuilder &b, Location loc, Value before, Value behind) {
  if (isa<FloatType>(before.getType()))
    return arith::AddFOp::create(b, loc, before, behind);
  return arith::OrIOp::create(b, loc, before, behind);
}

bool neo::splitWrappedReads(ComputeOp op, RewriterBase &rewriter) {
  unsigned loop = op.getNumOutputLoops() - 1, count = op.getNumOperands();
  if (op.getKind() != ReductionKind::none || op.getNumOutputLoops() == 0 ||
      op.getExtents()[loop] == getBatch(op) || count > mostOperands)
    return false;
  ComputeSpec spec = getSpecWithoutBody(op);
  AffineExpr dim = getAffineDimExpr(loop, op.getContext());
  SmallVector<unsigned> split;
  for (unsigned i = 0; i < count; ++i) {
    auto wrap = op.getGuard(i)
                    ? std::nullopt
                    : findWrap(op.getMap(i), loop, op.getExtents()[loop]);
    if (!wrap || split.size() == mostSplit)
      continue;
    TypedAttr pad = neutralPad(op.getOperandType(i).getElementType());
    OperandSpec read = spec.operands[i];
    spec.operands[i] =
        readPart(read, *wrap, wrap->quotient, wrap->bound - 1 - dim, pad);
    spec.operands.push_back(
        readPart(read, *wrap, wrap->quotient + 1, dim - wrap->bound, pad));
    split.push_back(i);
  }
  if (split.empty())
    return false;
  auto body = [&](OpBuilder &b, Location loc, ValueRange arguments) {
    SmallVector<Value> values(arguments.take_front(count));
    for (auto [number, i] : llvm::enumerate(split))
      values[i] = join(b, loc, values[i], arguments[count + number]);
    return cloneBody(b, op, values);
  };
  spec.body = body;
  replaceWith(rewriter, op, spec);
  return true;
}
