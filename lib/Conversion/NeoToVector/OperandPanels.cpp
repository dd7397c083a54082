//===- OperandPanels.cpp - Packing and reading panels ---------------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "OperandPanels.h"

#include "RegisterTranspose.h"
#include "Scratch.h"

#include "Neo/Dialect/ElementBytes.h"

using namespace mlir;
using namespace neo;

/// Can the panel begin earlier, so that its vector loads are aligned? It has to
/// be one run, long enough for one more square, with the same misalignment in
/// all lanes.
static bool beginsEarlier(const OperandPanel &panel, int64_t lanes) {
  constexpr int64_t leastSquares = 4;
  return panel.rows() == panel.run && panel.run % lanes == 0 &&
         panel.run >= leastSquares * lanes && panel.laneStride % lanes == 0;
}

OperandPanels::OperandPanels(TileState &state, ValueRange buffers)
    : state(state), b(state.b), loc(state.loc) {
  for (unsigned operand : state.schedule.packed) {
    std::string reason;
    std::optional<OperandPanel> panel =
        planPanel(state.nest, state.schedule, operand, reason);
    if (!panel)
      continue;
    Type element = state.nest.operands[operand].type.getElementType();
    int64_t elements = panel->elements();
    if (beginsEarlier(*panel, state.lanes))
      elements += state.lanes * panel->width;
    Value scratch = allocateScratch(b, loc, elements, element);
    panels.push_back({*panel, buffers[operand], scratch, {}, {}, {}, {}, 0, 0});
  }
}

/// Computes the positions at which this panel and the next one begin in the
/// operand.
void OperandPanels::locate(Filled &filled) {
  const LinearForm &access = state.nest.operands[filled.panel.operand].access;
  const Schedule &schedule = state.schedule;
  SmallVector<Value> entered = state.origin;
  for (auto [loop, info] : llvm::enumerate(state.nest.loops))
    if (info.isReduction)
      state.origin[loop] = state.constantIndex(0);
  if (filled.blockStart)
    state.origin[*schedule.blockedLoop] = filled.blockStart;
  SmallVector<int64_t> none(state.nest.loops.size(), 0);
  filled.base = state.index(access.expr, none);
  state.origin = std::move(entered);

  int64_t toNext = filled.panel.width * filled.panel.laneStride;
  filled.next =
      arith::AddIOp::create(b, loc, filled.base, state.constantIndex(toNext));
  if (!filled.blockStart || !schedule.blocksInside())
    return;
  unsigned blocked = *schedule.blockedLoop;
  int64_t stride = access.coefficients[blocked];
  int64_t last = schedule.lastBlock(state.nest);
  Value more =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                            filled.blockStart, state.constantIndex(last));
  Value further = arith::AddIOp::create(
      b, loc, filled.base, state.constantIndex(stride * schedule.block));
  filled.next = arith::SelectOp::create(
      b, loc, more, further,
      state.plus(filled.next, filled.blockStart, -stride));
}

/// Steps of the blocked loop in the last block.
int64_t OperandPanels::lastSteps() const {
  unsigned blocked = *state.schedule.blockedLoop;
  return state.nest.loops[blocked].extent -
         state.schedule.lastBlock(state.nest);
}

/// The misalignment of `filled` to a vector's length, in elements.
Value OperandPanels::findShift(const Filled &filled) {
  if (!beginsEarlier(filled.panel, state.lanes) ||
      (filled.blockStart && lastSteps() != state.schedule.block))
    return {};
  RankedTensorType type = state.nest.operands[filled.panel.operand].type;
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(b, loc, filled.source);
  Value number = arith::DivUIOp::create(
      b, loc, address, state.constantIndex(getElementBytes(type)));
  Value past = arith::RemUIOp::create(
      b, loc, arith::AddIOp::create(b, loc, number, filled.base),
      state.constantIndex(state.lanes));
  // Not before the beginning of the operand.
  return arith::MinUIOp::create(b, loc, past, filled.base);
}

