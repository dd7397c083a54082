//===- ExpandLogs.cpp - Logarithms of products with an exponential --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The logarithm of a softmax, of a normal density, of any normalized product of
// exponentials, cancels them:
//
//     log(exp(d[i, j]) / s[i])               d[i, j] - log(s[i])
//     log(c * exp(-x[i]^2 / 2) / z)          -x[i]^2 / 2 + log(c / z)
//
// The law is log(a exp(b) / c) = b + log(a / c). It holds for any a and c, for
// an exponential is positive: where a / c is negative both sides are NaN. The
// program may have named the parts, so pointwise producers are looked through,
// for the logarithm only: other readers keep the tensor.
//
//     %e = exp(%d)   %p = %e / %s   %l = log(%p)     -->    %l = %d - log(%s)
//
// This comes before autodiff: the derivative of the left side divides by a
// quotient that it multiplies by in the next operator, and by zero where the
// exponential underflows; that of the right side needs neither. Functions of
// one exponential, log(e / (1 + e)), are left alone: where what stays under the
// logarithm has exponentials too, the two sides of the difference may cancel,
// and neo-stable-forms has a form for them that does not.
//
// Cost: fewer operations for each logarithm, none of which costs more.
// Rounding: the terms round by u |b| and 2 u |log(a / c)|, where the left side
// was off by 4 u and infinite beyond the range of exp (docs/Numerics.md).
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/CheckedAffine.h"
#include "Neo/Dialect/PassStatistic.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Transforms/Algebra/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace neo;

static PassStatistic expanded("neo-expand-logs", "logarithms expanded");

/// Limits on factors, and on values of their backward slices, that are
/// examined.
constexpr size_t mostFactors = 64, mostValues = 256;

/// The pointwise operator that computes argument `argument` of `op`, if that
/// can be substituted in the read.
static ComputeOp findProducer(ComputeOp op, BlockArgument argument) {
  unsigned operand = argument.getArgNumber();
  auto producer = op.getOperand(operand).getDefiningOp<ComputeOp>();
  if (!producer || producer.getKind() != ReductionKind::none ||
      producer.getWhereSet() || op.getGuard(operand))
    return {};
  for (unsigned i = 0, e = producer.getNumOperands(); i < e; ++i)
    if (producer.getGuard(i))
      return {};
  return producer;
}

/// Does `value` in the body of `op` depend on an exponential, possibly through
/// other pointwise operators? Only by products and quotients, if `asFactor`.
static bool findsExponential(ComputeOp op, Value value, bool asFactor) {
  llvm::SmallSetVector<std::pair<ComputeOp, Value>, 16> work;
  work.insert({op, value});
  for (size_t next = 0; next < work.size() && next < mostValues; ++next) {
    auto [owner, at] = work[next];
    if (auto argument = dyn_cast<BlockArgument>(at)) {
      if (ComputeOp producer = findProducer(owner, argument))
        work.insert({producer, producer.getYielded()});
      continue;
    }
    Operation *inner = at.getDefiningOp();
    if (isa<math::ExpOp>(inner))
      return true;
    if (!asFactor || isa<arith::MulFOp, arith::DivFOp>(inner))
      for (Value operand : inner->getOperands())
        work.insert({owner, operand});
  }
  return false;
}

/// Is recomputing `op` cheap, apart from products and exponentials? Math
/// functions are too expensive.
static bool isCheapBeside(ComputeOp op) {
  return llvm::all_of(op.getBodyBlock()->without_terminator(),
                      [](Operation &inner) {
                        return isa<math::ExpOp>(inner) ||
                               !isa<math::MathDialect>(inner.getDialect());
                      });
}

namespace {
/// The factors of a logarithm's argument.
struct Factors {
  /// Exponents that are added, and those that are subtracted.
  SmallVector<Value, 2> exponents[2];
  SmallVector<Value, 2> above, below;

  void collect(Value value, bool divides = false) {
    Operation *inner = value.getDefiningOp();
    if (isa_and_nonnull<arith::MulFOp, arith::DivFOp>(inner)) {
      collect(inner->getOperand(0), divides);
      collect(inner->getOperand(1), divides != isa<arith::DivFOp>(inner));
    } else if (isa_and_nonnull<math::ExpOp>(inner)) {
      exponents[divides].push_back(inner->getOperand(0));
    } else {
      (divides ? below : above).push_back(value);
    }
  }
};
} // namespace

/// Can the exponentials be moved out of `log`?
static bool canExpand(ComputeOp op, math::LogOp log) {
  if (!findsExponential(op, log.getOperand(), /*asFactor=*/true))
    return false;
  // A factor must not contain an exponential in another form, as 1 + exp(x).
  SmallVector<std::pair<ComputeOp, Value>> work = {{op, log.getOperand()}};
  for (unsigned next = 0; next < work.size(); ++next) {
    auto [owner, value] = work[next];
    if (work.size() > mostFactors)
      return false;
    Operation *inner = value.getDefiningOp();
    auto argument = dyn_cast<BlockArgument>(value);
    if (isa_and_nonnull<math::ExpOp>(inner))
      continue;
    if (isa_and_nonnull<arith::MulFOp, arith::DivFOp>(inner)) {
      work.push_back({owner, inner->getOperand(0)});
      work.push_back({owner, inner->getOperand(1)});
    } else if (argument &&
               findsExponential(owner, argument, /*asFactor=*/true)) {
      ComputeOp producer = findProducer(owner, argument);
      if (!isCheapBeside(producer))
        return false;
      work.push_back({producer, producer.getYielded()});
    } else if (findsExponential(owner, value, /*asFactor=*/false)) {
      return false;
    }
  }
  return true;
}

