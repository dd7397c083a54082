// softmax_gradients.c - three passes, each over another row, in one loop
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// As in softmax_forward.c. Beside the sum of a row's exponentials e goes that
// of d e, so that the last pass has y = e / s and the gradient y (d - sum d e /
// s).

#include "rows.h"

enum { SIDE = 2, STEP = SIDE * LANES, WHOLE = COLUMNS / STEP * STEP };

/// The rows of a step: of the operands x[i + 1], x[i], d[i] and d[i - 1], and
/// of the results.
struct Rows {
  const float *next, *x, *d, *before;
  float *y, *dx, *e;
};

struct State {
  Vector largest[SIDE], sums[SIDE], products[SIDE];
  Vector maximum, reciprocal, mean;
};

static inline void step(struct State *s, const struct Rows *r, int j, int end) {
  Vector now[SIDE];
  for (int v = 0; v < SIDE; ++v)
    now[v] = _mm512_sub_ps(
        load(r->x + j + v * LANES, before(j + v * LANES, end)), s->maximum);
  exponentials(now, SIDE);
  for (int v = 0; v < SIDE; ++v, j += LANES) {
    __mmask16 lanes = before(j, end);
    int aligned = ALIGNED && lanes == 0xffff;
    __builtin_prefetch(r->next + COLUMNS + j, 0, 2);
    __builtin_prefetch(r->d + COLUMNS + j, 0, 2);
    s->largest[v] = _mm512_mask_max_ps(s->largest[v], lanes, s->largest[v],
                                       load(r->next + j, lanes));
    s->sums[v] = _mm512_mask_add_ps(s->sums[v], lanes, s->sums[v], now[v]);
    s->products[v] = fma(load(r->d + j, lanes), now[v], s->products[v]);
    Vector y = _mm512_mul_ps(load(r->e + j, lanes), s->reciprocal);
    Vector d = _mm512_sub_ps(load(r->before + j, lanes), s->mean);
    put(r->y + j, lanes, aligned, y);
    put(r->dx + j, lanes, aligned, _mm512_mul_ps(y, d));
    _mm512_mask_storeu_ps(r->e + j, lanes, now[v]);
  }
}

static inline void finish(struct State *s) {
  float sum = 0, product = 0, largest = -__FLT_MAX__;
  for (int v = 0; v < SIDE; ++v) {
    float m = _mm512_reduce_max_ps(s->largest[v]);
    largest = m > largest ? m : largest;
    sum += _mm512_reduce_add_ps(s->sums[v]);
    product += _mm512_reduce_add_ps(s->products[v]);
    s->largest[v] = all(-__FLT_MAX__);
    s->sums[v] = s->products[v] = all(0);
  }
  s->maximum = all(largest);
  s->reciprocal = all(1 / sum);
  s->mean = all(product / sum);
}

void run(const float *const *in, float *const *out) {
  static _Alignas(64) float e[COLUMNS + LANES];
  static _Alignas(64) float nowhere[2][(COLUMNS + LANES) / LANES * LANES];
  struct State s = {.sums = {all(1)}};
  finish(&s);
  for (int i = -1; i <= COUNT; ++i) {
    long to = (long)(i - 1) * COLUMNS;
    struct Rows rows = {row(in[0], i + 1),
                        row(in[0], i),
                        row(in[1], i),
                        row(in[1], i - 1),
                        i < 1 ? nowhere[0] : out[0] + to,
                        i < 1 ? nowhere[1] : out[1] + to,
                        e};
    for (int j = 0; j < WHOLE; j += STEP)
      step(&s, &rows, j, j + STEP);
    if (WHOLE < COLUMNS)
      step(&s, &rows, WHOLE, COLUMNS);
    finish(&s);
  }
}
