//===- KernelEmitter.cpp - One kernel from one loop nest ------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "AlignmentPeeling.h"
#include "PlacedLines.h"
#include "Streaming.h"
#include "TileLoops.h"

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/Strict.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

static MemRefType bufferType(RankedTensorType type,
                             std::optional<int64_t> batch) {
  // A buffer of dynamic size has the type of one larger than any.
  constexpr int64_t unbounded = int64_t(1) << 47;
  int64_t elements = isBatched(type, batch)
                         ? unbounded
                         : std::max<int64_t>(type.getNumElements(), 1);
  return MemRefType::get({elements}, storageType(type.getElementType()));
}

func::FuncOp neo::createKernelFunction(ModuleOp module, StringRef name,
                                       Operation *op, bool countsItems) {
  return createKernelFunction(module, name, op->getLoc(), op->getOperandTypes(),
                              op->getResultTypes(), countsItems);
}

func::FuncOp neo::createKernelFunction(ModuleOp module, StringRef name,
                                       Location loc, TypeRange operands,
                                       TypeRange results, bool countsItems) {
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  std::optional<int64_t> batch = getBatch(module);
  SmallVector<Type> types;
  for (TypeRange tensors : {operands, results})
    for (Type tensor : tensors)
      types.push_back(bufferType(cast<RankedTensorType>(tensor), batch));
  if (countsItems)
    types.push_back(MemRefType::get({1}, b.getI64Type()));
  types.append(2, b.getIndexType());
  auto function =
      func::FuncOp::create(b, loc, name, b.getFunctionType(types, {}));
  function.setPrivate();
  function->setAttr(kernelAttrName, b.getUnitAttr());
  // What is left of it in LLVM: lib/Target/HalfRoundings.h asks.
  if (isStrict(module))
    function->setAttr("passthrough",
                      b.getStrArrayAttr({StringRef(strictFunction)}));
  // Operands are read only, and the result does not alias them.
  for (unsigned i = 0, e = types.size() - 2; i < e; ++i)
    function.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                        b.getUnitAttr());
  function.addEntryBlock();
  return function;
}

Value neo::loadItems(OpBuilder &b, Location loc, Value buffer) {
  Value first = arith::ConstantIndexOp::create(b, loc, 0);
  Value items = memref::LoadOp::create(b, loc, buffer, ValueRange(first));
  return arith::IndexCastOp::create(b, loc, b.getIndexType(), items);
}

OpBuilder neo::enterKernel(func::FuncOp function) {
  OpBuilder b = OpBuilder::atBlockEnd(&function.getBody().front());
  b.setInsertionPoint(func::ReturnOp::create(b, function.getLoc()));
  return b;
}

Value neo::walkRange(OpBuilder &b, Location loc, Value begin, Value end) {
  auto forOp = scf::ForOp::create(b, loc, begin, end,
                                  arith::ConstantIndexOp::create(b, loc, 1));
  b.setInsertionPointToStart(forOp.getBody());
  return forOp.getInductionVar();
}

/// The product of the trip counts of the parallel loops, without those over the
/// batch.
static int64_t sharedExtent(const LoopNest &nest, const Schedule &schedule) {
  int64_t extent = 1;
  for (unsigned level = 0; level < schedule.parallelLoops; ++level) {
    unsigned loop = schedule.order[level];
    if (!nest.loops[loop].isBatch)
      extent *= llvm::divideCeil(nest.loops[loop].extent, schedule.step(loop));
  }
  return extent;
}

/// How many items one step of the parallel range covers; 0 if it does not
/// iterate over items.
static int64_t sharedBatchTile(const LoopNest &nest, const Schedule &schedule) {
  for (unsigned loop :
       ArrayRef(schedule.order).take_front(schedule.parallelLoops))
    if (nest.loops[loop].isBatch)
      return schedule.step(loop);
  return 0;
}

/// Creates the loop over blocks of a reduction outside all others, if the
/// schedule has one; returns the first reduction step of the block.
static Value enterBlocks(TileState &state) {
  const Schedule &schedule = state.schedule;
  if (!schedule.blockedLoop || schedule.blocksInside())
    return {};
  int64_t extent = state.nest.loops[*schedule.blockedLoop].extent;
  auto forOp = scf::ForOp::create(state.b, state.loc, state.constantIndex(0),
                                  state.constantIndex(extent),
                                  state.constantIndex(schedule.block));
  state.b.setInsertionPointToStart(forOp.getBody());
  return forOp.getInductionVar();
}

int64_t neo::chooseGrain(int64_t points, int64_t extent) {
  extent = std::max<int64_t>(extent, 1);
  return std::clamp<int64_t>(32768 / std::max<int64_t>(points / extent, 1), 1,
                             extent);
}

/// `extent` is that of the parallel range, computed with the placeholder extent
/// where it depends on the batch.
static int64_t grainOf(const LoopNest &nest, const Schedule &schedule,
                       int64_t extent) {
  int64_t grain = chooseGrain(nest.points(), extent);
  int64_t pointsPerStep =
      std::max<int64_t>(1, nest.points() / std::max<int64_t>(extent, 1));
  // All steps that a thread takes at once reuse the block in cache, so the
  // grain is large. But not beyond a tenth of a second: a run can be cancelled
  // between grains only.
  if (schedule.blockedLoop && !schedule.blocksInside())
    grain = std::max(grain,
                     std::min(extent / 4, (int64_t(1) << 31) / pointsPerStep));
  return grain;
}

Kernel neo::emitKernel(ModuleOp module, StringRef name, const LoopNest &nest,
                       const Schedule &schedule) {
  ComputeOp op = nest.op;
  bool countsItems = nest.hasBatch();
  func::FuncOp function = createKernelFunction(module, name, op, countsItems);
  Block *entry = &function.getBody().front();
  OpBuilder b = enterKernel(function);
  Location loc = op.getLoc();
  unsigned buffers = op.getNumOperands() + 1, range = buffers + countsItems;
  TileState state(b, loc, nest, schedule);
  state.peelsRows = peelsRows(op.getResult(), nest, schedule, op);
  state.streams = state.peelsRows ||
                  streams(op.getResult(), nest, schedule, nest.output, op);
  if (countsItems)
    state.items = loadItems(b, loc, entry->getArgument(buffers));
  Value blockStart = enterBlocks(state);
  ValueRange arguments = entry->getArguments();
  state.sharedBegin = arguments[range];
  state.sharedEnd = arguments[range + 1];
  PlacedLines lines(state, arguments.take_front(buffers));
  state.lines = &lines;
  Value step = walkRange(b, loc, state.sharedBegin, state.sharedEnd);
  TileLoops loops(state, arguments.take_front(buffers), blockStart);
  loops.emitShared(step);
  return describeKernel(function, nest, schedule);
}

Kernel neo::describeKernel(func::FuncOp function, const LoopNest &nest,
                           const Schedule &schedule) {
  int64_t extent = sharedExtent(nest, schedule);
  if (!nest.hasBatch())
    return {function, extent, grainOf(nest, schedule, extent)};
  int64_t tile = sharedBatchTile(nest, schedule);
  int64_t tiles = tile ? llvm::divideCeil(*getBatch(nest.op), tile) : 1;
  return {function, extent, grainOf(nest, schedule, extent * tiles), tile};
}
