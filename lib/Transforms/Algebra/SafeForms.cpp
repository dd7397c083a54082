//===- SafeForms.cpp - Exponentials that do not overflow ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The expression that a body yields is searched from its root for functions of
// one exponential (ExpRational.h), and for logarithms and powers:
//
//     1 / (1 + exp(-x))          e / (1 + e)           e = exp(min(x, U))
//     tanh(log(1 + exp(x)))      e (1 + e/2) / (1 + e + e^2/2)
//     log(1 + exp(x))            max(x, 0) + log1p(t)  t = exp(-|x|)   ExpLog.h
//     log(1 / (1 + exp(-x)))     min(x, 0) - log1p(t)
//     log(exp(x))                x
//     log(exp(x) / s)            x - log(s)
//     powf(x, 2)                 x * x
//     x / 8                      x * 0.125, for powers of two
//
// so that Mish, x * tanh(log(1 + exp(x))), takes one exponential and one
// division instead of an exponential, a logarithm and a tanh; so does its
// derivative, in which autodiff multiplies and divides by the same things.
// Other factors of a product are multiplied with the function: in
//
//     dy * x * (1 - th * th) / (1 + e) * e
//
// dy * x is multiplied by the value of the rest. Only bounded quotients are
// rewritten: an unbounded function may overflow.
//
// Functions that ClampedExp.h cannot express, and those of a tensor of which a
// logarithm is computed, use t as well: e is t or 1/t, and a polynomial is one
// of t with its coefficients as they are or reversed.
//
// Values change where the original overflowed or cancelled, and by roundings
// elsewhere. NaN stays NaN; at infinities the function takes its limit, where
// the original gave the limit or NaN.
//
// The cost is operations of the body. The safe form is used whenever one
// exists, whatever it costs; the remark tells its cost.
//
//===----------------------------------------------------------------------===//

#include "ClampedExp.h"
#include "ExpLog.h"
#include "FallingExp.h"

#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Ties.h"
#include "Neo/Transforms/Algebra/ExpTerms.h"
#include "Neo/Transforms/Algebra/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"

#include <cmath>

using namespace mlir;
using namespace neo;

/// Powers of two up to this one have exact reciprocals in all float types.
constexpr int maxFiniteExponent = 14;

namespace {
/// Rebuilds a body with safe forms.
class SafeBody {
public:
  explicit SafeBody(ComputeOp op) : op(op) {}

  /// Is any value rewritten?
  bool findsForms() {
    visited.clear();
    return findsForms(op.getYielded());
  }
  /// Adds the tensors that bases of logarithms are read from; null for computed
  /// bases.
  void findLogs(llvm::SmallDenseSet<Value> &tensors);
  /// Chooses a clamped exponential for every base that is not read from
  /// `falling`.
  void chooseExponentials(const llvm::SmallDenseSet<Value> &falling);
  Value build(OpBuilder &builder, ValueRange arguments);

private:
  bool findsForms(Value value);
  bool isForm(Value value);
  bool isFunction(Value value);
  bool isSquare(Value value);
  void visitForms(Value value, llvm::function_ref<void(Value)> visit);
  Value tensorOf(Value base);
  Value emit(Value value);
  Value emitTerm(const ExpTerm &term, Location loc);
  Value emitLogarithm(const ExpReader::Logarithm &log, Location loc);
  Value emitRational(const ExpRational &r, Value base, Location loc);
  FallingExp &falling(Value base, Location loc);

  ComputeOp op;
  ExpReader reader;
  OpBuilder *b = nullptr;
  IRMapping built;
  DenseMap<Value, std::unique_ptr<FallingExp>> fallingOf;
  /// Bounds of the bases whose exponentials are clamped, and these
  /// exponentials.
  DenseMap<Value, double> clampOf;
  DenseMap<Value, std::unique_ptr<ClampedExp>> clampedOf;
  llvm::SmallPtrSet<Operation *, 16> visited;
};
} // namespace

bool SafeBody::isSquare(Value value) {
  auto power = value.getDefiningOp<math::PowFOp>();
  return power && getNumber(power.getRhs()) == 2.0;
}

