// columns.h - what a norm of columns and its gradients share
// Part of Neo. SPDX-License-Identifier: Apache-2.0

#ifndef NEO_BENCHMARKS_HAND_COLUMNS_H
#define NEO_BENCHMARKS_HAND_COLUMNS_H

#include "rows.h"

enum { TOGETHER = 8 };
_Static_assert(COLUMNS % LANES == 0 && COUNT % TOGETHER == 0,
               "rows fill vectors");

typedef float Numbers[COLUMNS] __attribute__((aligned(64)));

/// Of each column: what its terms are less, their sums, and what results are
/// made by.
struct Columns {
  Numbers pivot, sum, squares, beyond, reciprocal, scale, offset;
};

static inline void begin(struct Columns *c, const float *x) {
  for (int j = 0; j < COLUMNS; ++j) {
    c->sum[j] = c->squares[j] = 0;
    c->pivot[j] = (x[j] + row(x, COUNT / 4)[j] + row(x, COUNT / 2)[j] +
                   row(x, COUNT / 4 * 3)[j]) /
                  4;
  }
}

/// Adds some rows of 16 columns.
static inline void add(struct Columns *c, const float *x, int i, int j) {
  Vector pivot = _mm512_load_ps(c->pivot + j), sum = _mm512_load_ps(c->sum + j),
         squares = _mm512_load_ps(c->squares + j);
  for (int k = 0; k < TOGETHER; ++k) {
    Vector t = _mm512_sub_ps(_mm512_loadu_ps(row(x, i + k) + j), pivot);
    sum = _mm512_add_ps(sum, t);
    squares = fma(t, t, squares);
  }
  _mm512_store_ps(c->sum + j, sum);
  _mm512_store_ps(c->squares + j, squares);
}

static inline void finish(struct Columns *c, const float *g, const float *h,
                          int j) {
  c->beyond[j] = c->sum[j] / COUNT;
  float v = c->squares[j] / COUNT - c->beyond[j] * c->beyond[j];
  c->reciprocal[j] = 1 / __builtin_sqrtf(v + 1e-5f);
  c->scale[j] = g[j] * c->reciprocal[j];
  c->offset[j] = h[j] - (c->pivot[j] + c->beyond[j]) * c->scale[j];
}

static inline void writeResult(const struct Columns *c, const float *x,
                               float *y, int i, int j) {
  Vector n = fma(_mm512_loadu_ps(row(x, i) + j), _mm512_load_ps(c->scale + j),
                 _mm512_load_ps(c->offset + j));
  _mm512_stream_ps(y + (long)i * COLUMNS + j, n);
}

#endif
