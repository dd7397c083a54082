//===- RowChoice.cpp - which forms become the free loops ------------------===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//

#include "RowChoice.h"
#include "RowSearch.h"

using namespace neo;

/// Limits on alternatives per group, and on complete sequences that are
/// compared.
static constexpr unsigned maxPerGroup = 8;
static constexpr unsigned maxSequences = 16;
/// Groups that a compound candidate may join, in columns.
static constexpr unsigned maxJoinedColumns = 4;

namespace {

/// The partition of the columns of tau into independent groups.
class ColumnGroups {
public:
  ColumnGroups(llvm::ArrayRef<Candidate> candidates,
               const IntMatrix &directions);

  /// The groups, each as its columns.
  llvm::SmallVector<llvm::SmallVector<unsigned, 4>, 4> groups() const;

private:
  llvm::SmallVector<unsigned, 4> labelsOf(unsigned row) const;
  void join(llvm::ArrayRef<unsigned> labels);

  const IntMatrix &directions;
  /// The group of each column, named by one of its columns.
  llvm::SmallVector<unsigned, 8> label;
};

} // namespace

llvm::SmallVector<unsigned, 4> ColumnGroups::labelsOf(unsigned row) const {
  llvm::SmallVector<unsigned, 4> labels;
  for (unsigned c = 0; c < directions.getNumColumns(); ++c)
    if (directions(row, c) != 0 && !llvm::is_contained(labels, label[c]))
      labels.push_back(label[c]);
  return labels;
}

void ColumnGroups::join(llvm::ArrayRef<unsigned> labels) {
  for (unsigned &l : label)
    if (llvm::is_contained(labels, l))
      l = labels.front();
}

ColumnGroups::ColumnGroups(llvm::ArrayRef<Candidate> candidates,
                           const IntMatrix &directions)
    : directions(directions) {
  for (unsigned c = 0; c < directions.getNumColumns(); ++c)
    label.push_back(c);
  for (unsigned row = 0; row < candidates.size(); ++row)
    if (candidates[row].kind != Candidate::Kind::Compound)
      join(labelsOf(row));
  for (unsigned row = 0; row < candidates.size(); ++row) {
    llvm::SmallVector<unsigned, 4> labels = labelsOf(row);
    unsigned columns = llvm::count_if(
        label, [&](unsigned l) { return llvm::is_contained(labels, l); });
    if (columns <= maxJoinedColumns)
      join(labels);
  }
}

llvm::SmallVector<llvm::SmallVector<unsigned, 4>, 4>
ColumnGroups::groups() const {
  llvm::SmallVector<llvm::SmallVector<unsigned, 4>, 4> result;
  llvm::SmallVector<unsigned, 4> names;
  for (unsigned c = 0; c < label.size(); ++c) {
    auto *name = llvm::find(names, label[c]);
    if (name == names.end()) {
      names.push_back(label[c]);
      result.emplace_back();
      name = &names.back();
    }
    result[name - names.begin()].push_back(c);
  }
  return result;
}

/// The sequences for one group of columns.
static llvm::SmallVector<RowSequence, 4>
searchGroup(llvm::ArrayRef<Candidate> candidates, const IntMatrix &directions,
            llvm::ArrayRef<unsigned> columns) {
  auto touches = [&](unsigned row, bool inside) {
    for (unsigned c = 0; c < directions.getNumColumns(); ++c)
      if (llvm::is_contained(columns, c) == inside && directions(row, c) != 0)
        return true;
    return false;
  };
  RowSequence rows;
  for (unsigned row = 0; row < candidates.size(); ++row)
    if (touches(row, true) && !touches(row, false))
      rows.push_back(row);
  IntMatrix own(rows.size(), columns.size());
  for (unsigned i = 0; i < rows.size(); ++i)
    for (unsigned j = 0; j < columns.size(); ++j)
      own(i, j) = directions(rows[i], columns[j]);
  return RowSearch(candidates, rows, std::move(own)).run(maxPerGroup);
}

static RowSequence concatenate(const RowSequence &a, const RowSequence &b) {
  RowSequence result = a;
  result.append(b.begin(), b.end());
  return result;
}

llvm::SmallVector<RowSequence, 4>
neo::chooseRows(llvm::ArrayRef<Candidate> candidates,
                const IntMatrix &directions) {
  llvm::SmallVector<RowSequence, 4> sequences = {RowSequence()};
  ColumnGroups columns(candidates, directions);
  for (llvm::ArrayRef<unsigned> group : columns.groups()) {
    llvm::SmallVector<RowSequence, 4> found =
        searchGroup(candidates, directions, group);
    // All combinations while they are few, then only the cheapest.
    if (sequences.size() * found.size() > maxSequences)
      found.truncate(1);
    llvm::SmallVector<RowSequence, 4> combined;
    for (const RowSequence &head : sequences)
      for (const RowSequence &tail : found)
        combined.push_back(concatenate(head, tail));
    sequences = std::move(combined);
  }
  return sequences;
}