/// The reciprocal of the divisor of `value`, if that is a power of two.
static std::optional<double> getExactReciprocal(Value value) {
  auto quotient = value.getDefiningOp<arith::DivFOp>();
  std::optional<double> by =
      quotient ? getNumber(quotient.getRhs()) : std::nullopt;
  int exponent = 0;
  if (!by || std::abs(std::frexp(*by, &exponent)) != 0.5 ||
      std::abs(exponent) > maxFiniteExponent)
    return std::nullopt;
  return 1 / *by;
}

/// Is `value` itself replaced by another form?
bool SafeBody::isForm(Value value) {
  if (!isa<FloatType>(value.getType()))
    return false;
  return isSquare(value) || getExactReciprocal(value) ||
         reader.readLog(value) || isFunction(value);
}

/// Is it a bounded function of one exponential?
bool SafeBody::isFunction(Value value) {
  const ExpTerm &term = reader.read(value);
  // Its exponentials may have cancelled to a constant: a factor e was divided
  // by e.
  return term.base && !term.isZero &&
         (term.rational.isBoundedQuotient() || term.rational.isNumber());
}

bool SafeBody::findsForms(Value value) {
  Operation *inner = value.getDefiningOp();
  if (!inner || !visited.insert(inner).second)
    return false;
  return isForm(value) ||
         llvm::any_of(inner->getOperands(),
                      [&](Value operand) { return findsForms(operand); });
}

/// Visits the logarithms and functions that will be rewritten, from the root.
void SafeBody::visitForms(Value value, llvm::function_ref<void(Value)> visit) {
  Operation *inner = value.getDefiningOp();
  if (!inner || !visited.insert(inner).second)
    return;
  SmallVector<Value> next(inner->getOperands());
  if (!isSquare(value) && isa<FloatType>(value.getType())) {
    if (std::optional<ExpReader::Logarithm> log = reader.readLog(value)) {
      visit(value);
      next = {log->base};
      if (log->other)
        next.push_back(log->other);
    } else if (isFunction(value)) {
      visit(value);
      ExpTerm term = reader.read(value);
      next = {term.base};
      for (auto [other, power] : term.others)
        next.push_back(other);
    }
  }
  for (Value operand : next)
    visitForms(operand, visit);
}

Value SafeBody::tensorOf(Value base) {
  auto argument = dyn_cast<BlockArgument>(base);
  return argument ? op.getOperand(argument.getArgNumber()) : Value();
}

void SafeBody::findLogs(llvm::SmallDenseSet<Value> &tensors) {
  visited.clear();
  visitForms(op.getYielded(), [&](Value value) {
    std::optional<ExpReader::Logarithm> log = reader.readLog(value);
    if (log && !log->of.isMonomial())
      tensors.insert(tensorOf(log->base));
  });
}

/// All functions of a base share one exponential.
void SafeBody::chooseExponentials(const llvm::SmallDenseSet<Value> &falling) {
  llvm::SmallDenseSet<Value> others;
  visited.clear();
  visitForms(op.getYielded(), [&](Value value) {
    // Copied: reading more values may reallocate the map.
    ExpTerm term = reader.read(value);
    if (reader.readLog(value) || term.rational.isNumber())
      return;
    std::optional<double> clamp = getClamp(term.rational, term.base.getType());
    if (clamp && signOf(term.base) == Sign::any &&
        !falling.contains(tensorOf(term.base)) &&
        clampOf.try_emplace(term.base, *clamp).first->second == *clamp)
      return;
    others.insert(term.base);
  });
  for (Value base : others)
    clampOf.erase(base);
}

FallingExp &SafeBody::falling(Value base, Location loc) {
  std::unique_ptr<FallingExp> &known = fallingOf[base];
  if (!known) {
    auto made = std::make_unique<FallingExp>(*b, loc, emit(base));
    fallingOf[base] = std::move(made);
  }
  return *fallingOf[base];
}

