// softmax_forward.c - three passes, each over another row, in one loop
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// The maximum of row i + 1, the exponentials of row i and the quotients of row
// i - 1 are software-pipelined: the latencies of memory, of a sum and of a
// polynomial overlap. Rows before the first and after the last
// stand for themselves and leave no trace. The quotient is a product with the
// reciprocal, which may be off by one place more than a division.

#include "rows.h"

enum { SIDE = 2, STEP = SIDE * LANES, WHOLE = COLUMNS / STEP * STEP };

struct State {
  Vector largest[SIDE], sums[SIDE];
  Vector maximum, reciprocal;
};

static inline void step(struct State *s, const float *next, const float *x,
                        float *e, float *y, int j, int end) {
  Vector now[SIDE];
  for (int v = 0; v < SIDE; ++v)
    now[v] = _mm512_sub_ps(load(x + j + v * LANES, before(j + v * LANES, end)),
                           s->maximum);
  exponentials(now, SIDE);
  for (int v = 0; v < SIDE; ++v, j += LANES) {
    __mmask16 lanes = before(j, end);
    __builtin_prefetch(next + COLUMNS + j, 0, 2);
    s->largest[v] = _mm512_mask_max_ps(s->largest[v], lanes, s->largest[v],
                                       load(next + j, lanes));
    s->sums[v] = _mm512_mask_add_ps(s->sums[v], lanes, s->sums[v], now[v]);
    Vector done = _mm512_mul_ps(load(e + j, lanes), s->reciprocal);
    put(y + j, lanes, ALIGNED && lanes == 0xffff, done);
    _mm512_mask_storeu_ps(e + j, lanes, now[v]);
  }
}

void run(const float *const *in, float *const *out) {
  static _Alignas(64) float e[COLUMNS + LANES], nowhere[COLUMNS + LANES];
  struct State s = {.maximum = all(0), .reciprocal = all(0)};
  for (int i = -1; i <= COUNT; ++i) {
    float *y = i < 1 ? nowhere : out[0] + (long)(i - 1) * COLUMNS;
    for (int v = 0; v < SIDE; ++v) {
      s.largest[v] = all(-__FLT_MAX__);
      s.sums[v] = all(0);
    }
    for (int j = 0; j < WHOLE; j += STEP)
      step(&s, row(in[0], i + 1), row(in[0], i), e, y, j, j + STEP);
    if (WHOLE < COLUMNS)
      step(&s, row(in[0], i + 1), row(in[0], i), e, y, WHOLE, COLUMNS);
    float sum = 0, largest = -__FLT_MAX__;
    for (int v = 0; v < SIDE; ++v) {
      float m = _mm512_reduce_max_ps(s.largest[v]);
      largest = m > largest ? m : largest;
      sum += _mm512_reduce_add_ps(s.sums[v]);
    }
    s.maximum = all(largest);
    s.reciprocal = all(1 / sum);
  }
}
