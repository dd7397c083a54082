//===- Kernels.cpp - What an optimised module runs, as a list -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/FixedValues.h"
#include "Neo/Dialect/NeoDialect.h"
#include "Neo/Schedule/ScheduleText.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace neo::python {

std::vector<Place> findPlaces(Location location) {
  if (auto file = dyn_cast<FileLineColLoc>(location))
    return {{{int64_t(file.getLine())}, {}}};
  std::vector<Place> found;
  if (auto fused = dyn_cast<FusedLoc>(location)) {
    for (Location part : fused.getLocations())
      llvm::append_range(found, findPlaces(part));
  } else if (auto name = dyn_cast<NameLoc>(location)) {
    found = findPlaces(name.getChildLoc());
    for (Place &place : found)
      place.roles.push_back(name.getName().str());
  } else if (auto call = dyn_cast<CallSiteLoc>(location)) {
    found = findPlaces(call.getCallee());
    std::vector<Place> callers = findPlaces(call.getCaller());
    for (Place &place : found)
      if (!callers.empty())
        llvm::append_range(place.lines, callers.front().lines);
  }
  return found;
}

static int64_t countBytes(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getNumElements() * getElementBytes(type);
}

static int64_t countPoints(ComputeOp op) {
  int64_t points = 1;
  for (int64_t extent : op.getExtents())
    points *= extent;
  return points;
}

/// Operations of the body and of the reduction, at all points.
static double countOperations(ComputeOp op) {
  double each = op.getNumReductionLoops() ? 1 : 0;
  for (Operation &inner : op.getBodyBlock()->without_terminator())
    if (!inner.hasTrait<OpTrait::ConstantLike>() && !isa<IndexOp>(inner) &&
        inner.getNumOperands())
      ++each;
  return each * double(countPoints(op));
}

static std::string scheduleOf(Operation *op) {
  auto text = op->getAttrOfType<StringAttr>(scheduleAttrName);
  return text ? text.str() : "";
}

static KernelStatement describeStatement(Operation *op) {
  KernelStatement statement;
  statement.places = findPlaces(op->getLoc());
  statement.schedule = scheduleOf(op);
  auto compute = dyn_cast<ComputeOp>(op);
  if (!compute) {
    statement.kind = op->getName().stripDialect().str();
    return statement;
  }
  for (auto [loop, extent] :
       llvm::zip_equal(getLoopNames(compute), compute.getExtents()))
    statement.loops.emplace_back(loop, extent);
  statement.numResultLoops = compute.getNumOutputLoops();
  if (compute.getNumReductionLoops())
    statement.kind = stringifyReductionKind(compute.getKind()).str();
  for (Operation &inner : compute.getBodyBlock()->without_terminator())
    llvm::append_range(statement.inside, findPlaces(inner.getLoc()));
  return statement;
}

/// Bytes of the elements that `op` may ask for of each operand.
static int64_t countBytesRead(Operation *op) {
  int64_t bytes = 0;
  llvm::SmallDenseSet<Value> seen;
  for (Value operand : op->getOperands()) {
    if (!seen.insert(operand).second)
      continue;
    auto type = cast<RankedTensorType>(operand.getType());
    int64_t most = type.getNumElements();
    if (auto compute = dyn_cast<ComputeOp>(op))
      most = std::min(most, countPoints(compute));
    if (isa<GatherOp>(op))
      most = std::min(
          most,
          cast<RankedTensorType>(op->getResult(0).getType()).getNumElements());
    bytes += most * getElementBytes(type);
  }
  return bytes;
}

namespace {
/// Lists the kernels of a function, and those of the loops that it runs.
class KernelLister {
public:
  explicit KernelLister(ModuleOp module) : module(module) {}

  void visit(func::FuncOp function, int64_t times) {
    for (Operation &op : function.getBody().front()) {
      if (auto scan = dyn_cast<ScanOp>(op))
        visitStep(scan, times);
      else if (isa<ComputeOp, KernelOp, GatherOp, ScatterAddOp>(op))
        add(&op, function, times);
      else if (op.hasTrait<OpTrait::IsTerminator>())
        addResults(op.getOperands());
    }
  }

  std::vector<Kernel> kernels;

private:
  void visitStep(ScanOp scan, int64_t times) {
    auto step = module.lookupSymbol<func::FuncOp>(scan.getStep());
    if (step && !step.isExternal())
      visit(step, times * scan.getSteps());
  }

  void add(Operation *op, func::FuncOp function, int64_t times) {
    Kernel kernel;
    kernel.function = function.getName().str();
    kernel.times = times;
    kernel.once = llvm::all_of(op->getResults(), isFixed);
    if (auto shared = dyn_cast<KernelOp>(op)) {
      kernel.schedule = scheduleOf(op);
      llvm::append_range(kernel.loops, shared.getLoopNames());
    }
    op->walk([&](Operation *inner) {
      if (isa<ComputeOp, GatherOp, ScatterAddOp>(inner)) {
        kernel.statements.push_back(describeStatement(inner));
        for (Value operand : inner->getOperands())
          kernel.statements.back().operands.push_back(findOrigin(operand));
      }
      if (auto compute = dyn_cast<ComputeOp>(inner))
        kernel.operations += countOperations(compute);
    });
    kernel.bytesRead = countBytesRead(op);
    for (Value result : op->getResults())
      kernel.bytesWritten += countBytes(result);
    maker[op] = kernels.size();
    kernels.push_back(std::move(kernel));
  }

  /// Which kernel or argument `value` is from; nothing if from neither.
  std::optional<int64_t> findOrigin(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *owner = argument.getOwner()->getParentOp();
      if (auto shared = dyn_cast<KernelOp>(owner))
        return findOrigin(shared.getOperand(argument.getArgNumber()));
      return -1 - int64_t(argument.getArgNumber());
    }
    if (auto wait = value.getDefiningOp<WaitOp>())
      return findOrigin(
          wait.getInputs()[cast<OpResult>(value).getResultNumber()]);
    auto found = maker.find(value.getDefiningOp());
    if (found == maker.end())
      return std::nullopt;
    return found->second;
  }

  void addResults(ValueRange returned) {
    for (auto [number, value] : llvm::enumerate(returned))
      if (auto found = maker.find(value.getDefiningOp()); found != maker.end())
        kernels[found->second].results.push_back(number);
  }

  ModuleOp module;
  llvm::DenseMap<Operation *, int64_t> maker;
};
} // namespace

std::vector<Kernel> listKernels(ModuleOp module) {
  KernelLister lister(module);
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      lister.visit(function, 1);
  return std::move(lister.kernels);
}

} // namespace neo::python
