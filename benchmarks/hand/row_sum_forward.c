// row_sum_forward.c - a sum per row, of a matrix that is read in one go
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// Rows follow one another, so the matrix is one stream: four vectors at a time, and
// the four that lie a page further on are asked for in the second-level cache. The
// hardware reads ahead as well, but begins anew with every page. Several rows at once
// are several pages, which is slower, and so is the first-level cache, which has room
// for a few misses. What the last-level cache holds comes soon enough.

#include "rows.h"

enum { TOGETHER = 4, STEP = TOGETHER * LANES, AHEAD = 1024 };

static float sum(const float *x) {
  Vector sums[TOGETHER] = {0};
  int j = 0;
  for (; j + STEP <= COLUMNS; j += STEP)
    for (int v = 0; v < TOGETHER; ++v) {
      const float *from = x + j + v * LANES;
      if (FROM_MEMORY)
        __builtin_prefetch(from + AHEAD, 0, 2);
      sums[v] += _mm512_loadu_ps(from);
    }
  for (; j < COLUMNS; j += LANES)
    sums[0] += load(x + j, before(j, COLUMNS));
  return _mm512_reduce_add_ps((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

void run(const float *const *in, float *const *out) {
  for (int i = 0; i < COUNT; ++i)
    out[0][i] = sum(row(in[0], i));
}
