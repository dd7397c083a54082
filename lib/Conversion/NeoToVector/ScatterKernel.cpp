//===- ScatterKernel.cpp - The kernel of a neo.scatter_add ----------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "IndexedKernel.h"

#include "Neo/Dialect/Batch.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace neo;

/// Elements of a cache line, approximately.
constexpr int64_t lineElements = 16;
/// Bytes of the vectors that a row is added by. Targets split them.
constexpr int64_t vectorBytes = 64;

/// Does anything but the index of the result's dimension `d` depend on `loop`?
static bool isUsedBeside(const IndexedAccess &access, unsigned loop,
                         unsigned d) {
  auto uses = [&](AffineExpr expr) { return expr.isFunctionOfDim(loop); };
  for (auto [other, expr] : llvm::enumerate(access.index.getResults()))
    if (other != d && uses(expr))
      return true;
  for (AffineMap map : access.maps)
    if (llvm::any_of(map.getResults(), uses))
      return true;
  IntegerSet where = access.where;
  return where && llvm::any_of(where.getConstraints(), uses);
}

/// Is dimension `d` walked from end to end by `loop`, which does nothing else?
static bool isWhole(const IndexedAccess &access, unsigned d, unsigned loop) {
  auto dim = dyn_cast<AffineDimExpr>(access.index.getResult(d));
  return dim && dim.getPosition() == loop &&
         access.extents[loop] == access.type.getDimSize(d) &&
         !isUsedBeside(access, loop, d);
}

/// Joins inner dimensions that are walked as they lie: a slice of 64 x 32 is
/// one row of 2048, which takes a tenth of the time.
static IndexedAccess joinRows(IndexedAccess access,
                              std::optional<int64_t> batch) {
  SmallVector<int64_t> shape(access.type.getShape());
  while (shape.size() > 1 && access.extents.size() > 1) {
    unsigned d = shape.size() - 1, loop = access.extents.size() - 1;
    if (!isWhole(access, d, loop) || !isWhole(access, d - 1, loop - 1) ||
        shape[d - 1] == batch || shape[d] == batch ||
        shape[d - 1] * shape[d] == batch)
      break;
    shape[d - 1] *= shape.pop_back_val();
    access.extents[loop - 1] *= access.extents.pop_back_val();
    access.loops.pop_back();
    access.type = RankedTensorType::get(shape, access.type.getElementType());
    auto drop = [&](AffineMap map) {
      return AffineMap::get(loop, map.getNumSymbols(), map.getResults(),
                            map.getContext());
    };
    access.index = drop(access.index.getMajorSubMap(d));
    for (AffineMap &map : access.maps)
      map = drop(map);
    if (access.isGuarded())
      access.where = IntegerSet::get(loop, 0, access.where.getConstraints(),
                                     access.where.getEqFlags());
  }
  return access;
}

namespace {
class ScatterEmitter {
public:
  ScatterEmitter(OpBuilder &b, ScatterAddOp op, Block *entry)
      : b(b), loc(op.getLoc()), batch(getBatch(op)),
        access(joinRows(IndexedAccess::get(op), batch)),
        hasItems(countsItems(op, access)),
        buffers(entry->getArguments().drop_back(2 + hasItems)),
        begin(entry->getArgument(buffers.size() + hasItems)),
        end(entry->getArgument(buffers.size() + hasItems + 1)),
        share(chooseShare()) {
    if (hasItems)
      items = loadItems(b, loc, entry->getArgument(buffers.size()));
    // One part is no part: rows of it are whole.
    if (share && (hasItems ? !getLoop(*share) && countParts(*share) == 1
                           : getGrain() >= getExtent()))
      share = std::nullopt;
  }

  void clear();
  void add();
  int64_t getExtent() const;
  int64_t getGrain() const;
  /// Does the parallel range iterate over the items of a batch?
  bool sharesItems() const {
    return hasItems && share && access.type.getDimSize(*share) == batch;
  }

private:
  std::optional<unsigned> chooseShare() const;
  std::optional<unsigned> findLongest(unsigned count) const;
  int64_t countParts(unsigned d) const;
  /// The loop that is the index of dimension d, if one is.
  std::optional<unsigned> getLoop(unsigned d) const;
  void openLoop(IndexedLoops &loops, unsigned loop);
  bool addsRows() const;
  void addRow(IndexedLoops &loops);
  void addElements(IndexedLoops &loops, Type type);

