//===- RowSearch.h - branch and bound over ordered picks --------*- C++ -*-===//
//
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
//===----------------------------------------------------------------------===//
//
// The search behind RowChoice for one independent group of lattice columns.
//
//===----------------------------------------------------------------------===//

#ifndef NEO_LIB_ANALYSIS_ROWSEARCH_H
#define NEO_LIB_ANALYSIS_ROWSEARCH_H

#include "RowChoice.h"

namespace neo {

class RowSearch {
public:
  /// `rows` are the candidates whose directions lie in the group; `directions`
  /// has their rows, restricted to the columns of the group.
  RowSearch(llvm::ArrayRef<Candidate> candidates, RowSequence rows,
            IntMatrix directions);

  /// The best sequences found, at most `keep`.
  llvm::SmallVector<RowSequence, 4> run(unsigned keep);

private:
  /// A candidate as the next pick; ordered by preference.
  struct Option {
    int64_t trips;
    bool isStrided;
    Candidate::Kind kind;
    unsigned row;
    int64_t gcd;
    bool operator<(const Option &other) const;
  };

  struct Found {
    unsigned penalty;
    RowSequence rows;
    /// The picks with their gcds, sorted: equal keys, equal boxes.
    llvm::SmallVector<std::pair<unsigned, int64_t>, 4> key;
  };

  llvm::SmallVector<Option, 8> options(const IntMatrix &lattice,
                                       unsigned first) const;
  void search(const IntMatrix &lattice, unsigned first, uint64_t cost);
  void record(uint64_t cost);

  llvm::ArrayRef<Candidate> candidates;
  RowSequence rows;
  IntMatrix directions;
  llvm::SmallVector<Option, 4> picked;
  llvm::SmallVector<Found, 4> found;
  uint64_t bestCost = UINT64_MAX;
  unsigned nodes = 0;
};

} // namespace neo

#endif // NEO_LIB_ANALYSIS_ROWSEARCH_H
