//===- RowPlan.cpp - How the statements of a kernel share rows ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "RowPlan.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/Positions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

namespace {
class RowPlanner {
public:
  RowPlanner(KernelOp op, const TargetModel &target, const RowSchedule &wanted,
             std::string &reason)
      : target(target), wanted(wanted), reason(reason) {
    plan.op = op;
  }

  FailureOr<RowPlan> run();

private:
  LogicalResult refuse(ComputeOp op, const Twine &what);
  void addStatements();
  void addLoops();
  void mapLoops(RowStatement &statement);
  LogicalResult checkReductions(RowStatement &statement);
  LogicalResult checkReads(RowStatement &statement);
  bool readsSamePoint(RowStatement &reader, unsigned operand,
                      RowStatement &producer);
  void keepInRow(RowStatement &statement);
  void readFromRow(RowStatement &reader, unsigned operand);
  void chooseSweep(unsigned s);
  void chooseScratch();
  LogicalResult finishStatement(RowStatement &statement);
  LogicalResult placeStatements();
  LogicalResult chooseSweeps();
  void keepByChunk(LoopNest &kept, int64_t elements);
  SmallVector<unsigned> innerLoops(const RowStatement &statement) const;

  RowPlan plan;
  const TargetModel &target;
  const RowSchedule &wanted;
  std::string &reason;
};
} // namespace

LogicalResult RowPlanner::refuse(ComputeOp op, const Twine &what) {
  reason =
      ("statement over [" + llvm::join(getLoopNames(op), ", ") + "] " + what)
          .str();
  return failure();
}

void RowPlanner::addStatements() {
  for (ComputeOp op : plan.op.getStatements()) {
    RowStatement statement;
    statement.op = op;
    statement.nest = LoopNest::getUnmerged(op);
    for (Value operand : op.getOperands()) {
      auto producer = operand.getDefiningOp<ComputeOp>();
      std::optional<unsigned> number;
      for (auto [i, other] : llvm::enumerate(plan.statements))
        if (other.op == producer)
          number = i;
      statement.producers.push_back(number);
    }
    for (auto [i, value] : llvm::enumerate(plan.op.getGiven()))
      if (value == op.getResult())
        statement.results.push_back(i);
    plan.statements.push_back(std::move(statement));
  }
}

/// Builds the list of the kernel's loops: the shared ones, then those of the
/// statements, beginning with the deepest nest. A new loop is inserted before
/// those that it encloses in its statement, so that the innermost loop, the
/// contiguous dimension of a tensor, stays innermost.
void RowPlanner::addLoops() {
  for (auto [name, extent] :
       llvm::zip_equal(plan.op.getLoopNames(), plan.op.getExtents()))
    plan.loops.push_back({name, extent});
  plan.sharedLoops = plan.loops.size();
  SmallVector<std::pair<int, unsigned>> order;
  for (auto [s, statement] : llvm::enumerate(plan.statements))
    order.push_back({-int(statement.nest.loops.size()), s});
  llvm::sort(order);
  for (auto [rank, s] : order) {
    size_t before = plan.loops.size();
    for (const NestLoop &loop : llvm::reverse(plan.statements[s].nest.loops)) {
      auto *known = llvm::find_if(plan.loops, [&](const RowLoop &other) {
        return other.name == loop.name && other.extent == loop.extent;
      });
      size_t at = known - plan.loops.begin();
      if (at == plan.loops.size()) {
        at = before;
        plan.loops.insert(plan.loops.begin() + at, {loop.name, loop.extent});
      }
      if (at >= plan.sharedLoops)
        before = at;
    }
  }
}

void RowPlanner::mapLoops(RowStatement &statement) {
  for (const RowLoop &loop : plan.loops) {
    int found = -1;
    for (auto [i, own] : llvm::enumerate(statement.nest.loops))
      if (own.name == loop.name && own.extent == loop.extent)
        found = i;
    statement.loops.push_back(found);
    bool shared = statement.loops.size() <= plan.sharedLoops;
    if (found < 0)
      continue;
    if (statement.nest.loops[found].isReduction)
      statement.reducesRows |= shared;
    else
      statement.hasInnerOutputs |= !shared && loop.extent > 1;
  }
}

