// column_sum_gradients.c - sums of some rows beside the rows of the gradient
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// The sum only reads and the gradient, the cotangent in every row, only writes:
// one loop does both at the same time, four rows by four vectors, and asks for the
// next four rows in the second-level cache.

#include "rows.h"

enum { TOGETHER = 4, SIDE = 4, AHEAD = TOGETHER * COLUMNS };
enum { STEP = SIDE * LANES, WHOLE = COLUMNS / STEP * STEP };
_Static_assert(COUNT % TOGETHER == 0, "groups of rows");

static inline void step(const float *x, const float *d, float *y, float *dx, int j,
                        int end) {
  Vector sums[SIDE], given[SIDE];
  for (int v = 0; v < SIDE; ++v) {
    __mmask16 lanes = before(j + v * LANES, end);
    sums[v] = load(y + j + v * LANES, lanes);
    given[v] = load(d + j + v * LANES, lanes);
  }
  for (int r = 0; r < TOGETHER; ++r)
    for (int v = 0; v < SIDE; ++v) {
      __mmask16 lanes = before(j + v * LANES, end);
      long at = r * COLUMNS + j + v * LANES;
      __builtin_prefetch(x + at + AHEAD, 0, 2);
      sums[v] = _mm512_add_ps(sums[v], load(x + at, lanes));
      put(dx + at, lanes, ALIGNED && lanes == 0xffff, given[v]);
    }
  for (int v = 0; v < SIDE; ++v)
    _mm512_mask_storeu_ps(y + j + v * LANES, before(j + v * LANES, end), sums[v]);
}

void run(const float *const *in, float *const *out) {
  for (int j = 0; j < COLUMNS; ++j)
    out[0][j] = 0;
  for (int i = 0; i < COUNT; i += TOGETHER) {
    long at = (long)i * COLUMNS;
    for (int j = 0; j < WHOLE; j += STEP)
      step(in[0] + at, in[1], out[0], out[1] + at, j, j + STEP);
    if (WHOLE < COLUMNS)
      step(in[0] + at, in[1], out[0], out[1] + at, WHOLE, COLUMNS);
  }
}
