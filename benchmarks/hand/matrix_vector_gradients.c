// matrix_vector_gradients.c - the matrix is read once for all three results
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// Some rows of the matrix are multiplied with the vector, are added to its
// gradient, which stays in the first-level cache, and have the rows of their own
// gradient stored. Rows of whole pages are read before any of that is: a load after
// a store to the same place of another page waits for it. What the last-level cache
// holds is neither asked for nor stored past it: 4 MB each way take 0.125 ms so, and
// 0.165 past it.

#define X_0 A_0
#define X_1 A_1
#include "rows.h"

enum { TOGETHER = FROM_MEMORY ? 4 : 2, SIDE = 8 / TOGETHER };
enum { AHEAD = TOGETHER * COLUMNS };
enum { STEP = SIDE * LANES, WHOLE = COLUMNS / STEP * STEP };
_Static_assert(COUNT % TOGETHER == 0, "groups of rows");

struct State {
  Vector sums[TOGETHER], given[TOGETHER];
};

static inline void step(struct State *s, const float *a, const float *x, float *da,
                        float *dx, int j, int end) {
  Vector factor[SIDE], sums[SIDE];
  for (int v = 0; v < SIDE; ++v) {
    __mmask16 lanes = before(j + v * LANES, end);
    factor[v] = load(x + j + v * LANES, lanes);
    sums[v] = load(dx + j + v * LANES, lanes);
  }
  for (int r = 0; r < TOGETHER; ++r)
    for (int v = 0; v < SIDE; ++v) {
      __mmask16 lanes = before(j + v * LANES, end);
      long at = r * COLUMNS + j + v * LANES;
      if (FROM_MEMORY)
        __builtin_prefetch(a + at + AHEAD, 0, 2);
      Vector now = load(a + at, lanes);
      s->sums[r] = fma(now, factor[v], s->sums[r]);
      sums[v] = fma(now, s->given[r], sums[v]);
    }
  for (int r = 0; r < TOGETHER; ++r)
    for (int v = 0; v < SIDE; ++v) {
      __mmask16 lanes = before(j + v * LANES, end);
      long at = r * COLUMNS + j + v * LANES;
      put(da + at, lanes, FROM_MEMORY && ALIGNED && lanes == 0xffff,
          _mm512_mul_ps(factor[v], s->given[r]));
    }
  for (int v = 0; v < SIDE; ++v)
    _mm512_mask_storeu_ps(dx + j + v * LANES, before(j + v * LANES, end), sums[v]);
}

void run(const float *const *in, float *const *out) {
  for (int j = 0; j < COLUMNS; ++j)
    out[2][j] = 0;
  for (int i = 0; i < COUNT; i += TOGETHER) {
    long at = (long)i * COLUMNS;
    struct State s;
    for (int r = 0; r < TOGETHER; ++r) {
      s.sums[r] = all(0);
      s.given[r] = all(in[2][i + r]);
    }
    for (int j = 0; j < WHOLE; j += STEP)
      step(&s, in[0] + at, in[1], out[1] + at, out[2], j, j + STEP);
    if (WHOLE < COLUMNS)
      step(&s, in[0] + at, in[1], out[1] + at, out[2], WHOLE, COLUMNS);
    for (int r = 0; r < TOGETHER; ++r)
      out[0][i + r] = _mm512_reduce_add_ps(s.sums[r]);
  }
}
