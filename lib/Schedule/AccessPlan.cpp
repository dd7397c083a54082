//===- AccessPlan.cpp - How the lanes of an operand are read --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/AccessPlan.h"

#include "Neo/Schedule/LaneWindows.h"
#include "Neo/Schedule/StepGroups.h"
#include "Neo/Schedule/TileSections.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

ReadKind neo::chooseReadKind(ArrayRef<int64_t> places, int64_t lanes) {
  size_t shifts = shiftsOf(places).size();
  if (shifts == 1)
    return ReadKind::runs;
  double windows = costOfWindows(findWindows(places, lanes).size());
  return windows < costOfShift * double(shifts) ? ReadKind::windows
                                                : ReadKind::shifts;
}

AccessPlan::AccessPlan(const LoopNest &nest, const Schedule &schedule,
                       const NestOperand &operand)
    : nest(nest), schedule(schedule), operand(operand),
      laneLayout(classifyLanes(operand.access, schedule, laneLength)) {}

ReadKind AccessPlan::kindOfLayout() const {
  switch (laneLayout) {
  case LaneAccess::broadcast:
    return ReadKind::broadcast;
  case LaneAccess::contiguous:
  case LaneAccess::chunked:
    return ReadKind::runs;
  case LaneAccess::strided:
    return ReadKind::strided;
  case LaneAccess::scattered:
    return ReadKind::lanes;
  }
  llvm_unreachable("every layout is read");
}

bool AccessPlan::isDividedInPlace() const {
  return !hasHoles(nest, schedule) && dividesLanes(schedule, operand.access) &&
         isPlaced(nest, schedule, operand.access);
}

/// Are linear lanes better loaded by windows than one by one? Not in
/// reductions, where permutations would compete with multiplications for ports.
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

ReadKind AccessPlan::kind() const {
  if (piece())
    return ReadKind::pieces;
  return isDividedInPlace() || isPlacedByOffsets() ? ReadKind::placed
                                                   : kindOfLayout();
}

VectorRead AccessPlan::readOffsets(const VectorStep &step) const {
  VectorRead read{ReadKind::windows, schedule.lanes(), {}, {}, {}};
  read.places = getLaneOffsets(operand.access, schedule);
  read.places.truncate(step.valid);
  return read;
}

/// Lanes whose guard fails get the position of one whose guard holds.
VectorRead AccessPlan::readPlaces(const VectorStep &step,
                                  GuardState state) const {
  auto places = placeLanes(nest, schedule, operand.access, step);
  if (!places)
    return {kindOfLayout(), laneLength, {}, {}, {}};
  auto wanted = lanesThatHold(nest, schedule, operand.guard, step);
  if (wanted && !llvm::is_contained(*wanted, true))
    return {ReadKind::pad, 1, {}, {}, {}};
  if (wanted)
    fillUnusedPositions(*wanted, *places);
  ReadKind kind = chooseReadKind(*places, schedule.lanes());
  // A guard that is evaluated at run time may vary over a window.
  if (kind == ReadKind::windows && !wanted && state != GuardState::holds)
    kind = ReadKind::shifts;
  return {kind, schedule.lanes(), std::move(*places),
          restOfPlaced(nest, schedule, operand.access), std::move(wanted)};
}

