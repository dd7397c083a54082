//===- Epilogue.cpp - Epilogues fused into contractions -------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Epilogue.h"

#include "InterleavedStore.h"
#include "Streaming.h"
#include "TileLoops.h"

using namespace mlir;
using namespace neo;

namespace {
/// Evaluates the statements after a reduction on its finished vectors.
class Epilogue {
public:
  Epilogue(TileState &tile, KernelOp op, ValueRange buffers);
  void apply(ArrayRef<FinishedVector> tileVectors);

private:
  struct Follower {
    LoopNest nest;
    SmallVector<Value> buffers;
  };
  void evaluate(Value value, const TilePoint &point);
  void collect(Value made, Value value, const TilePoint &point);
  void store(unsigned result);

  TileState &tile;
  KernelOp op;
  ValueRange results;
  std::vector<Follower> followers;
  /// The vectors of the current tile, by the kernel's result.
  std::vector<SmallVector<FinishedVector>> finished;
};
} // namespace

Epilogue::Epilogue(TileState &tile, KernelOp op, ValueRange buffers)
    : tile(tile), op(op), results(buffers.drop_front(op->getNumOperands())) {
  SmallVector<ComputeOp> statements = op.getStatements();
  for (ComputeOp statement : llvm::drop_begin(statements)) {
    Follower follower{LoopNest::getFollower(statement, tile.nest), {}};
    for (Value operand : statement.getOperands()) {
      auto argument = dyn_cast<BlockArgument>(operand);
      follower.buffers.push_back(argument ? buffers[argument.getArgNumber()]
                                          : Value());
    }
    followers.push_back(std::move(follower));
  }
}

/// Keeps `value`, the vector of `made` at `point`, for every result of the
/// kernel that is `made`.
void Epilogue::collect(Value made, Value value, const TilePoint &point) {
  for (auto [i, given] : llvm::enumerate(op.getGiven()))
    if (given == made)
      finished[i].push_back({value, point});
}

/// Stores the vectors of the tile that belong to `result`.
void Epilogue::store(unsigned result) {
  tile.streams = streams(op.getResult(result), tile.nest, tile.schedule,
                         tile.nest.output, op);
  Value buffer = results[result];
  if (tile.schedule.reducesLanes(tile.nest)) {
    for (const auto &[value, point] : finished[result]) {
      Value first = vector::ExtractOp::create(tile.b, tile.loc, value, 0);
      storeScalar(tile, first, buffer, point);
    }
    return;
  }
  TileBody body(tile, {});
  SmallVector<FinishedVector> rest =
      storeInterleaved(tile, finished[result], buffer);
  for (const auto &[value, point] :
       storeTransposed(tile, body, rest, buffer, /*blockStart=*/Value()))
    storeResult(tile, value, buffer, point);
}

void Epilogue::evaluate(Value value, const TilePoint &point) {
  if (!isa<VectorType>(value.getType()))
    value = vector::BroadcastOp::create(tile.b, tile.loc,
                                        tile.vectorOf(value.getType()), value);
  ComputeOp reduction = tile.nest.op;
  llvm::DenseMap<Value, Value> made{{reduction.getResult(), value}};
  collect(reduction.getResult(), value, point);
  for (Follower &follower : followers) {
    ComputeOp statement = follower.nest.op;
    TileState state(tile.b, tile.loc, follower.nest, tile.schedule);
    state.origin = tile.origin;
    state.steps = tile.steps;
    state.ranges = tile.ranges;
    state.items = tile.items;
    TileBody body(state, follower.buffers);
    body.readFrom([&](unsigned operand, const TilePoint &) {
      return made.lookup(statement.getOperand(operand));
    });
    Value result = body.evaluate(point);
    made[statement.getResult()] = result;
    collect(statement.getResult(), result, point);
  }
}

void Epilogue::apply(ArrayRef<FinishedVector> tileVectors) {
  finished.assign(op->getNumResults(), {});
  for (const FinishedVector &vector : tileVectors)
    evaluate(vector.value, vector.point);
  for (unsigned result = 0; result < op->getNumResults(); ++result)
    store(result);
}

Kernel neo::emitTileKernel(ModuleOp module, StringRef name, KernelOp op,
                           const LoopNest &nest, const Schedule &schedule) {
  func::FuncOp function = createKernelFunction(module, name, op);
  Block *entry = &function.getBody().front();
  OpBuilder b = enterKernel(function);
  Location loc = op.getLoc();
  unsigned buffers = entry->getNumArguments() - 2;
  TileState state(b, loc, nest, schedule);
  SmallVector<Value> operands;
  for (Value operand : ComputeOp(nest.op).getOperands())
    operands.push_back(
        entry->getArgument(cast<BlockArgument>(operand).getArgNumber()));
  operands.push_back(Value()); // the result may have no buffer
  Value step = walkRange(b, loc, entry->getArgument(buffers),
                         entry->getArgument(buffers + 1));
  Epilogue epilogue(state, op, entry->getArguments().take_front(buffers));
  TileLoops loops(state, operands, /*blockStart=*/Value());
  loops.giveResults(
      [&](ArrayRef<FinishedVector> vectors) { epilogue.apply(vectors); });
  loops.emitShared(step);
  return describeKernel(function, nest, schedule);
}
