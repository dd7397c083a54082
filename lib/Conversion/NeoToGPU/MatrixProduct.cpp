//===- MatrixProduct.cpp - A step of a product by tensor cores ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "MatrixProduct.h"

#include "SharedWindow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <deque>

using namespace mlir;
using namespace neo;

constexpr int64_t fragmentRows = GPUMachine::mmaRows,
                  fragmentColumns = GPUMachine::mmaColumns,
                  fragmentTerms = GPUMachine::mmaTerms,
                  matrixSize = GPUMachine::matrixRows;

/// The last three axes are rows, columns and terms; a batch may come before.
MatrixProduct::MatrixProduct(KernelState &state, const AxisSpace &space,
                             IndexValues &values, ComputeOp op,
                             GPUScheduleAttr schedule)
    : state(state), space(space), values(values), op(op), schedule(schedule),
      rowAxis(space.getNumAxes() - 3), columnAxis(space.getNumAxes() - 2),
      termAxis(space.getNumAxes() - 1) {}

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

/// The operand whose window has `axis`.
unsigned MatrixProduct::findOperand(unsigned axis) {
  for (auto [operand, read] : llvm::enumerate(schedule.getReads()))
    if (llvm::is_contained(read.getWindow().getAxes(), int64_t(axis)))
      return operand;
  llvm_unreachable("the verifier wants a window for rows and columns");
}

MatrixProduct::Pitches MatrixProduct::getPitches(unsigned operand,
                                                 unsigned sideAxis) {
  GPUWindowAttr window = schedule.getReads()[operand].getWindow();
  Pitches pitches;
  for (auto [axis, pitch] :
       llvm::zip_equal(window.getAxes(), window.getPitches()))
    (axis == int64_t(sideAxis) ? pitches.side : pitches.terms) = pitch;
  return pitches;
}

/// The position of the row whose address this lane passes, in the first
/// fragment of its warp. Lanes 8 q to 8 q + 7 name the rows of matrix q; bit 0
/// of q moves along one of side and terms, bit 1 along the other.
Value MatrixProduct::getRowOfLane(unsigned operand, unsigned sideAxis,
                                  bool sideFirst) {
  OpBuilder &b = state.b;
  Pitches pitches = getPitches(operand, sideAxis);
  Value place = state.constant(0);
  auto add = [&](Value what, int64_t times) {
    Value product =
        arith::MulIOp::create(b, state.loc, what, state.constant(times));
    place = arith::AddIOp::create(b, state.loc, place, product);
  };
  auto digit = [&](int64_t stride, int64_t size) -> Value {
    Value high = arith::DivUIOp::create(b, state.loc, state.lane,
                                        state.constant(stride));
    return arith::RemUIOp::create(b, state.loc, high, state.constant(size));
  };
  int64_t outer[] = {pitches.terms, pitches.side};
  bool rowsAreTerms = isAlong(operand, sideAxis);
  add(digit(1, matrixSize), rowsAreTerms ? pitches.terms : pitches.side);
  add(digit(8, 2), matrixSize * outer[sideFirst]);
  add(digit(16, 2), matrixSize * outer[!sideFirst]);
  for (auto [number, dim] : llvm::enumerate(space.getDims()))
    if (dim.axis == sideAxis && dim.unit == GPUUnit::warp)
      add(values.get(getAffineDimExpr(number, op.getContext())),
          dim.stride * pitches.side);
  return place;
}

bool MatrixProduct::isAlong(unsigned operand, unsigned axis) {
  return schedule.getReads()[operand].getWindow().getAlong() == int64_t(axis);
}

