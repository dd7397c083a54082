//===- AutodiffPass.cpp - neo-autodiff: @f to @f_vjp and @f_jvp -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Which functions are differentiated:
//
//   - those the option names; or else
//   - those whose derivative is declared, `func.func private @f_vjp(...)` in
//     reverse mode, `@f_jvp(...)` in forward mode; there must be an @f; or, if
//     there is no such declaration,
//   - every public one that has no derivative yet. A function that is called
//     @f_vjp and has another signature is none; that is an error.
//
// The option `mode` is for the first and the last. A function may call a
// derivative. It is then derived first, so second derivatives need no
// particular order: declare @f_vjp and @f_vjp_vjp, or @f_vjp and @f_vjp_jvp for
// the product of the Hessian and a vector.
//
// A new derivative has the visibility of its function, and so has a declared
// one without callers (DeclaredDerivatives.h).
//
//===----------------------------------------------------------------------===//

#include "TiedTerms.h"

#include "Neo/Dialect/DeclaredDerivatives.h"
#include "Neo/Dialect/InlineKernel.h"
#include "Neo/Dialect/PassStatistic.h"
#include "Neo/Dialect/ScheduleAttr.h"
#include "Neo/Transforms/Autodiff/ForwardMode.h"
#include "Neo/Transforms/Autodiff/ReverseMode.h"
#include "Neo/Transforms/Passes.h"

namespace neo {
#define GEN_PASS_DEF_NEOAUTODIFF
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

static PassStatistic reverse("neo-autodiff",
                             "functions derived in reverse mode");
static PassStatistic forward("neo-autodiff",
                             "functions derived in forward mode");
static PassStatistic made("neo-autodiff", "operators in derivatives");

static constexpr DerivativeMode modes[] = {DerivativeMode::reverse,
                                           DerivativeMode::forward};

static StringRef getSuffix(DerivativeMode mode) {
  return mode == DerivativeMode::reverse ? vjpSuffix : jvpSuffix;
}

static FunctionType getType(DerivativeMode mode, func::FuncOp f) {
  return mode == DerivativeMode::reverse ? getVjpType(f) : getJvpType(f);
}

namespace {
/// A function and how it is to be differentiated.
struct Request {
  func::FuncOp f;
  DerivativeMode mode;
};

class ModuleDifferentiator : public ModuleFunctions {
public:
  ModuleDifferentiator(ModuleOp module, const AdjointOptions &options)
      : module(module), options(options), symbols(module),
        rules(DerivativeRules::of(module.getContext())) {}

  LogicalResult differentiate(Request request);
  LogicalResult differentiate(StringRef name, DerivativeMode mode);
  FailureOr<SmallVector<Request>> findDefaults(bool declaredOnly,
                                               DerivativeMode mode);