/// The shared loops that are reduced must be the outermost ones, and the same
/// in all statements: they are what chunks are cut from.
LogicalResult RowPlanner::checkReductions(RowStatement &statement) {
  ComputeOp op = statement.op;
  if (!statement.reducesRows)
    return success();
  if (findsPosition(op.getKind()))
    return refuse(op, "counts a position over shared loops");
  if (statement.results.size() != 1)
    return refuse(op, "reduces rows and is not one result of the kernel");
  unsigned reduced = 0;
  for (unsigned loop = 0; loop < plan.sharedLoops; ++loop) {
    if (!statement.nest.loops[statement.loops[loop]].isReduction)
      continue;
    if (loop != reduced)
      return refuse(op, "reduces other shared loops than the first ones");
    ++reduced;
  }
  if (plan.reducedLoops && plan.reducedLoops != reduced)
    return refuse(op, "reduces other shared loops than another statement");
  plan.reducedLoops = reduced;
  return success();
}

/// Does `reader` access the result of `producer` at the same point only?
bool RowPlanner::readsSamePoint(RowStatement &reader, unsigned operand,
                                RowStatement &producer) {
  if (reader.op.getGuard(operand) ||
      producer.op.getNumLoops() != reader.op.getNumLoops())
    return false;
  AffineMap map = reader.op.getMap(operand);
  SmallVector<std::string> made = getLoopNames(producer.op),
                           names = getLoopNames(reader.op);
  for (auto [d, index] : llvm::enumerate(map.getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(index);
    if (!dim || names[dim.getPosition()] != made[d])
      return false;
  }
  return true;
}

LogicalResult RowPlanner::checkReads(RowStatement &statement) {
  for (auto [i, producer] : llvm::enumerate(statement.producers))
    if (producer && statement.op.getGuard(i) &&
        !plan.statements[*producer].hasInnerOutputs)
      return refuse(statement.op, "reads a number of its row under a guard");
  return success();
}

/// Row-major position over the indices of dimensions that are not shared.
static LinearForm rowForm(RowStatement &producer, ArrayRef<AffineExpr> indices,
                          unsigned sharedLoops, unsigned loops,
                          int64_t *elements) {
  MLIRContext *context = producer.op.getContext();
  AffineExpr flat = getAffineConstantExpr(0, context);
  *elements = 1;
  for (unsigned d = 0; d < producer.op.getNumOutputLoops(); ++d) {
    bool shared = llvm::is_contained(
        ArrayRef(producer.loops).take_front(sharedLoops), int(d));
    if (shared)
      continue;
    int64_t extent = producer.op.getType().getDimSize(d);
    flat = flat * extent + indices[d];
    *elements *= extent;
  }
  return LinearForm::get(flat, loops);
}

void RowPlanner::readFromRow(RowStatement &reader, unsigned operand) {
  RowStatement &producer = plan.statements[*reader.producers[operand]];
  int64_t elements;
  reader.nest.operands[operand].access =
      rowForm(producer, reader.op.getMap(operand).getResults(),
              plan.sharedLoops, reader.nest.loops.size(), &elements);
}

/// Builds the nest that writes the statement's result to its row.
void RowPlanner::keepInRow(RowStatement &statement) {
  statement.kept = statement.nest;
  if (statement.reducesRows) {
    statement.keptElements = statement.op.getType().getNumElements();
    return;
  }
  statement.kept.output =
      rowForm(statement, statement.nest.originalLoops, plan.sharedLoops,
              statement.nest.loops.size(), &statement.keptElements);
}

SmallVector<unsigned>
RowPlanner::innerLoops(const RowStatement &statement) const {
  SmallVector<unsigned> loops;
  for (unsigned loop = plan.sharedLoops; loop < plan.loops.size(); ++loop)
    if (statement.loops[loop] >= 0)
      loops.push_back(loop);
  return loops;
}

/// Chooses the first sweep over its loops in which all its operands are
/// available.
void RowPlanner::chooseSweep(unsigned s) {
  RowStatement &statement = plan.statements[s];
  SmallVector<unsigned> loops = innerLoops(statement);
  unsigned least = 0;
  for (auto [i, p] : llvm::enumerate(statement.producers)) {
    statement.isFresh.push_back(false);
    if (!p)
      continue;
    RowStatement &producer = plan.statements[*p];
    bool sameLoops = innerLoops(producer) == loops;
    statement.isFresh.back() = sameLoops &&
                               producer.op.getNumReductionLoops() == 0 &&
                               readsSamePoint(statement, i, producer);
    least =
        std::max(least, producer.sweep + (statement.isFresh.back() ? 0 : 1));
  }
  for (unsigned sweep = least; sweep < plan.sweeps.size(); ++sweep)
    if (plan.sweeps[sweep].loops == loops) {
      statement.sweep = sweep;
      plan.sweeps[sweep].statements.push_back(s);
      return;
    }
  // No existing sweep is late enough: append one.
  statement.sweep = plan.sweeps.size();
  plan.sweeps.emplace_back();
  plan.sweeps.back().loops = loops;
  plan.sweeps.back().statements.push_back(s);
}

/// Finds the statements that need a scratch row: those read in a later sweep,
/// or at another point.
void RowPlanner::chooseScratch() {
  for (RowStatement &reader : plan.statements)
    for (auto [i, p] : llvm::enumerate(reader.producers)) {
      if (!p)
        continue;
      RowStatement &producer = plan.statements[*p];
      if (producer.sweep != reader.sweep)
        reader.isFresh[i] = false;
      if (!reader.isFresh[i] && producer.hasInnerOutputs)
        producer.needsScratch = true;
    }
}

/// A reduction is finished after its loops, so the reduced loops must be
/// innermost.
LogicalResult RowPlanner::finishStatement(RowStatement &statement) {
  const RowSweep &sweep = plan.sweeps[statement.sweep];
  statement.firstReduced = sweep.loops.size();
  for (unsigned level = sweep.loops.size(); level-- > 0;) {
    if (!statement.nest.loops[statement.loops[sweep.loops[level]]].isReduction)
      break;
    statement.firstReduced = level;
  }
  // The first of equal extrema is kept, so iterations must be in the order of
  // positions.
  auto reduced = llvm::map_to_vector(
      ArrayRef(sweep.loops).drop_front(statement.firstReduced),
      [&](unsigned loop) { return statement.loops[loop]; });
  if (findsPosition(ComputeOp(statement.op).getKind()) &&
      !llvm::is_sorted(reduced))
    return refuse(statement.op,
                  "counts a position over loops that go in another order");
  // Terms may be added to a partial row at any time.
  if (statement.reducesRows)
    return success();
  for (unsigned level = 0; level < statement.firstReduced; ++level)
    if (statement.nest.loops[statement.loops[sweep.loops[level]]].isReduction)
      return refuse(statement.op, "reduces a loop around one of its result");
  return success();
}

/// Checks that the statements can share rows, and resolves their operands.
LogicalResult RowPlanner::placeStatements() {
  for (RowStatement &statement : plan.statements) {
    mapLoops(statement);
    if (failed(checkReductions(statement)))
      return failure();
  }
  for (RowStatement &statement : plan.statements) {
    if (failed(checkReads(statement)))
      return failure();
    for (auto [i, producer] : llvm::enumerate(statement.producers))
      if (producer)
        readFromRow(statement, i);
    keepInRow(statement);
  }
  return success();
}

/// Chooses the sweep of each statement, and the loops of each sweep.
LogicalResult RowPlanner::chooseSweeps() {
  dropUnitLoops(plan);
  for (unsigned s = 0; s < plan.statements.size(); ++s)
    chooseSweep(s);
  postponeStatements(plan);
  chooseScratch();
  mergeLoops(plan);
  if (plan.reducedLoops <= 1)
    return success();
  reason = "the shared loops that are reduced are not one";
  return failure();
}

/// A reduction over rows has a partial row for each chunk.
void RowPlanner::keepByChunk(LoopNest &kept, int64_t elements) {
  unsigned chunk = kept.loops.size();
  AffineExpr number = getAffineDimExpr(chunk, plan.op.getContext());
  kept.loops.push_back({"chunk", plan.chunks, false});
  kept.output =
      LinearForm::get(kept.output.expr + number * elements, chunk + 1);
}

FailureOr<RowPlan> RowPlanner::run() {
  addStatements();
  addLoops();
  if (failed(placeStatements()) || failed(chooseSweeps()))
    return failure();
  for (RowStatement &statement : plan.statements) {
    if (failed(finishStatement(statement)))
      return failure();
    statement.schedule.tile.assign(statement.nest.loops.size(), 1);
  }
  findTwins(plan);
  if (failed(chooseWork(plan, target, wanted, reason)))
    return failure();
  for (RowStatement &statement : plan.statements)
    if (statement.reducesRows)
      keepByChunk(statement.kept, statement.keptElements);
  return std::move(plan);
}

FailureOr<RowPlan> RowPlan::get(KernelOp op, const TargetModel &target,
                                std::string &reason,
                                const RowSchedule &wanted) {
  return RowPlanner(op, target, wanted, reason).run();
}
