//===- SharedSteps.cpp - Steps that pay for several products --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The gradients of D[i, j] = sum_{k, l} A[i, k, l] * B[k, j] * C[l, j], with a
// cotangent G, are sums of products of three:
//
//     dA[i, k, l] = sum_j      G[i, j] * B[k, j]    * C[l, j]
//     dB[k, j]    = sum_{i, l} G[i, j] * A[i, k, l] * C[l, j]
//     dC[l, j]    = sum_{i, k} G[i, j] * A[i, k, l] * B[k, j]
//
// Ordered one after the other, each by what is there already, dA makes G * C,
// which is cheap, and dB takes it for its large sum, as it costs nothing; dC
// needs a large sum of its own. That is three, of I*J*K*L terms each. But
//
//     X[k, l, j] = sum_i G[i, j] * A[i, k, l]
//
// serves dB and dC, which are sums of K*L*J terms then: two large sums are
// left. No product alone would choose X.
//
// This is the choice of views to materialise (Harinarayan et al., SIGMOD 1996):
// which intermediates are computed because several queries share them. Their
// greedy algorithm serves here. A *shared step* is a set of factors whose
// product, over the loops that nothing else needs, has the same key
// (ComputeKey.h) in several products. All products are planned with and without
// it, in program order, so that steps of earlier ones are free for later ones
// either way; the step with the largest gain is built before its first user,
// until none gains. Each product is then split with these steps known, and so
// is a step of three factors or more itself.
//
// Cost: each user could compute the step on its own, so `n` users gain at most
// n - 1 times its cost; a step for which that is less than the accuracy of the
// model is not tried, and a block with too many products is left to the order
// of the program.
//
//===----------------------------------------------------------------------===//

#include "ProductSplitter.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace neo;

/// The most products of a block that are planned together, and the most shared
/// steps that are built.
constexpr unsigned maxProducts = 16, maxShared = 8;

namespace {
/// Tensors that exist, by their keys: the place of the innermost loop in the
/// key's order.
using Existing = std::map<std::string, unsigned>;

/// A step of a product: its key, and the product's loop for each of the key's.
struct KeyedStep {
  std::string key;
  SmallVector<unsigned> loops;
  /// The place of its innermost loop.
  unsigned innermost = 0;
};

/// A product with the keys of its steps, by their sets of factors.
struct Product {
  ProductSplitter splitter;
  std::map<unsigned, KeyedStep> steps = {};
  /// The cost by the cheapest choice so far.
  double cycles = 0;
};

/// A step of several products: the first, and its set of factors there.
struct SharedStep {
  unsigned product = 0, subset = 0;
  unsigned innermost = 0;
  SmallVector<unsigned> users = {};
};

class StepSharer {
public:
  StepSharer(RewriterBase &rewriter, const AlgebraOptions &options,
             KnownComputes &known)
      : rewriter(rewriter), options(options), known(known) {}

  void read(ComputeOp op);
  void run();

private:
  bool areMany() const;
  void addStep(Product &product, unsigned subset);
  void findShared();
  double costOfStep(const SharedStep &step) const;
  double costOfProduct(const Product &product, Existing &existing) const;
  SmallVector<double> costs(Existing existing) const;
  double costOfUsers(const SharedStep &step) const;
  const std::string *findBest();
  void build(const SharedStep &step);

  RewriterBase &rewriter;
  const AlgebraOptions &options;
  KnownComputes &known;
  ComputeKeys keys;
  std::vector<Product> products;
  llvm::MapVector<std::string, SharedStep, std::map<std::string, unsigned>>
      shared;
  Existing chosen;
};
} // namespace

/// Adds the key of a step, which is built for that and dropped.
void StepSharer::addStep(Product &product, unsigned subset) {
  ContractionStep step = product.splitter.getStep(subset);
  if (step.kept == 0 || !product.splitter.readsInside(step))
    return;
  Input built = product.splitter.build(step);
  auto op = built.tensor.getDefiningOp<ComputeOp>();
  ComputeKey key = keys.get(op);
  KeyedStep keyed{key.text, {}};
  for (auto [place, loop] : llvm::enumerate(key.loops))
    if (loop < built.loops.size()) {
      keyed.innermost =
          loop + 1 == built.loops.size() ? place : keyed.innermost;
      keyed.loops.push_back(built.loops[loop]);
    }
  keys.forget(op.getResult());
  rewriter.eraseOp(op);
  product.steps[subset] = std::move(keyed);
}

void StepSharer::read(ComputeOp op) {
  ProductSplitter splitter(op, rewriter, options, known, /*again=*/true);
  if (splitter.read() && !splitter.listKnowable().empty())
    products.push_back({splitter});
}

/// The steps that occur in several products.
void StepSharer::findShared() {
  for (auto [number, product] : llvm::enumerate(products))
    for (const auto &[subset, step] : product.steps) {
      SharedStep &found = shared[step.key];
      if (found.users.empty())
        found = {unsigned(number), subset, step.innermost};
      if (found.users.empty() || found.users.back() != number)
        found.users.push_back(number);
    }
  shared.remove_if(
      [](const auto &entry) { return entry.second.users.size() < 2; });
}

