// bias_relu_gradients.c - everything in one pass
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// The bias's gradient is a sum per column of what is stored: it stays in the
// first-level cache, and is read and written once for four rows. The next four are
// asked for in the second-level cache. Eight rows, or all loads of a step before its
// stores, are slower.

#include "rows.h"

enum { TOGETHER = 4, SIDE = 4, AHEAD = TOGETHER * COLUMNS };
enum { STEP = SIDE * LANES, WHOLE = COLUMNS / STEP * STEP };
_Static_assert(COUNT % TOGETHER == 0, "groups of rows");

struct Results {
  float *y, *dx, *dg;
};

static inline void step(const float *x, const float *d, const float *g,
                        struct Results to, int j, int end) {
  Vector sums[SIDE];
  for (int v = 0; v < SIDE; ++v)
    sums[v] = load(to.dg + j + v * LANES, before(j + v * LANES, end));
  for (int r = 0; r < TOGETHER; ++r)
    for (int v = 0; v < SIDE; ++v) {
      __mmask16 lanes = before(j + v * LANES, end);
      int aligned = ALIGNED && lanes == 0xffff;
      long at = r * COLUMNS + j + v * LANES;
      __builtin_prefetch(x + at + AHEAD, 0, 2);
      __builtin_prefetch(d + at + AHEAD, 0, 2);
      Vector sum = _mm512_add_ps(load(x + at, lanes), load(g + j + v * LANES, lanes));
      __mmask16 moves = _mm512_cmp_ps_mask(sum, all(0), _CMP_GT_OQ) & lanes;
      Vector dx = load(d + at, moves);
      sums[v] = _mm512_add_ps(sums[v], dx);
      put(to.y + at, lanes, aligned, _mm512_max_ps(sum, all(0)));
      put(to.dx + at, lanes, aligned, dx);
    }
  for (int v = 0; v < SIDE; ++v)
    _mm512_mask_storeu_ps(to.dg + j + v * LANES, before(j + v * LANES, end), sums[v]);
}

void run(const float *const *in, float *const *out) {
  for (int j = 0; j < COLUMNS; ++j)
    out[2][j] = 0;
  for (int i = 0; i < COUNT; i += TOGETHER) {
    long at = (long)i * COLUMNS;
    struct Results to = {out[0] + at, out[1] + at, out[2]};
    for (int j = 0; j < WHOLE; j += STEP)
      step(in[0] + at, in[2] + at, in[1], to, j, j + STEP);
    if (WHOLE < COLUMNS)
      step(in[0] + at, in[2] + at, in[1], to, WHOLE, COLUMNS);
  }
}
