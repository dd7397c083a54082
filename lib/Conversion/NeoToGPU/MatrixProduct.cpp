//===- MatrixProduct.cpp - A step of a product by tensor cores ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "MatrixProduct.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

#include <deque>

using namespace mlir;
using namespace neo;

constexpr int64_t fragmentRows = GPUMachine::mmaRows,
                  fragmentColumns = GPUMachine::mmaColumns;

/// The last three axes are rows, columns and terms; a batch may come before.
MatrixProduct::MatrixProduct(KernelState &state, const AxisSpace &space,
                             IndexValues &values, ComputeOp op,
                             GPUScheduleAttr schedule)
    : state(state), space(space), op(op), schedule(schedule),
      loads(state, space, values, op, schedule),
      fragmentTerms(schedule.getMma()), rowAxis(space.getNumAxes() - 3),
      columnAxis(space.getNumAxes() - 2), termAxis(space.getNumAxes() - 1) {}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static NVVM::MMATypes getFactorType(ComputeOp op) {
  Type element = op.getOperandType(0).getElementType();
  return element.isF32()   ? NVVM::MMATypes::tf32
         : element.isF16() ? NVVM::MMATypes::f16
                           : NVVM::MMATypes::bf16;
}

/// f32 is rounded to tf32 where it is multiplied, so that no load is waited for
/// before.
MatrixProduct::Fragment MatrixProduct::round(const Fragment &registers) {
  if (getFactorType(op) != NVVM::MMATypes::tf32)
    return registers;
  Fragment rounded;
  for (Value value : registers)
    rounded.push_back(NVVM::ConvertFloatToTF32Op::create(
        state.b, state.loc, state.b.getI32Type(), value,
        NVVM::FPRoundingMode::RNA));
  return rounded;
}

Value MatrixProduct::multiply(ValueRange a, ValueRange b, ValueRange sums) {
  OpBuilder &o = state.b;
  Type sum = o.getF32Type();
  auto result =
      LLVM::LLVMStructType::getLiteral(o.getContext(), {sum, sum, sum, sum});
  NVVM::MMATypes type = getFactorType(op);
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
  for (int64_t i = 0; i < countRegisters(rowAxis) / 2; ++i)
    set.left.push_back(
        loads.load(rowAxis, fragmentRows * i, term, /*sideFirst=*/true, stage));
  for (int64_t j = 0; j < countRegisters(columnAxis) / 4; ++j)
    set.right.push_back(loads.load(columnAxis, 2 * fragmentColumns * j, term,
                                   /*sideFirst=*/false, stage));
  return set;
}

void MatrixProduct::multiplyAll(Fragments set, MutableArrayRef<Value> sums) {
  for (auto *side : {&set.left, &set.right})
    for (Fragment &registers : *side)
      registers = round(registers);
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