MatrixProduct::Fragment MatrixProduct::load(unsigned operand, unsigned sideAxis,
                                            int64_t side, int64_t terms,
                                            bool sideFirst) {
  OpBuilder &b = state.b;
  GPUWindowAttr window = schedule.getReads()[operand].getWindow();
  Pitches pitches = getPitches(operand, sideAxis);
  // ldmatrix moves 16-bit elements of any type.
  Type half = b.getF16Type();
  Value view = viewWindowFrom(
      state, window, half, getRowOfLane(operand, sideAxis, sideFirst), stage);
  Value loaded = nvgpu::LdMatrixOp::create(
      b, state.loc, VectorType::get({4, 2}, half), view,
      state.constant(side * pitches.side + terms * pitches.terms),
      /*transpose=*/isAlong(operand, sideAxis), /*numTiles=*/4);
  Fragment registers;
  for (int64_t i = 0; i < 4; ++i)
    registers.push_back(
        vector::ExtractOp::create(b, state.loc, loaded, ArrayRef<int64_t>{i}));
  if (op.getOperandType(operand).getElementType().isF16())
    return registers;
  for (Value &pair : registers) {
    auto word = VectorType::get({1}, b.getI32Type());
    Value bits = vector::BitCastOp::create(b, state.loc, word, pair);
    pair = vector::ExtractOp::create(b, state.loc, bits, ArrayRef<int64_t>{0});
  }
  return registers;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

Value MatrixProduct::multiply(ValueRange a, ValueRange b, ValueRange sums) {
  OpBuilder &o = state.b;
  Type sum = o.getF32Type();
  auto result =
      LLVM::LLVMStructType::getLiteral(o.getContext(), {sum, sum, sum, sum});
  bool isF16 = op.getOperandType(0).getElementType().isF16();
  auto type = isF16 ? NVVM::MMATypes::f16 : NVVM::MMATypes::bf16;
  return NVVM::MmaOp::create(
      o, state.loc, result, a, b, sums,
      ArrayRef<int64_t>{fragmentRows, fragmentColumns, fragmentTerms},
      /*b1Op=*/std::nullopt, /*intOverflow=*/std::nullopt,
      std::array<NVVM::MMATypes, 2>{type, type},
      std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row,
                                     NVVM::MMALayout::col});
}

/// Elements of `axis` that a thread holds.
int64_t MatrixProduct::countRegisters(unsigned axis) const {
  return getSize(space.getAxis(axis), {GPUUnit::vector_, GPUUnit::register_});
}

MatrixProduct::Fragments MatrixProduct::loadAll(int64_t term) {
  Fragments set;
  unsigned a = findOperand(rowAxis), b = findOperand(columnAxis);
  for (int64_t i = 0; i < countRegisters(rowAxis) / 2; ++i)
    set.left.push_back(
        load(a, rowAxis, fragmentRows * i, term, /*sideFirst=*/true));
  for (int64_t j = 0; j < countRegisters(columnAxis) / 4; ++j)
    set.right.push_back(load(b, columnAxis, 2 * fragmentColumns * j, term,
                             /*sideFirst=*/false));
  return set;
}

void MatrixProduct::multiplyAll(const Fragments &set,
                                MutableArrayRef<Value> sums) {
  int64_t rows = countRegisters(rowAxis), columns = countRegisters(columnAxis);
  // The unrolled points go row by row; see AxisSpace::getPoints().
  auto at = [&](int64_t row, int64_t column) -> Value & {
    return sums[row * columns + column];
  };
  for (int64_t i = 0; i < rows / 2; ++i)
    for (int64_t j = 0; j < columns / 2; ++j) {
      Value *four[] = {&at(2 * i, 2 * j), &at(2 * i, 2 * j + 1),
                       &at(2 * i + 1, 2 * j), &at(2 * i + 1, 2 * j + 1)};
      SmallVector<Value> old;
      for (Value *sum : four)
        old.push_back(*sum);
      ValueRange pair = ValueRange(set.right[j / 2]).slice(2 * (j % 2), 2);
      Value made = multiply(set.left[i], pair, old);
      for (auto [k, sum] : llvm::enumerate(four))
        *sum = LLVM::ExtractValueOp::create(state.b, state.loc, made, k);
    }
}

SmallVector<Value> MatrixProduct::accumulate(ValueRange given, Value of) {
  stage = of;
  SmallVector<Value> sums(given);
  int64_t terms = getWindowSteps(space.getAxis(termAxis));
  int64_t ahead = (schedule.getFragments() - 1) * fragmentTerms;
  std::deque<Fragments> sets;
  for (int64_t term = 0; term < std::min(ahead, terms); term += fragmentTerms)
    sets.push_back(loadAll(term));
  for (int64_t term = 0; term < terms; term += fragmentTerms) {
    if (term + ahead < terms)
      sets.push_back(loadAll(term + ahead));
    multiplyAll(sets.front(), sums);
    sets.pop_front();
  }
  return sums;
}
