//===- PackingChoice.cpp - Choice of packed operands ----------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "Neo/Dialect/Batch.h"
#include "Neo/Dialect/Contraction.h"
#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Dialect/FixedValues.h"
#include "Neo/Schedule/PrefetchPlan.h"
#include "Neo/Transforms/Layout/Packing.h"

#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace neo;

/// Uses of an element from which on a packed copy pays.
constexpr double leastPackedUses = 24;
/// Uses from which on the cost of a copy is compared.
constexpr double leastUsesByCost = 6;
/// A leading dimension that is a multiple of `pitchBytes` maps the rows of a
/// panel to few cache sets. Addresses `setBytes` apart map to the same set of
/// L1, and from `crowd` rows per set on there are conflict misses.
constexpr int64_t pitchBytes = 1024, setBytes = 4096, crowd = 16;
/// Longest run that is packed whole: the stride of its rows.
constexpr int64_t longestRowBytes = 4096;
/// Cycles to transpose an element and to store a result that is not contiguous;
/// and terms per cycle.
constexpr double moveCycles = 1.7, scatterCycles = 2.5, termsPerCycle = 32;
constexpr int64_t lanes = 16;

namespace {
class PackingChooser {
public:
  PackingChooser(ComputeOp op, PackingRefusal refuse)
      : op(op), refuse(refuse), extents(op.getExtents()) {}

  std::optional<Packing> chooseForVectors();
  SmallVector<Packing> listAll();
  SmallVector<Packing> listFixed();
  std::optional<Packing> chooseForConflicts(unsigned operand);
  std::optional<Packing> chooseTransposed(unsigned operand);

private:
  bool mayPack(unsigned operand, double uses = leastPackedUses);
  bool isBetterInPlace(unsigned operand);
  std::optional<Packing> cheapest(unsigned operand);
  std::optional<Packing> tryRun(unsigned operand, ArrayRef<unsigned> run);
  void forEach(unsigned operand, bool allWidths,
               llvm::function_ref<void(const Packing &)> visit);
  SmallVector<Packing> listPanels(unsigned operand, unsigned loop);
  double cost(const Packing &packing);
  AffineExpr flatten(unsigned operand);
  int64_t strideOf(unsigned operand, unsigned loop);
  bool isDotProduct();
  bool isSomewhereContiguous();
  bool hasPageStride(unsigned operand);
  bool isOnlyReader(unsigned operand, unsigned loop);
  std::optional<unsigned> dimensionOf(unsigned operand, unsigned loop);
  int64_t elementBytes(unsigned operand) {
    return getElementBytes(op.getOperandType(operand));
  }

  ComputeOp op;
  PackingRefusal refuse;
  SmallVector<int64_t> extents;
};
} // namespace

/// Position of the element that `operand` reads, in its row-major buffer.
AffineExpr PackingChooser::flatten(unsigned operand) {
  AffineExpr flat = getAffineConstantExpr(0, op.getContext());
  for (auto [index, size] :
       llvm::zip_equal(op.getMap(operand).getResults(),
                       op.getOperandType(operand).getShape()))
    flat = flat * size + index;
  return simplifyAffineExpr(flat, extents.size(), 0);
}

/// The stride of `loop` in the buffer of `operand`; 0 if it does not depend on
/// the loop, or not linearly.
int64_t PackingChooser::strideOf(unsigned operand, unsigned loop) {
  AffineExpr flat = flatten(operand);
  AffineExpr next = flat.replace(getAffineDimExpr(loop, op.getContext()),
                                 getAffineDimExpr(loop, op.getContext()) + 1);
  auto step = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(next - flat, extents.size(), 0));
  return step ? step.getValue() : 0;
}

/// Is there a long reduction loop along which every operand is contiguous, in a
/// reduction so long that the horizontal sum at its end is negligible?
bool PackingChooser::isDotProduct() {
  int64_t terms = 1;
  for (int64_t extent : op.getReductionExtents())
    terms *= extent;
  for (unsigned loop = op.getNumOutputLoops(); loop < extents.size(); ++loop) {
    bool contiguous = extents[loop] >= 32 && terms >= 2048;
    for (unsigned i = 0, e = op.getNumOperands(); i < e && contiguous; ++i)
      contiguous = strideOf(i, loop) == 1;
    if (contiguous)
      return true;
  }
  return false;
}

