//===- GroupCost.cpp - Reward of kernels of several statements ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "GroupCost.h"

#include "MaskCost.h"

#include "Neo/Dialect/ElementBytes.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace neo;

/// Bytes that stay in L2 from one kernel to the next.
constexpr double keptBytes = 256 * 1024;

/// Bytes that move to or from L2 in the time of one instruction.
constexpr double keptRate = 32;

/// The bytes of `elements` of `value`.
static double sizeOf(Value value, double elements) {
  return elements * getElementBytes(cast<RankedTensorType>(value.getType()));
}

/// Memory traffic of `elements` of `value`, in bytes. Those of the last-level
/// cache count as fewer, which memory transfers in the same time.
double GroupCost::bytesOf(Value value, double elements) const {
  double bytes = sizeOf(value, elements);
  if (bytes <= keptBytes)
    return 0;
  return cost.isFar(bytes) ? bytes : bytes * rates.memory / rates.cache;
}

double GroupCost::bytesOf(Value value) const {
  return bytesOf(
      value, double(cast<RankedTensorType>(value.getType()).getNumElements()));
}

/// The bytes of `elements` of `value` if they stay in L2, else 0.
static double keptBytesOf(Value value, double elements) {
  double bytes = sizeOf(value, elements);
  return bytes <= keptBytes ? bytes : 0;
}

/// The number of distinct elements of operand `operand` that `op` reads, which
/// may be a slice.
static double countRead(ComputeOp op, unsigned operand) {
  double read = 1;
  SmallVector<int64_t> extents = op.getExtents();
  for (auto [loop, extent] : llvm::enumerate(extents))
    if (op.getMap(operand).isFunctionOfDim(loop))
      read *= double(extent);
  return std::min(read, double(op.getOperandType(operand).getNumElements()));
}

Traffic GroupCost::trafficOf(ArrayRef<ComputeOp> statements) const {
  llvm::MapVector<Value, double> read;
  Traffic traffic;
  for (ComputeOp op : statements) {
    for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
      if (!llvm::is_contained(statements,
                              op.getOperand(i).getDefiningOp<ComputeOp>())) {
        double &elements = read[op.getOperand(i)];
        elements = std::max(elements, countRead(op, i));
      }
    if (isUsedOutside(op.getResult(), statements)) {
      traffic.written += bytesOf(op.getResult());
      traffic.kept += keptBytesOf(op.getResult(), getCostedPoints(op));
    }
  }
  for (auto [value, elements] : read) {
    traffic.read += bytesOf(value, elements);
    traffic.kept += keptBytesOf(value, elements);
  }
  return traffic;
}

bool GroupCost::runTogether(Traffic a, Traffic b) const {
  auto meet = [&](Traffic reader, Traffic writer) {
    return reader.written == 0 && writer.read == 0 &&
           cost.isFar(std::min(reader.read, writer.written));
  };
  return meet(a, b) || meet(b, a);
}

/// Launches that follow a kernel: one per sum over rows.
static double countSums(const KernelGroup &group) {
  double sums = 0;
  for (unsigned s = 0; s < group.statements.size(); ++s)
    sums += llvm::any_of(group.shared, [&](const auto &loop) {
      return loop.loops[s] >=
             ComputeOp(group.statements[s]).getNumOutputLoops();
    });
  return sums;
}

/// Do results have inner loops, or are they scalars of a row?
static bool hasRows(const KernelGroup &group) {
  for (unsigned s = 0; s < group.statements.size(); ++s)
    for (unsigned loop = 0;
         loop < ComputeOp(group.statements[s]).getNumOutputLoops(); ++loop)
      if (llvm::none_of(group.shared, [&](const auto &shared) {
            return shared.loops[s] == loop;
          }))
        return true;
  return false;
}

/// The number of contiguous pieces that the rows of a tensor consist of, 0 if
/// each row is contiguous. `isShared` tells which dimensions are indexed by
/// shared loops, outermost first.
static double countPieces(RankedTensorType type, ArrayRef<bool> isShared) {
  unsigned first = type.getRank(); // dimension of the piece
  while (first > 0 && !isShared[first - 1])
    --first;
  bool isOne = !llvm::is_contained(isShared.take_front(first), false);
  if (isOne || first == type.getRank())
    return 0;
  double pieces = 1;
  for (int64_t extent : type.getShape().take_front(first))
    pieces *= double(extent);
  return pieces;
}

/// Bytes that memory could have transferred in the time that is lost at the
/// beginnings of pieces.
double GroupCost::bytesBetweenPieces(const KernelGroup &group) const {
  constexpr double perPiece = 256;
  if (!hasRows(group))
    return 0;
  double pieces = 0;
  for (auto [s, statement] : llvm::enumerate(group.statements)) {
    ComputeOp op = statement;
    auto isShared = [&, s = s](AffineExpr index) {
      return llvm::any_of(group.shared, [&](const auto &loop) {
        return index.isFunctionOfDim(loop.loops[s]);
      });
    };
    auto add = [&](Value value, ArrayRef<AffineExpr> indices) {
      if (bytesOf(value) > 0)
        pieces += countPieces(cast<RankedTensorType>(value.getType()),
                              llvm::map_to_vector(indices, isShared));
    };
    for (auto [i, operand] : llvm::enumerate(op.getOperands()))
      if (!llvm::is_contained(group.statements,
                              operand.getDefiningOp<ComputeOp>()))
        add(operand, op.getMap(i).getResults());
    SmallVector<AffineExpr> result;
    for (unsigned loop = 0; loop < op.getNumOutputLoops(); ++loop)
      result.push_back(getAffineDimExpr(loop, op.getContext()));
    if (isUsedOutside(op.getResult(), group.statements))
      add(op.getResult(), result);
  }
  return pieces * perPiece;
}

GroupReward GroupCost::rewardOf(const KernelGroup &group,
                                ArrayRef<GroupPart> parts) const {
  GroupReward reward;
  Traffic together = trafficOf(group.statements);
  double masks = countMaskInstructions(group.statements), kept = -together.kept;
  reward.bytes = -together.bytes() - bytesBetweenPieces(group);
  reward.launches = -1;
  SmallVector<Traffic> separate;
  for (const GroupPart &part : parts) {
    separate.push_back(trafficOf(part.statements));
    reward.bytes += separate.back().bytes();
    kept += separate.back().kept;
    if (part.kernel) {
      reward.bytes += bytesBetweenPieces(*part.kernel);
      masks -= countMaskInstructions(part.statements);
    }
    reward.launches += 1;
  }
  if (masks > 0)
    reward.instructions = std::min(0.0, kept / keptRate - masks);
  if (parts.size() == 2 && runTogether(separate[0], separate[1]))
    reward.bytes += 0.5 * std::min(separate[0].bytes(), separate[1].bytes());
  // The launches for sums over rows exist already.
  if (parts.size() == group.statements.size())
    reward.launches -= countSums(group);
  return reward;
}
