//===- WidenOperands.cpp - Narrow operands converted once -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     C[i, j] = sum_k extf(A[i, k]) * extf(B[k, j])
// -->
//     P[i, k] = extf(A[i, k])
//     Q[k, j] = extf(B[k, j])
//     C[i, j] = sum_k P[i, k] * Q[k, j]
//
// A sum of expressions of 16-bit floats is computed in f32 as well, with or
// without a copy, and rounded at the end: a sum may keep its terms in a wider
// type (docs/Dialect.md), and products of halves overflow easily. Sums at
// indices that are data are made in memory, so there it is the tensors that are
// wide:
//
//     B = scatter_add Y into [I[i], j]                            in bf16
// -->
//     B = truncf(scatter_add extf(Y) into [I[i], j])              in f32
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Contraction.h"
#include "Neo/Dialect/FreeOperators.h"
#include "Neo/Dialect/Halves.h"
#include "Neo/Dialect/IndexedAccess.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Role.h"
#include "Neo/Transforms/Layout/NarrowProducts.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace neo {
#define GEN_PASS_DEF_NEONARROW
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// Uses of an element from which on a wide copy pays.
constexpr double leastWidenedUses = 16;

/// Does this sum terms that are computed in a 16-bit float type only?
static bool sumsHalves(ComputeOp op) {
  return op.getKind() == ReductionKind::sum &&
         isHalf(op.getType().getElementType()) &&
         !op.getBodyBlock()->without_terminator().empty() &&
         llvm::all_of(
             op.getBodyBlock()->without_terminator(),
             [](Operation &inner) {
               return isa<arith::MulFOp, arith::NegFOp, arith::AddFOp,
                          arith::SubFOp, arith::DivFOp, arith::ConstantOp>(
                   inner);
             }) &&
         llvm::all_of(op.getBodyBlock()->getArgumentTypes(), isHalf);
}

/// The 16-bit constant `op` as f32.
static Value widenConstant(OpBuilder &b, arith::ConstantOp op) {
  double value = cast<FloatAttr>(op.getValue()).getValueAsDouble();
  return arith::ConstantOp::create(b, op.getLoc(), b.getF32FloatAttr(value));
}

/// The type that every use of `argument` converts it to; null if there is none.
static Type convertedType(BlockArgument argument) {
  Type wide;
  for (Operation *user : argument.getUsers()) {
    if (!isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp, arith::SIToFPOp,
             arith::UIToFPOp>(user))
      return {};
    Type type = user->getResult(0).getType();
    bool same = user->getName() == (*argument.user_begin())->getName();
    if (!same || (wide && wide != type) || type.getIntOrFloatBitWidth() > 32)
      return {};
    wide = type;
  }
  return wide;
}

/// A neo.compute of the elements of `value` in `type`, converted as `like`
/// does, or between floats.
static Value convertElements(OpBuilder &builder, Location place, Value value,
                             Type type, Operation *like = nullptr) {
  auto source = cast<RankedTensorType>(value.getType());
  ComputeSpec spec;
  spec.operands.push_back(
      {value, builder.getMultiDimIdentityMap(source.getRank())});
  spec.type = RankedTensorType::get(source.getShape(), type);
  spec.body = [&](OpBuilder &b, Location loc, ValueRange v) -> Value {
    if (like) {
      IRMapping values;
      values.map(like->getOperand(0), v[0]);
      return b.clone(*like, values)->getResult(0);
    }
    if (isHalf(type))
      return arith::TruncFOp::create(b, loc, type, v[0]);
    return arith::ExtFOp::create(b, loc, type, v[0]);
  };
  return ComputeOp::create(builder, place, spec).getResult();
}

namespace {
class OperandWidener {
public:
  OperandWidener(ComputeOp op, RewriterBase &rewriter, bool explain)
      : op(op), rewriter(rewriter), explain(explain), halves(sumsHalves(op)),
        spec(getSpecWithoutBody(op)), wide(op.getNumOperands()) {}

  bool run();

private:
  Type wideType(unsigned operand);
  bool pays(unsigned operand, Type type);
  void plan(unsigned operand);
  Value buildBody(OpBuilder &b, Location loc, ValueRange values);

  ComputeOp op;
  RewriterBase &rewriter;
  bool explain;
  bool halves;
  ComputeSpec spec;
  SmallVector<bool> wide; // per operand: is it widened?
};
} // namespace

/// The type that the operand is converted to in products; null if it has that
/// type.
Type OperandWidener::wideType(unsigned i) {
  BlockArgument argument = op.getBodyBlock()->getArgument(i);
  if (argument.use_empty())
    return {};
  return halves ? Type(rewriter.getF32Type()) : convertedType(argument);
}

bool OperandWidener::pays(unsigned i, Type type) {
  double uses =
      usesPerElement(op, double(op.getOperandType(i).getNumElements()));
  bool guarded = op.getGuard(i) || op.getPad(i);
  if (explain && guarded)
    op.emitRemark("operand #")
        << i << " is converted to " << type << " at each use: it has a guard";
  else if (explain)
    op.emitRemark("operand #")
        << i << " is converted to " << type
        << (uses < leastWidenedUses ? " at each use" : " once, in a copy")
        << ": elements are used " << int64_t(uses)
        << " times, a copy pays from " << int64_t(leastWidenedUses) << " on";
  return !guarded && uses >= leastWidenedUses;
}