void OperandPanels::fill(unsigned level, Value blockStart) {
  for (Filled &filled : panels) {
    const OperandPanel &panel = filled.panel;
    if (panel.level != level)
      continue;
    bool moves = llvm::any_of(panel.walks, [&](const auto &walk) {
      return state.schedule.blockedLoop == walk.loop;
    });
    filled.blockStart = moves ? blockStart : Value();
    filled.lanes = state.elementsInside(panel.laneLoop);
    locate(filled);
    filled.shift = findShift(filled);
    fillBlock(filled);
  }
}

/// Fills the rows of a block; the last block may have fewer.
void OperandPanels::fillBlock(Filled &filled) {
  filled.steps = state.schedule.block;
  if (!filled.blockStart || lastSteps() == filled.steps)
    return fillRows(filled);
  int64_t last = state.schedule.lastBlock(state.nest);
  Value isWhole =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                            filled.blockStart, state.constantIndex(last));
  auto branch = scf::IfOp::create(b, loc, isWhole, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  fillRows(filled);
  b.setInsertionPointToStart(branch.elseBlock());
  filled.steps = lastSteps();
  fillRows(filled);
}

void OperandPanels::fillRows(const Filled &filled) {
  walk(filled, 0, filled.base, state.constantIndex(0),
       [&](Value from, Value row) {
         if (filled.panel.copiesRows())
           copyRow(filled, from, row);
         else
           transposeRun(filled, from, row);
       });
}

/// Emits loops over the reductions that are not part of the run.
void OperandPanels::walk(const Filled &filled, unsigned level, Value from,
                         Value row, Emit emitRun) {
  const OperandPanel &panel = filled.panel;
  if (level + panel.runWalks == panel.walks.size())
    return emitRun(from, row);
  const OperandPanel::Walk &own = panel.walks[level];
  bool isBlocked = filled.blockStart && state.schedule.blockedLoop == own.loop;
  state.forEach(isBlocked ? filled.steps : own.extent, 1, [&](Value index) {
    walk(filled, level + 1, state.plus(from, index, own.stride),
         state.plus(row, index, own.rows), emitRun);
  });
}

void OperandPanels::copyRow(const Filled &filled, Value from, Value row) {
  Value to = state.plus(state.constantIndex(0), row, filled.panel.width);
  for (int64_t lane = 0; lane < filled.lanes; lane += state.lanes) {
    Value offset = state.constantIndex(lane);
    int64_t count = std::min<int64_t>(state.lanes, filled.lanes - lane);
    Value vector = load(filled, arith::AddIOp::create(b, loc, from, offset),
                        toVectorMask(state, {}, count));
    vector::StoreOp::create(
        b, loc, vector, filled.scratch,
        ValueRange(arith::AddIOp::create(b, loc, to, offset)));
  }
}

/// Transposes one run of every lane.
void OperandPanels::transposeRun(const Filled &filled, Value from, Value row) {
  Value to = state.plus(state.constantIndex(0), row, filled.panel.width);
  if (filled.shift)
    from = arith::SubIOp::create(b, loc, from, filled.shift);
  state.forEachVector(filled.lanes, [&](Value lane, int64_t lanes) {
    transposeLanes(filled, state.plus(from, lane, filled.panel.laneStride),
                   arith::AddIOp::create(b, loc, to, lane), lanes);
  });
}

