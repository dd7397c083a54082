//===- OrderDimensions.cpp - Layout of intermediate tensors ---------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
// The order of the dimensions of an intermediate tensor is an arbitrary choice
// of the program. The softmax of rows, written over the columns of a transpose,
//
//     e[j, i] = exp(x[i, j] - m[i])
//     y[i, j] = e[j, i] / s[i]
//
// has strided accesses to x or to e in any loop order, unless e gets the layout
// of tensors whose order is fixed, which are arguments and results:
//
//     e[i, j] = exp(x[i, j] - m[i])
//
// Every tensor that an operator accesses together with e votes, weighted by its
// bytes, on which of two dimensions of e is the outer one: the one whose loop
// indexes an outer dimension of the voting tensor. The order with the largest
// weight is chosen. Arguments vote first, then results, so that the layout
// propagates along a chain of tensors from both ends. Tensors much smaller than
// e have no vote, as they stay in cache in any order, nor have those of a
// contraction: it reuses elements many times, and packing chooses their layout
// (PackingChoice.cpp).
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Role.h"
#include "Neo/Dialect/Ties.h"
#include "Neo/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace neo {
#define GEN_PASS_DEF_NEOORDER
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

/// Permutations of more dimensions are not enumerated.
constexpr unsigned mostDimensions = 5;
/// Uses of an element from which on an operator is a contraction.
constexpr double mostUses = 1.5;
/// Least size of a voting tensor, relative to the one it votes on.
constexpr double leastShare = 0.25;

using Order = SmallVector<unsigned>;

static double bytesOf(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return double(type.getNumElements()) * getElementBytes(type);
}

/// The loop that each dimension is indexed by, from anywhere on; -1 for other
/// indices.
static SmallVector<int> loopsOf(AffineMap map) {
  return llvm::map_to_vector(map.getResults(), [](AffineExpr index) {
    auto shifted = dyn_cast<AffineBinaryOpExpr>(index);
    if (shifted && shifted.getKind() == AffineExprKind::Add &&
        isa<AffineConstantExpr>(shifted.getRHS()))
      index = shifted.getLHS();
    auto loop = dyn_cast<AffineDimExpr>(index);
    return loop ? int(loop.getPosition()) : -1;
  });
}

static AffineMap resultMap(ComputeOp op) {
  SmallVector<AffineExpr> loops;
  for (unsigned d = 0, e = op.getNumOutputLoops(); d < e; ++d)
    loops.push_back(getAffineDimExpr(d, op.getContext()));
  return AffineMap::get(op.getNumLoops(), 0, loops, op.getContext());
}

/// Can the dimensions of the result of `op` be permuted?
static bool isOpen(ComputeOp op) {
  int64_t rank = op.getType().getRank();
  return rank >= 2 && rank <= mostDimensions && !op->hasAttr(nonzeroAttrName) &&
         !op->use_empty() && llvm::all_of(op->getUsers(), [&](Operation *user) {
           return isa<ComputeOp>(user) && user->getBlock() == op->getBlock();
         });
}

namespace {
/// The weighted preferences for the order of dimensions of one tensor.
class Votes {
public:
  explicit Votes(unsigned rank) : rank(rank), votes(rank * rank, 0.0) {}

  /// Adds the vote of a tensor whose dimensions are indexed by the loops
  /// `theirs`; those of the tensor itself are indexed by `ours`.
  void add(ArrayRef<int> ours, ArrayRef<int> theirs, double bytes);
  /// The order with the largest weight; on a tie the current one.
  Order choose() const;

private:
  double count(ArrayRef<unsigned> order) const;

  unsigned rank;
  std::vector<double> votes; // dimension a before dimension b, at a * rank + b
};

/// Orders the dimensions of all intermediate tensors of one block.
class DimensionOrderer {
public:
  DimensionOrderer(Block &block, bool explain)
      : block(block), explain(explain) {}
  void run();

private:
  void sweep(bool forward);
  void order(ComputeOp op);
  void addVotes(Votes &votes, ComputeOp op, Value tensor, AffineMap map);
  void rebuild(ComputeOp op, ArrayRef<unsigned> order);
  void readReordered(RewriterBase &rewriter, ComputeOp reader, Value from,
                     Value to, ArrayRef<unsigned> order);

