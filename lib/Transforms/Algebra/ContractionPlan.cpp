//===- ContractionPlan.cpp - The cheapest order of a product --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Transforms/Algebra/ContractionPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <limits>
#include <vector>

using namespace neo;

/// Cost of the load of a further operand.
constexpr double loadCost = 0.25;

/// Cycles for the horizontal sum of a vector.
constexpr double sumCost = 4;

/// Weight of the cost of a step that only the first run executes: small, but
/// not 0, so that the cheapest of several is chosen.
constexpr double shareOfFirstRun = 1e-6;

static bool contains(LoopSet all, LoopSet part) { return (part & ~all) == 0; }

double ContractionProblem::countPoints(LoopSet loops) const {
  double points = 1;
  for (auto [d, extent] : llvm::enumerate(extents))
    if (loops >> d & 1)
      points *= double(extent);
  return points;
}

LoopSet ContractionProblem::getLoops(unsigned subset) const {
  LoopSet loops = 0;
  for (auto [f, factor] : llvm::enumerate(factors))
    if (subset >> f & 1)
      loops |= factor.loops;
  return loops;
}

LoopSet ContractionProblem::getAllLoops() const {
  LoopSet loops = outputs;
  for (const Factor &factor : factors)
    loops |= factor.loops;
  for (LoopSet condition : conditions)
    loops |= condition;
  return loops;
}

LoopSet ContractionProblem::getKept(unsigned subset) const {
  LoopSet loops = getLoops(subset);
  LoopSet needed = outputs;
  for (auto [f, factor] : llvm::enumerate(factors))
    if (!(subset >> f & 1))
      needed |= factor.loops;
  for (LoopSet condition : conditions)
    if (!contains(loops, condition))
      needed |= condition;
  return loops & needed;
}

double ContractionProblem::getWholeCost() const {
  unsigned count = std::max<unsigned>(factors.size(), 1);
  double operations = std::max(1u, count - 1) + loadCost * (count - 1);
  double moved = countPoints(outputs) * cost.elementBytes;
  double cycles = cost.start + cost.ofBytes(moved);
  for (const Factor &factor : factors) {
    operations += factor.operations;
    cycles += cost.ofBytes(factor.bytes);
  }
  return cycles + cost.ofPoints(countPoints(getAllLoops()), operations);
}

namespace {
/// One input of a node: a set of factors, or one factor itself.
struct Half {
  unsigned subset;
  bool raw;
};

/// The best way to the tensor of a set of factors.
struct Node {
  double cycles = std::numeric_limits<double>::infinity();
  LoopSet loops = 0, contiguous = 0;
  double bytes = 0, operations = 0;
  LoopSet runsOver = 0;
  llvm::SmallVector<Half, 2> halves = {};
  unsigned known = 0;
  bool isFixed = false;
};

class Planner {
public:
  explicit Planner(const ContractionProblem &problem)
      : problem(problem), full((1u << problem.factors.size()) - 1),
        raw(problem.factors.size()) {}

  ContractionPlan run();

private:
  const Node &get(Half half) const {
    return half.raw ? raw[llvm::countr_zero(half.subset)]
                    : best.at(half.subset);
  }
  void addFactor(unsigned factor);
  void addKnown(unsigned subset, LoopSet innermost);
  void addPair(Node &node, unsigned left, unsigned right, LoopSet kept,
               LoopSet extra);
  void addHalves(Node &node, unsigned subset, LoopSet kept, LoopSet extra);
  void compareAll();
  void joinCheapest();
  Node findResult();
  void offer(Node &node, llvm::ArrayRef<Half> halves, LoopSet kept,
             LoopSet extra);
  double costAcross(llvm::ArrayRef<Half> halves, LoopSet kept) const;
  double costStrided(const Node &input, LoopSet kept, double points) const;
  unsigned emit(const Node &node, uint64_t &applied, ContractionPlan &plan);

  const ContractionProblem &problem;
  unsigned full;
  std::vector<Node> raw;
  /// Best nodes by set of factors. Elements of a std::map have stable
  /// addresses.
  std::map<unsigned, Node> best;
  /// Remaining factors of the greedy search.
  llvm::SmallVector<unsigned> left;
};
} // namespace