/// The bits of `set` at the places of those of `mask`, moved together.
static unsigned compress(unsigned set, unsigned mask) {
  unsigned compressed = 0;
  for (unsigned place = 0; mask != 0; mask &= mask - 1, ++place)
    compressed |= (set >> llvm::countr_zero(mask) & 1) << place;
  return compressed;
}

/// The cost of a step where the chosen ones are known.
double StepSharer::costOfStep(const SharedStep &step) const {
  const Product &product = products[step.product];
  const ContractionProblem &whole = product.splitter.getProblem();
  ContractionProblem part;
  part.extents = whole.extents;
  part.cost = whole.cost;
  part.outputs = whole.getKept(step.subset);
  for (auto [f, factor] : llvm::enumerate(whole.factors))
    if (step.subset >> f & 1)
      part.factors.push_back(factor);
  for (const auto &[subset, inner] : product.steps)
    if (auto found = chosen.find(inner.key);
        found != chosen.end() && (subset & ~step.subset) == 0)
      part.known[compress(subset, step.subset)] = LoopSet(1)
                                                  << inner.loops[found->second];
  return planContractions(part).cycles;
}

/// The cost of a product where the tensors in `existing` are known; what it
/// makes is added to them.
double StepSharer::costOfProduct(const Product &product,
                                 Existing &existing) const {
  ContractionProblem problem = product.splitter.getProblem();
  for (const auto &[subset, step] : product.steps)
    if (auto found = existing.find(step.key); found != existing.end())
      problem.known[subset] = LoopSet(1) << step.loops[found->second];
  ContractionPlan plan = planContractions(problem);
  double whole = problem.getWholeCost();
  if (plan.steps.size() < 2 || !isWorth(plan.cycles, whole) ||
      !product.splitter.readsInside(plan))
    return whole;
  for (unsigned subset : plan.getSubsets(problem.factors.size()))
    if (auto found = product.steps.find(subset); found != product.steps.end())
      existing.try_emplace(found->second.key, found->second.innermost);
  return plan.cycles;
}

/// The costs of all products, in program order.
SmallVector<double> StepSharer::costs(Existing existing) const {
  SmallVector<double> cycles;
  for (const Product &product : products)
    cycles.push_back(costOfProduct(product, existing));
  return cycles;
}

/// The cost of the products that have a step, by the cheapest choice so far.
double StepSharer::costOfUsers(const SharedStep &step) const {
  double cycles = 0;
  for (unsigned user : step.users)
    cycles += products[user].cycles;
  return cycles;
}

/// The key of the step that gains the most, if one does; the products' costs
/// become those with it.
const std::string *StepSharer::findBest() {
  const std::string *best = nullptr;
  SmallVector<double> cheapest;
  double most = 0;
  for (const auto &[key, step] : shared) {
    if (chosen.count(key))
      continue;
    double before = costOfUsers(step), cycles = costOfStep(step);
    double bound = cycles * double(step.users.size() - 1);
    if (!isWorth(before - bound, before))
      continue;
    Existing existing = chosen;
    existing[key] = step.innermost;
    SmallVector<double> now = costs(existing);
    double gain = -cycles;
    for (auto [product, with] : llvm::zip_equal(products, now))
      gain += product.cycles - with;
    if (gain > most && isWorth(before - gain, before)) {
      best = &key;
      most = gain;
      cheapest = now;
    }
  }
  for (auto [product, cycles] : llvm::zip(products, cheapest))
    product.cycles = cycles;
  return best;
}

void StepSharer::build(const SharedStep &step) {
  ProductSplitter &splitter = products[step.product].splitter;
  Input built = splitter.build(splitter.getStep(step.subset));
  known.add(built.tensor.getDefiningOp<ComputeOp>());
  if (options.explain)
    splitter.getOp().emitRemark("a step of it is computed first, for ")
        << step.users.size() << " products";
}

/// Are the products so many that planning them together takes too long?
bool StepSharer::areMany() const {
  if (products.size() <= maxProducts)
    return false;
  if (options.explain)
    products.front().splitter.getOp().emitRemark("it is one of ")
        << products.size() << " products of three factors or more; of at most "
        << maxProducts << " the steps that several need are computed first";
  return true;
}

void StepSharer::run() {
  if (products.size() < 2 || areMany())
    return;
  for (Product &product : products)
    for (unsigned subset : product.splitter.listKnowable())
      addStep(product, subset);
  findShared();
  for (auto [product, cycles] : llvm::zip_equal(products, costs({})))
    product.cycles = cycles;
  while (chosen.size() < maxShared) {
    const std::string *best = findBest();
    if (!best)
      return;
    const SharedStep &step = shared.find(*best)->second;
    chosen[*best] = step.innermost;
    build(step);
  }
}

void neo::shareSteps(ArrayRef<ComputeOp> computes, RewriterBase &rewriter,
                     const AlgebraOptions &options, KnownComputes &known) {
  llvm::MapVector<Block *, SmallVector<ComputeOp>> blocks;
  for (ComputeOp op : computes)
    blocks[op->getBlock()].push_back(op);
  for (auto &[block, inside] : blocks) {
    StepSharer sharer(rewriter, options, known);
    for (ComputeOp op : inside)
      sharer.read(op);
    sharer.run();
  }
}