void OperandWidener::plan(unsigned i) {
  Type type = wideType(i);
  if (!type || !pays(i, type))
    return;
  Operation *like =
      halves ? nullptr : *op.getBodyBlock()->getArgument(i).user_begin();
  spec.operands[i].value =
      convertElements(rewriter, withRole(op.getLoc(), widenedRole),
                      op.getOperand(i), type, like);
  wide[i] = true;
}

Value OperandWidener::buildBody(OpBuilder &b, Location loc, ValueRange values) {
  IRMapping map;
  for (auto [i, argument] : llvm::enumerate(op.getBodyBlock()->getArguments()))
    map.map(argument,
            halves && !wide[i]
                ? arith::ExtFOp::create(b, loc, b.getF32Type(), values[i])
                      .getResult()
                : values[i]);
  for (Operation &inner : op.getBodyBlock()->without_terminator()) {
    auto argument = inner.getNumOperands() == 1
                        ? dyn_cast<BlockArgument>(inner.getOperand(0))
                        : BlockArgument();
    if (!halves && argument && wide[argument.getArgNumber()]) {
      map.map(inner.getResult(0), map.lookup(argument));
      continue;
    }
    if (auto constant = dyn_cast<arith::ConstantOp>(inner);
        constant && halves) {
      map.map(constant, widenConstant(b, constant));
      continue;
    }
    Operation *clone = b.clone(inner, map);
    if (halves)
      clone->getResult(0).setType(b.getF32Type());
  }
  Value result = map.lookup(op.getYielded());
  if (!halves)
    return result;
  return arith::TruncFOp::create(b, loc, op.getType().getElementType(), result);
}

bool OperandWidener::run() {
  rewriter.setInsertionPoint(op);
  for (unsigned i = 0; i < wide.size(); ++i)
    plan(i);
  // Products of halves are computed in f32 even if no operand is copied.
  if (!halves && !llvm::is_contained(wide, true))
    return false;
  auto body = [&](OpBuilder &b, Location loc, ValueRange values) {
    return buildBody(b, loc, values);
  };
  spec.body = body;
  auto widened = ComputeOp::create(rewriter, op.getLoc(), spec);
  if (Attribute nonzero = op->getAttr(nonzeroAttrName))
    widened->setAttr(nonzeroAttrName, nonzero);
  rewriter.replaceOp(op, widened);
  return true;
}

bool neo::widenOperands(ComputeOp op, RewriterBase &rewriter, bool explain) {
  return OperandWidener(op, rewriter, explain).run();
}

/// Sums in f32 what `op` would sum in halves.
static void widenSums(ScatterAddOp op, RewriterBase &rewriter) {
  rewriter.setInsertionPoint(op);
  Type wide = rewriter.getF32Type();
  Value terms = convertElements(rewriter, op.getLoc(), op.getSource(), wide);
  auto sums =
      ScatterAddOp::create(rewriter, op.getLoc(),
                           RankedTensorType::get(op.getType().getShape(), wide),
                           terms, IndexedAccess::get(op));
  sums->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceOp(op, convertElements(rewriter, op.getLoc(), sums,
                                         op.getType().getElementType()));
}

namespace {
struct NarrowPass : neo::impl::NeoNarrowBase<NarrowPass> {
  using NeoNarrowBase::NeoNarrowBase;

  void narrow(ComputeOp op, const InstructionSet &instructions,
              RewriterBase &rewriter) {
    Location loc = op.getLoc();
    StringRef reason;
    bool words = usePackedDotProduct(op, instructions, rewriter, reason);
    if (explain && words)
      emitRemark(loc, "its operands are copied in words of 32 bits for "
                      "packed dot products");
    else if (explain && !reason.empty())
      op.emitRemark("it is no packed dot product: ") << reason;
    if (words)
      return;
    ComputeOp sums = accumulateInFloats(op, rewriter);
    if (explain && sums != op)
      sums.emitRemark("its products of bytes are added up in f32, which holds "
                      "all of their sums exactly");
    widenOperands(sums, rewriter, explain);
  }

  void runOnOperation() override {
    if (failed(verifyTarget(getOperation())))
      return signalPassFailure();
    InstructionSet instructions = InstructionSet::of(getOperation());
    SmallVector<ComputeOp> contractions, others;
    for (ComputeOp op : findFreeOperators(getOperation()))
      if (isContraction(op))
        contractions.push_back(op);
      else if (sumsHalves(op))
        others.push_back(op);
    IRRewriter rewriter(&getContext());
    for (ComputeOp op : contractions) {
      ComputeOp product = readBeforeExtensions(op, rewriter);
      ComputeOp sums = accumulateIn32Bits(product, rewriter);
      if (explain && sums != product)
        sums.emitRemark("its products of bytes are added up in 32 bits, which "
                        "hold all of them");
      narrow(sums, instructions, rewriter);
    }
    for (ComputeOp op : others)
      widenOperands(op, rewriter, explain);
    SmallVector<ScatterAddOp> scatters;
    getOperation().walk([&](ScatterAddOp op) { scatters.push_back(op); });
    for (ScatterAddOp op : scatters)
      if (isHalf(op.getType().getElementType()))
        widenSums(op, rewriter);
  }
};
} // namespace