/// Cost of vectorisation. The lanes are a loop of the result along which an
/// input is contiguous. If there is none, the smaller input is packed first; or
/// the lanes are a reduction loop along which all inputs that depend on it are
/// contiguous, and vectors are summed at the end.
double Planner::costAcross(llvm::ArrayRef<Half> halves, LoopSet kept) const {
  double smallest = std::numeric_limits<double>::infinity();
  LoopSet contiguous = 0, strided = 0;
  for (const Half &half : halves) {
    contiguous |= get(half).contiguous;
    strided |= get(half).loops & ~get(half).contiguous;
    smallest = std::min(smallest, get(half).bytes);
  }
  if ((contiguous & kept) != 0 || kept == 0)
    return 0;
  double copied = 2 * problem.cost.ofBytes(smallest);
  if ((contiguous & ~strided) != 0)
    return std::min(copied, sumCost * problem.countPoints(kept));
  return copied;
}

/// A sum along the rows of an input reads contiguously. A sum across rows reads
/// short pieces with a large stride: an input beyond the caches is packed
/// first, or its latency makes the sum take half as long again.
double Planner::costStrided(const Node &input, LoopSet kept,
                            double points) const {
  bool alongRows = (input.contiguous & kept) == 0;
  bool isSummed = (input.loops & ~kept) != 0;
  if (alongRows || !isSummed || !problem.cost.isFar(input.bytes))
    return 0;
  return std::min(2 * problem.cost.ofBytes(input.bytes),
                  0.5 * problem.cost.ofPoints(points, 1));
}

/// Makes `node` the product of the halves, summed down to `kept`, if that is
/// cheaper than what it was.
void Planner::offer(Node &node, llvm::ArrayRef<Half> halves, LoopSet kept,
                    LoopSet extra) {
  const AlgebraCost &cost = problem.cost;
  Node made;
  made.cycles = 0;
  made.loops = kept;
  made.runsOver = extra;
  made.bytes = problem.countPoints(kept) * cost.elementBytes;
  made.halves.assign(halves.begin(), halves.end());
  double operations = 1 + loadCost * (halves.size() - 1), largest = 0;
  double own = cost.start + cost.ofBytes(made.bytes) + costAcross(halves, kept);
  made.isFixed = true;
  for (const Half &half : halves) {
    const Node &input = get(half);
    made.runsOver |= input.loops;
    made.isFixed &= input.isFixed;
    made.cycles += input.cycles;
    own += cost.ofBytes(input.bytes);
    operations += input.operations;
    bool fills = (input.contiguous & kept) != 0;
    if (fills && input.bytes > largest) {
      largest = input.bytes;
      made.contiguous = input.contiguous & kept;
    }
  }
  double points = problem.countPoints(made.runsOver);
  for (const Half &half : halves)
    own += costStrided(get(half), kept, points);
  own += cost.ofPoints(points, operations);
  made.cycles += made.isFixed ? shareOfFirstRun * own : own;
  if (made.cycles < node.cycles)
    node = std::move(made);
}

void Planner::addFactor(unsigned f) {
  const ContractionProblem::Factor &factor = problem.factors[f];
  raw[f].cycles = 0;
  raw[f].loops = factor.loops;
  raw[f].contiguous = factor.contiguous;
  raw[f].bytes = factor.bytes;
  raw[f].operations = factor.operations;
  raw[f].isFixed = factor.isFixed;
  LoopSet kept = problem.getKept(1u << f);
  Node &summed = best[1u << f];
  // A constant is no tensor.
  bool isNumber = factor.loops == 0 && factor.bytes == 0;
  if (!isNumber && (kept != factor.loops || factor.operations > 0))
    offer(summed, {{1u << f, true}}, kept, 0);
}

void Planner::addPair(Node &node, unsigned left, unsigned right, LoopSet kept,
                      LoopSet extra) {
  for (bool leftRaw : {true, false})
    for (bool rightRaw : {true, false}) {
      if ((leftRaw && !llvm::isPowerOf2_32(left)) ||
          (rightRaw && !llvm::isPowerOf2_32(right)))
        continue;
      offer(node, {{left, leftRaw}, {right, rightRaw}}, kept, extra);
    }
}

void Planner::addHalves(Node &node, unsigned subset, LoopSet kept,
                        LoopSet extra) {
  // Visit each partition once: the left part has the lowest factor.
  unsigned lowest = subset & -subset;
  for (unsigned left = subset; left; left = (left - 1) & subset) {
    unsigned right = subset & ~left;
    if (!(left & lowest) || !right)
      continue;
    addPair(node, left, right, kept, extra);
  }
}