  Block &block;
  bool explain;
  SmallVector<Operation *> todo;
  /// Operators whose order is not chosen yet: their results have no vote.
  llvm::SmallPtrSet<Operation *, 16> open;
};
} // namespace

void Votes::add(ArrayRef<int> ours, ArrayRef<int> theirs, double bytes) {
  for (unsigned a = 0; a < rank; ++a)
    for (unsigned b = 0; b < rank; ++b) {
      auto first = llvm::find(theirs, ours[a]);
      auto second = llvm::find(theirs, ours[b]);
      if (a != b && ours[a] >= 0 && ours[b] >= 0 && second != theirs.end() &&
          first < second)
        votes[a * rank + b] += bytes;
    }
}

double Votes::count(ArrayRef<unsigned> order) const {
  double sum = 0;
  for (unsigned i = 0; i < rank; ++i)
    for (unsigned j = i + 1; j < rank; ++j)
      sum += votes[order[i] * rank + order[j]];
  return sum;
}

Order Votes::choose() const {
  Order order = llvm::to_vector(llvm::seq<unsigned>(0, rank)), best = order;
  double most = count(order);
  while (std::next_permutation(order.begin(), order.end()))
    if (double votes = count(order); votes > most) {
      most = votes;
      best = order;
    }
  return best;
}

/// Does each point of `op` read a distinct element of some tensor?
static bool isStream(ComputeOp op) {
  double points = 1, largest = op.getType().getNumElements();
  for (int64_t extent : op.getExtents())
    points *= double(extent);
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    largest = std::max(largest, double(op.getOperandType(i).getNumElements()));
  return points <= mostUses * largest;
}

/// Adds the votes of the operands and the result of `op` on `tensor`, which it
/// accesses by `map`.
void DimensionOrderer::addVotes(Votes &votes, ComputeOp op, Value tensor,
                                AffineMap map) {
  if (!isStream(op))
    return;
  SmallVector<int> ours = loopsOf(map);
  double least = leastShare * bytesOf(tensor);
  auto add = [&](Value other, AffineMap at) {
    if (other != tensor && !open.contains(other.getDefiningOp()) &&
        bytesOf(other) >= least)
      votes.add(ours, loopsOf(at), bytesOf(other));
  };
  for (auto [i, operand] : llvm::enumerate(op.getOperands()))
    add(operand, op.getMap(i));
  add(op.getResult(), resultMap(op));
}

/// `expr` with the output loops permuted by `order`.
static SmallVector<AffineExpr> permuteLoops(ComputeOp op,
                                            ArrayRef<unsigned> order) {
  SmallVector<AffineExpr> moved;
  for (unsigned d = 0, e = op.getNumLoops(); d < e; ++d)
    moved.push_back(getAffineDimExpr(d, op.getContext()));
  for (auto [to, from] : llvm::enumerate(order))
    moved[from] = getAffineDimExpr(to, op.getContext());
  return moved;
}

/// The same operator with its output loops in another order.
static ComputeOp reorderLoops(RewriterBase &rewriter, ComputeOp op,
                              ArrayRef<unsigned> order) {
  SmallVector<AffineExpr> moved = permuteLoops(op, order);
  unsigned loops = op.getNumLoops();
  auto move = [&](IntegerSet set) {
    return set ? set.replaceDimsAndSymbols(moved, {}, loops, 0) : set;
  };
  ComputeSpec spec = getSpecWithoutBody(op);
  for (OperandSpec &operand : spec.operands) {
    operand.map = operand.map.replaceDimsAndSymbols(moved, {}, loops, 0);
    operand.guard = move(operand.guard);
  }
  spec.where = move(spec.where);
  SmallVector<int64_t> shape;
  SmallVector<std::string> names = getLoopNames(op);
  spec.loops = names;
  for (auto [to, from] : llvm::enumerate(order)) {
    shape.push_back(op.getType().getDimSize(from));
    spec.loops[to] = names[from];
  }
  spec.type = RankedTensorType::get(shape, op.getType().getElementType());
  AffineMap places = AffineMap::get(loops, 0, moved, op.getContext());
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    return cloneBodyAt(b, op, arguments, places);
  };
  spec.body = body;
  auto reordered =
      ComputeOp::create(rewriter, withRole(op.getLoc(), reorderedRole), spec);
  keepAttributes(op, reordered);
  return reordered;
}