  LogicalResult define(func::FuncOp f) override;
  FailureOr<func::FuncOp> derive(func::FuncOp f, DerivativeMode mode) override;
  func::FuncOp add(Location loc, StringRef name, FunctionType type) override;

private:
  func::FuncOp lookup(StringRef name) {
    return symbols.lookup<func::FuncOp>(name);
  }
  func::FuncOp getDerivative(Request request) {
    return lookup((request.f.getName() + getSuffix(request.mode)).str());
  }
  std::optional<Request> getOrigin(func::FuncOp f);
  LogicalResult checkDerivatives(ArrayRef<Request> requests);
  LogicalResult checkOrigin(func::FuncOp declared);
  FailureOr<func::FuncOp> declare(Request request);

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

/// The function whose derivative `f` is by its name, if it exists.
std::optional<Request> ModuleDifferentiator::getOrigin(func::FuncOp f) {
  for (DerivativeMode mode : modes) {
    StringRef name = f.getName();
    if (name.consume_back(getSuffix(mode)))
      if (func::FuncOp primal = lookup(name))
        return Request{primal, mode};
  }
  return std::nullopt;
}

/// If all functions are differentiated, checks that a function called @f_vjp
/// has the type of the derivative of @f.
LogicalResult
ModuleDifferentiator::checkDerivatives(ArrayRef<Request> requests) {
  for (Request request : requests) {
    func::FuncOp found = getDerivative(request);
    FunctionType type = getType(request.mode, request.f);
    if (found.getFunctionType() != type)
      return found.emitError("'@")
             << found.getName() << "' is " << found.getFunctionType()
             << ", but the derivative of '@" << request.f.getName() << "' is "
             << type << ": rename it, or name the functions to differentiate";
  }
  return success();
}

/// Checks that for a declared @f_vjp there is a function @f.
LogicalResult ModuleDifferentiator::checkOrigin(func::FuncOp declared) {
  for (DerivativeMode mode : modes) {
    StringRef name = declared.getName();
    if (!name.consume_back(getSuffix(mode)) || lookup(name))
      continue;
    return declared.emitError("'@")
           << declared.getName() << "' is declared, but there is no function '@"
           << name << "' to derive it from: define '@" << name
           << "', rename the declaration, or name the functions to "
              "differentiate";
  }
  return success();
}

FailureOr<SmallVector<Request>>
ModuleDifferentiator::findDefaults(bool declaredOnly, DerivativeMode mode) {
  SmallVector<Request> declared, open, differentiated;
  for (auto f : module.getOps<func::FuncOp>()) {
    for (DerivativeMode each : modes)
      if (func::FuncOp found = getDerivative({f, each}))
        if (found.isDeclaration())
          declared.push_back({f, each});
    if (f.isDeclaration() && failed(checkOrigin(f)))
      return failure();
    if (f.isPublic() && !f.isDeclaration() && !getOrigin(f))
      (getDerivative({f, mode}) ? differentiated : open).push_back({f, mode});
  }
  if (declaredOnly || !declared.empty())
    return declared;
  if (failed(checkDerivatives(differentiated)))
    return failure();
  return open;
}

LogicalResult ModuleDifferentiator::define(func::FuncOp f) {
  if (llvm::is_contained(inProgress, f))
    return f.emitError("'@")
           << f.getName()
           << "' is needed to derive itself: a function cannot "
              "call its own derivative";
  if (!f.isDeclaration())
    return success();
  if (std::optional<Request> origin = getOrigin(f))
    return differentiate(*origin);
  return f.emitError("cannot differentiate '@")
         << f.getName() << "', which has no body: define it in this module";
}

/// An empty derivative of the right type: the one declared, or a new one.
FailureOr<func::FuncOp> ModuleDifferentiator::declare(Request request) {
  func::FuncOp f = request.f;
  FunctionType type = getType(request.mode, f);
  if (func::FuncOp found = getDerivative(request)) {
    if (!found.isDeclaration())
      return found.emitError("'@")
             << found.getName() << "' already has a body: rename it to derive "
             << "'@" << f.getName() << "'";
    if (found.getFunctionType() != type)
      return found.emitError("'@")
             << found.getName() << "' is declared as "
             << found.getFunctionType() << ", the derivative is " << type;
    return found;
  }
  std::string name = (f.getName() + getSuffix(request.mode)).str();
  if (Operation *other = symbols.lookup(name))
    return other->emitError("'@")
           << name << "' is a '" << other->getName()
           << "', but it is the name of the derivative of '@" << f.getName()
           << "': rename it";
  auto derivative = func::FuncOp::create(f.getLoc(), name, type);
  derivative.setVisibility(f.getVisibility());
  symbols.insert(derivative, std::next(f->getIterator()));
  return derivative;
}

LogicalResult ModuleDifferentiator::differentiate(Request request) {
  func::FuncOp known = getDerivative(request);
  if (known && llvm::is_contained(derived, known))
    return success();
  FailureOr<func::FuncOp> derivative = declare(request);
  if (failed(derivative))
    return failure();
  nameTiedTerms(request.f);
  inProgress.push_back(*derivative);
  LogicalResult built =
      request.mode == DerivativeMode::reverse
          ? buildVjp(request.f, *derivative, rules, options, *this)
          : buildJvp(request.f, *derivative, rules, *this);
  inProgress.pop_back();
  derived.push_back(*derivative);
  ++(request.mode == DerivativeMode::reverse ? reverse : forward);
  derivative->walk([](ComputeOp) { ++made; });
  return built;
}

FailureOr<func::FuncOp> ModuleDifferentiator::derive(func::FuncOp f,
                                                     DerivativeMode mode) {
  func::FuncOp known = getDerivative({f, mode});
  if (known && llvm::is_contained(inProgress, known))
    return f.emitError("cannot differentiate '@")
           << f.getName() << "', which scans itself: such a loop has no end";
  if (!known || known.isDeclaration())
    if (failed(differentiate({f, mode})))
      return failure();
  return getDerivative({f, mode});
}

func::FuncOp ModuleDifferentiator::add(Location loc, StringRef name,
                                       FunctionType type) {
  auto function = func::FuncOp::create(loc, name, type);
  function.setPrivate();
  symbols.insert(function, module.getBody()->end());
  return function;
}

LogicalResult ModuleDifferentiator::differentiate(StringRef name,
                                                  DerivativeMode mode) {
  if (func::FuncOp f = lookup(name))
    return differentiate({f, mode});
  return module.emitError("there is no function '@")
         << name << "' to differentiate: check the option 'functions'";
}

/// Schedules on a neo.kernel are errors: the kernel is dissolved, and the
/// schedule would be lost.
static LogicalResult refuseSchedules(Operation *root) {
  WalkResult result = root->walk([](KernelOp op) {
    if (!op->hasAttr(scheduleAttrName))
      return WalkResult::advance();
    op.emitError(
        "this neo.schedule cannot be followed: derivatives dissolve "
        "kernels, which are made anew; leave the schedule out, or mark "
        "the module neo.scheduled and compile it as it stands");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct AutodiffPass : neo::impl::NeoAutodiffBase<AutodiffPass> {
  using NeoAutodiffBase::NeoAutodiffBase;

  void runOnOperation() override {
    if (failed(refuseSchedules(getOperation())))
      return signalPassFailure();
    inlineKernels(getOperation());
    AdjointOptions options;
    options.residuePieces = residuePieces;
    options.partialSums = partialSums;
    options.scatter = scatter;
    options.prove = prove;
    options.explain = explain;
    SmallVector<func::FuncOp> uncalled =
        findUncalledDerivatives(getOperation());
    if (failed(differentiate(options)))
      return signalPassFailure();
    for (func::FuncOp function : uncalled)
      if (!function.isDeclaration())
        function.setVisibility(getFirstPrimal(function).getVisibility());
  }

private:
  LogicalResult differentiate(const AdjointOptions &options) {
    ModuleDifferentiator differentiator(getOperation(), options);
    for (const std::string &name : functions)
      if (failed(differentiator.differentiate(name, mode)))
        return failure();
    if (!functions.empty())
      return success();
    FailureOr<SmallVector<Request>> selected =
        differentiator.findDefaults(declaredOnly, mode);
    if (failed(selected))
      return failure();
    for (Request request : *selected)
      if (failed(differentiator.differentiate(request)))
        return failure();
    return success();
  }
};
} // namespace