VectorRead AccessPlan::at(const VectorStep &step, GuardState state) const {
  if (state == GuardState::fails)
    return {ReadKind::pad, 1, {}, {}, {}};
  ReadKind known = kind();
  if (known != ReadKind::placed)
    return {known, laneLength, {}, {}, {}};
  if (dividesLanes(schedule, operand.access))
    return readPlaces(step, state);
  return state == GuardState::holds
             ? readOffsets(step)
             : VectorRead{kindOfLayout(), laneLength, {}, {}, {}};
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

/// Not for i1, whose bytes would have to be converted first.
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

bool neo::boundsSteps(const LoopNest &nest, const Schedule &schedule,
                      const NestCondition &condition, unsigned loop) {
  // At most a quarter of the steps is masked.
  constexpr int64_t leastSteps = 4;
  const LinearForm &form = condition.form;
  if (!nest.loops[loop].isReduction || nest.loops[loop].isBatch ||
      schedule.step(loop) != 1 || schedule.isUnrolled(loop) ||
      hasSections(schedule, loop) || condition.isEquality ||
      form.irregular.any() || std::abs(form.coefficients[loop]) != 1)
    return false;
  int64_t reach = 0;
  for (auto [other, info] : llvm::enumerate(nest.loops)) {
    if (other == loop || !form.dependsOn(other))
      continue;
    if (other > loop || info.isBatch)
      return false;
    reach += std::abs(form.coefficients[other]) * schedule.step(other);
  }
  return reach > 0 && nest.loops[loop].extent >= leastSteps * reach;
}

bool AccessPlan::isGuardDecided() const {
  return llvm::all_of(operand.guard, [&](const NestCondition &condition) {
    for (auto [loop, info] : llvm::enumerate(nest.loops)) {
      if (!condition.form.dependsOn(loop))
        continue;
      // An equality may hold at any position, not in all but edge tiles.
      bool moves = condition.isEquality && schedule.step(loop) < info.extent;
      if ((info.isReduction || moves) && !schedule.isUnrolled(loop) &&
          !hasSections(schedule, loop) &&
          !boundsSteps(nest, schedule, condition, loop) &&
          !splitsAt(nest, schedule, condition, loop))
        return false;
    }
    return true;
  });
}

/// The share of the vectors along `loop`, all of which are in a tile, in which
/// `form`, linear in that loop alone, is not negative in every lane.
static double shareOfVectors(const LoopNest &nest, const Schedule &schedule,
                             const LinearForm &form, unsigned loop) {
  int64_t lanes = schedule.lanesOf(loop), extent = nest.loops[loop].extent;
  int64_t vectors = llvm::divideCeil(extent, lanes), held = 0;
  int64_t slope = form.coefficients[loop], start = *form.constant();
  for (int64_t first = 0; first < extent; first += lanes) {
    int64_t last = std::min(first + lanes, extent) - 1;
    if (start + std::max(slope * first, slope * last) >= 0)
      ++held;
  }
  return double(held) / double(vectors);
}

double AccessPlan::shareOfReads() const {
  double share = 1;
  for (const NestCondition &condition : operand.guard) {
    const LinearForm &form = condition.form;
    std::optional<unsigned> only;
    unsigned loops = 0;
    for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
      if (form.dependsOn(loop)) {
        only = loop;
        ++loops;
      }
    if (loops != 1 || nest.loops[*only].isReduction ||
        nest.loops[*only].isBatch ||
        schedule.step(*only) < nest.loops[*only].extent)
      continue;
    if (!condition.isEquality && form.irregular.none() && form.constant())
      share *= shareOfVectors(nest, schedule, form, *only);
    else if (condition.isEquality && schedule.lanesOf(*only) == 1)
      share /= double(nest.loops[*only].extent);
  }
  return share;
}

SmallVector<NestCondition> neo::boundsOfSteps(const LoopNest &nest,
                                              const Schedule &schedule,
                                              unsigned loop) {
  SmallVector<NestCondition> bounds;
  auto add = [&](ArrayRef<NestCondition> conditions) {
    for (const NestCondition &condition : conditions)
      if (boundsSteps(nest, schedule, condition, loop))
        bounds.push_back(condition);
  };
  add(nest.where);
  for (const NestOperand &operand : nest.operands)
    if (!AccessPlan(nest, schedule, operand).isPacked())
      add(operand.guard);
  return bounds;
}

/// Do `conditions` on terms of an unrolled reduction, or on placed lanes,
/// depend on the position of the tile of `loop`?
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
