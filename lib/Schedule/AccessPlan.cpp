//===- AccessPlan.cpp - How the lanes of an operand are read --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/AccessPlan.h"

#include "Neo/Schedule/LaneWindows.h"
#include "Neo/Schedule/StepGroups.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

ReadWay neo::wayToRead(ArrayRef<int64_t> places, int64_t lanes) {
  size_t shifts = shiftsOf(places).size();
  if (shifts == 1)
    return ReadWay::runs;
  double windows = costOfWindows(findWindows(places, lanes).size());
  return windows < costOfShift * double(shifts) ? ReadWay::windows
                                                : ReadWay::shifts;
}

AccessPlan::AccessPlan(const LoopNest &nest, const Schedule &schedule,
                       const NestOperand &operand)
    : nest(nest), schedule(schedule), operand(operand),
      laneLayout(classifyLanes(operand.access, schedule, laneLength)) {}

ReadWay AccessPlan::wayOfLayout() const {
  switch (laneLayout) {
  case LaneAccess::broadcast:
    return ReadWay::broadcast;
  case LaneAccess::contiguous:
  case LaneAccess::chunked:
    return ReadWay::runs;
  case LaneAccess::strided:
    return ReadWay::strided;
  case LaneAccess::scattered:
    return ReadWay::lanes;
  }
  llvm_unreachable("every layout is read");
}

bool AccessPlan::isDividedInPlace() const {
  return !hasHoles(nest, schedule) && dividesLanes(schedule, operand.access) &&
         isPlaced(nest, schedule, operand.access);
}

/// Are lanes that divide nothing better read by windows than one by one? Only
/// where nothing is reduced: permutations would take the place of
/// multiplications.
bool AccessPlan::isPlacedByOffsets() const {
  if (laneLayout != LaneAccess::scattered && laneLayout != LaneAccess::chunked)
    return false;
  if (nest.hasReduction() || hasHoles(nest, schedule) ||
      dividesLanes(schedule, operand.access))
    return false;
  SmallVector<int64_t> places = getLaneOffsets(operand.access, schedule);
  int64_t lanes = schedule.lanes();
  return costOfWindows(findWindows(places, lanes).size()) <
         costOfPieces(laneLayout, lanes, laneLength);
}

std::optional<LanePiece> AccessPlan::piece() const {
  return isBroadcast() ? std::nullopt : findPiece(nest, schedule, operand);
}

ReadWay AccessPlan::way() const {
  if (piece())
    return ReadWay::pieces;
  return isDividedInPlace() || isPlacedByOffsets() ? ReadWay::placed
                                                   : wayOfLayout();
}

VectorRead AccessPlan::readOffsets(const VectorStep &step) const {
  VectorRead read{ReadWay::windows, schedule.lanes(), {}, {}, {}};
  read.places = getLaneOffsets(operand.access, schedule);
  read.places.truncate(step.valid);
  return read;
}

/// Lanes that want nothing go along with one that does.
VectorRead AccessPlan::readPlaces(const VectorStep &step,
                                  GuardState state) const {
  auto places = placeLanes(nest, schedule, operand.access, step);
  if (!places)
    return {wayOfLayout(), laneLength, {}, {}, {}};
  auto wanted = lanesThatHold(nest, schedule, operand.guard, step);
  if (wanted && !llvm::is_contained(*wanted, true))
    return {ReadWay::pad, 1, {}, {}, {}};
  if (wanted)
    gatherWhere(*wanted, *places);
  ReadWay way = wayToRead(*places, schedule.lanes());
  // A guard that is asked may differ from element to element of a window.
  if (way == ReadWay::windows && !wanted && state != GuardState::holds)
    way = ReadWay::shifts;
  return {way, schedule.lanes(), std::move(*places),
          restOfPlaced(nest, schedule, operand.access), std::move(wanted)};
}

VectorRead AccessPlan::at(const VectorStep &step, GuardState state) const {
  if (state == GuardState::fails)
    return {ReadWay::pad, 1, {}, {}, {}};
  ReadWay known = way();
  if (known != ReadWay::placed)
    return {known, laneLength, {}, {}, {}};
  if (dividesLanes(schedule, operand.access))
    return readPlaces(step, state);
  return state == GuardState::holds
             ? readOffsets(step)
             : VectorRead{wayOfLayout(), laneLength, {}, {}, {}};
}

