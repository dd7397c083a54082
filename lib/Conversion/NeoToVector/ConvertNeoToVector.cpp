//===- ConvertNeoToVector.cpp - Kernels and launches ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     %c = neo.compute [i: 64] %a[i] : ... { exp }
// -->
//     %c = neo.launch @f_kernel0(%a) range 1 grain 1 : ...
//     func.func private @f_kernel0(%a: memref<64xf32>, %c: memref<64xf32>,
//                                  %begin: index, %end: index)
//
// Operators that differ only in the tensors they read share a kernel.
//
//===----------------------------------------------------------------------===//

#include "ChainKernel.h"
#include "Epilogue.h"
#include "IndexedKernel.h"
#include "RowKernel.h"

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/Identities.h"
#include "Neo/Dialect/InlineKernel.h"
#include "Neo/Schedule/DisjointFootprints.h"
#include "Neo/Schedule/OperatorText.h"
#include "Neo/Schedule/ScheduleText.h"

#include "llvm/ADT/StringMap.h"

namespace neo {
#define GEN_PASS_DEF_CONVERTNEOTOVECTOR
#include "Neo/Conversion/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// Operators with equal keys share a kernel.
static std::string kernelKey(ComputeOp op) {
  // Other thresholds for streaming stores hold for a returned result.
  bool returned = llvm::any_of(op->getUsers(), [](Operation *user) {
    return isa<func::ReturnOp>(user);
  });
  return (returned ? "returned " : "kept ") + describeOperator(op);
}

namespace {
struct ConvertNeoToVector
    : neo::impl::ConvertNeoToVectorBase<ConvertNeoToVector> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(verifyBatch(module)) || failed(verifyTarget(module)))
      return signalPassFailure();
    repeatConstants(module);
    target = TargetModel::of(InstructionSet::of(module));
    dropStopGradients(module);
    for (func::FuncOp function :
         llvm::to_vector(module.getOps<func::FuncOp>())) {
      if (failed(convertKernels(module, function)))
        return signalPassFailure();
      SmallVector<ComputeOp> computes;
      function.walk([&](ComputeOp op) { computes.push_back(op); });
      llvm::SmallPtrSet<Operation *, 16> done;
      for (ComputeOp op : computes)
        if (!done.contains(op) &&
            failed(convert(module, function.getName(), op, done)))
          return signalPassFailure();
      convertIndexed(module, function);
    }
  }

