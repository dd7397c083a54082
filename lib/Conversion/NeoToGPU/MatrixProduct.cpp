//===- MatrixProduct.cpp - A step of a product by tensor cores ------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "MatrixProduct.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

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

MatrixProduct::Fragments MatrixProduct::loadAll(int64_t term, Value stage) {
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

MatrixProduct::Fragments MatrixProduct::unpack(ValueRange registers) {
  Fragments set;
  for (int64_t first = 0, rows = 2 * countRegisters(rowAxis);
       first < int64_t(registers.size()); first += 4)
    (first < rows ? set.left : set.right)
        .emplace_back(registers.slice(first, 4));
  return set;
}

SmallVector<Value> MatrixProduct::prefetch(Value stage) {
  SmallVector<Value> registers;
  if (schedule.getOverlap().getFragments() == 1)
    return registers;
  Fragments set = loadAll(0, stage);
  for (auto *side : {&set.left, &set.right})
    for (const Fragment &fragment : *side)
      llvm::append_range(registers, fragment);
  return registers;
}

/// The reads of a step are before its barrier, and so are the copies.
void MatrixProduct::compute(SmallVector<Value> &sums, SmallVector<Value> &ahead,
                            Value stage, const StepOverlap &overlap) {
  int64_t parts = getWindowSteps(space.getAxis(termAxis)) / fragmentTerms;
  int64_t copies = schedule.getOverlap().getCopies();
  bool isAhead = schedule.getOverlap().getFragments() > 1;
  Fragments current = unpack(ahead), next;
  for (int64_t part = 0; part < parts; ++part) {
    bool isLast = part + 1 == parts;
    if (!isAhead)
      current = loadAll(part * fragmentTerms, stage);
    else if (!isLast)
      next = loadAll((part + 1) * fragmentTerms, stage);
    if (part < copies)
      overlap.copy(part, copies);
    if (isLast) {
      ahead = overlap.advance();
      next = unpack(ahead);
    }
    multiplyAll(current, sums);
    current = next;
  }
}