/// An argument of `op` that is a factor under `log` and whose producer computes
/// an exponential.
static BlockArgument findHiddenExponential(ComputeOp op, Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return findsExponential(op, argument, /*asFactor=*/true) ? argument
                                                             : BlockArgument();
  Operation *inner = value.getDefiningOp();
  if (!isa<arith::MulFOp, arith::DivFOp>(inner))
    return {};
  BlockArgument left = findHiddenExponential(op, inner->getOperand(0));
  return left ? left : findHiddenExponential(op, inner->getOperand(1));
}

/// The operands of the producer of operand `operand`, with accesses composed
/// with those of `op`.
static FailureOr<SmallVector<OperandSpec>>
composeOperands(ComputeOp op, unsigned operand, ComputeOp producer) {
  SmallVector<int64_t> extents = op.getExtents();
  SmallVector<OperandSpec> operands = getOperandSpecs(producer);
  for (OperandSpec &spec : operands) {
    FailureOr<AffineMap> map =
        composeChecked(spec.map, op.getMap(operand), extents);
    if (failed(map) || spec.isGuarded())
      return failure();
    spec.map = *map;
  }
  return operands;
}

/// Rebuilds `op` with the producer of `hidden` inlined in the argument of
/// `log`; other uses of `hidden` are kept. Null if indices overflow 64 bits.
/// `log` becomes the new logarithm.
static ComputeOp inlineFactor(ComputeOp op, BlockArgument hidden,
                              math::LogOp &log, RewriterBase &rewriter) {
  ComputeOp producer = findProducer(op, hidden);
  unsigned operand = hidden.getArgNumber();
  FailureOr<SmallVector<OperandSpec>> own =
      composeOperands(op, operand, producer);
  if (failed(own))
    return {};
  ComputeSpec spec = getSpecWithoutBody(op);
  unsigned kept = spec.operands.size();
  llvm::append_range(spec.operands, *own);
  math::LogOp written;
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    IRMapping values, under;
    Value computed = cloneBodyAt(b, producer, arguments.drop_front(kept),
                                 op.getMap(operand));
    values.map(op.getBodyBlock()->getArguments(), arguments.take_front(kept));
    under.map(op.getBodyBlock()->getArguments(), arguments.take_front(kept));
    under.map(hidden, computed);
    Value of = cloneExpression(b, log.getOperand(), under);
    Value yielded = cloneBody(b, op, values);
    written = values.lookup(log.getResult()).getDefiningOp<math::LogOp>();
    written.getOperandMutable().assign(of);
    return yielded;
  };
  spec.body = body;
  ComputeOp made = replaceWith(rewriter, op, spec);
  log = written;
  return made;
}

/// The product of `factors`; null for 1.
static Value multiply(OpBuilder &b, Location loc, ArrayRef<Value> factors) {
  Value product;
  for (Value factor : factors)
    product = product ? arith::MulFOp::create(b, loc, product, factor) : factor;
  return product;
}

/// b + log(a / c) for log(a exp(b) / c).
static Value emitExpanded(OpBuilder &b, math::LogOp log) {
  Factors factors;
  factors.collect(log.getOperand());
  Location loc = log.getLoc();
  Value sum;
  auto add = [&](Value term, bool isTakenOff) {
    if (sum && isTakenOff)
      sum = arith::SubFOp::create(b, loc, sum, term);
    else if (sum)
      sum = arith::AddFOp::create(b, loc, sum, term);
    else
      sum = isTakenOff ? arith::NegFOp::create(b, loc, term) : term;
  };
  for (bool isTakenOff : {false, true})
    for (Value exponent : factors.exponents[isTakenOff])
      add(exponent, isTakenOff);
  Value above = multiply(b, loc, factors.above);
  Value below = multiply(b, loc, factors.below);
  if (above && below)
    above = arith::DivFOp::create(b, loc, above, below);
  if (Value rest = above ? above : below)
    add(math::LogOp::create(b, loc, rest), !above);
  return sum;
}

/// The first logarithm of `op` that can be expanded.
static math::LogOp findLog(ComputeOp op) {
  for (Operation &inner : op.getBodyBlock()->without_terminator())
    if (auto log = dyn_cast<math::LogOp>(inner))
      if (canExpand(op, log))
        return log;
  return {};
}

void neo::expandLogs(ComputeOp op, RewriterBase &rewriter,
                     const AlgebraOptions &options) {
  while (math::LogOp log = findLog(op)) {
    while (BlockArgument hidden = findHiddenExponential(op, log.getOperand())) {
      ComputeOp made = inlineFactor(op, hidden, log, rewriter);
      if (!made)
        return;
      op = made;
    }
    rewriter.setInsertionPoint(log);
    rewriter.replaceOp(log, emitExpanded(rewriter, log));
    ++expanded;
    if (options.explain)
      op.emitRemark("the logarithm of a product with an exponential is the "
                    "exponent, and the logarithm of the rest");
  }
}
