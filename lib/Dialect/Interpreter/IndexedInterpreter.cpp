//===- IndexedInterpreter.cpp - What gather and scatter_add compute -------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/IndexRange.h"
#include "Neo/Dialect/IndexedAccess.h"
#include "Neo/Dialect/Interpreter/Accumulator.h"
#include "Neo/Dialect/Interpreter/AffineFunction.h"
#include "Neo/Dialect/Interpreter/Interpreter.h"

using namespace mlir;
using namespace neo;

static SmallVector<AffineFunction> decode(AffineMap map) {
  SmallVector<AffineFunction> functions;
  for (AffineExpr expr : map.getResults())
    functions.push_back(isa<AffineSymbolExpr>(expr) ? AffineFunction()
                                                    : decodeAffine(expr));
  return functions;
}

/// Row-major position in a tensor of `shape` of the element at `index`.
static int64_t locate(ArrayRef<int64_t> shape, ArrayRef<int64_t> index) {
  int64_t position = 0;
  for (auto [extent, at] : llvm::zip_equal(shape, index))
    position = position * extent + at;
  return position;
}

namespace {
/// Visits the points of the loops and says which element each one names.
class IndexedRun {
public:
  IndexedRun(const IndexedAccess &access, ArrayRef<const Tensor *> positions)
      : access(access), positions(positions), index(decode(access.index)),
        where(decodeCondition(access.where)) {
    for (AffineMap map : access.maps)
      reads.push_back(decode(map));
  }

  /// Calls `visit(point, element)` for every point where the guard holds; both
  /// are row-major positions.
  void run(llvm::function_ref<void(int64_t, int64_t)> visit) const {
    if (llvm::is_contained(access.extents, 0))
      return;
    SmallVector<int64_t> loops(access.extents.size(), 0);
    int64_t point = 0;
    do {
      if (where(loops.data()))
        visit(point, find(loops));
      ++point;
    } while (advance(loops));
  }

private:
  int64_t readPositions(unsigned k, ArrayRef<int64_t> loops) const {
    SmallVector<int64_t> at;
    for (const AffineFunction &expr : reads[k])
      at.push_back(expr(loops.data()));
    return positions[k]->load(locate(positions[k]->getShape(), at)).i;
  }

  int64_t find(ArrayRef<int64_t> loops) const {
    SmallVector<int64_t> at;
    for (auto [d, expr] : llvm::enumerate(index)) {
      std::optional<unsigned> k = access.getPositions(d);
      at.push_back(k ? readPositions(*k, loops) : expr(loops.data()));
    }
    return locate(access.type.getShape(), at);
  }

  /// To the next point in row-major order; false after the last one.
  bool advance(MutableArrayRef<int64_t> loops) const {
    for (unsigned d = loops.size(); d > 0; --d) {
      if (++loops[d - 1] < access.extents[d - 1])
        return true;
      loops[d - 1] = 0;
    }
    return false;
  }

  const IndexedAccess &access;
  ArrayRef<const Tensor *> positions;
  SmallVector<AffineFunction> index;
  SmallVector<SmallVector<AffineFunction>> reads;
  Condition where;
};
} // namespace

/// (R1)
static LogicalResult checkPositions(Operation *op, const IndexedAccess &access,
                                    ArrayRef<const Tensor *> positions,
                                    const InterpreterOptions &options) {
  for (auto [k, tensor] : llvm::enumerate(positions)) {
    IndexRange range;
    range.shape.assign(tensor->getShape().begin(), tensor->getShape().end());
    range.dimension = access.getDimension(k);
    range.extent = access.type.getDimSize(range.dimension);
    range.what = describePositions(op, k);
    for (int64_t i = 0, e = tensor->getNumElements(); i < e; ++i) {
      int64_t value = tensor->load(i).i;
      if (range.allows(value))
        continue;
      std::string problem = range.describe(i, value);
      if (options.wrongIndex)
        *options.wrongIndex = problem;
      return op->emitError(problem);
    }
  }
  return success();
}

/// The result of `op` in `kind`, of zeros, to which `visit(result, point,
/// element)` adds what each point of the loops does to it.
template <typename Op>
static FailureOr<Tensor>
interpretIndexed(Op op, ElementKind kind, ArrayRef<const Tensor *> positions,
                 const InterpreterOptions &options,
                 llvm::function_ref<void(Tensor &, int64_t, int64_t)> visit) {
  IndexedAccess access = IndexedAccess::get(op);
  RankedTensorType type = op.getType();
  FailureOr<Tensor> result = allocateTensor(op, kind, type.getShape());
  if (failed(result) || failed(checkPositions(op, access, positions, options)))
    return failure();
  IndexedRun(access, positions).run([&](int64_t point, int64_t element) {
    visit(*result, point, element);
  });
  return result;
}

FailureOr<Tensor> neo::interpretGather(GatherOp op,
                                       ArrayRef<const Tensor *> operands,
                                       const InterpreterOptions &options) {
  auto read = [&](Tensor &result, int64_t point, int64_t element) {
    result.store(point, operands[0]->load(element));
  };
  auto kind = getInterpretedKind(op.getType().getElementType(), options);
  return interpretIndexed(op, *kind, operands.drop_front(), options, read);
}

static Scalar addUp(ElementKind kind, Scalar sum, Scalar term) {
  if (isFloat(kind))
    return makeFloat(sum.f + term.f);
  // Wraps without being undefined.
  return makeInteger(int64_t(uint64_t(sum.i) + uint64_t(term.i)));
}

FailureOr<Tensor> neo::interpretScatterAdd(ScatterAddOp op,
                                           ArrayRef<const Tensor *> operands,
                                           const InterpreterOptions &options) {
  // Sums of halves are made in f32, and rounded at the end.
  auto kind = getInterpretedKind(op.getType().getElementType(), options);
  bool isHalf = *kind == ElementKind::f16 || *kind == ElementKind::bf16;
  auto add = [&](Tensor &result, int64_t point, int64_t element) {
    ElementKind kind = result.getKind();
    Scalar sum = addUp(kind, result.load(element), operands[0]->load(point));
    result.store(element, makeCanonical(kind, sum));
  };
  FailureOr<Tensor> sums =
      interpretIndexed(op, isHalf ? ElementKind::f32 : *kind,
                       operands.drop_front(), options, add);
  if (failed(sums) || !isHalf)
    return sums;
  return castTensor(*sums, *kind);
}
