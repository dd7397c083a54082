//===- GPUScheduleVerifier.cpp - Schedules that cannot be followed --------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "GPUFragmentVerifier.h"
#include "GPUOverlapVerifier.h"
#include "GPUResourceVerifier.h"
#include "GPUWindowVerifier.h"

#include "Neo/Dialect/ElementBytes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

/// Blocks of a grid, and of what else there are no more: products of two fit 64
/// bits.
constexpr int64_t mostOfUnit = GPUMachine::maxGridBlocks;

/// Each copy but one is unrolled before the loop.
constexpr int64_t mostCopies = 32;

/// LLVM takes seconds for so many accesses in a row, and the square for more.
constexpr uint64_t mostUnrolled = 2048;

//===----------------------------------------------------------------------===//
// What no schedule may say
//===----------------------------------------------------------------------===//

LogicalResult GPUSplitAttr::verify(EmitError emitError, GPUUnit unit,
                                   int64_t size) {
  if (size < 1 || size > mostOfUnit)
    return emitError() << "a split has 1 to " << mostOfUnit << " steps, not "
                       << size;
  bool isPower = llvm::isPowerOf2_64(size);
  if ((unit == GPUUnit::vector_ || unit == GPUUnit::lane) && !isPower)
    return emitError() << "vectors and lanes are powers of two, not " << size;
  return success();
}

LogicalResult GPUAxisAttr::verify(EmitError emitError, ArrayRef<int64_t> loops,
                                  ArrayRef<GPUSplitAttr> splits) {
  for (auto [i, split] : llvm::enumerate(splits))
    if (split.getUnit() == GPUUnit::vector_ && i > 0)
      return emitError() << "the vector is the innermost split of its axis";
  return success();
}

LogicalResult GPUWindowAttr::verify(EmitError emitError, ArrayRef<int64_t> axes,
                                    ArrayRef<int64_t> pitches, int64_t offset,
                                    int64_t apart, int64_t copies,
                                    int64_t vector, int64_t along,
                                    int64_t interleave) {
  if (axes.size() != pitches.size())
    return emitError() << "a window has one pitch per axis";
  if (copies < 1 || copies > mostCopies || vector < 1 ||
      !llvm::isPowerOf2_64(vector))
    return emitError() << "a window has 1 to " << mostCopies
                       << " copies, made in accesses of a power of two of "
                          "elements";
  if (interleave < 1)
    return emitError() << "copies are interleaved by a step or more";
  auto isCounted = [](int64_t number) {
    return number >= 0 && number <= mostOfUnit;
  };
  if (!isCounted(offset) || !isCounted(apart) || !isCounted(along) ||
      !isCounted(interleave) || !llvm::all_of(pitches, isCounted))
    return emitError() << "the numbers of a window are from 0 to "
                       << mostOfUnit;
  return success();
}

LogicalResult GPUAccessAttr::verify(EmitError emitError, GPUSpace space,
                                    int64_t vector, int64_t, int64_t align,
                                    ArrayRef<int64_t>, ArrayRef<int64_t>,
                                    GPUWindowAttr window) {
  if (vector < 1 || !llvm::isPowerOf2_64(vector) || align < 1 ||
      !llvm::isPowerOf2_64(align))
    return emitError() << "an access moves a power of two of elements and has "
                          "an alignment that is one, too";
  if ((space == GPUSpace::shared) != bool(window))
    return emitError() << "an operand, or the result, has a window if it is in "
                          "shared memory";
  return success();
}

LogicalResult GPUJoinAttr::verify(EmitError emitError, int64_t parts,
                                  int64_t blocks, int64_t threads,
                                  int64_t lanes) {
  if (parts < 2)
    return emitError() << "there is nothing to join of " << parts << " parts";
  if (blocks < 1 || blocks > mostOfUnit)
    return emitError() << "a join has 1 to " << mostOfUnit << " blocks, not "
                       << blocks;
  if (threads < warpLanes || threads > 1024 || threads % warpLanes)
    return emitError() << "a block of a join has 1 to 32 whole warps of 32 "
                          "threads, not "
                       << threads << " threads";
  if (lanes < 1 || lanes > warpLanes || !llvm::isPowerOf2_64(lanes))
    return emitError() << "1, 2, 4, 8, 16 or 32 lanes share the parts of an "
                          "element, not "
                       << lanes;
  return success();
}

