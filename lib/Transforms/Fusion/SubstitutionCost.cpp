//===- SubstitutionCost.cpp - Reward of substituting a producer -----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "SubstitutionCost.h"

#include "MaskCost.h"

#include "Neo/Dialect/AffineRange.h"
#include "Neo/Dialect/Conditions.h"
#include "Neo/Dialect/ElementBytes.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace neo;

namespace {
/// Accumulates savings and costs.
class Balance {
public:
  explicit Balance(const AlgebraCost &cost) : cost(cost) {}

  /// Saves `times` transfers of `elements` of `tensor`.
  void move(Value tensor, double elements, double times) {
    auto type = cast<RankedTensorType>(tensor.getType());
    double bytes = elements * getElementBytes(type);
    reward.bytes += times * bytes;
    reward.cycles += times * cost.ofBytes(bytes);
  }
  /// Saves `instructions` at each of `points`.
  void compute(double points, double instructions) {
    reward.instructions += points * instructions;
    reward.cycles += cost.ofPoints(points, instructions);
  }
  void launch() {
    reward.launches += 1;
    reward.cycles += cost.start;
  }
  const SubstitutionReward &get() const { return reward; }

private:
  const AlgebraCost &cost;
  SubstitutionReward reward;
};
} // namespace

/// The number of elements of `tensor` that `op` can access, which may be a
/// slice.
static double countElements(ComputeOp op, Value tensor) {
  return std::min(getCostedElements(op, tensor), getCostedPoints(op));
}

using Loops = llvm::SmallBitVector;

/// The loops of `producer` that `value` in its body depends on.
static Loops loopsOf(ComputeOp producer, Value value,
                     llvm::DenseMap<Value, Loops> &known) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  Loops loops(producer.getNumLoops());
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && producer.getGuard(argument.getArgNumber())) {
    loops.set();
  } else if (argument) {
    AffineMap map = producer.getMap(argument.getArgNumber());
    for (unsigned loop = 0; loop < loops.size(); ++loop)
      loops[loop] = map.isFunctionOfDim(loop);
  } else if (auto index = value.getDefiningOp<IndexOp>()) {
    loops.set(index.getLoop());
  } else {
    for (Value operand : value.getDefiningOp()->getOperands())
      loops |= loopsOf(producer, operand, known);
  }
  known[value] = loops;
  return loops;
}

/// The loops of `op` that have one step. Dependence on them does not matter,
/// and a batch of one is treated as a batch of two.
static Loops loopsOfOnePoint(ComputeOp op) {
  Loops loops(op.getNumLoops());
  for (auto [loop, extent] : llvm::enumerate(getCostedExtents(op)))
    loops[loop] = extent == 1;
  return loops;
}

/// Operations of the body of `producer` over all steps of `reader`, which
/// evaluates it at index `places`.
static double countOperations(ComputeOp producer, ComputeOp reader,
                              AffineMap places) {
  llvm::DenseMap<Value, Loops> known;
  SmallVector<int64_t> extents = getCostedExtents(reader);
  Loops single = loopsOfOnePoint(producer);
  double cost = 0;
  for (Operation &inner : producer.getBodyBlock()->without_terminator()) {
    Loops moving = loopsOf(producer, inner.getResult(0), known) | single;
    double steps = 1;
    for (unsigned loop = 0; loop < extents.size(); ++loop)
      if (moving.all() || llvm::any_of(moving.set_bits(), [&](unsigned moved) {
            return places.getResult(moved).isFunctionOfDim(loop);
          }))
        steps *= double(std::max<int64_t>(extents[loop], 1));
    cost += getOperationCost(inner) * steps;
  }
  return cost;
}

/// The elements of `producer` that `consumer` reads at a point: index and guard
/// of each. Each of them is evaluated after substitution.
static auto placesIn(ComputeOp consumer, ComputeOp producer) {
  llvm::SetVector<std::pair<AffineMap, IntegerSet>> places;
  for (auto [i, operand] : llvm::enumerate(consumer.getOperands()))
    if (operand == producer.getResult())
      places.insert({consumer.getMap(i), consumer.getGuard(i)});
  return places;
}

/// Does `consumer` read operand `operand` of `producer` at an element of which
/// it evaluates the expression? A slice of a concatenation reads one of many.
static bool isRead(ComputeOp producer, unsigned operand, ComputeOp consumer,
                   AffineMap place) {
  IntegerSet guard = producer.getGuard(operand);
  SmallVector<int64_t> extents = getCostedExtents(consumer);
  if (!guard || llvm::is_contained(extents, 0))
    return true;
  FailureOr<IntegerSet> there = composeChecked(guard, place, extents);
  if (failed(there))
    return true;
  return llvm::all_of(there->getConstraints(), [&](AffineExpr bound) {
    std::optional<AffineInterval> values = getInterval(bound, extents);
    return !values || values->high >= 0;
  });
}