  OpBuilder &b;
  Location loc;
  std::optional<int64_t> batch;
  IndexedAccess access;
  bool hasItems;
  Value items;        // how many, of a batch
  ValueRange buffers; // source, tensors of integers, result
  Value begin, end;   // of the shared dimension
  /// The dimension of the result that is partitioned among threads.
  std::optional<unsigned> share;
};
} // namespace

std::optional<unsigned> ScatterEmitter::getLoop(unsigned d) const {
  if (auto loop = dyn_cast<AffineDimExpr>(access.index.getResult(d)))
    return loop.getPosition();
  return std::nullopt;
}

/// The longest of the first `count` dimensions.
std::optional<unsigned> ScatterEmitter::findLongest(unsigned count) const {
  std::optional<unsigned> longest;
  for (unsigned d = 0; d < count; ++d)
    if (!longest ||
        access.type.getDimSize(d) > access.type.getDimSize(*longest))
      longest = d;
  return longest;
}

/// An outer dimension that a loop indexes can be partitioned without tests.
/// Else rows are partitioned: columns would cause false sharing of cache lines,
/// so they are only where there are many of them and few rows.
std::optional<unsigned> ScatterEmitter::chooseShare() const {
  constexpr int64_t enoughParts = 8, enoughRows = 64;
  unsigned rank = access.type.getRank();
  auto extent = [&](unsigned d) { return access.type.getDimSize(d); };
  for (unsigned d = 0; d + 1 < rank; ++d)
    if (getLoop(d) && extent(d) >= enoughParts)
      return d;
  if (rank > 1) {
    unsigned longest = *findLongest(rank - 1);
    if (extent(longest) >= enoughRows)
      return longest;
    if (getLoop(rank - 1) && extent(rank - 1) >= enoughParts * lineElements)
      return rank - 1;
  }
  return findLongest(rank);
}

int64_t ScatterEmitter::getExtent() const {
  return share ? access.type.getDimSize(*share) : 1;
}

/// The number of parts of dimension d, whose index is tested: the work for an
/// index inside a part must outweigh the tests of those outside. A mispredicted
/// branch costs about as much as 16 additions.
int64_t ScatterEmitter::countParts(unsigned d) const {
  IndexedLoops loops(b, loc, access, {});
  int64_t inner = 1;
  for (int64_t size : ArrayRef(access.extents).drop_front(loops.getDepth(d)))
    inner *= size;
  return std::clamp<int64_t>(inner / 16, 1, 8);
}

int64_t ScatterEmitter::getGrain() const {
  int64_t points = 1, extent = std::max<int64_t>(getExtent(), 1);
  for (int64_t size : access.extents)
    points *= size;
  points = std::max(points, access.type.getNumElements());
  int64_t grain = chooseGrain(points, extent);
  if (share && !getLoop(*share)) {
    int64_t parts = countParts(*share);
    grain = std::max(grain, int64_t(llvm::divideCeil(extent, parts)));
  }
  if (share && *share + 1 == access.type.getRank())
    grain = std::max(
        {grain, int64_t(llvm::divideCeil(extent, 8)), 4 * lineElements});
  return std::clamp<int64_t>(grain, 1, extent);
}

/// Emits stores of 0 to the range of the partitioned dimension.
void ScatterEmitter::clear() {
  OpBuilder::InsertionGuard guard(b);
  // The result as an access without data-dependent indices.
  IndexedAccess all;
  all.type = access.type;
  all.extents.assign(access.type.getShape().begin(),
                     access.type.getShape().end());
  all.index = b.getMultiDimIdentityMap(access.type.getRank());
  IndexedLoops loops(b, loc, all, {});
  loops.setItems(batch, items);
  for (unsigned d = 0, e = all.extents.size(); d < e; ++d)
    if (share == d)
      loops.openLoop(d, begin, end);
    else
      loops.openLoop(d);
  Type element = cast<MemRefType>(buffers.back().getType()).getElementType();
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(element));
  memref::StoreOp::create(b, loc, zero, buffers.back(), loops.getPoint());
}

