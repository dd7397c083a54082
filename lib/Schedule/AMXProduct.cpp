//===- AMXProduct.cpp - Tiles in tile registers ---------------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Schedule/AMXProduct.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Does `access` go by a constant positive stride along `loop`?
static bool isStrided(const LinearForm &access, unsigned loop) {
  return access.coefficients[loop] > 0 && !access.irregular[loop] &&
         !access.perItem;
}

/// Are `rows` of an operand contiguous along `run`?
static bool isMatrix(const LinearForm &access, unsigned rows, unsigned run) {
  return isStrided(access, rows) && isStrided(access, run) &&
         access.coefficients[run] == 1;
}

/// The reduction loop that is the columns of the left operand and the rows of
/// the right one.
static std::optional<unsigned> findDepth(const LoopNest &nest,
                                         const AMXProduct &product) {
  for (auto [loop, info] : llvm::enumerate(nest.loops))
    if (info.isReduction &&
        (info.extent % tileWords == 0 || info.extent < tileWords) &&
        isMatrix(nest.operands[product.left].access, product.rows, loop) &&
        isMatrix(nest.operands[product.right].access, loop, product.columns))
      return loop;
  return std::nullopt;
}

/// The loop of the result, other than that of the lanes, that is tiled.
static std::optional<unsigned>
findRows(const LoopNest &nest, const Schedule &schedule, unsigned columns) {
  std::optional<unsigned> rows;
  for (auto [loop, steps] : llvm::enumerate(schedule.tile)) {
    if (loop == columns || steps == 1)
      continue;
    if (rows)
      return std::nullopt;
    rows = loop;
  }
  return rows;
}

/// Why terms of `nest` cannot come from tile registers; empty if they can.
static std::string explainTerms(const LoopNest &nest) {
  ComputeOp op = nest.op;
  std::optional<PackedDotProduct> product = matchPackedDotProduct(op);
  if (!product || product->parts == WordParts::shorts ||
      nest.operands.size() != 2)
    return "its terms are no products of words of bf16 or of bytes";
  if (!InstructionSet::of(op).tileProducts)
    return "the target has no tile registers; 'amx' has";
  bool isGuarded = llvm::any_of(nest.operands, [](const NestOperand &operand) {
    return operand.pad || !operand.guard.empty();
  });
  if (isGuarded || !nest.where.empty())
    return "some of its terms are left out by a condition";
  if (llvm::any_of(nest.loops, [](const NestLoop &loop) {
        return loop.isReduction && loop.isBatch;
      }))
    return "it sums over a batch, whose size is not known";
  return "";
}

/// Finds the parts of loops and operands; returns why there are none, or an
/// empty reason.
static std::string findParts(const LoopNest &nest, const Schedule &schedule,
                             AMXProduct &product) {
  if (schedule.vector.size() != 1 || schedule.lanes() != tileWords ||
      schedule.reducesLanes(nest))
    return "lanes are 16 steps of one loop of the result";
  product.columns = schedule.vector.front().loop;
  std::optional<unsigned> rows = findRows(nest, schedule, product.columns);
  if (!rows || nest.loops[*rows].isBatch)
    return "one other loop, the rows of the matrices, is tiled";
  product.rows = *rows;
  // The last rows of a loop are computed with those before them.
  if (schedule.tile[*rows] < std::min(tileRows, nest.loops[*rows].extent))
    return "a tile has 16 rows or more, or all";
  product.left = nest.operands[0].dependsOn(product.columns) ? 1 : 0;
  product.right = 1 - product.left;
  if (nest.operands[product.left].dependsOn(product.columns) ||
      nest.operands[product.right].dependsOn(product.rows))
    return "one operand goes along the lanes, the other along the rows";
  std::optional<unsigned> depth = findDepth(nest, product);
  if (!depth)
    return "no reduction loop of whole registers is contiguous in one operand "
           "and, at one stride, the rows of the other, which is contiguous "
           "along the lanes";
  product.depth = *depth;
  return "";
}

std::optional<AMXProduct> neo::planAMXProduct(const LoopNest &nest,
                                              const Schedule &schedule,
                                              std::string &reason) {
  AMXProduct product;
  reason = explainTerms(nest);
  if (reason.empty())
    reason = findParts(nest, schedule, product);
  if (!reason.empty())
    return std::nullopt;
  PackedDotProduct words = *matchPackedDotProduct(nest.op);
  product.parts = words.parts;
  product.leftIsFirst =
      cast<BlockArgument>(words.first).getArgNumber() == product.left;
  if (schedule.blockedLoop || schedule.groupedLoop || schedule.stagedLoop ||
      !schedule.unrolled.empty() || !schedule.packed.empty())
    reason = "unroll, group, block, writeback and pack are for vectors";
  // LLVM does not spill those of a loop.
  else if (countTileRegisters(product, schedule) > tileRegisters)
    reason = "accumulators and operands take more than eight tile registers";
  return reason.empty() ? std::optional(product) : std::nullopt;
}

int64_t neo::countTileRegisters(const AMXProduct &product,
                                const Schedule &schedule) {
  int64_t left = llvm::divideCeil(schedule.tile[product.rows], tileRows);
  int64_t right = schedule.tile[product.columns];
  return left * right + left + right;
}

std::vector<Schedule> neo::listAMXTiles(const LoopNest &nest,
                                        const Schedule &schedule,
                                        const TargetModel &target) {
  std::vector<Schedule> found;
  if (!target.tileProducts || schedule.lanes() != tileWords ||
      !explainTerms(nest).empty())
    return found;
  unsigned lanes = schedule.vector.front().loop;
  int64_t vectors = llvm::divideCeil(nest.loops[lanes].extent, tileWords);
  for (auto [loop, info] : llvm::enumerate(nest.loops)) {
    if (info.isReduction || info.isBatch || loop == lanes || info.extent < 2)
      continue;
    int64_t rows = llvm::divideCeil(info.extent, tileRows);
    for (int64_t left = 1; left <= std::min(rows, tileRegisters); ++left)
      for (int64_t right = 1; right <= std::min(vectors, tileRegisters);
           ++right) {
        Schedule tiled = schedule;
        tiled.matrix = true;
        tiled.tile[loop] = std::min(info.extent, left * tileRows);
        tiled.tile[lanes] = right;
        std::string reason;
        if (planAMXProduct(nest, tiled, reason))
          found.push_back(tiled);
      }
  }
  return found;
}
