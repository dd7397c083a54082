//===- ContractionSchedule.cpp - Matrix products on a GPU -----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "ContractionSchedule.h"

#include "AxisBuilder.h"
#include "SplitTerms.h"
#include "TensorCores.h"
#include "WindowLayout.h"

#include "Neo/Dialect/ElementBytes.h"
#include "Neo/Schedule/GPU/AccessPlan.h"

using namespace mlir;
using namespace neo;

/// The least reuse of an element that makes staging in shared memory
/// worthwhile, and the least number of terms.
constexpr int64_t leastReuse = 3;

namespace {
class ContractionBuilder {
public:
  ContractionBuilder(ComputeOp op, const GPUMachine &machine, int64_t rank)
      : op(op), machine(machine), rank(rank), classes(ProductLoops::get(op)),
        usesTensorCores(isTensorCoreProduct(op, classes)),
        bytes(getWidestBytes()),
        factorBytes(getElementBytes(op.getOperandType(0))) {}

  GPUScheduleAttr build();
  std::optional<double> predict();

private:
  bool isProduct() const;
  int64_t getWidestBytes() const;
  int64_t getVector() const { return GPUMachine::maxAccessBytes / bytes; }
  /// Bytes of the elements that are staged.
  int64_t getStagedBytes() const {
    return usesTensorCores ? factorBytes : bytes;
  }
  bool isStaged(unsigned operand) const;
  GPUAxisAttr makeSide(ArrayRef<int64_t> loops, TileSide side, int64_t vector);
  GPUAxisAttr makeTerms();
  void makeAxes(int64_t rowVector, int64_t columnVector);
  llvm::SmallVector<GPUAxisAttr> makeCopyAxes() {
    return getCopyAxes(op, axes, GPUMachine::maxAccessBytes / getStagedBytes());
  }
  bool isAlong(const AxisSpace &copies, unsigned axis);
  bool readsAlongTerms(const AxisSpace &copies, unsigned axis);
  SmallVector<int64_t> getKnownAxes(unsigned operand) const;
  int64_t findAlong(unsigned operand, GPUAccessAttr read) const {
    return findCopyAxis(op, axes, getKnownAxes(operand), operand, read);
  }
  int64_t getPad(int64_t elementBytes, bool isAlongTerms) const;
  void describeCopies(TiledProduct &product);
  void describeProducts(TiledProduct &product);
  TiledProduct describe();
  bool chooseShape(const TiledProduct &product);
  void chooseVectors();
  GPUAccessAttr stage(const AxisSpace &space, const AxisSpace &copies,
                      unsigned operand);
  GPUWindowAttr windowOf(unsigned operand, GPUAccessAttr read);

  ComputeOp op;
  const GPUMachine &machine;
  int64_t rank;
  ProductLoops classes;
  bool usesTensorCores;
  int64_t bytes, factorBytes;
  TileShape shape;
  SmallVector<GPUAxisAttr> axes;
  unsigned rowAxis = 0, columnAxis = 0, termAxis = 0;
  /// Bytes of shared memory that windows have so far.
  int64_t shared = 0;
};
} // namespace

int64_t ContractionBuilder::getWidestBytes() const {
  ComputeOp compute = op;
  int64_t widest = 4; // Of sums.
  for (unsigned operand = 0; operand < compute.getNumOperands(); ++operand)
    widest = std::max(widest, getElementBytes(compute.getOperandType(operand)));
  return widest;
}