/// Rebuilds `reader` to read `to`, which is `from` with permuted dimensions.
void DimensionOrderer::readReordered(RewriterBase &rewriter, ComputeOp reader,
                                     Value from, Value to,
                                     ArrayRef<unsigned> order) {
  ComputeSpec spec = getSpecWithoutBody(reader);
  for (OperandSpec &operand : spec.operands) {
    if (operand.value != from)
      continue;
    operand.value = to;
    operand.map = operand.map.getSubMap(order);
  }
  auto body = [&](OpBuilder &b, Location, ValueRange arguments) {
    return cloneBody(b, reader, arguments);
  };
  spec.body = body;
  rewriter.setInsertionPoint(reader);
  auto rebuilt = ComputeOp::create(rewriter, reader.getLoc(), spec);
  rebuilt->setDiscardableAttrs(reader->getDiscardableAttrDictionary());
  std::replace(todo.begin(), todo.end(), reader.getOperation(),
               rebuilt.getOperation());
  if (open.erase(reader))
    open.insert(rebuilt);
  rewriter.replaceOp(reader, rebuilt);
}

void DimensionOrderer::rebuild(ComputeOp op, ArrayRef<unsigned> order) {
  IRRewriter rewriter(op);
  ComputeOp reordered = reorderLoops(rewriter, op, order);
  while (!op->use_empty())
    readReordered(rewriter, cast<ComputeOp>(*op->user_begin()), op.getResult(),
                  reordered.getResult(), order);
  rewriter.eraseOp(op);
}

void DimensionOrderer::order(ComputeOp op) {
  Votes votes(op.getType().getRank());
  addVotes(votes, op, op.getResult(), resultMap(op));
  for (OpOperand &use : op->getUses()) {
    auto reader = cast<ComputeOp>(use.getOwner());
    addVotes(votes, reader, op.getResult(),
             reader.getMap(use.getOperandNumber()));
  }
  Order order = votes.choose();
  if (llvm::is_sorted(order))
    return;
  if (explain)
    op.emitRemark("its result takes its dimensions in the order (")
        << llvm::join(llvm::map_range(
                          order, [](unsigned d) { return std::to_string(d); }),
                      ", ")
        << ") of those as written, as its neighbours have them";
  rebuild(op, order);
}

/// Visits tensors in program order, which propagates layouts from operands, or
/// backwards, which propagates them from readers.
void DimensionOrderer::sweep(bool forward) {
  todo.clear();
  for (auto op : block.getOps<ComputeOp>())
    if (isOpen(op))
      todo.push_back(op);
  open.clear();
  if (forward)
    open.insert(todo.begin(), todo.end());
  else
    std::reverse(todo.begin(), todo.end());
  // By index, as readers are rebuilt.
  for (unsigned i = 0; i < todo.size(); ++i) {
    open.erase(todo[i]);
    order(cast<ComputeOp>(todo[i]));
  }
}

void DimensionOrderer::run() {
  sweep(/*forward=*/true);
  sweep(/*forward=*/false);
}

namespace {
struct OrderPass : neo::impl::NeoOrderBase<OrderPass> {
  using NeoOrderBase::NeoOrderBase;

  void runOnOperation() override {
    // The position of the batch dimension is fixed.
    if (getBatch(getOperation()))
      return;
    for (Block &block : getOperation().getBody())
      DimensionOrderer(block, explain).run();
  }
};
} // namespace
