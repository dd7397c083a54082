//===- WindowLayout.cpp - Where windows lie in shared memory --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "WindowLayout.h"

#include "AxisBuilder.h"
#include "Coalescing.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Schedule/GPU/AccessPlan.h"

#include <numeric>

using namespace mlir;
using namespace neo;

SmallVector<GPUAxisAttr>
neo::getCopyAxes(ComputeOp op, ArrayRef<GPUAxisAttr> axes, int64_t width) {
  SmallVector<GPUAxisAttr> copies;
  for (GPUAxisAttr axis : axes) {
    AxisBuilder copy(op, axis.getLoops());
    int64_t steps = getWindowSteps(axis);
    int64_t vector = width;
    while (steps % vector != 0)
      vector /= 2;
    copy.split(GPUUnit::vector_, vector);
    copy.split(GPUUnit::register_, steps / vector);
    copy.split(GPUUnit::step, getSize(axis, {GPUUnit::step}));
    copy.splitRest(GPUUnit::block);
    copies.push_back(copy.get());
  }
  return copies;
}

/// `axes` as the first warp of those splits them who copy a window by accesses
/// of `width` elements along the first of `order`, then along the second, of
/// which neighbours are `interleave` steps apart.
static SmallVector<GPUAxisAttr>
getWarpAxes(ComputeOp op, ArrayRef<GPUAxisAttr> axes, ArrayRef<int64_t> order,
            int64_t width = 1, int64_t interleave = 1) {
  SmallVector<GPUAxisAttr> split(axes);
  int64_t lanes = warpLanes;
  for (auto [i, number] : llvm::enumerate(order)) {
    AxisBuilder axis(op, axes[number].getLoops());
    int64_t steps = getWindowSteps(axes[number]);
    if (i == 0)
      axis.split(GPUUnit::vector_, width);
    if (i == 1)
      axis.split(GPUUnit::register_, interleave);
    steps /= i == 0 ? width : i == 1 ? interleave : 1;
    int64_t ofAxis = std::gcd(lanes, steps);
    lanes /= ofAxis;
    axis.split(GPUUnit::lane, ofAxis);
    axis.split(GPUUnit::register_, steps / ofAxis);
    axis.split(GPUUnit::step, getSize(axes[number], {GPUUnit::step}));
    axis.splitRest(GPUUnit::block);
    split[number] = axis.get();
  }
  return split;
}

int64_t neo::findCopyAxis(ComputeOp op, ArrayRef<GPUAxisAttr> axes,
                          ArrayRef<int64_t> known, unsigned operand,
                          GPUAccessAttr read) {
  if (read.getVector() > 1)
    return read.getAlong();
  int64_t best = known.back(), least = std::numeric_limits<int64_t>::max();
  for (int64_t axis : llvm::reverse(known)) {
    SmallVector<int64_t> order(llvm::reverse(known));
    llvm::erase(order, axis);
    order.insert(order.begin(), axis);
    AxisSpace warp(op, getWarpAxes(op, axes, order));
    int64_t sectors = countSectors(
        warp, warp.getAddress(op.getMap(operand), op.getOperandType(operand)),
        read);
    if (sectors < least) {
      least = sectors;
      best = axis;
    }
  }
  return best;
}

GPUWindowAttr neo::layOutWindow(ArrayRef<GPUAxisAttr> axes,
                                ArrayRef<int64_t> known, int64_t along,
                                int64_t vector, int64_t elementBytes,
                                int64_t pad, int64_t &shared) {
  SmallVector<int64_t> order(known);
  llvm::erase(order, along);
  order.push_back(along);
  SmallVector<int64_t> pitches(order.size());
  int64_t elements = 1;
  for (size_t i = order.size(); i-- > 0;) {
    pitches[i] = elements;
    elements = elements * getWindowSteps(axes[order[i]]) +
               (i + 1 == order.size() ? pad : 0);
  }
  int64_t offset = llvm::alignTo(shared, GPUMachine::sharedAlignment);
  shared = offset + elements * elementBytes;
  return GPUWindowAttr::get(axes.front().getContext(), order, pitches, offset,
                            elements, /*copies=*/1, vector, along,
                            /*interleave=*/1);
}

/// What all banks deliver at once.
constexpr int64_t bankRowBytes =
    GPUMachine::sharedBanks * GPUMachine::bankBytes;

/// Do `count` rows of `bytes`, so many `apart`, have all banks of shared memory
/// once?
static bool haveOwnBanks(int64_t count, int64_t bytes, int64_t apart) {
  llvm::SmallDenseSet<int64_t> begins;
  for (int64_t row = 0; row < count; ++row)
    begins.insert(row * apart % bankRowBytes);
  return int64_t(begins.size()) == count &&
         llvm::all_of(begins, [&](int64_t at) { return at % bytes == 0; });
}

