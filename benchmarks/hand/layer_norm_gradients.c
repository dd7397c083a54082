// layer_norm_gradients.c - four sums in one pass, four results in the next
// Part of Neo. SPDX-License-Identifier: Apache-2.0
//
// As in layer_norm_forward.c. With n the normalised row the gradient is
// (d g - mean(d g) - n mean(d g n)) times the scale, and mean(d g n) is known from
// sums over d g and d g x, which the first pass makes beside those over x. So each
// operand is read twice, from memory once: two streams in and two out, beside 9
// products of 16 numbers. The gradients of g and h stay in the first-level cache;
// two rows at once, which share what is read and written of them, do not.

#include "rows.h"

/// Of a row: what was summed, and what its results are made by.
struct Row {
  Vector first, sum, squares, shares, products;
  Vector scale, offset, mean, slope;
};

struct Results {
  float *y, *dx, *dg, *dh;
};

static inline void add(struct Row *r, const float *x, const float *d,
                       const float *g, int j, int end) {
  __mmask16 lanes = before(j, end);
  Vector t = _mm512_maskz_sub_ps(lanes, load(x + j, lanes), r->first);
  Vector share = _mm512_mul_ps(load(d + j, lanes), load(g + j, lanes));
  r->sum = _mm512_add_ps(r->sum, t);
  r->squares = fma(t, t, r->squares);
  r->shares = _mm512_add_ps(r->shares, share);
  r->products = fma(share, t, r->products);
}

static inline void write(const struct Row *r, const float *x, const float *d,
                         const float *g, const float *h, struct Results to, int j,
                         int end) {
  __mmask16 lanes = before(j, end);
  int aligned = ALIGNED && lanes == 0xffff;
  Vector n = fma(load(x + j, lanes), r->scale, r->offset);
  Vector given = load(d + j, lanes), factor = load(g + j, lanes);
  put(to.y + j, lanes, aligned, fma(n, factor, load(h + j, lanes)));
  Vector part = fma(_mm512_mul_ps(given, factor), r->scale, r->mean);
  put(to.dx + j, lanes, aligned, fma(n, r->slope, part));
  Vector dg = fma(given, n, load(to.dg + j, lanes));
  _mm512_mask_storeu_ps(to.dg + j, lanes, dg);
  Vector dh = _mm512_add_ps(load(to.dh + j, lanes), given);
  _mm512_mask_storeu_ps(to.dh + j, lanes, dh);
}

static inline void begin(struct Row *r, const float *x) {
  r->first = all(x[0]);
  r->sum = r->squares = r->shares = r->products = all(0);
}

static inline void finish(struct Row *r) {
  float mean = _mm512_reduce_add_ps(r->sum) / COLUMNS;
  float square = _mm512_reduce_add_ps(r->squares) / COLUMNS;
  float share = _mm512_reduce_add_ps(r->shares) / COLUMNS;
  float product = _mm512_reduce_add_ps(r->products) / COLUMNS;
  float scale = 1 / __builtin_sqrtf(square - mean * mean + 1e-5f);
  r->scale = all(scale);
  r->offset = all(-scale * (mean + r->first[0]));
  r->mean = all(-scale * share);
  r->slope = all(-scale * scale * (product - mean * share));
}

void run(const float *const *in, float *const *out) {
  const float *g = in[1], *h = in[2];
  struct Row r;
  for (int j = 0; j < COLUMNS; ++j)
    out[2][j] = out[3][j] = 0;
  begin(&r, in[0]);
  for (int j = 0; j < COLUMNS; j += LANES)
    add(&r, in[0], in[3], g, j, COLUMNS);
  finish(&r);
  enum { WHOLE = COLUMNS / LANES * LANES };
  for (int i = 0; i < COUNT; ++i) {
    const float *x = row(in[0], i), *d = row(in[3], i);
    const float *nextX = row(in[0], i + 1), *nextD = row(in[3], i + 1);
    long at = (long)i * COLUMNS;
    struct Results to = {out[0] + at, out[1] + at, out[2], out[3]};
    begin(&r, nextX);
    for (int j = 0; j < WHOLE; j += LANES) {
      __builtin_prefetch(nextX + COLUMNS + j, 0, 2);
      __builtin_prefetch(nextD + COLUMNS + j, 0, 2);
      add(&r, nextX, nextD, g, j, WHOLE);
      write(&r, x, d, g, h, to, j, WHOLE);
    }
    if (WHOLE < COLUMNS) {
      add(&r, nextX, nextD, g, WHOLE, COLUMNS);
      write(&r, x, d, g, h, to, WHOLE, COLUMNS);
    }
    finish(&r);
  }
}
