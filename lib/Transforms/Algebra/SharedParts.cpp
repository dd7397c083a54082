//===- SharedParts.cpp - Values invariant in outer loops ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// A batch norm of rows scales every row by the same vector, and its body
// recomputes that vector for each element:
//
//     %Y = neo.compute [b: 4096, c: 768] %X[b, c], %m[c], %v[c], %g[c], %h[c]
//          ... (x - m) * rsqrt(v + 1e-5) * g + h
//     // -->
//     %A = neo.compute [c: 768] %v[c], %g[c] ... rsqrt(v + 1e-5) * g
//     %Y = neo.compute [b: 4096, c: 768] %X[b, c], %m[c], %A[c], %h[c]
//          ... (x - m) * a + h
//
// A *part* is a value of the body that depends on the innermost loop and is
// invariant in some outer loop: its vectors are equal in every row, but it is
// not invariant in the innermost loop, so ordinary loop-invariant code motion
// cannot hoist it. (A value that depends on outer loops only is a scalar of the
// row, and is hoisted already.) Parts over the same loops that are factors of
// one product become one part, by commutativity. Each element then needs one
// load. A factor with an exponential stays a part of its own, and a division by
// it a division: x * exp(a) * exp(b) may be finite where exp(a) * exp(b)
// overflows.
//
// A square root and a reciprocal of 16 numbers take 20 cycles, as long as a
// line from memory: norms and gradients of 4096 x 768 were bound by them.
//
// Cost: one more kernel, so a few products alone do not pay.
//
//===----------------------------------------------------------------------===//

#include "PartBuilder.h"

#include "Neo/Transforms/Algebra/Rewrites.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace neo;

namespace {
/// Loops of an operator, one bit each.
using Loops = uint64_t;

class PartHoister {
public:
  PartHoister(ComputeOp op, RewriterBase &rewriter,
              const AlgebraOptions &options)
      : op(op), rewriter(rewriter), options(options) {}

  bool run();

private:
  struct Factor {
    Value value;
    bool inverse = false;
  };
  /// The product of these factors, as a tensor over `loops`.
  struct Part {
    Loops loops;
    SmallVector<Factor> factors;
  };
  struct PartUse {
    unsigned part;
    bool inverse;
  };
  /// A product of the body with its parts, and the remaining factors.
  struct Product {
    SmallVector<PartUse> parts;
    SmallVector<Factor> others;
  };

  Loops loopsOf(Value value);
  bool isPart(Value value);
  bool overflowsEasily(Value value);
  double costOf(const Part &part) const;
  void addFactors(Value product, bool inverse,
                  SmallVectorImpl<Factor> &factors);
  bool addPart(Product &product, ArrayRef<Factor> factors);
  void findParts(Value value);
  void findParts(Value value, ArrayRef<Factor> factors);
  bool pays() const;
  OperandSpec build(const Part &part);
  void collectLeft(Value value, llvm::SetVector<Value> &left);
  Value rebuild(OpBuilder &b, Value value, IRMapping &values,
                ValueRange partValues);
  void replace();

  ComputeOp op;
  RewriterBase &rewriter;
  const AlgebraOptions &options;
  llvm::DenseMap<Value, Loops> known;
  llvm::DenseMap<Value, bool> steep;
  llvm::DenseSet<Value> visited;
  SmallVector<Part> parts;
  llvm::DenseMap<Value, Product> products;
};
} // namespace

static bool isProduct(Value value) {
  return isa_and_present<arith::MulFOp, arith::DivFOp>(value.getDefiningOp());
}

/// The loops that `value` depends on; all of them if it depends on a guard or
/// an index.
Loops PartHoister::loopsOf(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  Loops all = (Loops(1) << op.getNumLoops()) - 1, loops = 0;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    unsigned operand = argument.getArgNumber();
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      if (op.getMap(operand).isFunctionOfDim(loop))
        loops |= Loops(1) << loop;
    if (op.getGuard(operand))
      loops = all;
  } else if (isa<IndexOp>(value.getDefiningOp())) {
    loops = all;
  } else {
    for (Value operand : value.getDefiningOp()->getOperands())
      loops |= loopsOf(operand);
  }
  return known[value] = loops;
}

/// Is it a function that overflows or underflows easily?
bool PartHoister::overflowsEasily(Value value) {
  if (auto found = steep.find(value); found != steep.end())
    return found->second;
  Operation *inner = value.getDefiningOp();
  bool is =
      inner && (isa<math::ExpOp, math::Exp2Op, math::ExpM1Op, math::PowFOp,
                    math::FPowIOp, math::SinhOp, math::CoshOp>(inner) ||
                llvm::any_of(inner->getOperands(), [&](Value operand) {
                  return overflowsEasily(operand);
                }));
  return steep[value] = is;
}