/// The value of `r`. Of a number, too, NaN stays NaN: exp(x) * exp(-x).
Value SafeBody::emitRational(const ExpRational &r, Value base, Location loc) {
  if (r.isNumber()) {
    Value u = emit(base);
    Value isNaN =
        arith::CmpFOp::create(*b, loc, arith::CmpFPredicate::UNO, u, u);
    FactorBuilder f{*b, loc, base.getType()};
    return arith::SelectOp::create(*b, loc, isNaN, u, f.number(r.getScale()));
  }
  auto clamp = clampOf.find(base);
  if (clamp == clampOf.end())
    return falling(base, loc).emit(r);
  if (!clampedOf.count(base)) {
    Value u = emit(base);
    clampedOf[base] = std::make_unique<ClampedExp>(*b, loc, u, clamp->second);
  }
  return clampedOf[base]->emit(r);
}

Value SafeBody::emitTerm(const ExpTerm &term, Location loc) {
  FactorBuilder f{*b, loc, term.base.getType()};
  Value result = emitRational(term.rational, term.base, loc), divisor;
  for (auto [value, power] : term.others) {
    Value factor = f.raise(emit(value), std::abs(power));
    if (power > 0)
      result = f.multiply(factor, result);
    else
      divisor = f.multiply(divisor, factor);
  }
  return divisor ? arith::DivFOp::create(*b, loc, result, divisor).getResult()
                 : result;
}

/// log(r * s) is log(r) + log(s) for a positive r, whatever the sign of s: of a
/// negative number both are NaN.
Value SafeBody::emitLogarithm(const ExpReader::Logarithm &log, Location loc) {
  Value result = log.of.isMonomial()
                     ? emitLog(*b, loc, log.of, emit(log.base))
                     : emitLog(*b, loc, log.of, falling(log.base, loc));
  if (!log.other)
    return result;
  Value other = math::LogOp::create(*b, loc, emit(log.other));
  if (log.power > 0)
    return arith::AddFOp::create(*b, loc, result, other);
  return arith::SubFOp::create(*b, loc, result, other);
}

Value SafeBody::emit(Value value) {
  if (Value known = built.lookupOrNull(value))
    return known;
  Operation *inner = value.getDefiningOp();
  Location loc = inner->getLoc();
  Value result;
  if (isSquare(value)) {
    Value base = emit(inner->getOperand(0));
    result = arith::MulFOp::create(*b, loc, base, base);
  } else if (std::optional<ExpReader::Logarithm> log = reader.readLog(value)) {
    result = emitLogarithm(*log, loc);
  } else if (isFunction(value)) {
    // Copied: reading more values may reallocate the map.
    ExpTerm term = reader.read(value);
    result = emitTerm(term, loc);
  } else if (std::optional<double> factor = getExactReciprocal(value)) {
    FactorBuilder f{*b, loc, value.getType()};
    result = f.multiply(emit(inner->getOperand(0)), f.number(*factor));
  } else {
    for (Value operand : inner->getOperands())
      emit(operand);
    result = b->clone(*inner, built)->getResult(0);
  }
  built.map(value, result);
  return result;
}

Value SafeBody::build(OpBuilder &builder, ValueRange arguments) {
  b = &builder;
  built.map(op.getBodyBlock()->getArguments(), arguments);
  return emit(op.getYielded());
}

llvm::SmallDenseSet<Value> neo::findLogged(ArrayRef<ComputeOp> computes) {
  llvm::SmallDenseSet<Value> tensors;
  for (ComputeOp op : computes)
    SafeBody(op).findLogs(tensors);
  return tensors;
}

bool neo::makeSafe(ComputeOp op, const llvm::SmallDenseSet<Value> &logged,
                   RewriterBase &rewriter, const AlgebraOptions &options) {
  SafeBody safe(op);
  if (!safe.findsForms())
    return false;
  safe.chooseExponentials(logged);
  ComputeSpec spec = getSpecWithoutBody(op);
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    return safe.build(b, arguments);
  };
  spec.body = body;
  rewriter.setInsertionPoint(op);
  auto rebuilt = ComputeOp::create(rewriter, op.getLoc(), spec);
  keepAttributes(op, rebuilt);
  DominanceInfo dominance;
  eliminateCommonSubExpressions(rewriter, dominance, rebuilt);
  if (options.explain)
    op.emitRemark("its functions take a form that does not overflow: ")
        << getBodyCost(rebuilt) << " operations per point, as written "
        << getBodyCost(op);
  rewriter.replaceOp(op, rebuilt);
  return true;
}
