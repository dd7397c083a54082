// matrix_vector_forward.c - four rows of the matrix at a time
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// Four rows share what is read of the vector. From memory the next four are asked
// for in the second-level cache; what the last-level cache holds comes soon enough.

#define X_0 A_0
#define X_1 A_1
#include "rows.h"

enum { TOGETHER = 4, SIDE = 2, AHEAD = TOGETHER * COLUMNS };
enum { STEP = SIDE * LANES, WHOLE = COLUMNS / STEP * STEP };
_Static_assert(COUNT % TOGETHER == 0, "groups of rows");

static inline void step(Vector sums[TOGETHER][SIDE], const float *a, const float *x,
                        int j, int end) {
  for (int r = 0; r < TOGETHER; ++r, a += COLUMNS)
    for (int v = 0; v < SIDE; ++v) {
      __mmask16 lanes = before(j + v * LANES, end);
      const float *from = a + j + v * LANES;
      if (FROM_MEMORY)
        __builtin_prefetch(from + AHEAD, 0, 2);
      sums[r][v] = fma(load(x + j + v * LANES, lanes), load(from, lanes), sums[r][v]);
    }
}

void run(const float *const *in, float *const *out) {
  for (int i = 0; i < COUNT; i += TOGETHER) {
    Vector sums[TOGETHER][SIDE];
    for (int r = 0; r < TOGETHER; ++r)
      for (int v = 0; v < SIDE; ++v)
        sums[r][v] = all(0);
    for (int j = 0; j < WHOLE; j += STEP)
      step(sums, row(in[0], i), in[1], j, j + STEP);
    if (WHOLE < COLUMNS)
      step(sums, row(in[0], i), in[1], WHOLE, COLUMNS);
    for (int r = 0; r < TOGETHER; ++r) {
      for (int v = 1; v < SIDE; ++v)
        sums[r][0] = _mm512_add_ps(sums[r][0], sums[r][v]);
      out[0][i + r] = _mm512_reduce_add_ps(sums[r][0]);
    }
  }
}