/// Rows between those that the lanes of one transaction write, `bytes` long and
/// `pitch` bytes apart: adjacent ones meet in a bank where they are padded.
static int64_t chooseInterleave(int64_t rows, int64_t bytes, int64_t pitch) {
  int64_t together = bankRowBytes / bytes;
  if (bankRowBytes % bytes != 0)
    return 1;
  for (int64_t apart = 1; rows % (apart * together) == 0; apart *= 2)
    if (haveOwnBanks(together, bytes, apart * pitch))
      return apart;
  return 1;
}

GPUWindowAttr neo::interleaveRows(ComputeOp op, ArrayRef<GPUAxisAttr> axes,
                                  unsigned operand, GPUAccessAttr read,
                                  GPUWindowAttr window) {
  ArrayRef<int64_t> known = window.getAxes();
  if (known.size() < 2)
    return window;
  int64_t along = window.getAlong(), row = known[known.size() - 2];
  int64_t bytes = getElementBytes(op.getOperandType(operand));
  int64_t interleave = chooseInterleave(
      getWindowSteps(axes[row]), getWindowSteps(axes[along]) * bytes,
      window.getPitches()[known.size() - 2] * bytes);
  SmallVector<int64_t> order(llvm::reverse(known));
  auto countCopied = [&](int64_t apart) {
    AxisSpace warp(op, getWarpAxes(op, axes, order, window.getVector(), apart));
    return countSectors(
        warp, warp.getAddress(op.getMap(operand), op.getOperandType(operand)),
        read);
  };
  if (interleave == 1 || countCopied(interleave) > countCopied(1))
    return window;
  return GPUWindowAttr::get(op.getContext(), known, window.getPitches(),
                            window.getOffset(), window.getApart(),
                            window.getCopies(), window.getVector(), along,
                            interleave);
}

void neo::stackStages(ComputeOp op, MutableArrayRef<GPUAccessAttr> reads,
                      int64_t stages, int64_t &shared) {
  int64_t apart = llvm::alignTo(shared, GPUMachine::sharedAlignment);
  shared = apart * stages;
  for (auto [operand, read] : llvm::enumerate(reads)) {
    GPUWindowAttr one = read.getWindow();
    if (!one)
      continue;
    auto window = GPUWindowAttr::get(
        op.getContext(), one.getAxes(), one.getPitches(), one.getOffset(),
        apart / getElementBytes(op.getOperandType(operand)), stages,
        one.getVector(), one.getAlong(), one.getInterleave());
    read = GPUAccessAttr::get(
        op.getContext(), read.getSpace(), read.getVector(), read.getAlong(),
        read.getAlign(), read.getGuards(), read.getEdges(), window);
  }
}

/// Contiguous bytes that the lanes of a warp store in one access.
static int64_t getRunBytes(GPUAxisAttr axis, int64_t vector, int64_t bytes) {
  int64_t run = 1;
  for (GPUSplitAttr split : axis.getSplits()) {
    bool isVector = split.getUnit() == GPUUnit::vector_;
    if (isVector ? split.getSize() != vector : split.getUnit() != GPUUnit::lane)
      break;
    run *= split.getSize();
  }
  return run * bytes;
}

/// Axes of outputs that a block has several steps of.
static SmallVector<int64_t> getTiledAxes(ComputeOp op,
                                         ArrayRef<GPUAxisAttr> axes) {
  SmallVector<int64_t> tiled;
  for (auto [number, axis] : llvm::enumerate(axes))
    if (!axis.getLoops().empty() && !isReduced(op, axis) &&
        getWindowSteps(axis) > 1)
      tiled.push_back(number);
  return tiled;
}

GPUAccessAttr neo::planResult(ComputeOp op, ArrayRef<GPUAxisAttr> axes,
                              const GPUMachine &machine, int64_t &shared) {
  int64_t bytes = getElementBytes(op.getType());
  AxisSpace space(op, axes),
      copies(op, getCopyAxes(op, axes, GPUMachine::maxAccessBytes / bytes));
  GPUAccessAttr write = planWrite(space, op), wide = planWrite(copies, op);
  std::optional<unsigned> loop =
      findInnermostLoop(op, 0, op.getNumOutputLoops());
  int64_t along = loop ? space.getAxisOf(*loop) : -1;
  SmallVector<int64_t> tiled = getTiledAxes(op, axes);
  if (!llvm::is_contained(tiled, along) ||
      getRunBytes(axes[along], write.getVector(), bytes) >=
          GPUMachine::sectorBytes)
    return write;
  int64_t end = shared;
  GPUWindowAttr window =
      layOutWindow(axes, tiled, along, wide.getVector(), bytes,
                   GPUMachine::maxAccessBytes / bytes, end);
  if (end > machine.maxBlockShared)
    return write;
  shared = end;
  // The window has no place for idle threads, and those who copy are not they.
  SmallVector<int64_t> edges(wide.getEdges());
  llvm::erase_if(edges, [&](int64_t e) { return axes[e].getLoops().empty(); });
  // Where a thread has neighbours, they stay together.
  std::optional<unsigned> inner = space.getInnermost(along);
  int64_t vector = inner ? space.getSizes()[*inner] : 1;
  return GPUAccessAttr::get(op.getContext(), GPUSpace::shared, vector, along,
                            vector * bytes, {}, edges, window);
}