/// Does it depend on the innermost loop, and not on some other loop with more
/// than one step?
bool PartHoister::isPart(Value value) {
  constexpr int64_t leastRepeats = 16;
  Loops loops = loopsOf(value);
  unsigned innermost = op.getNumLoops() - 1;
  int64_t repeats = 1;
  SmallVector<int64_t> extents = getCostedExtents(op);
  for (unsigned loop = 0; loop < innermost; ++loop)
    if (!(loops >> loop & 1))
      repeats *= extents[loop];
  Type type = value.getType();
  return (type.isF32() || type.isF64()) && (loops >> innermost & 1) &&
         repeats >= leastRepeats;
}

/// The cost of the backward slice of `value`, without the values in `counted`.
static double costOf(Value value, llvm::DenseSet<Value> &counted) {
  Operation *inner = value.getDefiningOp();
  if (!inner || !counted.insert(value).second)
    return 0;
  double cost = getOperationCost(*inner);
  for (Value operand : inner->getOperands())
    cost += costOf(operand, counted);
  return cost;
}

double PartHoister::costOf(const Part &part) const {
  double cost = double(part.factors.size()) - 1;
  llvm::DenseSet<Value> counted;
  for (const Factor &factor : part.factors)
    cost += ::costOf(factor.value, counted);
  return cost;
}

void PartHoister::addFactors(Value product, bool inverse,
                             SmallVectorImpl<Factor> &factors) {
  Operation *inner = product.getDefiningOp();
  for (unsigned side : {0, 1}) {
    Value value = inner->getOperand(side);
    bool divides = inverse ^ (side == 1 && isa<arith::DivFOp>(inner));
    if (isProduct(value) && value.hasOneUse() && !isPart(value))
      addFactors(value, divides, factors);
    else
      factors.push_back({value, divides});
  }
}

bool PartHoister::addPart(Product &product, ArrayRef<Factor> factors) {
  Part part{loopsOf(factors.front().value), SmallVector<Factor>(factors)};
  bool divides =
      overflowsEasily(factors.front().value) && factors.front().inverse;
  if (divides)
    part.factors.front().inverse = false;
  // x / s stays a division if s is an operand.
  if (costOf(part) == 0)
    return false;
  product.parts.push_back({unsigned(parts.size()), divides});
  parts.push_back(std::move(part));
  return true;
}

void PartHoister::findParts(Value value) {
  if (isa<BlockArgument>(value) || !visited.insert(value).second)
    return;
  if (isPart(value)) {
    addPart(products[value], Factor{value});
  } else if (isProduct(value)) {
    SmallVector<Factor> factors;
    addFactors(value, /*inverse=*/false, factors);
    findParts(value, factors);
  } else {
    for (Value operand : value.getDefiningOp()->getOperands())
      findParts(operand);
  }
}

/// Factors over the same loops become one part; constants join the first one.
void PartHoister::findParts(Value value, ArrayRef<Factor> factors) {
  llvm::MapVector<Loops, SmallVector<Factor>> together;
  Product product;
  auto add = [&](ArrayRef<Factor> shared) {
    if (!addPart(product, shared))
      llvm::append_range(product.others, shared);
  };
  for (const Factor &factor : factors)
    if (isPart(factor.value) && !overflowsEasily(factor.value))
      together[loopsOf(factor.value)].push_back(factor);
  for (const Factor &factor : factors) {
    bool joins = loopsOf(factor.value) == 0 && !together.empty() &&
                 !overflowsEasily(factor.value);
    if (!isPart(factor.value))
      (joins ? together.front().second : product.others).push_back(factor);
    else if (overflowsEasily(factor.value))
      add(factor);
  }
  for (auto &[loops, shared] : together)
    add(shared);
  for (const Factor &factor : product.others)
    findParts(factor.value);
  if (!product.parts.empty())
    products[value] = std::move(product);
}

/// Do all elements save more than the parts cost?
bool PartHoister::pays() const {
  constexpr double leastSaved = 4;
  double saved = 0, taken = 0;
  SmallVector<int64_t> extents = getCostedExtents(op);
  for (const Part &part : parts) {
    double points = 1;
    for (auto [loop, extent] : llvm::enumerate(extents))
      if (part.loops >> loop & 1)
        points *= double(extent);
    saved += costOf(part);
    taken += options.cost.start + options.cost.ofPoints(points, costOf(part)) +
             2 * options.cost.ofBytes(points * options.cost.elementBytes);
  }
  return saved >= leastSaved &&
         isWorth(taken, options.cost.ofPoints(getCostedPoints(op), saved));
}

static Value multiply(OpBuilder &b, Location loc, Value product, Value factor,
                      bool inverse) {
  if (!product && inverse)
    product = arith::ConstantOp::create(b, loc,
                                        b.getFloatAttr(factor.getType(), 1.0));
  if (!product)
    return factor;
  if (inverse)
    return arith::DivFOp::create(b, loc, product, factor);
  return arith::MulFOp::create(b, loc, product, factor);
}