/// Transposes the runs of `lanes` lanes: squares, and the remainder of the run.
void OperandPanels::transposeLanes(const Filled &filled, Value from, Value to,
                                   int64_t lanes) {
  const OperandPanel &panel = filled.panel;
  int64_t run = panel.run;
  for (const OperandPanel::Walk &walk :
       ArrayRef(panel.walks).take_back(panel.runWalks))
    if (filled.blockStart && state.schedule.blockedLoop == walk.loop)
      run = run / walk.extent * filled.steps;
  state.forEachVector(run, [&](Value step, int64_t count) {
    transposeSquare(filled, state.plus(from, step, 1),
                    state.plus(to, step, panel.width), lanes, count,
                    toVectorMask(state, {}, count));
  });
  Value end = state.constantIndex(run);
  if (filled.shift)
    transposeBehind(filled, state.plus(from, end, 1),
                    state.plus(to, end, panel.width), lanes);
}

/// Transposes the remainder of a run that begins earlier.
void OperandPanels::transposeBehind(const Filled &filled, Value from, Value to,
                                    int64_t lanes) {
  Value isLeft = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                       filled.shift, state.constantIndex(0));
  auto branch = scf::IfOp::create(b, loc, isLeft, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  Value mask = vector::CreateMaskOp::create(
      b, loc, state.vectorOf(b.getI1Type()), ValueRange(filled.shift));
  transposeSquare(filled, from, to, lanes, state.lanes, mask);
}

/// Loads a vector from `from` on; zeros where `mask`, if there is one, is off.
Value OperandPanels::load(const Filled &filled, Value from, Value mask) {
  Type element = cast<MemRefType>(filled.scratch.getType()).getElementType();
  VectorType type = state.vectorOf(element);
  if (!mask)
    return vector::LoadOp::create(b, loc, type, filled.source,
                                  ValueRange(from));
  return vector::MaskedLoadOp::create(
      b, loc, type, filled.source, ValueRange(from), mask,
      state.splat(cast<TypedAttr>(b.getZeroAttr(element))));
}

/// Transposes `count` contiguous elements of each of `lanes` lanes, from `from`
/// on, to `count` rows; loads only those under `mask`, if there is one.
void OperandPanels::transposeSquare(const Filled &filled, Value from, Value to,
                                    int64_t lanes, int64_t count, Value mask) {
  Type element = cast<MemRefType>(filled.scratch.getType()).getElementType();
  SmallVector<Value> rows(state.lanes,
                          state.splat(cast<TypedAttr>(b.getZeroAttr(element))));
  for (int64_t lane = 0; lane < lanes; ++lane) {
    Value place = arith::AddIOp::create(
        b, loc, from, state.constantIndex(lane * filled.panel.laneStride));
    rows[lane] = load(filled, place, mask);
  }
  SmallVector<Value> columns = transposeRegisters(b, loc, std::move(rows));
  for (int64_t step = 0; step < count; ++step) {
    Value place = arith::AddIOp::create(
        b, loc, to, state.constantIndex(step * filled.panel.width));
    vector::StoreOp::create(b, loc, columns[step], filled.scratch,
                            ValueRange(place));
  }
}

Value OperandPanels::read(unsigned operand, const TilePoint &point) {
  auto found = llvm::find_if(panels, [&](const Filled &filled) {
    return filled.panel.operand == operand;
  });
  if (found == panels.end())
    return {};
  const OperandPanel &panel = found->panel;
  AffineExpr place = b.getAffineConstantExpr(point.offsets[panel.laneLoop]);
  for (const OperandPanel::Walk &walk : panel.walks)
    place = place + b.getAffineDimExpr(walk.loop) * (walk.rows * panel.width);
  SmallVector<Value> entered = state.origin;
  if (found->blockStart) {
    Value &origin = state.origin[*state.schedule.blockedLoop];
    origin = arith::SubIOp::create(b, loc, origin, found->blockStart);
  }
  SmallVector<int64_t> none(state.nest.loops.size(), 0);
  Value from = state.index(place, none);
  if (found->shift)
    from = state.plus(from, found->shift, panel.width);
  state.origin = std::move(entered);
  Type element = cast<MemRefType>(found->scratch.getType()).getElementType();
  return vector::LoadOp::create(b, loc, state.vectorOf(element), found->scratch,
                                ValueRange(from));
}
