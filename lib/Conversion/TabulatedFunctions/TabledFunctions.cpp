//===- TabledFunctions.cpp - Chains of operations as look-ups -------------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TabledFunctions.h"

#include "OneVariable.h"
#include "SharedReads.h"

#include "Neo/Conversion/WideInstructions.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace neo;

/// The cost of the cheapest table.
constexpr int64_t leastCost = 9 * costOfProduct;

/// The cost of its expansion without a table (TableFunctions.h,
/// Functions.h).
static int64_t costOf(Operation *op) {
  auto products = [](int64_t count) {
    return [=](Operation *) { return count * costOfProduct; };
  };
  if (isa<math::AbsFOp, math::CopySignOp, arith::ConstantOp>(op))
    return 0;
  return llvm::TypeSwitch<Operation *, int64_t>(op)
      .Case<arith::MulFOp, math::FmaOp>(products(1))
      .Case<arith::DivFOp>(products(3))
      .Case<math::ExpOp, math::LogOp, math::Log2Op>(products(8))
      .Case<math::ErfOp>(products(13))
      .Case<math::TanhOp>(products(14))
      .Case<math::ExpM1Op, math::Log1pOp>(products(18))
      .Default([&](Operation *) {
        return isa<math::MathDialect>(op->getDialect()) ? 10 * costOfProduct
                                                        : costOfSum;
      });
}

namespace {
/// Functions of one variable that have uses outside such functions.
struct Group {
  SmallVector<Value> values, factors;
  SmallVector<FunctionOfOne> functions;
};
} // namespace

/// The cost of operations that are dead once `values` are replaced; `variable`
/// is still needed by a table.
static int64_t costOfOnly(Block &block, Value variable,
                          ArrayRef<Value> values) {
  llvm::SmallPtrSet<Operation *, 32> replaced;
  for (Value value : values)
    replaced.insert(value.getDefiningOp());
  int64_t cost = 0;
  for (Operation &op : llvm::reverse(block)) {
    auto isReplaced = [&](Operation *user) { return replaced.contains(user); };
    bool isUnused = &op != variable.getDefiningOp() && isPure(&op) &&
                    !op.use_empty() && llvm::all_of(op.getUsers(), isReplaced);
    if (!isUnused && !isReplaced(&op))
      continue;
    replaced.insert(&op);
    cost += costOf(&op);
  }
  return cost;
}

/// Emits the table look-ups of `plan`.
static void emit(Value variable, const Group &group, const TablePlan &plan) {
  OpBuilder b(group.values.front().getDefiningOp());
  Location loc = group.values.front().getLoc();
  WideInstructions avx(b, loc);
  auto lookUp = [&](Float interval, const std::array<float, 16> &row) {
    return avx.lookUp(interval.bits(), row);
  };
  Float x(b, loc, variable);
  TablePlace<Float> place(x, plan.grid);
  SmallVector<TableValue<Float>> found;
  for (const SymmetricTable &table : plan.tables)
    found.emplace_back(table, place, lookUp);
  for (auto [value, factor, entry] :
       llvm::zip(group.values, group.factors, plan.entries)) {
    if (!entry)
      continue;
    b.setInsertionPoint(value.getDefiningOp());
    const TableShape &shape = plan.tables[entry->table].shape;
    const TableValue<Float> &q = found[entry->table];
    Float result = entry->isSlope ? addSlopes(shape, x, q.slope)
                                  : addLines(shape, x, q.value);
    if (factor)
      result = Float(b, loc, factor) * result;
    Value(value).replaceAllUsesWith(result);
  }
}

const TablePlan &TabledFunctions::planFor(ArrayRef<FunctionOfOne> functions) {
  std::string text;
  for (const FunctionOfOne &f : functions)
    text += f.text() + "=\n";
  auto [known, isNew] = plans.try_emplace(text);
  if (isNew)
    known->second = TablePlan::of(functions);
  return known->second;
}

void TabledFunctions::replaceIn(Block &block) {
  SharedReads reads(block);
  llvm::MapVector<Value, Group> groups;
  for (auto [value, form] : findFunctionsOfOne(block)) {
    Group &group = groups[form.variable];
    group.values.push_back(value);
    group.factors.push_back(form.factor);
    group.functions.emplace_back(value, form.variable, form.factor);
  }
  for (auto &[variable, group] : groups) {
    if (costOfOnly(block, variable, group.values) <= leastCost)
      continue;
    const TablePlan &plan = planFor(group.functions);
    SmallVector<Value> tabled;
    for (auto [value, entry] : llvm::zip(group.values, plan.entries))
      if (entry)
        tabled.push_back(value);
    if (plan.cost() < costOfOnly(block, variable, tabled))
      emit(variable, group, plan);
  }
}