bool neo::canTransposeRegisters(Type element, int64_t lanes) {
  constexpr int64_t blockBits = 128;
  if (!element.isIntOrFloat() || !llvm::isPowerOf2_64(lanes))
    return false;
  int64_t bits = element.getIntOrFloatBitWidth();
  return (bits == 32 || bits == 64) && lanes * bits >= blockBits;
}

bool neo::isInterleaved(Type element, int64_t steps, int64_t lanes) {
  return steps == 4 || steps == 8 || steps > lanes ||
         !canTransposeRegisters(element, lanes);
}

/// Bytes that hold an i1 would have to be compared first.
std::optional<unsigned> AccessPlan::transposedLoop() const {
  Type element = operand.type.getElementType();
  if (isGuarded() || isPacked() || element.isInteger(1))
    return std::nullopt;
  std::optional<unsigned> run = findRunLoop(operand.access, schedule);
  bool fits = run && (llvm::isPowerOf2_64(schedule.tile[*run]) ||
                      canTransposeRegisters(element, schedule.lanes()));
  return fits ? run : std::nullopt;
}

bool AccessPlan::isPacked() const {
  const NestOperand *first = nest.operands.begin();
  return &operand >= first && &operand < nest.operands.end() &&
         schedule.isPacked(&operand - first);
}

GuardScope AccessPlan::guard() const {
  if (!isGuarded())
    return GuardScope::none;
  bool moves = llvm::any_of(operand.guard, [&](const NestCondition &condition) {
    return llvm::any_of(schedule.vector, [&](const VectorPart &part) {
      return condition.form.dependsOn(part.loop);
    });
  });
  return moves ? GuardScope::lanes : GuardScope::vector;
}

bool AccessPlan::isGuardDecided() const {
  return llvm::all_of(operand.guard, [&](const NestCondition &condition) {
    for (auto [loop, info] : llvm::enumerate(nest.loops)) {
      if (!condition.form.dependsOn(loop))
        continue;
      // An equation holds here and there, not everywhere but at an edge.
      bool moves = condition.isEquality && schedule.step(loop) < info.extent;
      if ((info.isReduction || moves) && !schedule.isUnrolled(loop) &&
          !hasSections(schedule, loop))
        return false;
    }
    return true;
  });
}

double AccessPlan::shareOfReads() const {
  double share = 1;
  for (const NestCondition &condition : operand.guard) {
    std::optional<unsigned> only;
    unsigned loops = 0;
    for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
      if (condition.form.dependsOn(loop)) {
        only = loop;
        ++loops;
      }
    if (!condition.isEquality || loops != 1 || schedule.lanesOf(*only) > 1 ||
        nest.loops[*only].isReduction ||
        schedule.tile[*only] < nest.loops[*only].extent)
      continue;
    share /= double(nest.loops[*only].extent);
  }
  return share;
}

/// Do `conditions`, at the terms of a reduction that is written out or in lanes
/// whose divisions are known, depend on where the tile of `loop` is?
static bool meetEdges(const LoopNest &nest, const Schedule &schedule,
                      ArrayRef<NestCondition> conditions, unsigned loop) {
  return llvm::any_of(conditions, [&](const NestCondition &condition) {
    const LinearForm &form = condition.form;
    return form.dependsOn(loop) &&
           (hasSections(schedule, loop) ||
            (isPlaced(nest, schedule, form) &&
             growthPerTile(nest, schedule, form, loop) != 0) ||
            llvm::any_of(schedule.unrolled, [&](unsigned reduction) {
              return form.dependsOn(reduction);
            }));
  });
}

bool neo::meetsEdges(const LoopNest &nest, const Schedule &schedule,
                     unsigned loop) {
  return meetEdges(nest, schedule, nest.nonzero, loop) ||
         meetEdges(nest, schedule, nest.where, loop) ||
         llvm::any_of(nest.operands, [&](const NestOperand &operand) {
           return meetEdges(nest, schedule, operand.guard, loop);
         });
}
