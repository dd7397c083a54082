//===- IndexWork.cpp - Code size of index arithmetic ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/IndexWork.h"

#include "Neo/Schedule/AccessPlan.h"
#include "Neo/Schedule/LaneWindows.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// About ten thousand instructions of LLVM IR.
constexpr int64_t mostIndexWork = 1500;
/// Divisions for one lane after the other, of which vectors share none.
constexpr int64_t mostDivisions = 150;

namespace {
class IndexWork {
public:
  IndexWork(const LoopNest &nest, const Schedule &schedule)
      : nest(nest), schedule(schedule) {}
  int64_t countDivisionsInCode() const;
  int64_t countParts() const;

private:
  using LoopTest = llvm::function_ref<bool(unsigned)>;
  bool isKnownForm(const LinearForm &form) const;
  int64_t workOf(const LinearForm &form) const;
  int64_t partsOf(const NestOperand &operand) const;
  int64_t workOf(ArrayRef<NestCondition> conditions) const;
  int64_t countCopies(LoopTest depends) const;
  int64_t countVersions() const;

  const LoopNest &nest;
  const Schedule &schedule;
};
} // namespace

/// The number of divisions and remainders in `expr`.
static int64_t countDivisions(AffineExpr expr) {
  int64_t divisions = 0;
  expr.walk([&](AffineExpr part) {
    divisions += part.getKind() == AffineExprKind::FloorDiv ||
                 part.getKind() == AffineExprKind::CeilDiv ||
                 part.getKind() == AffineExprKind::Mod;
  });
  return divisions;
}

/// Is the value of `form` known at compile time? With holes, lanes are loaded
/// one by one in any case.
bool IndexWork::isKnownForm(const LinearForm &form) const {
  return isPlaced(nest, schedule, form) && !hasHoles(nest, schedule);
}

/// Divisions of `form` for one vector: none if it has none, or if its lanes are
/// placed.
int64_t IndexWork::workOf(const LinearForm &form) const {
  if (form.irregular.none() || isKnownForm(form))
    return 0;
  int64_t divisions = countDivisions(form.expr);
  return dividesLanes(schedule, form) ? schedule.lanes() * (1 + divisions)
                                      : divisions;
}

int64_t neo::countPartialLoads(const LoopNest &nest, const Schedule &schedule,
                               const AccessPlan &plan) {
  if (!plan.isDividedInPlace())
    return 0;
  VectorRead read = plan.at(firstStep(nest, schedule));
  return read.kind == ReadKind::windows
             ? findWindows(read.places, schedule.lanes()).size()
             : shiftsOf(read.places).size();
}

/// The loads of placed lanes, if they are more than a few.
int64_t IndexWork::partsOf(const NestOperand &operand) const {
  constexpr int64_t few = 4;
  AccessPlan plan(nest, schedule, operand);
  int64_t parts = countPartialLoads(nest, schedule, plan);
  return parts > few ? 2 * parts : 0;
}

int64_t IndexWork::workOf(ArrayRef<NestCondition> conditions) const {
  int64_t work = 0;
  for (const NestCondition &condition : conditions)
    work += workOf(condition.form);
  return work;
}

/// How often a value that depends on the loops of `depends` is computed in the
/// code of a tile. Unrolled steps are counted as sharing nothing.
int64_t IndexWork::countCopies(LoopTest depends) const {
  int64_t copies = 1;
  for (auto [loop, steps] : llvm::enumerate(schedule.tile))
    if (depends(loop))
      copies *= steps;
  for (unsigned loop : schedule.unrolled)
    copies *= nest.loops[loop].extent;
  return schedule.groupedLoop ? copies * schedule.group : copies;
}

int64_t IndexWork::countVersions() const {
  int64_t versions = 1;
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    if (info.isReduction)
      continue;
    int64_t tiles = llvm::divideCeil(info.extent, schedule.step(loop));
    if (meetsEdges(nest, schedule, loop))
      versions *= std::clamp<int64_t>(tiles, 1, 3);
  }
  return versions;
}

int64_t IndexWork::countDivisionsInCode() const {
  int64_t work =
      workOf(nest.where) * countCopies([](unsigned) { return true; });
  for (const NestOperand &operand : nest.operands)
    work += (workOf(operand.access) + workOf(operand.guard)) *
            countCopies([&](unsigned loop) { return operand.dependsOn(loop); });
  return work == 0 ? 0 : work * countVersions();
}

int64_t IndexWork::countParts() const {
  int64_t parts = 0;
  for (const NestOperand &operand : nest.operands)
    parts += partsOf(operand) * countCopies([&](unsigned loop) {
               return operand.dependsOn(loop);
             });
  return parts;
}

int64_t neo::countIndexWork(const LoopNest &nest, const Schedule &schedule) {
  IndexWork work(nest, schedule);
  return work.countDivisionsInCode() + work.countParts();
}

bool neo::exceedsIndexWork(const LoopNest &nest, const Schedule &schedule) {
  bool isSmallest = schedule.vectors() == 1 && schedule.unrolled.empty() &&
                    !schedule.groupedLoop;
  if (isSmallest)
    return false;
  IndexWork work(nest, schedule);
  int64_t divisions = work.countDivisionsInCode();
  return divisions > mostDivisions ||
         divisions + work.countParts() > mostIndexWork;
}
