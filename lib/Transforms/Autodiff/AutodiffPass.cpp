//===- AutodiffPass.cpp - neo-autodiff: @f to @f_vjp ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Which functions are differentiated:
//
//   - those the option names; or else
//   - those whose derivative is declared, `func.func private @f_vjp(...)`; or,
//     if there is no such declaration,
//   - every public one that has no derivative yet.
//
// A function may call a derivative. It is then derived first, so second
// derivatives need no particular order: declare @f_vjp and @f_vjp_vjp.
//
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Autodiff/ReverseMode.h"
#include "Neo/Transforms/Passes.h"

namespace neo {
#define GEN_PASS_DEF_NEOAUTODIFF
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

static constexpr StringLiteral vjpSuffix = "_vjp";

namespace {
class ModuleDifferentiator {
public:
  ModuleDifferentiator(ModuleOp module, const AdjointOptions &options)
      : module(module), options(options), symbols(module),
        rules(DerivativeRules::of(module.getContext())) {}

  LogicalResult differentiate(func::FuncOp f);
  LogicalResult differentiate(StringRef name);
  SmallVector<func::FuncOp> findDefaults(bool declaredOnly);

private:
  func::FuncOp lookup(StringRef name) {
    return symbols.lookup<func::FuncOp>(name);
  }
  /// The function that `f` is the derivative of by its name, if it exists.
  func::FuncOp getPrimal(func::FuncOp f) {
    StringRef name = f.getName();
    return name.consume_back(vjpSuffix) ? lookup(name) : func::FuncOp();
  }
  func::FuncOp getVjp(func::FuncOp f) {
    return lookup((f.getName() + vjpSuffix).str());
  }
  LogicalResult ensureDefined(func::FuncOp f);
  FailureOr<func::FuncOp> declareVjp(func::FuncOp f);

  ModuleOp module;
  AdjointOptions options;
  SymbolTable symbols;
  DerivativeRules rules;
  /// Derivatives whose body is being built.
  SmallVector<func::FuncOp> inProgress;
  /// Derivatives that this run has built.
  SmallVector<func::FuncOp> derived;
};
} // namespace

SmallVector<func::FuncOp>
ModuleDifferentiator::findDefaults(bool declaredOnly) {
  SmallVector<func::FuncOp> declared, open;
  for (auto f : module.getOps<func::FuncOp>()) {
    func::FuncOp vjp = getVjp(f);
    if (vjp && vjp.isDeclaration())
      declared.push_back(f);
    else if (!vjp && f.isPublic() && !f.isDeclaration() && !getPrimal(f))
      open.push_back(f);
  }
  return declaredOnly || !declared.empty() ? declared : open;
}

LogicalResult ModuleDifferentiator::ensureDefined(func::FuncOp f) {
  if (llvm::is_contained(inProgress, f))
    return f.emitError("'@")
           << f.getName()
           << "' is needed to derive itself: a function cannot "
              "call its own derivative";
  if (!f.isDeclaration())
    return success();
  if (func::FuncOp primal = getPrimal(f))
    return differentiate(primal);
  return f.emitError("cannot differentiate '@")
         << f.getName() << "', which has no body: define it in this module";
}

/// An empty @f_vjp of the right type: the one declared, or a new one.
FailureOr<func::FuncOp> ModuleDifferentiator::declareVjp(func::FuncOp f) {
  FunctionType type = getVjpType(f);
  if (func::FuncOp vjp = getVjp(f)) {
    if (!vjp.isDeclaration())
      return vjp.emitError("'@")
             << vjp.getName() << "' already has a body: rename it to derive '@"
             << f.getName() << "'";
    if (vjp.getFunctionType() != type)
      return vjp.emitError("'@")
             << vjp.getName() << "' is declared as " << vjp.getFunctionType()
             << ", the derivative is " << type;
    return vjp;
  }
  auto vjp =
      func::FuncOp::create(f.getLoc(), (f.getName() + vjpSuffix).str(), type);
  vjp.setVisibility(f.getVisibility());
  symbols.insert(vjp, std::next(f->getIterator()));
  return vjp;
}

LogicalResult ModuleDifferentiator::differentiate(func::FuncOp f) {
  func::FuncOp known = getVjp(f);
  if (known && llvm::is_contained(derived, known))
    return success();
  FailureOr<func::FuncOp> vjp = declareVjp(f);
  if (failed(vjp))
    return failure();
  auto define = [&](func::FuncOp callee) { return ensureDefined(callee); };
  inProgress.push_back(*vjp);
  LogicalResult built = buildVjp(f, *vjp, rules, options, define);
  inProgress.pop_back();
  derived.push_back(*vjp);
  return built;
}

LogicalResult ModuleDifferentiator::differentiate(StringRef name) {
  if (func::FuncOp f = lookup(name))
    return differentiate(f);
  return module.emitError("there is no function '@")
         << name << "' to differentiate: check the option 'functions'";
}

namespace {
struct AutodiffPass : neo::impl::NeoAutodiffBase<AutodiffPass> {
  using NeoAutodiffBase::NeoAutodiffBase;

  void runOnOperation() override {
    AdjointOptions options;
    options.residuePieces = residuePieces;
    options.partialSums = partialSums;
    ModuleDifferentiator differentiator(getOperation(), options);
    for (const std::string &name : functions)
      if (failed(differentiator.differentiate(name)))
        return signalPassFailure();
    if (!functions.empty())
      return;
    for (func::FuncOp f : differentiator.findDefaults(declaredOnly))
      if (failed(differentiator.differentiate(f)))
        return signalPassFailure();
  }
};
} // namespace
