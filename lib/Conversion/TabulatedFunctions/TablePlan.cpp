//===- TablePlan.cpp - Tables of several functions of one number ----------===//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//===----------------------------------------------------------------------===//

#include "TablePlan.h"

#include "llvm/ADT/STLExtras.h"

using namespace neo;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {
class TablePlanner {
public:
  explicit TablePlanner(ArrayRef<FunctionOfOne> functions);

  TablePlan plan;

private:
  void findShapes();
  void addTable(unsigned f, std::optional<unsigned> slope);
  bool isOpen(unsigned f) const { return shapes[f] && !plan.entries[f]; }

  ArrayRef<FunctionOfOne> functions;
  /// Shapes of the functions that can have a table.
  SmallVector<std::optional<TableShape>> shapes;
};
} // namespace

void TablePlanner::findShapes() {
  double reach = 0;
  for (const FunctionOfOne &f : functions) {
    std::optional<TableShape> shape = TableShape::of(f);
    if (shape && !SymmetricTable::fit(f, *shape, nullptr,
                                      TableGrid::reaching(shape->reach)))
      shape = std::nullopt;
    shapes.push_back(shape);
    if (shape)
      reach = std::max(reach, shape->reach);
  }
  plan.grid = TableGrid::reaching(reach);
}

TablePlanner::TablePlanner(ArrayRef<FunctionOfOne> functions)
    : functions(functions) {
  plan.entries.resize(functions.size());
  findShapes();
  for (unsigned f = 0; f < functions.size(); ++f)
    for (unsigned slope = 0; slope < functions.size(); ++slope)
      if (f != slope && isOpen(f) && isOpen(slope) &&
          isDerivative(functions[slope], functions[f]))
        addTable(f, slope);
  for (unsigned f = 0; f < functions.size(); ++f)
    if (isOpen(f))
      addTable(f, std::nullopt);
}

/// Adds a table of function `f`, optionally with its derivative.
void TablePlanner::addTable(unsigned f, std::optional<unsigned> slope) {
  auto table =
      SymmetricTable::fit(functions[f], *shapes[f],
                          slope ? &functions[*slope] : nullptr, plan.grid);
  if (!table)
    return;
  unsigned place = plan.tables.size();
  plan.entries[f] = {place, /*isSlope=*/false};
  if (slope)
    plan.entries[*slope] = {place, /*isSlope=*/true};
  plan.tables.push_back(std::move(*table));
}

TablePlan TablePlan::of(ArrayRef<FunctionOfOne> functions) {
  return TablePlanner(functions).plan;
}

/// Cost of the sums and products of a line.
static int64_t costOfLine(const TableShape &shape) {
  bool isPlain = shape.above == 0 || shape.above == 1;
  return 2 * costOfSum + (isPlain ? 0 : costOfProduct);
}

int64_t TablePlan::cost() const {
  int64_t cost = 2 * costOfProduct + 2 * costOfSum;
  for (const SymmetricTable &table : tables)
    cost += costOfProduct * (2 * table.powers.size() - 1);
  for (const std::optional<Entry> &entry : entries) {
    if (!entry)
      continue;
    const SymmetricTable &table = tables[entry->table];
    cost += entry->isSlope
                ? costOfProduct * (table.powers.size() - 2) + 2 * costOfSum
                : costOfLine(table.shape);
  }
  return cost;
}
