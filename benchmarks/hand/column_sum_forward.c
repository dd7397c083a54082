// column_sum_forward.c - a sum per column, eight rows at a time
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// The sums stay in the first-level cache and are read and written once for eight rows.
// From memory, the next eight rows come to the second-level cache meanwhile, asked for
// one after the other, as they lie. One row at a time reads the matrix in one go, and
// is slower by what the sums take; sixteen rows are more places than the hardware
// follows.

#include "rows.h"

enum { TOGETHER = 8, VECTORS = 4, STEP = VECTORS * LANES };

// Adds `rows` rows from `x` on to the sums.
static inline __attribute__((always_inline)) void add(const float *x, float *sums,
                                                      int rows) {
  const float *next = x + (long)rows * COLUMNS;
  int j = 0;
  for (; j + STEP <= COLUMNS; j += STEP) {
    Vector kept[VECTORS];
    for (int v = 0; v < VECTORS; ++v)
      kept[v] = _mm512_loadu_ps(sums + j + v * LANES);
    for (int r = 0; r < rows; ++r)
      for (int v = 0; v < VECTORS; ++v) {
        if (FROM_MEMORY)
          __builtin_prefetch(next, 0, 2);
        next += LANES;
        kept[v] += _mm512_loadu_ps(x + (long)r * COLUMNS + j + v * LANES);
      }
    for (int v = 0; v < VECTORS; ++v)
      _mm512_storeu_ps(sums + j + v * LANES, kept[v]);
  }
  for (; j < COLUMNS; ++j)
    for (int r = 0; r < rows; ++r)
      sums[j] += x[(long)r * COLUMNS + j];
}

void run(const float *const *in, float *const *out) {
  for (int j = 0; j < COLUMNS; ++j)
    out[0][j] = 0;
  int i = 0;
  for (; i + TOGETHER <= COUNT; i += TOGETHER)
    add(row(in[0], i), out[0], TOGETHER);
  for (; i < COUNT; ++i)
    add(row(in[0], i), out[0], 1);
}