private:
  /// The bytes of a constant are fixed. One that is repeated for every item of
  /// a batch becomes an operator that broadcasts it.
  void repeatConstants(ModuleOp module) {
    std::optional<int64_t> batch = getBatch(module);
    SmallVector<arith::ConstantOp> constants;
    module.walk([&](arith::ConstantOp op) {
      if (isBatched(op.getType(), batch))
        constants.push_back(op);
    });
    for (arith::ConstantOp op : constants) {
      auto value = cast<DenseElementsAttr>(op.getValue());
      ComputeSpec spec;
      spec.type = cast<RankedTensorType>(op.getType());
      auto body = [&](OpBuilder &b, Location loc, ValueRange) -> Value {
        return arith::ConstantOp::create(
            b, loc, cast<TypedAttr>(value.getSplatValue<Attribute>()));
      };
      spec.body = body;
      OpBuilder b(op);
      op.replaceAllUsesWith(
          ComputeOp::create(b, op.getLoc(), spec).getResult());
      op.erase();
    }
  }

  /// A symbol name that is not used in the module.
  std::string newName(ModuleOp module, StringRef caller) {
    std::string name;
    do
      name = (caller + "_kernel" + std::to_string(names++)).str();
    while (module.lookupSymbol(name));
    return name;
  }

  /// The default schedule, checked as one that is written: emitters do not.
  FailureOr<Schedule> getDefault(ComputeOp op, const LoopNest &nest,
                                 bool stagesResult) {
    Schedule chosen = chooseSchedule(nest, target, nullptr, stagesResult);
    std::string error = checkSchedule(nest, chosen);
    if (error.empty())
      return chosen;
    return op.emitError("the default schedule '")
           << chosen.str(nest) << "' cannot be followed: " << error;
  }

  /// The schedule that is written on the operator, or else the default.
  FailureOr<Schedule> getSchedule(ComputeOp op, const LoopNest &nest,
                                  bool stagesResult = true) {
    Attribute written = op->getAttr(scheduleAttrName);
    if (!written)
      return getDefault(op, nest, stagesResult);
    auto text = dyn_cast<StringAttr>(written);
    std::string error = "it is not a string";
    if (text)
      if (auto schedule = parseSchedule(text.getValue(), nest, error))
        return *schedule;
    return op.emitError("this neo.schedule cannot be followed: ") << error;
  }

  /// Attaches the schedule to the kernel's function.
  void recordSchedule(Kernel &kernel, const Schedule &schedule,
                      const LoopNest &nest) {
    kernel.function->setAttr(
        scheduleAttrName, StringAttr::get(&getContext(), schedule.str(nest)));
  }

  FailureOr<ScheduledNest> scheduled(ComputeOp op) {
    LoopNest nest = LoopNest::get(op);
    FailureOr<Schedule> schedule = getSchedule(op, nest);
    if (failed(schedule))
      return failure();
    return ScheduledNest{std::move(nest), std::move(*schedule)};
  }

  /// `op` and the readers that are fused with it by compute-at.
  FailureOr<ComputeAtChain> getChain(ComputeOp op) {
    FailureOr<ScheduledNest> link = scheduled(op);
    if (failed(link))
      return failure();
    ComputeAtChain chain;
    chain.links.push_back(std::move(*link));
    while (chain.links.back().steppedLoop()) {
      ComputeOp reader = findOnlyReader(chain.last());
      if (!reader)
        break;
      link = scheduled(reader);
      if (failed(link))
        return failure();
      if (!extend(chain, std::move(*link)))
        break;
    }
    return chain;
  }

  /// Converts `op` and the operators fused with it, which are added to `done`.
  LogicalResult convert(ModuleOp module, StringRef caller, ComputeOp op,
                        llvm::SmallPtrSetImpl<Operation *> &done) {
    auto known = kernels.find(kernelKey(op));
    if (known == kernels.end() || findOnlyReader(op)) {
      FailureOr<ComputeAtChain> chain = getChain(op);
      if (failed(chain))
        return failure();
      if (chain->links.size() > 1) {
        convertChain(module, caller, *chain, done);
        return success();
      }
      if (known == kernels.end())
        known = addKernel(module, caller, chain->links.front());
    }
    launch(op, op->getOperands(), known->second);
    op.erase();
    return success();
  }

  llvm::StringMap<Kernel>::iterator addKernel(ModuleOp module, StringRef caller,
                                              const ScheduledNest &own) {
    Kernel kernel =
        emitKernel(module, newName(module, caller), own.nest, own.schedule);
    kernel.hasDisjointFootprints =
        kernel.extent > 1 &&
        stepsHaveDisjointFootprints(own.nest, own.schedule);
    recordSchedule(kernel, own.schedule, own.nest);
    return kernels.try_emplace(kernelKey(own.nest.op), kernel).first;
  }

  /// Two chains share a kernel if their operators are equal, and read the
  /// scratch buffers by the same operands.
  static std::string chainKey(const ComputeAtChain &chain) {
    std::string key;
    for (unsigned link = 0; link < chain.links.size(); ++link) {
      key += kernelKey(chain.op(link));
      for (unsigned operand : chain.producedOperands(link))
        key += " " + std::to_string(operand);
    }
    return key;
  }

  void convertChain(ModuleOp module, StringRef caller,
                    const ComputeAtChain &chain,
                    llvm::SmallPtrSetImpl<Operation *> &done) {
    auto [entry, isNew] = kernels.try_emplace(chainKey(chain));
    if (isNew) {
      entry->second = emitChainKernel(module, newName(module, caller), chain);
      entry->second.function->setAttr(scheduleAttrName, chain.schedules());
    }
    launch(chain.last(), chain.operands(), entry->second);
    for (const ScheduledNest &link : llvm::reverse(chain.links)) {
      Operation *op = ComputeOp(link.nest.op);
      done.insert(op);
      op->erase();
    }
  }

  /// A schedule that would be ignored is an error.
  static LogicalResult refuseSchedules(KernelOp op, ComputeOp allowed) {
    if (allowed && op->hasAttr(scheduleAttrName))
      return op.emitError("this neo.schedule cannot be followed: the reduction "
                          "of the neo.kernel has the schedule");
    WalkResult result = op.walk([&](ComputeOp statement) {
      if (statement == allowed || !statement->hasAttr(scheduleAttrName))
        return WalkResult::advance();
      statement.emitError("this neo.schedule cannot be followed: the ")
          << (allowed ? "reduction of its neo.kernel has the schedule"
                      : "statements of its neo.kernel share rows")
          << "; leave it out, or take the statement out of the neo.kernel";
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  /// Kernels of several statements; the sums of their partial results are
  /// operators of their own.
  LogicalResult convertKernels(ModuleOp module, func::FuncOp function) {
    SmallVector<KernelOp> kernelOps;
    function.walk([&](KernelOp op) { kernelOps.push_back(op); });
    for (KernelOp op : kernelOps) {
      ComputeOp reduction = findTiledReduction(op);
      if (failed(refuseSchedules(op, reduction)))
        return failure();
      if (reduction) {
        if (failed(convertTiles(module, function, op, reduction)))
          return failure();
        continue;
      }
      std::optional<RowPlan> plan;
      if (failed(planRows(module, op, plan)))
        return failure();
      if (!plan)
        continue;
      Kernel kernel =
          emitRowKernel(module, newName(module, function.getName()), *plan);
      kernel.function->setAttr(
          scheduleAttrName,
          StringAttr::get(&getContext(), plan->schedule().str()));
      launchRows(op, *plan, kernel);
    }
    inlineKernels(function);
    return success();
  }

  /// Plans the rows of `op`, by the schedule that is written on it or by
  /// default; none where its statements become kernels of their own.
  LogicalResult planRows(ModuleOp module, KernelOp op,
                         std::optional<RowPlan> &plan) {
    RowSchedule wanted;
    std::string reason = "the number of items is known at run time only";
    Attribute written = op->getAttr(scheduleAttrName);
    if (written) {
      std::string error = "it is not a string";
      auto text = dyn_cast<StringAttr>(written);
      auto read = text ? parseRowSchedule(text.getValue(), error)
                       : std::optional<RowSchedule>();
      if (!read)
        return op.emitError("this neo.schedule cannot be followed: ") << error;
      wanted = *read;
    }
    FailureOr<RowPlan> found = failure();
    if (!getBatch(module))
      found = RowPlan::get(op, target, reason, wanted);
    if (succeeded(found))
      plan = std::move(*found);
    else if (written)
      return op.emitError("this neo.schedule cannot be followed: ") << reason;
    else
      op.emitRemark("its statements run one after another: ") << reason;
    return success();
  }

  /// A reduction and its epilogue in one kernel. Left to be inlined where the
  /// reduction is blocked and its partial sums are kept in a result.
  LogicalResult convertTiles(ModuleOp module, func::FuncOp function,
                             KernelOp op, ComputeOp reduction) {
    SmallVector<ComputeOp> statements = op.getStatements();
    LoopNest nest = LoopNest::get(reduction, ArrayRef(statements).drop_front());
    // The epilogue reads a tile before a staged write-back could store it.
    FailureOr<Schedule> schedule = getSchedule(reduction, nest, false);
    if (failed(schedule))
      return failure();
    if (schedule->keepsPartialSums() && reduction->hasAttr(scheduleAttrName))
      return reduction.emitError("this neo.schedule cannot be followed: the "
                                 "other statements of its neo.kernel read what "
                                 "tiles leave in registers, where neither a "
                                 "block outside all loops nor a write-back "
                                 "leaves it");
    if (schedule->keepsPartialSums() || getBatch(module))
      return success();
    Kernel kernel = emitTileKernel(module, newName(module, function.getName()),
                                   op, nest, *schedule);
    recordSchedule(kernel, *schedule, nest);
    launch(op, op->getOperands(), kernel);
    op.erase();
    return success();
  }

  void launchRows(KernelOp op, const RowPlan &plan, Kernel &kernel) {
    OpBuilder b(op);
    auto launch = LaunchOp::create(b, op->getLoc(), getLaunchTypes(plan),
                                   kernel.function.getName(), op->getOperands(),
                                   kernel.extent, kernel.grain);
    for (auto [i, result] : llvm::enumerate(launch.getResults())) {
      bool partial = result.getType() != op.getResult(i).getType();
      op.getResult(i).replaceAllUsesWith(partial ? sumPartials(b, op, i, result)
                                                 : result);
    }
    op.erase();
  }

  void convertIndexed(ModuleOp module, func::FuncOp function) {
    SmallVector<GatherOp> gathers;
    SmallVector<ScatterAddOp> scatters;
    function.walk([&](GatherOp op) { gathers.push_back(op); });
    function.walk([&](ScatterAddOp op) { scatters.push_back(op); });
    for (GatherOp op : gathers)
      convertIndexed(op, [&] {
        return emitGatherKernel(module, newName(module, function.getName()),
                                op);
      });
    for (ScatterAddOp op : scatters)
      convertIndexed(op, [&] {
        return emitScatterKernel(module, newName(module, function.getName()),
                                 op);
      });
  }

  template <typename Op>
  void convertIndexed(Op op, llvm::function_ref<Kernel()> emit) {
    std::string key;
    llvm::raw_string_ostream os(key);
    os << op->getName() << op->getAttrDictionary();
    for (Type type : op->getOperandTypes())
      os << type;
    os << op.getType();
    auto [entry, isNew] = kernels.try_emplace(key);
    if (isNew)
      entry->second = emit();
    launch(op, op->getOperands(), entry->second)
        ->setAttr(indexChecksAttrName,
                  makeIndexChecks(op, IndexedAccess::get(op)));
    op->erase();
  }

  /// Replaces `op` by a launch of `kernel`, which reads `operands`.
  LaunchOp launch(Operation *op, ValueRange operands, const Kernel &kernel) {
    OpBuilder b(op);
    func::FuncOp function = kernel.function;
    auto launch = LaunchOp::create(b, op->getLoc(), op->getResultTypes(),
                                   function.getName(), operands, kernel.extent,
                                   kernel.grain);
    if (kernel.batchTile)
      launch->setAttr(batchTileAttrName,
                      b.getI64IntegerAttr(*kernel.batchTile));
    if (kernel.hasDisjointFootprints)
      launch->setAttr(disjointFootprintsAttrName, b.getUnitAttr());
    op->replaceAllUsesWith(launch);
    return launch;
  }

  TargetModel target;
  llvm::StringMap<Kernel> kernels;
  unsigned names = 0;
};
} // namespace