LogicalResult GPUScheduleAttr::verify(EmitError emitError, StringRef chip,
                                      int64_t blocks, int64_t threads,
                                      int64_t shared, ArrayRef<GPUAxisAttr>,
                                      ArrayRef<GPUAccessAttr>, GPUAccessAttr,
                                      int64_t mma, GPUOverlapAttr overlap,
                                      ArrayRef<int64_t>, GPUJoinAttr) {
  if (blocks < 0 || blocks > mostOfUnit)
    return emitError() << "a grid has 0 to " << mostOfUnit << " blocks, not "
                       << blocks;
  if (threads < warpLanes || threads > 1024 || threads % warpLanes)
    return emitError() << "a block has 1 to 32 whole warps of 32 threads, not "
                       << threads << " threads";
  if (shared < 0)
    return emitError() << "a block has no fewer than 0 bytes of shared memory";
  if (mma != 0 && mma != GPUMachine::getMmaTerms(2) &&
      mma != GPUMachine::getMmaTerms(4))
    return emitError() << "tensor cores multiply 16 terms of halves, or 8 of "
                          "tf32, at a time, not "
                       << mma;
  if (overlap.getFragments() > (mma ? 2 : 1))
    return emitError()
           << "registers have one set of fragments, and at most two "
              "where tensor cores multiply (mma), not "
           << overlap.getFragments();
  return success();
}

//===----------------------------------------------------------------------===//
// What does not fit an operator
//===----------------------------------------------------------------------===//

/// Every loop is in one axis, and the loops of an axis are of one kind.
static LogicalResult verifyAxes(ComputeOp op, GPUScheduleAttr schedule) {
  SmallVector<int64_t> uses(op.getNumLoops(), 0);
  for (GPUAxisAttr axis : schedule.getAxes())
    for (int64_t loop : axis.getLoops()) {
      if (loop < 0 || loop >= int64_t(op.getNumLoops()))
        return refuseGPUSchedule(op) << "there is no loop " << loop
                                     << "; there are " << op.getNumLoops();
      if ((loop >= int64_t(op.getNumOutputLoops())) != isReduced(op, axis))
        return refuseGPUSchedule(op)
               << "an axis mixes output and reduction loops";
      ++uses[loop];
    }
  for (auto [loop, count] : llvm::enumerate(uses))
    if (count != 1)
      return refuseGPUSchedule(op)
             << "loop '" << getLoopNames(op)[loop] << "' is in " << count
             << " axes, not in one";
  return success();
}

/// The splits of an axis hold all its steps. Loops hold no others: they would
/// cost time, which idle lanes, warps and blocks do not.
static LogicalResult verifySteps(ComputeOp op, GPUAxisAttr axis,
                                 size_t number) {
  int64_t extent = getExtent(op, axis), steps = 1;
  for (GPUSplitAttr split : axis.getSplits()) {
    int64_t size = split.getSize();
    int64_t left = llvm::divideCeil(std::max<int64_t>(extent, 1), steps);
    if (split.getUnit() == GPUUnit::step && size > left)
      return refuseGPUSchedule(op)
             << "axis " << number << " has step " << size << ", and only "
             << left << " of its " << extent << " steps are left for it";
    if (llvm::MulOverflow(steps, size, steps))
      return refuseGPUSchedule(op) << "the splits of axis " << number
                                   << " have more steps than 64 bits count";
  }
  if (steps < extent)
    return refuseGPUSchedule(op) << "axis " << number << " has " << extent
                                 << " steps, and its splits only " << steps;
  return success();
}

/// A thread's code has each point that it unrolls; of a product by tensor cores
/// each instruction, which adds `mma` terms to four elements.
static LogicalResult verifyUnrolled(ComputeOp op, GPUScheduleAttr schedule) {
  uint64_t outputs = 1, terms = 1;
  for (GPUAxisAttr axis : schedule.getAxes()) {
    uint64_t &steps = isReduced(op, axis) ? terms : outputs;
    uint64_t own = getSize(axis, {GPUUnit::vector_, GPUUnit::register_});
    steps = llvm::SaturatingMultiply(steps, own);
  }
  uint64_t unrolled = llvm::SaturatingMultiply(outputs, terms);
  if (schedule.getMma())
    unrolled = std::max(outputs, unrolled / (4 * schedule.getMma()));
  if (unrolled > mostUnrolled)
    return refuseGPUSchedule(op)
           << "a thread has " << unrolled
           << " points in vectors and registers, and at most " << mostUnrolled
           << " are unrolled: make some of them lanes, warps, steps "
              "or blocks";
  return success();
}

