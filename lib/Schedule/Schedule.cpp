//===- Schedule.cpp - How a loop nest is executed -------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/Schedule.h"

using namespace mlir;
using namespace neo;

int64_t Schedule::lanes() const {
  int64_t lanes = 1;
  for (const VectorPart &part : vector)
    lanes *= part.lanes;
  return lanes;
}

int64_t Schedule::lanesOf(unsigned loop) const {
  for (const VectorPart &part : vector)
    if (part.loop == loop)
      return part.lanes;
  return 1;
}

int64_t Schedule::vectors() const { return llvm::product_of(tile); }

int64_t Schedule::copiesOf(const NestOperand &operand) const {
  int64_t copies = 1;
  for (auto [loop, steps] : llvm::enumerate(tile))
    if (operand.dependsOn(loop))
      copies *= steps;
  return copies;
}

bool Schedule::isOneVector() const {
  return lanes() > 1 && unrolled.empty() && !groupedLoop && vectors() == 1;
}

bool Schedule::reducesLanes(const LoopNest &nest) const {
  return !vector.empty() && nest.loops[vector.front().loop].isReduction;
}

TargetModel TargetModel::of(const InstructionSet &instructions) {
  TargetModel target;
  target.vectorBytes = instructions.vectorBytes();
  target.vectorRegisters = instructions.vectorRegisters();
  target.nearStreams = instructions.nearStreams;
  target.tileProducts = instructions.tileProducts;
  return target;
}

std::string TargetModel::description() const {
  std::string text;
  llvm::raw_string_ostream(text)
      << vectorBytes << " " << vectorRegisters << " " << cacheBytes << " "
      << wayBytes << " " << bytesPerCycle << " " << nearStreams << " "
      << tileProducts;
  return text;
}

SmallVector<int64_t> neo::getLaneOffsets(const LinearForm &form,
                                         const Schedule &schedule) {
  SmallVector<int64_t> offsets(1, 0);
  for (const VectorPart &part : schedule.vector) {
    if (form.irregular[part.loop])
      return {};
    SmallVector<int64_t> next;
    for (int64_t base : offsets)
      for (int64_t lane = 0; lane < part.lanes; ++lane)
        next.push_back(base + lane * form.coefficients[part.loop]);
    offsets = std::move(next);
  }
  return offsets;
}

/// Length of the contiguous runs of `offsets`; 1 if they differ in length.
static int64_t runLength(ArrayRef<int64_t> offsets) {
  int64_t run = 1, lanes = offsets.size();
  while (run < lanes && offsets[run] == offsets[run - 1] + 1)
    ++run;
  if (lanes % run != 0)
    return 1;
  for (int64_t lane = 0; lane < lanes; ++lane)
    if (lane % run != 0 && offsets[lane] != offsets[lane - 1] + 1)
      return 1;
  return run;
}

/// The same for one vectorised loop, whose lanes have a constant stride.
static LaneAccess classifyEvenLanes(const LinearForm &form,
                                    const VectorPart &part, int64_t &chunk) {
  int64_t stride = form.coefficients[part.loop];
  if (form.irregular[part.loop])
    return LaneAccess::scattered;
  if (stride == 0 || part.lanes == 1)
    return LaneAccess::broadcast;
  if (stride == 1) {
    chunk = part.lanes;
    return LaneAccess::contiguous;
  }
  // Contiguous vectors with less than two lanes each save no loads.
  if (stride < 2 || stride > std::min(widestStride, part.lanes))
    return LaneAccess::scattered;
  chunk = stride;
  return LaneAccess::strided;
}

LaneAccess neo::classifyLanes(const LinearForm &form, const Schedule &schedule,
                              int64_t &chunk) {
  chunk = 1;
  if (schedule.vector.size() == 1)
    return classifyEvenLanes(form, schedule.vector.front(), chunk);
  SmallVector<int64_t> offsets = getLaneOffsets(form, schedule);
  if (offsets.empty())
    return LaneAccess::scattered;
  if (llvm::all_of(offsets, [](int64_t offset) { return offset == 0; }))
    return LaneAccess::broadcast;
  chunk = runLength(offsets);
  if (chunk == int64_t(offsets.size()))
    return LaneAccess::contiguous;
  return chunk >= 4 ? LaneAccess::chunked : LaneAccess::scattered;
}

bool neo::isStridedInLanes(const LinearForm &form, const Schedule &schedule) {
  int64_t chunk;
  LaneAccess access = classifyLanes(form, schedule, chunk);
  return (access == LaneAccess::scattered || access == LaneAccess::strided) &&
         form.irregular.none();
}

int64_t neo::getStoreRun(const LinearForm &form, const Schedule &schedule) {
  int64_t run = 1;
  for (bool grown = true; grown;) {
    grown = false;
    for (unsigned loop = 0; loop < schedule.tile.size(); ++loop)
      if (schedule.tile[loop] > 1 && schedule.lanesOf(loop) == 1 &&
          form.coefficients[loop] == run) {
        run *= schedule.tile[loop];
        grown = true;
      }
  }
  return run;
}

std::optional<unsigned> neo::findRunLoop(const LinearForm &form,
                                         const Schedule &schedule) {
  if (!isStridedInLanes(form, schedule) ||
      !llvm::isPowerOf2_64(schedule.lanes()))
    return std::nullopt;
  for (unsigned loop = 0; loop < schedule.tile.size(); ++loop) {
    int64_t steps = schedule.tile[loop];
    bool fits = steps == 4 || steps == 8 || steps == 16 ||
                (steps >= 4 && steps <= schedule.lanes());
    if (fits && form.coefficients[loop] == 1 && !form.irregular[loop] &&
        schedule.lanesOf(loop) == 1)
      return loop;
  }
  return std::nullopt;
}
