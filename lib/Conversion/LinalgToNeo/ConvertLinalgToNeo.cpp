//===- ConvertLinalgToNeo.cpp - Operators of other compilers in neo -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// Every operation on tensors is tried, in program order and also inside loops.
// An operation that cannot be raised is kept, and a remark gives the reason:
// the program is then partly neo, which every pass of neo accepts unless a
// gradient has to be propagated through the rest. There is no remark about
// operations that are dead after raising, such as the tensor.empty of a raised
// operator.
//
//===----------------------------------------------------------------------===//

#include "Raising.h"

#include "Neo/Conversion/Passes.h"

#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace neo {
#define GEN_PASS_DEF_CONVERTLINALGTONEO
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// Has `op` operands or results that are tensors or buffers?
static bool handlesShapes(Operation *op) {
  auto hasShape = [](Type type) { return isa<ShapedType>(type); };
  return llvm::any_of(op->getOperandTypes(), hasShape) ||
         llvm::any_of(op->getResultTypes(), hasShape);
}

/// Operations that are legal in neo besides its operators, and containers.
static bool isAtHome(Operation *op) {
  return isa_and_nonnull<NeoDialect, func::FuncDialect>(op->getDialect()) ||
         isa<arith::ConstantOp, tensor::EmptyOp>(op) ||
         op->hasTrait<OpTrait::IsTerminator>() || !handlesShapes(op);
}

static RaisedValues raiseOther(Operation *op, Raising &raising) {
  if (OpTrait::hasElementwiseMappableTraits(op) && op->getNumResults() == 1)
    return raiseElementwise(op, raising);
  if (op->getNumRegions())
    return raising.refuse("it is control flow and no index expression; the "
                          "operators that it holds are raised");
  if (failed(raising.checkTypes(op)))
    return failure();
  if (llvm::any_of(op->getResultTypes(),
                   [](Type type) { return type.isIntOrIndexOrFloat(); }))
    return raising.refuse("it gives a scalar, but a neo.compute gives tensors: "
                          "compute the scalar where it is needed");
  if (isa<linalg::WinogradInputTransformOp, linalg::WinogradFilterTransformOp,
          linalg::WinogradOutputTransformOp>(op))
    return raising.refuse("it is a part of a convolution by Winograd's way: "
                          "raise the convolution before it is rewritten");
  if (isa<tensor::GatherOp, tensor::ScatterOp>(op))
    return raising.refuse("its indices are data: write it as a neo.gather or "
                          "a neo.scatter_add");
  return raising.refuse("neo has no index expression for it: write it as a "
                        "linalg.generic");
}

static RaisedValues raise(Operation *op, Raising &raising) {
  return llvm::TypeSwitch<Operation *, RaisedValues>(op)
      .Case([&](linalg::GenericOp op) { return raiseGeneric(op, raising); })
      .Case([&](linalg::LinalgOp op) { return raiseNamed(op, raising); })
      .Case<tensor::CastOp, tensor::CollapseShapeOp, tensor::ConcatOp,
            tensor::ExpandShapeOp, tensor::ExtractSliceOp,
            tensor::FromElementsOp, tensor::GenerateOp, tensor::InsertSliceOp,
            tensor::PadOp, tensor::ReshapeOp, tensor::SplatOp>(
          [&](auto op) { return raiseOp(op, raising); })
      .Default([&](Operation *op) { return raiseOther(op, raising); });
}

/// Operations whose regions are bodies of scalars, not programs.
static bool hasScalarBody(Operation *op) {
  return isa<ComputeOp, linalg::LinalgOp, tensor::PadOp, tensor::GenerateOp>(
      op);
}

namespace {
class ModuleRaiser {
public:
  explicit ModuleRaiser(ModuleOp module)
      : module(module), b(module.getContext()), raising(b) {}

  void raiseAll();
  /// Operations that were not raised, with reasons.
  const llvm::MapVector<Operation *, std::string> &getRefusals() {
    return refusals;
  }

private:
  void raise(Operation *op);
  void fillEmptyTensors();
  void dropDeadCode();

  ModuleOp module;
  IRRewriter b;
  Raising raising;
  llvm::MapVector<Operation *, std::string> refusals;
};
} // namespace

void ModuleRaiser::raise(Operation *op) {
  SmallVector<Operation *> parts = decompose(op, raising);
  for (Operation *part : parts)
    if (!isAtHome(part))
      raise(part);
  if (!parts.empty())
    return;
  b.setInsertionPoint(op);
  RaisedValues results = ::raise(op, raising);
  std::string refusal = raising.takeRefusal();
  if (succeeded(results))
    b.replaceOp(op, *results);
  else
    refusals[op] = refusal;
}

/// An uninitialised tensor has unspecified values; zeros are used for it, which
/// neo can read. A tensor.empty that is only the output of a linalg operation
/// is kept.
void ModuleRaiser::fillEmptyTensors() {
  SmallVector<tensor::EmptyOp> empties;
  module.walk([&](tensor::EmptyOp empty) {
    if (empty.getType().hasStaticShape())
      empties.push_back(empty);
  });
  for (tensor::EmptyOp empty : empties) {
    b.setInsertionPoint(empty);
    b.replaceUsesWithIf(empty, raising.getReadable(empty), [](OpOperand &use) {
      return isa<ComputeOp, func::CallOp, func::ReturnOp>(use.getOwner());
    });
  }
}

void ModuleRaiser::dropDeadCode() {
  module.walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    if (!isOpTriviallyDead(op))
      return;
    op->walk([&](Operation *erased) { refusals.erase(erased); });
    op->erase();
  });
}

void ModuleRaiser::raiseAll() {
  SmallVector<Operation *> operators;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isAtHome(op))
      operators.push_back(op);
    return hasScalarBody(op) ? WalkResult::skip() : WalkResult::advance();
  });
  for (Operation *op : operators)
    raise(op);
  fillEmptyTensors();
  dropDeadCode();
}

namespace {
struct ConvertLinalgToNeo
    : neo::impl::ConvertLinalgToNeoBase<ConvertLinalgToNeo> {
  using ConvertLinalgToNeoBase::ConvertLinalgToNeoBase;

  void runOnOperation() override {
    ModuleRaiser raiser(getOperation());
    raiser.raiseAll();
    for (auto &[op, why] : raiser.getRefusals()) {
      InFlightDiagnostic diagnostic =
          strict ? op->emitError() : op->emitRemark();
      diagnostic << "'" << op->getName() << "' is not raised: " << why;
    }
    if (strict && !raiser.getRefusals().empty())
      signalPassFailure();
  }
};
} // namespace