/// The product, or what is more than any schedule has.
static int64_t multiply(int64_t x, int64_t y) {
  int64_t product;
  return llvm::MulOverflow(x, y, product) ? std::numeric_limits<int64_t>::max()
                                          : product;
}

static LogicalResult verifySplits(ComputeOp op, GPUScheduleAttr schedule) {
  int64_t lanes = 1, warps = 1, blocks = 1;
  for (auto [i, axis] : llvm::enumerate(schedule.getAxes())) {
    if (failed(verifySteps(op, axis, i)))
      return failure();
    lanes = multiply(lanes, getSize(axis, GPUUnit::lane));
    warps = multiply(warps, getSize(axis, GPUUnit::warp));
    blocks = multiply(blocks, getSize(axis, GPUUnit::block));
  }
  if (lanes != warpLanes)
    return refuseGPUSchedule(op)
           << "the axes have " << lanes << " lanes, a warp has " << warpLanes;
  if (warps != schedule.getThreads() / warpLanes)
    return refuseGPUSchedule(op)
           << "the axes have " << warps << " warps, but a block "
           << schedule.getThreads() << " threads";
  // What has no elements is not launched.
  if (op.getType().getNumElements() == 0)
    blocks = 0;
  if (blocks != schedule.getBlocks())
    return refuseGPUSchedule(op)
           << "the axes have " << blocks << " blocks, the grid "
           << schedule.getBlocks();
  return success();
}

/// Where blocks share terms, a join follows that has all parts and elements.
static LogicalResult verifyJoin(ComputeOp op, GPUScheduleAttr schedule) {
  int64_t parts = 1;
  for (GPUAxisAttr axis : schedule.getAxes())
    if (isReduced(op, axis))
      parts *= getSize(axis, {GPUUnit::block}); // At most all blocks.
  GPUJoinAttr join = schedule.getJoin();
  if (!join && parts == 1)
    return success();
  if (!join || join.getParts() != parts)
    return refuseGPUSchedule(op)
           << parts << " blocks share the terms, and "
           << (join ? join.getParts() : 0) << " parts are joined";
  int64_t elements = op.getType().getNumElements();
  if (join.getBlocks() * join.getThreads() / join.getLanes() < elements)
    return refuseGPUSchedule(op)
           << "the join has " << join.getBlocks() << " x " << join.getThreads()
           << " threads, and " << join.getLanes() << " for each of " << elements
           << " elements";
  if (schedule.getWrite().getWindow())
    return refuseGPUSchedule(op) << "parts to join are stored from registers";
  return success();
}

/// Steps beyond the last one are kept out of memory: an access has the edges of
/// all axes that it depends on.
static LogicalResult verifyEdges(ComputeOp op, GPUScheduleAttr schedule,
                                 GPUAccessAttr access, const Twine &name,
                                 llvm::function_ref<bool(unsigned)> dependsOn) {
  if (access.getSpace() == GPUSpace::registers)
    return success();
  for (auto [number, axis] : llvm::enumerate(schedule.getAxes())) {
    int64_t steps = 1;
    for (GPUSplitAttr split : axis.getSplits())
      steps *= split.getSize();
    if (steps > getExtent(op, axis) &&
        llvm::any_of(axis.getLoops(),
                     [&](int64_t l) { return dependsOn(l); }) &&
        !llvm::is_contained(access.getEdges(), int64_t(number)))
      return refuseGPUSchedule(op)
             << "axis " << number << " has " << getExtent(op, axis)
             << " steps of " << steps << ", and " << name
             << " is accessed without asking for its edge";
  }
  return success();
}

/// Contiguous steps of `axis` in one thread.
static int64_t countNeighbours(GPUAxisAttr axis) {
  if (axis.getSplits().empty())
    return 1;
  GPUSplitAttr inner = axis.getSplits().front();
  bool isOfThread = inner.getUnit() == GPUUnit::vector_ ||
                    inner.getUnit() == GPUUnit::register_;
  return isOfThread ? inner.getSize() : 1;
}

/// Of what is written, the type with the widest elements.
static RankedTensorType getWidestPart(ComputeOp op, GPUScheduleAttr schedule) {
  RankedTensorType widest = op.getType();
  if (schedule.getJoin())
    for (Type type : getAccumulatorTypes(op))
      if (type.getIntOrFloatBitWidth() > widest.getElementTypeBitWidth())
        widest = RankedTensorType::get(widest.getShape(), type);
  return widest;
}