/// The tensor of a part, and its access.
OperandSpec PartHoister::build(const Part &part) {
  unsigned loops = op.getNumLoops();
  ComputeSpec spec = getSpecWithoutBody(op);
  SmallVector<AffineExpr> read, here(loops, rewriter.getAffineConstantExpr(0));
  SmallVector<int64_t> shape;
  SmallVector<std::string> names;
  for (unsigned loop = 0; loop < loops; ++loop)
    if (part.loops >> loop & 1) {
      here[loop] = rewriter.getAffineDimExpr(read.size());
      read.push_back(rewriter.getAffineDimExpr(loop));
      shape.push_back(op.getExtents()[loop]);
      names.push_back(spec.loops[loop]);
    }
  for (OperandSpec &operand : spec.operands) {
    operand.map = operand.map.replaceDimsAndSymbols(here, {}, read.size(), 0);
    operand.guard = {};
  }
  spec.loops = std::move(names);
  spec.type =
      RankedTensorType::get(shape, part.factors.front().value.getType());
  SmallVector<Value> roots;
  for (const Factor &factor : part.factors)
    roots.push_back(factor.value);
  auto body = [&](OpBuilder &b, IRMapping &values, ValueRange) {
    Value product;
    for (const Factor &factor : part.factors)
      product =
          multiply(b, op.getLoc(), product,
                   cloneExpression(b, factor.value, values), factor.inverse);
    return product;
  };
  Value made = PartBuilder(op, roots).build(rewriter, spec, {}, body);
  return {made, AffineMap::get(loops, 0, read, rewriter.getContext())};
}

/// The block arguments that the rebuilt `value` still needs.
void PartHoister::collectLeft(Value value, llvm::SetVector<Value> &left) {
  if (!left.insert(value) || isa<BlockArgument>(value))
    return;
  if (auto found = products.find(value); found != products.end()) {
    for (const Factor &factor : found->second.others)
      collectLeft(factor.value, left);
    return;
  }
  for (Value operand : value.getDefiningOp()->getOperands())
    collectLeft(operand, left);
}

Value PartHoister::rebuild(OpBuilder &b, Value value, IRMapping &values,
                           ValueRange partValues) {
  if (Value done = values.lookupOrNull(value))
    return done;
  auto found = products.find(value);
  if (found == products.end()) {
    Operation *inner = value.getDefiningOp();
    for (Value operand : inner->getOperands())
      rebuild(b, operand, values, partValues);
    b.clone(*inner, values);
    return values.lookup(value);
  }
  Value product;
  // Divisors come last, when there is a dividend. Parts come after the
  // element's own factors, which may be 0.
  auto apply = [&](bool inverse) {
    for (const Factor &factor : found->second.others)
      if (factor.inverse == inverse)
        product =
            multiply(b, op.getLoc(), product,
                     rebuild(b, factor.value, values, partValues), inverse);
    for (const PartUse &use : found->second.parts)
      if (use.inverse == inverse)
        product =
            multiply(b, op.getLoc(), product, partValues[use.part], inverse);
  };
  apply(/*inverse=*/false);
  apply(/*inverse=*/true);
  values.map(value, product);
  return product;
}

void PartHoister::replace() {
  rewriter.setInsertionPoint(op);
  SmallVector<OperandSpec> tensors;
  for (const Part &part : parts)
    tensors.push_back(build(part));
  llvm::SetVector<Value> left;
  collectLeft(op.getYielded(), left);
  SmallVector<Value> arguments(
      llvm::make_filter_range(left, llvm::IsaPred<BlockArgument>));
  auto body = [&](OpBuilder &b, IRMapping &values, ValueRange partValues) {
    return rebuild(b, op.getYielded(), values, partValues);
  };
  Value made = PartBuilder(op, arguments)
                   .build(rewriter, getSpecWithoutBody(op), tensors, body);
  rewriter.replaceOp(op, made);
}

bool PartHoister::run() {
  if (op.getKind() != ReductionKind::none || op.getWhereSet() ||
      !op->getDiscardableAttrs().empty() || op.getNumLoops() < 2 ||
      op.getNumLoops() > 32)
    return false;
  findParts(op.getYielded());
  if (parts.empty() || !pays())
    return false;
  if (options.explain)
    op.emitRemark("what is invariant in outer loops is computed once, in ")
        << parts.size() << (parts.size() == 1 ? " tensor" : " tensors");
  replace();
  return true;
}

bool neo::hoistInvariantParts(ComputeOp op, RewriterBase &rewriter,
                              const AlgebraOptions &options) {
  return PartHoister(op, rewriter, options).run();
}