/// The node of the result: of two parts directly, or of the whole product over
/// fewer loops than the result has.
Node Planner::findResult() {
  Node result;
  // Loops that no factor depends on: of the result, or of a condition.
  LoopSet extra = problem.getAllLoops() & ~problem.getLoops(full);
  if (left.size() == 2)
    addPair(result, left[0], left[1], problem.outputs, extra);
  else
    addHalves(result, full, problem.outputs, extra);
  if (llvm::isPowerOf2_32(full))
    offer(result, {{full, true}}, problem.outputs, extra);
  if (extra)
    offer(result, {{full, false}}, problem.outputs, extra);
  return result;
}

/// A node for a tensor that exists.
void Planner::addKnown(unsigned subset, LoopSet innermost) {
  Node &node = best[subset];
  node.cycles = 0;
  node.loops = problem.getKept(subset);
  node.runsOver = problem.getLoops(subset);
  node.contiguous = innermost;
  node.bytes = problem.countPoints(node.loops) * problem.cost.elementBytes;
  node.known = subset;
}

void Planner::compareAll() {
  for (unsigned subset = 1; subset <= full; ++subset)
    if (!llvm::isPowerOf2_32(subset))
      addHalves(best[subset], subset, problem.getKept(subset), 0);
}

/// Makes the pair with the cheapest node one factor, until two are left.
void Planner::joinCheapest() {
  for (unsigned f = 0; f < problem.factors.size(); ++f)
    left.push_back(1u << f);
  while (left.size() > 2) {
    Node cheapest;
    double least = std::numeric_limits<double>::infinity();
    unsigned first = 0, second = 0;
    for (unsigned i = 0; i < left.size(); ++i)
      for (unsigned j = i + 1; j < left.size(); ++j) {
        Node node;
        addPair(node, left[i], left[j], problem.getKept(left[i] | left[j]), 0);
        double cycles = node.cycles;
        for (const Half &half : node.halves)
          cycles -= get(half).cycles;
        if (cycles < least) {
          least = cycles;
          cheapest = std::move(node);
          first = i;
          second = j;
        }
      }
    left[first] |= left[second];
    left.erase(left.begin() + second);
    best[left[first]] = std::move(cheapest);
  }
  // The result is of these two; the whole is a tensor where it has more loops.
  addPair(best[full], left[0], left[1], problem.getKept(full), 0);
}

ContractionPlan Planner::run() {
  for (auto [subset, innermost] : problem.known)
    addKnown(subset, innermost);
  for (unsigned f = 0; f < problem.factors.size(); ++f)
    addFactor(f);
  if (problem.factors.size() <= maxCompared)
    compareAll();
  else
    joinCheapest();
  Node result = findResult();
  ContractionPlan plan;
  plan.cycles = result.cycles;
  uint64_t applied = 0;
  emit(result, applied, plan);
  return plan;
}

unsigned Planner::emit(const Node &node, uint64_t &applied,
                       ContractionPlan &plan) {
  ContractionStep step;
  step.loops = node.runsOver;
  step.kept = node.loops;
  step.innermost = node.contiguous;
  step.known = node.known;
  for (const Half &half : node.halves)
    step.nodes.push_back(half.raw ? llvm::countr_zero(half.subset)
                                  : emit(get(half), applied, plan));
  for (auto [c, condition] : llvm::enumerate(problem.conditions))
    if (!(applied >> c & 1) && contains(step.loops, condition)) {
      applied |= uint64_t(1) << c;
      step.conditions.push_back(c);
    }
  plan.steps.push_back(std::move(step));
  return problem.factors.size() + plan.steps.size() - 1;
}

ContractionPlan neo::planContractions(const ContractionProblem &problem) {
  return Planner(problem).run();
}

SmallVector<unsigned> ContractionPlan::getSubsets(unsigned count) const {
  SmallVector<unsigned> subsets;
  for (const ContractionStep &step : steps) {
    unsigned subset = step.known;
    for (unsigned node : step.nodes)
      subset |= node < count ? 1u << node : subsets[node - count];
    subsets.push_back(subset);
  }
  return subsets;
}