/// Can vectors be filled from the operands without a copy?
bool PackingChooser::isSomewhereContiguous() {
  if (isDotProduct())
    return true;
  for (unsigned loop = 0; loop < op.getNumOutputLoops(); ++loop)
    for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
      if (extents[loop] >= 8 && strideOf(i, loop) == 1)
        return true;
  return false;
}

bool PackingChooser::isOnlyReader(unsigned operand, unsigned loop) {
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    if (op.getMap(i).isFunctionOfDim(loop) != (i == operand))
      return false;
  return true;
}

/// Has a reduction loop a stride of whole pages in the operand, and so many
/// steps that its rows conflict in the sets of L1?
bool PackingChooser::hasPageStride(unsigned operand) {
  for (unsigned loop = op.getNumOutputLoops(); loop < extents.size(); ++loop) {
    int64_t stride = strideOf(operand, loop) * elementBytes(operand);
    int64_t rowsOfSet = extents[loop] * std::gcd(stride, setBytes) / setBytes;
    if (stride != 0 && stride % pitchBytes == 0 && rowsOfSet >= crowd)
      return true;
  }
  return false;
}

/// The dimension that `loop` alone indexes, if it covers all of it.
std::optional<unsigned> PackingChooser::dimensionOf(unsigned operand,
                                                    unsigned loop) {
  AffineExpr dim = getAffineDimExpr(loop, op.getContext());
  std::optional<unsigned> position = op.getMap(operand).getResultPosition(dim);
  if (!position ||
      op.getOperandType(operand).getDimSize(*position) != extents[loop])
    return std::nullopt;
  for (auto [d, index] : llvm::enumerate(op.getMap(operand).getResults()))
    if (d != *position && index.isFunctionOfDim(loop))
      return std::nullopt;
  return position;
}

bool PackingChooser::isBetterInPlace(unsigned operand) {
  double elements = double(op.getOperandType(operand).getNumElements());
  return neo::isBetterInPlace(elements * double(elementBytes(operand)),
                              usesPerElement(op, elements));
}

bool PackingChooser::mayPack(unsigned operand, double uses) {
  if (op.getGuard(operand) || op.getWhereSet())
    refuse(operand, "it is read under a guard");
  else if (isBatched(op.getOperandType(operand), getBatch(op)))
    refuse(operand,
           "one of its dimensions is the batch, whose size is not known");
  else if (usesPerElement(op, op.getOperandType(operand).getNumElements()) <
           uses)
    refuse(operand, "its elements are used too seldom");
  else
    return true;
  return false;
}

double PackingChooser::cost(const Packing &packing) {
  double length = 1, points = 1, results = op.getType().getNumElements();
  for (unsigned loop : packing.run)
    length *= double(extents[loop]);
  for (int64_t extent : extents)
    points *= double(extent);
  double masked = std::ceil(length / lanes) * lanes / length - 1;
  bool along = true;
  for (unsigned l = packing.run.back() + 1; l < op.getNumOutputLoops(); ++l)
    along &= extents[l] == 1;
  return double(op.getOperandType(packing.operand).getNumElements()) *
             moveCycles +
         masked * points / termsPerCycle +
         (along ? 0 : results * scatterCycles);
}

/// Panels of every width that divides `loop`, the widest first.
SmallVector<Packing> PackingChooser::listPanels(unsigned operand,
                                                unsigned loop) {
  SmallVector<Packing> panels;
  std::optional<unsigned> dimension = dimensionOf(operand, loop);
  if (!isOnlyReader(operand, loop) || !dimension)
    return panels;
  for (int64_t width : {64, 48, 32, 16})
    if (extents[loop] > 0 && extents[loop] % width == 0) {
      Packing packing{operand, {loop}, {*dimension}, width, 0};
      packing.cycles = cost(packing);
      panels.push_back(packing);
    }
  return panels;
}

/// Some loops of the result as a whole run.
std::optional<Packing> PackingChooser::tryRun(unsigned operand,
                                              ArrayRef<unsigned> run) {
  Packing packing;
  packing.operand = operand;
  int64_t bytes = elementBytes(operand);
  for (unsigned loop : run) {
    std::optional<unsigned> dimension = dimensionOf(operand, loop);
    if (!isOnlyReader(operand, loop) || !dimension)
      return std::nullopt;
    packing.run.push_back(loop);
    packing.dimensions.push_back(*dimension);
    bytes *= extents[loop];
  }
  if (bytes < lanes * elementBytes(operand) || bytes > longestRowBytes ||
      bytes % pitchBytes == 0)
    return std::nullopt;
  packing.cycles = cost(packing);
  return packing;
}

