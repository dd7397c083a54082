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
// the operand depends on, so a strided access becomes a dense one. Dimensions
// indexed by loops of the result only are outside those indexed by reductions:
// a tile then reads one contiguous piece of the copy.
//
//===----------------------------------------------------------------------===//

#include "PackingCost.h"

#include "Neo/Dialect/Contraction.h"
#include "Neo/Dialect/FixedValues.h"
#include "Neo/Dialect/FreeOperators.h"
#include "Neo/Dialect/RebuildCompute.h"
#include "Neo/Dialect/Role.h"
#include "Neo/Transforms/Passes.h"

namespace neo {
#define GEN_PASS_DEF_NEOPACK
#include "Neo/Transforms/Passes.h.inc"
} // namespace neo

using namespace mlir;
using namespace neo;

namespace {
/// The copy: its shape, its access to the operand, and the access of the
/// contraction to it.
struct PackedCopy {
  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> source;
  SmallVector<AffineExpr> target;
};
} // namespace

/// Does a reduction loop index dimension `d` of the operand?
static bool isSummed(ComputeOp op, AffineMap map, unsigned d) {
  for (unsigned loop = op.getNumOutputLoops(); loop < op.getNumLoops(); ++loop)
    if (map.getResult(d).isFunctionOfDim(loop))
      return true;
  return false;
}

/// Panels are outermost if the run is cut, then the other dimensions, those
/// without a reduction loop before those with one, then the run.
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
  for (bool summed : {false, true})
    for (unsigned d = 0; d < type.getRank(); ++d)
      if (!llvm::is_contained(packing.dimensions, d) &&
          isSummed(op, map, d) == summed)
        copy.source[d] = append(type.getDimSize(d), map.getResult(d));
  for (unsigned d : packing.dimensions)
    copy.source[d] =
        packing.width
            ? panel * packing.width +
                  append(packing.width, map.getResult(d) % packing.width)
            : append(type.getDimSize(d), map.getResult(d));
  return copy;
}

ComputeOp neo::packOperand(OpBuilder &builder, ComputeOp op,
                           const Packing &packing) {
  unsigned operand = packing.operand;
  PackedCopy copy = layOut(op, packing);
  OperandSpec read{
      op.getOperand(operand),
      AffineMap::get(copy.shape.size(), 0, copy.source, op.getContext())};
  auto type = RankedTensorType::get(
      copy.shape, op.getOperandType(operand).getElementType());
  builder.setInsertionPoint(op);
  ComputeOp packed =
      createRead(builder, withRole(op.getLoc(), packedRole), read, type);
  op->setOperand(operand, packed);
  SmallVector<Attribute> maps(op.getMaps().begin(), op.getMaps().end());
  maps[operand] = AffineMapAttr::get(
      AffineMap::get(op.getNumLoops(), 0, copy.target, op.getContext()));
  op.setMapsAttr(builder.getArrayAttr(maps));
  return packed;
}

namespace {
/// Packs the operands of one contraction.
class OperandPacker {
public:
  OperandPacker(ComputeOp op, const CopyReaders &readers)
      : op(op), builder(op), readers(readers) {}

  void run();
  /// Emits remarks about the operands.
  void explain();

private:
  void packFixed();
  void packForVectors();
  SmallVector<Packing> listConflicting();
  void packConflicting();
  void apply(const Packing &packing) {
    packed.push_back(packing.operand);
    packOperand(builder, op, packing);
  }
  void refuse(unsigned operand, StringRef reason) {
    refusals.emplace_back(operand, reason);
  }
  auto refuser() {
    return [this](unsigned operand, StringRef why) { refuse(operand, why); };
  }
  static void ignore(unsigned, StringRef) {}

  ComputeOp op;
  OpBuilder builder;
  const CopyReaders &readers;
  SmallVector<unsigned> packed;
  std::optional<unsigned> once;
  SmallVector<std::pair<unsigned, StringRef>> refusals;
};
} // namespace

/// Packs a fixed operand where `op` gains by it.
void OperandPacker::packFixed() {
  if (isFixed(op.getResult()))
    return;
  std::optional<Packing> packing = chooseFixed(op);
  if (!packing)
    return;
  once = packing->operand;
  apply(*packing);
}

/// Packs an operand so that it fills vectors.
void OperandPacker::packForVectors() {
  // A fixed panel fills vectors.
  std::optional<Packing> across;
  if (!once)
    across = choosePackingForVectors(op, refuser());
  if (across && packsInKernel(op, *across))
    return refuse(across->operand, "its kernel packs what it needs");
  // Of two operands whose rows conflict both are copied, one perhaps
  // transposed.
  if (!across && listConflicting().size() < 2)
    across = chooseByCost(op, readers, refuser());
  if (across)
    apply(*across);
  packConflicting();
}

SmallVector<Packing> OperandPacker::listConflicting() {
  SmallVector<Packing> apart;
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    if (std::optional<Packing> packing =
            choosePackingForConflicts(op, i, ignore))
      apart.push_back(*packing);
  return apart;
}

void OperandPacker::packConflicting() {
  SmallVector<Packing> apart = listConflicting();
  if (apart.size() == 2)
    transposeOne(op, apart);
  llvm::for_each(apart, [&](const Packing &packing) { apply(packing); });
}

void OperandPacker::run() {
  packFixed();
  packForVectors();
}

void OperandPacker::explain() {
  if (once)
    op.emitRemark("operand #")
        << *once << " is packed once: it is the same in every run";
  for (unsigned operand : packed)
    if (operand != once)
      op.emitRemark("operand #") << operand << " is copied into panels";
  for (auto [operand, reason] : refusals)
    if (!llvm::is_contained(packed, operand))
      op.emitRemark("operand #") << operand << " is not packed: " << reason;
}

namespace {
struct PackPass : neo::impl::NeoPackBase<PackPass> {
  using NeoPackBase::NeoPackBase;

  void runOnOperation() override {
    SmallVector<ComputeOp> contractions;
    for (ComputeOp op : findFreeOperators(getOperation()))
      if (isContraction(op))
        contractions.push_back(op);
    CopyReaders readers;
    llvm::for_each(contractions, [&](ComputeOp op) { readers.add(op); });
    for (ComputeOp op : contractions) {
      OperandPacker packer(op, readers);
      packer.run();
      if (explain)
        packer.explain();
    }
  }
};
} // namespace
