// rows.h - what operators on the rows of a matrix share
// Part of Neo. SPDX-License-Identifier: Apache-2.0

#ifndef NEO_BENCHMARKS_HAND_ROWS_H
#define NEO_BENCHMARKS_HAND_ROWS_H

#include "vectors.h"

/// Axes before the last are one.
#ifdef X_2
enum { COUNT = X_0 * X_1, COLUMNS = X_2 };
#else
enum { COUNT = X_0, COLUMNS = X_1 };
#endif

/// Rows of results begin a cache line; the matrix is larger than the caches.
enum { ALIGNED = COLUMNS % LANES == 0 };
enum { FROM_MEMORY = (long)COUNT * COLUMNS >= 4 << 20 };

/// The row `i`, the first or the last one where there is none.
static inline const float *row(const float *x, int i) {
  return x + (long)(i < 0 ? 0 : i < COUNT ? i : COUNT - 1) * COLUMNS;
}

#endif
