//===- PackOperands.cpp - Operands of contractions in panels --------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//
//
//     C[i, j] = sum_k A[i, k] * B[j, k]
// -->
//     P[jo, k, ji] = B[64 * jo + ji, k]
//     C[i, j] = sum_k A[i, k] * P[j floordiv 64, k, j mod 64]
//
// Packing.h chooses; this file builds the copy. It is indexed by the loops that
// the operand depends on, so a strided read becomes a dense one.
//
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Contraction.h"
#include "Neo/Dialect/InstructionSet.h"
#include "Neo/Schedule/Schedule.h"
#include "Neo/Transforms/Layout/Packing.h"
#include "Neo/Transforms/Passes.h"

namespace neo {
#define GEN_PASS_DEF_NEOPACK
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
/// The copy: its shape, where its elements come from, and where the
/// contraction finds what it read.
struct PackedCopy {
  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> source;
  SmallVector<AffineExpr> target;
};
} // namespace

/// Panels first if the run is cut, then the other dimensions in their order,
/// then the run.
static PackedCopy layOut(ComputeOp op, const Packing &packing) {
  Builder b(op.getContext());
  RankedTensorType type = op.getOperandType(packing.operand);
  AffineMap map = op.getMap(packing.operand);
  PackedCopy copy;
  copy.source.resize(type.getRank());
  auto append = [&](int64_t extent, AffineExpr read) {
    copy.shape.push_back(extent);
    copy.target.push_back(read);
    return b.getAffineDimExpr(copy.shape.size() - 1);
  };
  AffineExpr panel;
  if (packing.width) {
    unsigned d = packing.dimensions.front();
    panel = append(type.getDimSize(d) / packing.width,
                   map.getResult(d).floorDiv(packing.width));
  }
  for (unsigned d = 0; d < type.getRank(); ++d)
    if (!llvm::is_contained(packing.dimensions, d))
      copy.source[d] = append(type.getDimSize(d), map.getResult(d));
  for (unsigned d : packing.dimensions)
    copy.source[d] =
        packing.width
            ? panel * packing.width +
                  append(packing.width, map.getResult(d) % packing.width)
            : append(type.getDimSize(d), map.getResult(d));
  return copy;
}

/// Makes `op` read the copy, which is returned.
static ComputeOp pack(OpBuilder &builder, ComputeOp op,
                      const Packing &packing) {
  unsigned operand = packing.operand;
  PackedCopy copy = layOut(op, packing);
  ComputeSpec spec;
  spec.operands.push_back(
      {op.getOperand(operand),
       AffineMap::get(copy.shape.size(), 0, copy.source, op.getContext())});
  spec.type = RankedTensorType::get(
      copy.shape, op.getOperandType(operand).getElementType());
  auto body = [](OpBuilder &, Location, ValueRange v) -> Value { return v[0]; };
  spec.body = body;
  builder.setInsertionPoint(op);
  auto packed = ComputeOp::create(builder, op.getLoc(), spec);
  op->setOperand(operand, packed);
  SmallVector<Attribute> maps(op.getMaps().begin(), op.getMaps().end());
  maps[operand] = AffineMapAttr::get(
      AffineMap::get(op.getNumLoops(), 0, copy.target, op.getContext()));
  op.setMapsAttr(builder.getArrayAttr(maps));
  return packed;
}

static double predictCycles(ComputeOp op, const TargetModel &target) {
  double cycles = 0;
  chooseSchedule(LoopNest::get(op), target, &cycles);
  return cycles;
}

/// Cycles of the copy and of what then reads it.
static double predictPacked(ComputeOp op, const Packing &packing,
                            const TargetModel &target) {
  OpBuilder builder(op);
  auto trial = cast<ComputeOp>(builder.clone(*op));
  ComputeOp copy = pack(builder, trial, packing);
  double cycles = predictCycles(copy, target) + predictCycles(trial, target);
  trial.erase();
  copy.erase();
  return cycles;
}

/// The packing with which the contraction takes least time, if any with one
/// takes clearly less than without.
static std::optional<Packing> chooseByPrice(ComputeOp op,
                                            PackingRefusal refuse) {
  SmallVector<Packing> packings = listPackings(op, refuse);
  if (packings.empty())
    return std::nullopt;
  TargetModel target = TargetModel::of(InstructionSet::of(op));
  double least = 0.97 * predictCycles(op, target);
  std::optional<Packing> best;
  for (const Packing &packing : packings) {
    double cycles = predictPacked(op, packing, target);
    if (cycles >= least) {
      refuse(packing.operand,
             "vectors can be filled from the operands as they stand");
      continue;
    }
    least = cycles;
    best = packing;
  }
  return best;
}

/// Does the kernel of `op` fill panels as it goes, for no more than reading the
/// packed copy takes?
static bool packsItself(ComputeOp op, const Packing &packing) {
  TargetModel target = TargetModel::of(InstructionSet::of(op));
  double cycles = 0;
  Schedule schedule = chooseSchedule(LoopNest::get(op), target, &cycles);
  return !schedule.packed.empty() &&
         cycles <= predictPacked(op, packing, target);
}

namespace {
struct PackPass : neo::impl::NeoPackBase<PackPass> {
  using NeoPackBase::NeoPackBase;

  void runOnOperation() override {
    SmallVector<ComputeOp> contractions;
    getOperation().walk([&](ComputeOp op) {
      if (isContraction(op))
        contractions.push_back(op);
    });
    for (ComputeOp op : contractions)
      packOperands(op);
  }

  void packOperands(ComputeOp op) {
    OpBuilder builder(op);
    auto refuse = [&](unsigned operand, StringRef reason) {
      if (explain)
        op.emitRemark("operand #") << operand << " is not packed: " << reason;
    };
    auto silent = [](unsigned, StringRef) {};
    std::optional<Packing> across = choosePackingAcross(op, refuse);
    if (across && packsItself(op, *across)) {
      refuse(across->operand, "its kernel packs what it needs");
      return;
    }
    if (!across)
      across = chooseByPrice(op, refuse);
    if (across)
      pack(builder, op, *across);
    for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
      if (std::optional<Packing> packing = choosePackingApart(op, i, silent))
        pack(builder, op, *packing);
  }
};
} // namespace