/// Creates a loop, restricted to the range if it indexes the partitioned
/// dimension.
void ScatterEmitter::openLoop(IndexedLoops &loops, unsigned loop) {
  if (!share || getLoop(*share) != loop)
    return loops.openLoop(loop);
  Value last =
      arith::MinSIOp::create(b, loc, end, loops.extent(access.extents[loop]));
  loops.openLoop(loop, begin, last);
}

/// Is the innermost loop a row of the result, of which no thread has a part?
bool ScatterEmitter::addsRows() const {
  unsigned d = access.type.getRank() - 1, loop = access.extents.size() - 1;
  return access.type.getRank() > 0 && !access.extents.empty() &&
         isWhole(access, d, loop) && share != d &&
         access.extents[loop] != batch;
}

/// Adds what is of `type`, an element or a vector of them, at the current
/// point.
void ScatterEmitter::addElements(IndexedLoops &loops, Type type) {
  Value element = loops.getElement(), point = loops.getPoint();
  auto load = [&](Value buffer, Value at) -> Value {
    if (auto vector = dyn_cast<VectorType>(type))
      return vector::LoadOp::create(b, loc, vector, buffer, at);
    return memref::LoadOp::create(b, loc, buffer, at);
  };
  Value term = load(buffers.front(), point),
        sum = load(buffers.back(), element);
  if (isa<FloatType>(getElementTypeOrSelf(type)))
    sum = arith::AddFOp::create(b, loc, sum, term);
  else
    sum = arith::AddIOp::create(b, loc, sum, term);
  if (isa<VectorType>(type))
    vector::StoreOp::create(b, loc, sum, buffers.back(), element);
  else
    memref::StoreOp::create(b, loc, sum, buffers.back(), element);
}

/// A row by vectors, and what remains by smaller ones.
void ScatterEmitter::addRow(IndexedLoops &loops) {
  Type element = access.type.getElementType();
  unsigned loop = access.extents.size() - 1;
  int64_t extent = access.extents.back(), from = 0;
  int64_t lanes = vectorBytes * 8 / element.getIntOrFloatBitWidth();
  for (; from < extent; lanes /= 2) {
    int64_t to = from + (extent - from) / lanes * lanes;
    if (to == from)
      continue;
    OpBuilder::InsertionGuard guard(b);
    loops.openLoop(loop, loops.constant(from), loops.constant(to), lanes);
    addElements(loops, lanes > 1 ? VectorType::get(lanes, element) : element);
    from = to;
  }
}

void ScatterEmitter::add() {
  OpBuilder::InsertionGuard guard(b);
  IndexedLoops loops(b, loc, access, buffers.drop_front().drop_back());
  loops.setItems(batch, items);
  bool isTested = share && !getLoop(*share), isRow = addsRows();
  unsigned depth = isTested ? loops.getDepth(*share) : 0;
  unsigned innermost = access.extents.size() - isRow;
  for (unsigned loop = 0; loop <= innermost; ++loop) {
    if (loops.getGuardDepth() == loop)
      loops.enterGuard(loop);
    if (isTested && depth == loop)
      loops.enterRange(*share, begin, end);
    if (loop < innermost)
      openLoop(loops, loop);
  }
  if (isRow)
    addRow(loops);
  else
    addElements(loops, access.type.getElementType());
}

Kernel neo::emitScatterKernel(ModuleOp module, StringRef name,
                              ScatterAddOp op) {
  bool hasItems = countsItems(op, IndexedAccess::get(op));
  func::FuncOp function = createKernelFunction(module, name, op, hasItems);
  Block *entry = &function.getBody().front();
  OpBuilder b = enterKernel(function);
  ScatterEmitter emitter(b, op, entry);
  emitter.clear();
  emitter.add();
  if (!hasItems)
    return {function, emitter.getExtent(), emitter.getGrain()};
  bool shares = emitter.sharesItems();
  return {function, shares ? 1 : emitter.getExtent(), emitter.getGrain(),
          /*batchTile=*/shares ? 1 : 0};
}