/// Enumerates the packings of `operand`, with panels of the largest width or of
/// all.
void PackingChooser::forEach(unsigned operand, bool allWidths,
                             llvm::function_ref<void(const Packing &)> visit) {
  // Loops of extent 1 do not separate adjacent loops.
  SmallVector<unsigned> outputs;
  for (unsigned loop = 0; loop < op.getNumOutputLoops(); ++loop)
    if (extents[loop] > 1)
      outputs.push_back(loop);
  for (unsigned first = 0; first < outputs.size(); ++first) {
    SmallVector<Packing> panels = listPanels(operand, outputs[first]);
    if (!allWidths && panels.size() > 1)
      panels.truncate(1);
    llvm::for_each(panels, visit);
    for (unsigned size = 1; first + size <= outputs.size(); ++size)
      if (std::optional<Packing> run =
              tryRun(operand, ArrayRef(outputs).slice(first, size)))
        visit(*run);
  }
}

std::optional<Packing> PackingChooser::cheapest(unsigned operand) {
  std::optional<Packing> best;
  forEach(operand, /*allWidths=*/false, [&](const Packing &candidate) {
    if (!best || candidate.cycles < best->cycles)
      best = candidate;
  });
  if (!best)
    refuse(operand, "no loops of the result are this operand's alone and fill "
                    "vectors");
  return best;
}

SmallVector<Packing> PackingChooser::listAll() {
  SmallVector<Packing> all;
  if (!isSomewhereContiguous())
    return all;
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    if (mayPack(i, leastUsesByCost))
      if (std::optional<Packing> packing = cheapest(i))
        all.push_back(*packing);
  return all;
}

SmallVector<Packing> PackingChooser::listFixed() {
  SmallVector<Packing> all;
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i)
    if (isFixed(op.getOperand(i)) && mayPack(i, /*uses=*/0))
      forEach(i, /*allWidths=*/true,
              [&](const Packing &packing) { all.push_back(packing); });
  return all;
}

std::optional<Packing> PackingChooser::chooseForVectors() {
  std::optional<Packing> best;
  if (isSomewhereContiguous())
    return best;
  for (unsigned i = 0, e = op.getNumOperands(); i < e; ++i) {
    if (!mayPack(i))
      continue;
    std::optional<Packing> candidate = cheapest(i);
    if (candidate && (!best || candidate->cycles < best->cycles))
      best = candidate;
  }
  return best;
}

std::optional<Packing> PackingChooser::chooseForConflicts(unsigned operand) {
  if (!mayPack(operand) || !hasPageStride(operand) || isBetterInPlace(operand))
    return std::nullopt;
  std::optional<Packing> best;
  for (unsigned loop = 0; loop < op.getNumOutputLoops(); ++loop)
    if (strideOf(operand, loop) == 1)
      if (SmallVector<Packing> panels = listPanels(operand, loop);
          !panels.empty() && panels.front().width < extents[loop])
        best = panels.front();
  return best;
}

std::optional<Packing> PackingChooser::chooseTransposed(unsigned operand) {
  std::optional<Packing> turned;
  for (unsigned loop = op.getNumOutputLoops(); loop < extents.size(); ++loop) {
    if (strideOf(operand, loop) == 0)
      continue;
    std::optional<unsigned> dimension = dimensionOf(operand, loop);
    if (turned || !dimension)
      return std::nullopt;
    turned = Packing{operand, {loop}, {*dimension}, 0, 0};
  }
  return turned;
}

std::optional<Packing> neo::choosePackingTransposed(ComputeOp op,
                                                    unsigned operand) {
  return PackingChooser(op, [](unsigned, StringRef) {})
      .chooseTransposed(operand);
}

std::optional<Packing> neo::choosePackingForVectors(ComputeOp op,
                                                    PackingRefusal refuse) {
  return PackingChooser(op, refuse).chooseForVectors();
}

SmallVector<Packing> neo::listPackings(ComputeOp op, PackingRefusal refuse) {
  return PackingChooser(op, refuse).listAll();
}

SmallVector<Packing> neo::listFixedPackings(ComputeOp op,
                                            PackingRefusal refuse) {
  return PackingChooser(op, refuse).listFixed();
}

std::optional<Packing> neo::choosePackingForConflicts(ComputeOp op,
                                                      unsigned operand,
                                                      PackingRefusal refuse) {
  return PackingChooser(op, refuse).chooseForConflicts(operand);
}
