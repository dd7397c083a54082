//===- ComputeInterpreter.cpp - What one neo.compute computes -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Interpreter/Accumulator.h"
#include "Neo/Dialect/Interpreter/AffineFunction.h"
#include "Neo/Dialect/Interpreter/ScalarProgram.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

namespace {
/// One operand: its element at the index the map gives, or its pad.
class Access {
public:
  Access(ComputeOp op, unsigned i, const Tensor &tensor)
      : tensor(tensor), guard(decodeCondition(op.getGuard(i))) {
    for (AffineExpr expr : op.getMap(i).getResults())
      index.push_back(decodeAffine(expr));
    if (TypedAttr attr = op.getPad(i))
      pad = makeCanonical(tensor.getKind(), getConstant(attr));
  }

  Scalar read(const int64_t *loops) const {
    if (!guard(loops))
      return pad;
    int64_t position = 0;
    for (auto [d, expr] : llvm::enumerate(index))
      position = position * tensor.getShape()[d] + expr(loops);
    return tensor.load(position);
  }

private:
  const Tensor &tensor;
  SmallVector<AffineFunction> index;
  Condition guard;
  Scalar pad = makeInteger(0);
};

/// Visits every point of the loops and writes the result.
class ComputeRun {
public:
  ComputeRun(ComputeOp op, ScalarProgram &body,
             ArrayRef<const Tensor *> operands, Tensor &result)
      : body(body), where(decodeCondition(op.getWhereSet())),
        accumulator(op.getKind(), body.getResultKind()), result(result),
        extents(op.getExtents()), loops(extents.size(), 0),
        outputs(op.getNumOutputLoops()) {
    for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
      accesses.emplace_back(op, i, *operands[i]);
  }

  void run() {
    for (int64_t x = 0, e = result.getNumElements(); x < e; ++x) {
      accumulator.reset();
      reduce();
      result.store(x, accumulator.getResult());
      advance(0, outputs);
    }
  }

private:
  /// Adds all terms of one element.
  void reduce() {
    auto extent = ArrayRef(extents).drop_front(outputs);
    if (llvm::is_contained(extent, 0))
      return;
    int64_t position = 0;
    do {
      if (where(loops.data()))
        accumulator.add(computeTerm(), position);
      ++position;
    } while (advance(outputs, extents.size()));
  }

  Scalar computeTerm() {
    for (auto [i, access] : llvm::enumerate(accesses))
      body.getArgument(i) = access.read(loops.data());
    return body.run(loops.data());
  }

  /// Moves loops [first, last) to their next point in row-major order; false
  /// when they are back at the origin.
  bool advance(unsigned first, unsigned last) {
    for (unsigned d = last; d > first; --d) {
      if (++loops[d - 1] < extents[d - 1])
        return true;
      loops[d - 1] = 0;
    }
    return false;
  }

  ScalarProgram &body;
  SmallVector<Access> accesses;
  Condition where;
  Accumulator accumulator;
  Tensor &result;
  SmallVector<int64_t> extents, loops;
  unsigned outputs;
};
} // namespace

/// More points than anyone waits for are refused, not started.
static LogicalResult checkWork(ComputeOp op) {
  constexpr int64_t mostPoints = int64_t(1) << 36;
  int64_t points = 1;
  for (int64_t extent : op.getExtents())
    points *= extent; // Fits 63 bits (C2).
  if (points > mostPoints)
    return op.emitError("has ")
           << points << " points; the interpreter visits at most " << mostPoints
           << ", so use smaller extents";
  return success();
}

FailureOr<Tensor> neo::interpretCompute(ComputeOp op,
                                        ArrayRef<const Tensor *> operands,
                                        const InterpreterOptions &options) {
  FailureOr<ScalarProgram> body = ScalarProgram::decode(op, options);
  if (failed(body) || failed(checkWork(op)))
    return failure();
  auto kind = getInterpretedKind(op.getType().getElementType(), options);
  FailureOr<Tensor> result = allocateTensor(op, *kind, op.getType().getShape());
  if (failed(result))
    return failure();
  ComputeRun(op, *body, operands, *result).run();
  return result;
}