/// Elements are reused for all rows, or all columns, that their operand does
/// not depend on.
bool ContractionBuilder::isStaged(unsigned operand) const {
  bool rows = dependsOnAnyLoop(op, operand, classes.rows);
  bool columns = dependsOnAnyLoop(op, operand, classes.columns);
  return dependsOnAnyLoop(op, operand, classes.terms) && !(rows && columns) &&
         (!needsWhere(op, operand) || knowsWhere(op, operand, classes));
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

GPUAxisAttr ContractionBuilder::makeSide(ArrayRef<int64_t> loops, TileSide side,
                                         int64_t vector) {
  AxisBuilder axis(op, loops);
  vector = std::min(vector, side.registers);
  axis.split(GPUUnit::vector_, vector);
  axis.split(GPUUnit::lane, side.lanes);
  axis.split(GPUUnit::register_, side.registers / vector);
  axis.split(GPUUnit::warp, side.warps);
  axis.splitRest(GPUUnit::block);
  return axis.get();
}

GPUAxisAttr ContractionBuilder::makeTerms() {
  AxisBuilder axis(op, classes.terms);
  int64_t vector =
      std::min(GPUMachine::maxAccessBytes / getStagedBytes(), shape.terms);
  axis.split(GPUUnit::vector_, vector);
  axis.split(GPUUnit::register_, shape.terms / vector);
  axis.split(GPUUnit::step, llvm::divideCeil(axis.getLeft(), shape.parts));
  shape.parts = axis.getLeft();
  axis.splitRest(GPUUnit::block);
  return axis.get();
}

void ContractionBuilder::makeAxes(int64_t rowVector, int64_t columnVector) {
  axes.clear();
  if (!classes.batch.empty()) {
    AxisBuilder batch(op, classes.batch);
    batch.splitRest(GPUUnit::block);
    axes.push_back(batch.get());
  }
  rowAxis = axes.size();
  axes.push_back(makeSide(classes.rows, shape.rows, rowVector));
  columnAxis = axes.size();
  axes.push_back(makeSide(classes.columns, shape.columns, columnVector));
  termAxis = axes.size();
  axes.push_back(makeTerms());
}

/// Is an operand or the result contiguous along `axis`?
bool ContractionBuilder::isAlong(const AxisSpace &copies, unsigned axis) {
  auto runs = [&](GPUAccessAttr access) {
    return access.getVector() > 1 && access.getAlong() == int64_t(axis);
  };
  if (runs(planWrite(copies, op)))
    return true;
  return llvm::any_of(llvm::seq(op.getNumOperands()), [&](unsigned operand) {
    return runs(planRead(copies, op, operand));
  });
}

/// Do threads read the window of an operand of `axis` along the terms?
bool ContractionBuilder::readsAlongTerms(const AxisSpace &copies,
                                         unsigned axis) {
  return llvm::any_of(llvm::seq(op.getNumOperands()), [&](unsigned operand) {
    return isStaged(operand) &&
           dependsOnAnyLoop(op, operand, axes[axis].getLoops()) &&
           findAlong(operand, planRead(copies, op, operand)) ==
               int64_t(termAxis);
  });
}

/// The copy of `read`; an element alone is found by the quotient and remainder
/// of the term for each of its loops.
static TiledCopy getCopy(ComputeOp op, unsigned operand, GPUAccessAttr read,
                         const ProductLoops &classes) {
  TiledCopy copy;
  copy.width = read.getVector();
  copy.bounds = read.getGuards().size() + read.getEdges().size();
  if (needsWhere(op, operand))
    copy.bounds += op.getWhereSet().getNumConstraints();
  copy.divisions = copy.width > 1 ? 0 : classes.terms.size() - 1;
  return copy;
}

/// How operands are copied, of a tile that is as large as any.
void ContractionBuilder::describeCopies(TiledProduct &product) {
  shape.rows = shape.columns = {8, 8, 2};
  makeAxes(1, 1);
  AxisSpace copies(op, makeCopyAxes());
  product.rowCopy.width = product.columnCopy.width =
      GPUMachine::maxAccessBytes / product.bytes;
  int64_t staged[2] = {0, 0};
  for (unsigned operand = 0; operand < op.getNumOperands(); ++operand) {
    if (!isStaged(operand))
      continue;
    GPUAccessAttr read = planRead(copies, op, operand);
    bool ofColumns = dependsOnAnyLoop(op, operand, classes.columns);
    ++staged[ofColumns];
    TiledCopy &copy = ofColumns ? product.columnCopy : product.rowCopy;
    TiledCopy found = getCopy(op, operand, read, classes);
    if (found.width > copy.width)
      continue;
    copy = found;
    (ofColumns ? product.columnsAlongTerms : product.rowsAlongTerms) =
        findAlong(operand, read) == int64_t(termAxis);
  }
  product.rowOperands = std::max<int64_t>(staged[0], 1);
  product.columnOperands = std::max<int64_t>(staged[1], 1);
}

void ContractionBuilder::describeProducts(TiledProduct &product) {
  if (usesTensorCores) {
    int64_t bytes = getElementBytes(op.getType());
    product.resultBytes = bytes < 4 ? bytes : 0;
    product.perClock =
        double(product.bytes == 2 ? machine.halfProductsPerClock
                                  : machine.tf32ProductsPerClock);
    return;
  }
  product.perClock = double(machine.fmaPerClock) / (bytes > 4 ? 2 : 1);
  product.selectsTerms = bool(op.getWhereSet());
  if (product.selectsTerms) // A select beside each product.
    product.perClock /= 2;
}

TiledProduct ContractionBuilder::describe() {
  TiledProduct product;
  product.sumBytes = getAccumulatorBytes(op);
  product.joinLaunches = isa<KernelOp>(op->getParentOp()) ? 2 : 1;
  product.classes = classes;
  product.rank = rank;
  product.bytes = getStagedBytes();
  describeCopies(product);
  describeProducts(product);
  return product;
}

/// The shape of least cost; false if there is room for none.
bool ContractionBuilder::chooseShape(const TiledProduct &product) {
  std::optional<TileShape> best = usesTensorCores
                                      ? chooseFragmentShape(product, machine)
                                      : chooseTileShape(product, machine);
  if (best)
    shape = *best;
  return best.has_value();
}

/// Contiguous elements of a thread: as many as one access moves, of an axis
/// along which a tensor is contiguous; with tensor cores, those of its
/// fragments. Lanes that read rows of a window along the terms are neighbours
/// instead: four rows apart they would meet in two of the banks' eight groups.
void ContractionBuilder::chooseVectors() {
  if (usesTensorCores)
    return makeAxes(1, 2);
  AxisSpace copies(op, makeCopyAxes());
  auto getVectorOf = [&](unsigned axis) {
    return isAlong(copies, axis) && !readsAlongTerms(copies, axis) ? getVector()
                                                                   : 1;
  };
  int64_t rows = getVectorOf(rowAxis), columns = getVectorOf(columnAxis);
  makeAxes(rows, columns);
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

SmallVector<int64_t> ContractionBuilder::getKnownAxes(unsigned operand) const {
  SmallVector<int64_t> known;
  for (unsigned axis : {rowAxis, columnAxis, termAxis})
    if (dependsOnAnyLoop(op, operand, axes[axis].getLoops()))
      known.push_back(axis);
  return known;
}

/// Elements that rows of a window have more than they need.
int64_t ContractionBuilder::getPad(int64_t elementBytes,
                                   bool isAlongTerms) const {
  if (usesTensorCores)
    return getFragmentPad(elementBytes, isAlongTerms);
  return isAlongTerms ? GPUMachine::maxAccessBytes / elementBytes : 0;
}

GPUWindowAttr ContractionBuilder::windowOf(unsigned operand,
                                           GPUAccessAttr read) {
  int64_t along = findAlong(operand, read);
  int64_t elementBytes = getElementBytes(op.getOperandType(operand));
  GPUWindowAttr window = layOutWindow(
      axes, getKnownAxes(operand), along, read.getVector(), elementBytes,
      getPad(elementBytes, along == termAxis), shared);
  return interleaveRows(op, axes, operand, read, window);
}

/// Threads read the window along the axis that it is contiguous along.
GPUAccessAttr ContractionBuilder::stage(const AxisSpace &space,
                                        const AxisSpace &copies,
                                        unsigned operand) {
  GPUAccessAttr read = planRead(copies, op, operand);
  GPUWindowAttr window = windowOf(operand, read);
  int64_t elementBytes = getElementBytes(op.getOperandType(operand));
  int64_t width = 1;
  if (auto inner = space.getInnermost(window.getAlong()))
    width = std::min(space.getSizes()[*inner],
                     GPUMachine::maxAccessBytes / elementBytes);
  while (width > 1 && !llvm::isPowerOf2_64(width))
    --width;
  return GPUAccessAttr::get(op.getContext(), GPUSpace::shared, width,
                            window.getAlong(), width * elementBytes,
                            read.getGuards(), read.getEdges(), window);
}

/// Is there an element that is used often enough?
bool ContractionBuilder::isProduct() const {
  ComputeOp compute = op;
  return classes.rowCount >= leastReuse && classes.columnCount >= leastReuse &&
         classes.termCount >= leastReuse && classes.batchSize >= 1 &&
         llvm::any_of(llvm::seq(compute.getNumOperands()),
                      [&](unsigned operand) { return isStaged(operand); });
}

std::optional<double> ContractionBuilder::predict() {
  if (!isProduct())
    return std::nullopt;
  TiledProduct product = describe();
  if (!chooseShape(product))
    return std::nullopt;
  return getTileCost(shape, product, machine);
}

/// Tensor cores multiply one set of fragments while the next one is loaded.
/// Copies are begun among fma in four parts: ptxas puts dummy reads between
/// reads of shared memory and an asynchronous copy.
static GPUOverlapAttr chooseOverlap(ComputeOp op, ArrayRef<GPUAxisAttr> axes,
                                    int64_t mma) {
  constexpr int64_t mostParts = 4;
  int64_t copies = countProductGroups(op, axes, mma);
  return GPUOverlapAttr::get(op.getContext(),
                             mma ? copies : std::min(mostParts, copies),
                             /*fragments=*/mma ? 2 : 1, /*operands=*/1);
}

GPUScheduleAttr ContractionBuilder::build() {
  if (!isProduct() || !chooseShape(describe()))
    return {};
  makeAxes(1, 1);
  chooseVectors();
  int64_t steps = getSize(axes[termAxis], {GPUUnit::step});
  shape.stages = std::clamp<int64_t>(steps, 2, shape.stages);
  AxisSpace space(op, axes), copies(op, makeCopyAxes());
  SmallVector<GPUAccessAttr> reads;
  for (unsigned operand = 0; operand < op.getNumOperands(); ++operand) {
    reads.push_back(isStaged(operand) ? stage(space, copies, operand)
                                      : planRead(space, op, operand));
  }
  stackStages(op, reads, shape.stages, shared);
  GPUJoinAttr join = makeJoin(op, shape.parts, machine);
  // The window of the result lies where those of the operands were.
  int64_t ofResult = 0;
  GPUAccessAttr write = join ? planParts(space, op, join)
                             : planResult(op, axes, machine, ofResult);
  shared = std::max(shared, ofResult);
  int64_t blocks = 1;
  for (GPUAxisAttr axis : axes)
    blocks *= getSize(axis, {GPUUnit::block});
  int64_t mma = usesTensorCores ? GPUMachine::getMmaTerms(factorBytes) : 0;
  return GPUScheduleAttr::get(
      op.getContext(), machine.chip, blocks, shape.threads(), shared, axes,
      reads, write, mma, chooseOverlap(op, axes, mma), /*rolled=*/{}, join);
}

static bool isCandidate(ComputeOp op) {
  return op.getNumOperands() >= 2 && op.getType().getNumElements() > 0;
}

GPUScheduleAttr neo::chooseContraction(ComputeOp op, const GPUMachine &machine,
                                       int64_t rank) {
  if (!isCandidate(op))
    return {};
  return ContractionBuilder(op, machine, rank).build();
}

std::optional<double> neo::predictContraction(ComputeOp op,
                                              const GPUMachine &machine) {
  if (!isCandidate(op))
    return std::nullopt;
  return ContractionBuilder(op, machine, /*rank=*/0).predict();
}
