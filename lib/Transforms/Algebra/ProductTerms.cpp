//===- ProductTerms.cpp - The factors of a sum of products ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Algebra/ProductTerms.h"

#include "Neo/Dialect/BodyValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace neo;

LoopSet neo::getLoopsOf(AffineExpr expr) {
  LoopSet loops = 0;
  expr.walk([&](AffineExpr inner) {
    if (auto dim = dyn_cast<AffineDimExpr>(inner))
      loops |= LoopSet(1) << dim.getPosition();
  });
  return loops;
}

LoopSet neo::getLoopsOf(IntegerSet set) {
  LoopSet loops = 0;
  if (set)
    for (AffineExpr constraint : set.getConstraints())
      loops |= getLoopsOf(constraint);
  return loops;
}

namespace {
class FactorFinder {
public:
  explicit FactorFinder(ComputeOp op) : op(op) {}

  ProductTerms run() {
    visit(op.getYielded(), false);
    for (const ProductFactor::Part &part : parts)
      addPart(part);
    return std::move(terms);
  }

private:
  void visit(Value value, bool inverse) {
    if (!apart.takes(value)) {
      addFactor(value, inverse);
    } else if (auto product = value.getDefiningOp<arith::MulFOp>()) {
      visit(product.getLhs(), inverse);
      visit(product.getRhs(), inverse);
    } else if (auto quotient = value.getDefiningOp<arith::DivFOp>()) {
      visit(quotient.getLhs(), inverse);
      visit(quotient.getRhs(), !inverse);
    } else if (auto negation = value.getDefiningOp<arith::NegFOp>()) {
      terms.negative = !terms.negative;
      visit(negation.getOperand(), inverse);
    } else {
      addFactor(value, inverse);
    }
  }

  void addFactor(Value value, bool inverse) {
    auto *same = llvm::find_if(parts, [&](const ProductFactor::Part &part) {
      return part.root == value && part.inverse == inverse;
    });
    if (same != parts.end())
      ++same->power;
    else
      parts.push_back({value, inverse, 1});
  }

  /// Adds the part to the factor that reads the same operands, or as a new one.
  void addPart(const ProductFactor::Part &part) {
    ProductFactor factor;
    llvm::SmallPtrSet<Operation *, 8> seen;
    describe(part.root, factor, seen);
    llvm::sort(factor.operands);
    auto *same = llvm::find_if(terms.factors, [&](const ProductFactor &f) {
      return f.operands == factor.operands && f.loops == factor.loops;
    });
    if (same == terms.factors.end()) {
      terms.factors.push_back(std::move(factor));
      same = &terms.factors.back();
    }
    same->parts.push_back(part);
  }

  /// Adds what `value` depends on.
  void describe(Value value, ProductFactor &factor,
                llvm::SmallPtrSetImpl<Operation *> &seen) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      unsigned operand = argument.getArgNumber();
      if (llvm::is_contained(factor.operands, operand))
        return;
      factor.operands.push_back(operand);
      for (AffineExpr index : op.getMap(operand).getResults())
        factor.loops |= getLoopsOf(index);
      factor.loops |= getLoopsOf(op.getGuard(operand));
      return;
    }
    Operation *inner = value.getDefiningOp();
    if (!seen.insert(inner).second)
      return;
    if (auto index = dyn_cast<IndexOp>(inner))
      factor.loops |= LoopSet(1) << index.getLoop();
    for (Value operand : inner->getOperands())
      describe(operand, factor, seen);
  }

  ComputeOp op;
  ProductsApart apart;
  SmallVector<ProductFactor::Part> parts;
  ProductTerms terms;
};
} // namespace

ProductTerms ProductTerms::of(ComputeOp op) { return FactorFinder(op).run(); }

void neo::addReads(ComputeSpec &spec, ComputeOp op, const ProductFactor &factor,
                   ArrayRef<AffineExpr> dims, unsigned count) {
  SmallVector<OperandSpec> all = getOperandSpecs(op);
  for (unsigned operand : factor.operands) {
    OperandSpec read = all[operand];
    read.map = read.map.replaceDimsAndSymbols(dims, {}, count, 0);
    if (read.isGuarded())
      read.guard = read.guard.replaceDimsAndSymbols(dims, {}, count, 0);
    spec.operands.push_back(read);
  }
}

IntegerSet neo::selectConstraints(IntegerSet set, ArrayRef<unsigned> numbers,
                                  ArrayRef<AffineExpr> dims, unsigned count) {
  if (numbers.empty())
    return {};
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> isEquality;
  for (unsigned number : numbers) {
    constraints.push_back(set.getConstraint(number));
    isEquality.push_back(set.isEq(number));
  }
  return IntegerSet::get(set.getNumDims(), 0, constraints, isEquality)
      .replaceDimsAndSymbols(dims, {}, count, 0);
}