namespace {
/// What evaluating a producer's expression at one place of a consumer reads.
struct Reads {
  llvm::SetVector<Value> loaded;
  double instructions = 0, dropped = 0;
};
} // namespace

/// Is the loop along which `consumer` reads contiguous elements at `place`
/// split into short pieces by so many bounds of `guard`? Lanes need masks
/// there. Pieces of one element are those of a stack, along which no lanes run.
static bool makesShortPieces(IntegerSet guard, unsigned bounds, AffineMap place,
                             ComputeOp consumer) {
  constexpr int64_t shortest = 32; // elements
  int64_t pieces = bounds / 2 + 1;
  AffineExpr last = place.getResults().back();
  for (AffineExpr bound : guard.getConstraints())
    for (auto [loop, extent] : llvm::enumerate(getCostedExtents(consumer)))
      if (bound.isFunctionOfDim(loop) && last.isFunctionOfDim(loop) &&
          extent > pieces && extent < shortest * pieces)
        return true;
  return false;
}

/// The guards of `producer` at `place` in `consumer`; none if they are not all
/// bounds of one loop.
static std::optional<SmallVector<IntegerSet>>
findBounds(ComputeOp producer, ComputeOp consumer, AffineMap place) {
  SmallVector<int64_t> extents = getCostedExtents(consumer);
  SmallVector<IntegerSet> guards;
  for (unsigned i = 0; i < producer.getNumOperands(); ++i) {
    IntegerSet guard = producer.getGuard(i);
    if (!guard)
      continue;
    FailureOr<IntegerSet> there = composeChecked(guard, place, extents);
    if (failed(there) || !hasBoundsOfOneLoop(*there))
      return std::nullopt;
    guards.push_back(*there);
  }
  return guards;
}

bool neo::hasSplitBounds(ComputeOp producer, ComputeOp consumer,
                         AffineMap place) {
  return findBounds(producer, consumer, place).has_value();
}

/// Is the loop of a reduction split at the bounds of all guards that `producer`
/// has at `place`, so that each of its points loads from one operand? Not where
/// elements are read many times, in tiles or panels.
static bool splitsLoops(ComputeOp producer, ComputeOp consumer,
                        AffineMap place) {
  if (getCostedPoints(consumer) > getCostedPoints(producer))
    return false;
  std::optional<SmallVector<IntegerSet>> guards =
      findBounds(producer, consumer, place);
  if (!guards)
    return false;
  unsigned bounds = 0;
  for (IntegerSet guard : *guards)
    bounds += guard.getNumConstraints();
  return llvm::none_of(*guards, [&](IntegerSet guard) {
    return makesShortPieces(guard, bounds, place, consumer);
  });
}

/// A loop is split where guards change (TileSections.h), so that each of its
/// points loads from one operand; a reduction that cannot be split computes a
/// mask for every guard.
static Reads readsAt(ComputeOp producer, ComputeOp consumer, AffineMap place) {
  Reads reads;
  bool hasMasks = consumer.getKind() != ReductionKind::none &&
                  !splitsLoops(producer, consumer, place);
  for (auto [i, operand] : llvm::enumerate(producer.getOperands())) {
    if (!isRead(producer, i, consumer, place)) {
      reads.dropped += 1;
      continue;
    }
    bool isMasked = hasMasks && producer.getGuard(i);
    if (!llvm::is_contained(consumer.getOperands(), operand) &&
        reads.loaded.insert(operand))
      reads.instructions += isMasked ? instructionsPerMaskedLoad : 1;
  }
  return reads;
}

SubstitutionReward neo::rewardOf(ComputeOp producer,
                                 ArrayRef<ComputeOp> consumers, bool remains,
                                 const AlgebraCost &cost) {
  Balance saved(cost);
  Value result = producer.getResult();
  double points = getCostedPoints(producer);
  llvm::SetVector<Value> operands(producer.getOperands().begin(),
                                  producer.getOperands().end());
  if (!remains) {
    saved.move(result, points, 1);
    for (Value operand : operands)
      saved.move(operand, countElements(producer, operand), 1);
    AffineMap here = AffineMap::getMultiDimIdentityMap(producer.getNumLoops(),
                                                       producer.getContext());
    saved.compute(points, producer.getNumOperands() + 1);
    saved.compute(countOperations(producer, producer, here), 1);
    saved.launch();
  }
  for (ComputeOp consumer : consumers) {
    double evaluations = getCostedPoints(consumer);
    saved.move(result, std::min(points, evaluations), 1);
    llvm::SetVector<Value> loaded;
    for (auto [place, guard] : placesIn(consumer, producer)) {
      Reads reads = readsAt(producer, consumer, place);
      loaded.insert_range(reads.loaded);
      saved.compute(evaluations, 1 + reads.dropped - reads.instructions);
      saved.compute(countOperations(producer, consumer, place), -1);
    }
    for (Value operand : loaded)
      saved.move(operand, countElements(consumer, operand), -1);
  }
  return saved.get();
}
