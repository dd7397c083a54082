//===- InversionProof.cpp - an independent check of inversions --*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "Neo/Analysis/InversionProof.h"
#include "mlir/Analysis/Presburger/PresburgerRelation.h"

using namespace neo;
using namespace mlir::presburger;
using llvm::DynamicAPInt;

namespace {

/// A conjunction over the columns (z, x | t, floors), built from forms whose
/// variable i is column columnOf[i].
class GraphBuilder {
public:
  GraphBuilder(unsigned numDims, unsigned numFree,
               llvm::SmallVector<unsigned, 8> columnOf)
      : polyhedron(PresburgerSpace::getSetSpace(numDims, 0, numFree)),
        columnOf(std::move(columnOf)) {}

  void addNonNegative(const Form &form) {
    polyhedron.addInequality(rowOf(form));
  }
  void addGuards(llvm::ArrayRef<Guard> guards);
  void addBox(llvm::ArrayRef<int64_t> extents, unsigned firstColumn);
  /// form == factor * column.
  void addDefinition(const Form &form, unsigned column, int64_t factor = 1);

  PresburgerSet take() const {
    return PresburgerSet(
        PresburgerRelation(polyhedron).computeReprWithOnlyDivLocals());
  }

private:
  using Row = llvm::SmallVector<DynamicAPInt, 8>;

  unsigned columnOfFloor(const Atom &floor);
  Row rowOf(const Form &form);

  IntegerPolyhedron polyhedron;
  llvm::SmallVector<unsigned, 8> columnOf;
  llvm::SmallVector<std::pair<Atom, unsigned>, 4> floors;
};

} // namespace

unsigned GraphBuilder::columnOfFloor(const Atom &floor) {
  for (const auto &[known, column] : floors)
    if (known == floor)
      return column;
  Row dividend = rowOf(floor.numerator());
  unsigned column = polyhedron.getNumVars();
  polyhedron.addLocalFloorDiv(dividend, DynamicAPInt(floor.divisor()));
  floors.push_back({floor, column});
  return column;
}

GraphBuilder::Row GraphBuilder::rowOf(const Form &form) {
  llvm::SmallVector<unsigned, 8> columns;
  for (const Form::Term &term : form.terms())
    columns.push_back(term.atom.isVariable() ? columnOf[term.atom.variable()]
                                             : columnOfFloor(term.atom));
  Row row(polyhedron.getNumCols(), DynamicAPInt(0));
  for (auto [term, column] : llvm::zip_equal(form.terms(), columns))
    row[column] += DynamicAPInt(term.coefficient);
  row.back() = DynamicAPInt(form.constant());
  return row;
}

void GraphBuilder::addGuards(llvm::ArrayRef<Guard> guards) {
  for (const Guard &guard : guards) {
    addNonNegative(guard.form);
    if (guard.isEquality)
      addNonNegative(-guard.form);
  }
}

void GraphBuilder::addBox(llvm::ArrayRef<int64_t> extents,
                          unsigned firstColumn) {
  for (auto [i, extent] : llvm::enumerate(extents)) {
    polyhedron.addBound(BoundType::LB, firstColumn + i, 0);
    polyhedron.addBound(BoundType::UB, firstColumn + i, extent - 1);
  }
}

void GraphBuilder::addDefinition(const Form &form, unsigned column,
                                 int64_t factor) {
  Row row = rowOf(form);
  row[column] -= DynamicAPInt(factor);
  polyhedron.addEquality(row);
}

static llvm::SmallVector<unsigned, 8> columnsFrom(unsigned first,
                                                  unsigned count) {
  llvm::SmallVector<unsigned, 8> columns;
  for (unsigned i = 0; i < count; ++i)
    columns.push_back(first + i);
  return columns;
}

static PresburgerSet forwardGraph(const InversionProblem &problem,
                                  const Inversion &inversion) {
  unsigned rank = problem.rank(), numLoops = problem.extents.size();
  GraphBuilder graph(rank + numLoops, 0, columnsFrom(rank, numLoops));
  graph.addBox(inversion.elementExtents, 0);
  graph.addBox(problem.extents, rank);
  graph.addGuards(problem.access.guards);
  graph.addGuards(problem.absorbed);
  for (unsigned dim = 0; dim < rank; ++dim)
    graph.addDefinition(problem.access.index[dim] - Form(problem.phaseOf(dim)),
                        dim, problem.strideOf(dim));
  return graph.take();
}

static PresburgerSet inverseGraph(const InversionProblem &problem,
                                  const Inversion &inversion) {
  unsigned rank = problem.rank(), numLoops = problem.extents.size();
  unsigned numFree = inversion.freeExtents.size();
  llvm::SmallVector<unsigned, 8> columns = columnsFrom(0, rank);
  columns.append(columnsFrom(rank + numLoops, numFree));
  GraphBuilder graph(rank + numLoops, numFree, columns);
  graph.addBox(inversion.elementExtents, 0);
  graph.addBox(inversion.freeExtents, rank + numLoops);
  graph.addGuards(inversion.guards);
  for (unsigned loop = 0; loop < numLoops; ++loop)
    graph.addDefinition(inversion.loops[loop], rank + loop);
  return graph.take();
}

bool neo::proveInversion(const InversionProblem &problem,
                         const Inversion &inversion) {
  PresburgerSet forward = forwardGraph(problem, inversion);
  if (inversion.empty)
    return forward.isIntegerEmpty();
  return forward.isEqual(inverseGraph(problem, inversion));
}