/// An access is as wide as instructions are, and said to be aligned to no more
/// than its own width: that is what is proven, of any address.
static LogicalResult verifyWidth(ComputeOp op, GPUAccessAttr access,
                                 RankedTensorType type) {
  int64_t bytes = getElementBytes(type);
  if (access.getVector() > GPUMachine::maxAccessBytes / bytes)
    return refuseGPUSchedule(op)
           << "an access of " << access.getVector() << " elements of " << bytes
           << " bytes is too wide; the widest has "
           << GPUMachine::maxAccessBytes << " bytes";
  if (access.getAlign() > access.getVector() * bytes)
    return refuseGPUSchedule(op)
           << "an access of " << access.getVector() * bytes
           << " bytes is aligned to as many at most, not to "
           << access.getAlign();
  return success();
}

static LogicalResult verifyAccess(ComputeOp op, GPUScheduleAttr schedule,
                                  GPUAccessAttr access, RankedTensorType type,
                                  unsigned constraints) {
  if (failed(verifyWidth(op, access, type)))
    return failure();
  auto isAxis = [&](int64_t axis) {
    return axis >= 0 && axis < int64_t(schedule.getAxes().size());
  };
  if (access.getVector() > 1 &&
      (!isAxis(access.getAlong()) ||
       countNeighbours(schedule.getAxes()[access.getAlong()]) %
               access.getVector() !=
           0))
    return refuseGPUSchedule(op)
           << "an access moves " << access.getVector()
           << " elements along an axis of which threads have no "
              "contiguous multiple of that";
  for (int64_t guard : access.getGuards())
    if (guard < 0 || guard >= int64_t(constraints))
      return refuseGPUSchedule(op) << "a guard has no constraint " << guard;
    else if (llvm::count(access.getGuards(), guard) > 1)
      return refuseGPUSchedule(op)
             << "constraint " << guard << " of a guard is named more than once";
  if (!llvm::all_of(access.getEdges(), isAxis))
    return refuseGPUSchedule(op) << "the edge of an access is of no axis";
  if (GPUWindowAttr window = access.getWindow())
    if (!llvm::all_of(window.getAxes(), isAxis) ||
        !llvm::is_contained(window.getAxes(), window.getAlong()))
      return refuseGPUSchedule(op) << "a window has an axis that there is not";
  return success();
}

LogicalResult neo::verifyGPUSchedule(ComputeOp op, GPUScheduleAttr schedule) {
  if (failed(verifyAxes(op, schedule)) || failed(verifySplits(op, schedule)) ||
      failed(verifyUnrolled(op, schedule)) ||
      failed(verifyGPUResources(op, schedule)) ||
      failed(verifyJoin(op, schedule)))
    return failure();
  if (schedule.getReads().size() != op.getNumOperands())
    return refuseGPUSchedule(op)
           << "it has " << schedule.getReads().size() << " plans for "
           << op.getNumOperands() << " operands";
  if (failed(verifyGPUFragments(op, schedule)) ||
      failed(verifyGPUOverlap(op, schedule)))
    return failure();
  for (auto [i, access] : llvm::enumerate(schedule.getReads())) {
    IntegerSet guard = op.getGuard(i);
    // What `where` proves about an index, it proves of steps that there are.
    auto isAsked = [&, operand = i](int64_t loop) {
      return dependsOnLoop(op, operand, loop) ||
             (needsWhere(op, operand) && isAskedFor(op, loop));
    };
    if (failed(verifyAccess(op, schedule, access, op.getOperandType(i),
                            guard ? guard.getNumConstraints() : 0)) ||
        failed(
            verifyEdges(op, schedule, access, "operand " + Twine(i), isAsked)))
      return failure();
  }
  auto isOutput = [&](unsigned loop) { return loop < op.getNumOutputLoops(); };
  if (schedule.getWrite().getSpace() == GPUSpace::registers)
    return refuseGPUSchedule(op)
           << "a result is written to global memory, or through "
              "shared memory";
  if (failed(verifyAccess(op, schedule, schedule.getWrite(),
                          getWidestPart(op, schedule), 0)) ||
      failed(verifyEdges(op, schedule, schedule.getWrite(), "the result",
                         isOutput)))
    return failure();
  for (int64_t edge : schedule.getWrite().getEdges())
    if (isReduced(op, schedule.getAxes()[edge]))
      return refuseGPUSchedule(op) << "the edge of the result is of axis "
                                   << edge << ", which has terms";
  return verifyGPUWindows(op, schedule);
}
