//===- ProductSplitter.h - A product and its plan ---------------*- C++ -*-===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// SplitProducts.cpp decides whether a product is reassociated into several
// operators, and emits the remarks; EmitSteps.cpp builds the operators;
// SharedSteps.cpp decides which are built first, as several products need them.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_TRANSFORMS_ALGEBRA_PRODUCTSPLITTER_H
#define NEO_LIB_TRANSFORMS_ALGEBRA_PRODUCTSPLITTER_H

#include "Neo/Transforms/Algebra/ComputeKey.h"
#include "Neo/Transforms/Algebra/ProductTerms.h"
#include "Neo/Transforms/Algebra/Rewrites.h"

namespace neo {

/// A factor itself, or the tensor of a step.
struct Input {
  int factor = -1;
  mlir::Value tensor;
  /// The loops of the tensor's dimensions.
  llvm::SmallVector<unsigned> loops;
};

class ProductSplitter {
public:
  ProductSplitter(ComputeOp op, mlir::RewriterBase &rewriter,
                  const AlgebraOptions &options, KnownComputes &known,
                  bool again)
      : op(op), rewriter(rewriter), options(options), known(known),
        again(again) {}

  /// Splits the product where that is cheaper.
  bool run();

  /// False if there is no order to choose.
  bool read();
  const ContractionProblem &getProblem() const { return problem; }
  ComputeOp getOp() const { return op; }
  /// The sets of factors whose product is looked up among existing tensors;
  /// none where there are few factors or many.
  llvm::SmallVector<unsigned> listKnowable() const;
  /// The step that computes the product of the factors in `subset`, summed over
  /// the loops that nothing else needs.
  ContractionStep getStep(unsigned subset) const;
  /// Are all operands that `step` reads directly in bounds under its
  /// conditions?
  bool readsInside(const ContractionStep &step) const;
  bool readsInside(const ContractionPlan &plan) const {
    return llvm::all_of(plan.steps, [&](const ContractionStep &step) {
      return readsInside(step);
    });
  }
  /// Builds the operator of a step of factors before the product.
  Input build(const ContractionStep &step);

private:
  bool readProblem();
  bool isTaken(const ContractionPlan &plan);
  void addFactor(const ProductFactor &factor);
  LoopSet findContiguous(const ProductFactor &factor);
  void findKnown();
  std::optional<Input> findKnown(unsigned subset);
  void addSteps(const ContractionPlan &plan);
  bool canUse(ComputeOp existing);
  llvm::SmallVector<unsigned> orderLoops(const ContractionStep &step,
                                         bool last);
  void addOperands(ComputeSpec &spec, const Input &input,
                   llvm::ArrayRef<mlir::AffineExpr> dims, unsigned count);
  mlir::Value emit(const ContractionStep &step, bool last);
  mlir::Value roundResult(mlir::Value sum);
  mlir::Value emitBody(mlir::OpBuilder &b, mlir::Location loc,
                       const ContractionStep &step, llvm::ArrayRef<int> loopOf,
                       mlir::ValueRange arguments, bool last);
  bool refuse(const llvm::Twine &reason);

  ComputeOp op;
  mlir::RewriterBase &rewriter;
  const AlgebraOptions &options;
  KnownComputes &known;
  bool again;
  std::map<unsigned, Input> existing;
  ProductTerms terms;
  ContractionProblem problem;
  llvm::SmallVector<int64_t> extents;
  /// Of the elements of steps.
  mlir::Type sumType;
  /// Terms that are equal because no operand depends on some loops.
  int64_t repeated = 1;
  llvm::SmallVector<Input> inputs;
};

} // namespace neo

#endif // NEO_LIB_TRANSFORMS_ALGEBRA_PRODUCTSPLITTER_H
